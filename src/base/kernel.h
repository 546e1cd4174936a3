/* Names of kernels that are compiled once per instruction set (CMakeLists.txt). */
#ifndef CZ_BASE_KERNEL_H
#define CZ_BASE_KERNEL_H

#include "base/cpu.h"

#define CZ_KERNEL_PASTE(name, isa) name##_##isa
#define CZ_KERNEL_EXPAND(name, isa) CZ_KERNEL_PASTE(name, isa)
/* The name of a function that the kernel file being compiled exports. */
#define CZ_KERNEL(name) CZ_KERNEL_EXPAND(name, CZ_KERNEL_ISA)

/* The best variant of a kernel for this machine. */
#if defined(__x86_64__)
#define CZ_KERNEL_PICK(name) ((cz_cpu_features & CZ_CPU_ADX) != 0 ? name##_adx : name##_portable)
#else
#define CZ_KERNEL_PICK(name) name##_portable
#endif

#endif
