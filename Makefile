# The front door: `make` builds, `make test` installs what is missing, builds and runs every test.
BUILD ?= build
CTEST = ctest --output-on-failure --no-tests=error

all: $(BUILD)/build.ninja
	ninja -C $(BUILD)

$(BUILD)/build.ninja: CMakeLists.txt
	cmake -G Ninja -B $(BUILD) -S . $(CMAKE_FLAGS)

deps:
	sh scripts/install-deps.sh

test: deps
	$(MAKE) all
	$(CTEST) --test-dir $(BUILD)

# All but the long tests, under AddressSanitizer and UBSan.
asan: deps
	$(MAKE) all BUILD=build-asan CMAKE_FLAGS='-DCUZK_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=RelWithDebInfo'
	$(CTEST) --test-dir build-asan -LE long

tsan: deps
	$(MAKE) all BUILD=build-tsan CMAKE_FLAGS='-DCUZK_SANITIZE=thread -DCMAKE_BUILD_TYPE=RelWithDebInfo'
	$(CTEST) --test-dir build-tsan -LE long

# Ranges and ownership checked at run time.
checked: deps
	$(MAKE) all BUILD=build-checked CMAKE_FLAGS='-DCUZK_CHECKED=ON'
	$(CTEST) --test-dir build-checked -LE long

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-asan build-tsan build-checked

.PHONY: all deps test asan tsan checked format clean
