/* What the processor can do: see cpu.h. The word is a constant for everyone else; only this file's constructor, which
 * runs before main, sets it. It lives in its own object so that the compiler cannot fold its initial value. */
#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

extern unsigned cz_cpu_features_store __asm__("cz_cpu_features");
unsigned cz_cpu_features_store = 0;

__attribute__((constructor)) static void find_features(void) {
    unsigned found = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    unsigned a = 7, b, c = 0, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if ((b >> 8 & 1) != 0 && (b >> 19 & 1) != 0) found |= CZ_CPU_ADX;
    /* __builtin_cpu_supports also asks whether the system saves the wide registers */
    if ((found & CZ_CPU_ADX) != 0 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512ifma")) {
        found |= CZ_CPU_IFMA;
    }
#endif
    const char *limit = getenv("CUZK_CPU");
    if (limit != NULL && strcmp(limit, "portable") == 0) found = 0;
    if (limit != NULL && strcmp(limit, "adx") == 0) found &= CZ_CPU_ADX;
    cz_cpu_features_store = found;
}
