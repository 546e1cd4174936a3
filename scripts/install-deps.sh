#!/bin/sh
# Installs the Debian packages that building and testing need, and nothing when all are there.
set -eu
packages="build-essential cmake ninja-build pkg-config git python3 libssl-dev libyajl-dev libzstd-dev zstd libcmocka-dev clang libclang-rt-14-dev clang-format clang-tidy cppcheck"
missing=""
for p in $packages; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null; then
    as_root=sudo
else
    echo "missing packages:$missing; install them as root (apt-get install$missing)" >&2
    exit 1
fi
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing
