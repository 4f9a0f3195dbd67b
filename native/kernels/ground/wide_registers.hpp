// Intrinsics of x86 processors for the compilers that know them by GCC's attributes; elsewhere this is empty, and
// TRUEBOX_WIDE_REGISTERS is not defined.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define TRUEBOX_WIDE_REGISTERS 1

#if defined(__clang__)
#include <immintrin.h>
#else
// GCC 12 warns of the deliberately undefined values within its own header.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

// Compiled for these instruction sets, among them AVX-512; whether the processor has them is asked before the call.
// Clang 18 to 21 count registers of 512 bits as a feature of its own, which a compiler that is told the plain processor
// (Zig says so always) takes as forbidden unless it is named. Before, after, and with others the name is unknown.
#if defined(__clang__) && !defined(__apple_build_version__) && __clang_major__ >= 18 && __clang_major__ <= 21
#define TRUEBOX_AVX512(features) __attribute__((target(features ",evex512")))
#else
#define TRUEBOX_AVX512(features) __attribute__((target(features)))
#endif

// Compiled for AVX2.
#define TRUEBOX_AVX2 __attribute__((target("avx2")))

// Compiled for registers of 512 bits whose bytes change places in one step.
#define TRUEBOX_BYTE_PERMUTES TRUEBOX_AVX512("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")

namespace truebox {

inline bool has_byte_permutes() {
  static const bool found = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                            __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                            __builtin_cpu_supports("avx512vbmi") != 0;
  return found;
}

}  // namespace truebox

#endif
