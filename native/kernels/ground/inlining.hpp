// Words to the compiler that vectorised loops depend on.
//
// TRUEBOX_INLINE forces a loop body into each of its callers: every CPU version of a kernel compiles its own copy.
#pragma once

// TRUEBOX_INLINE_LAMBDA stands between a lambda's parameters and its body: not inlined, it would be compiled for the
// baseline CPU only (measured: four times slower).
#if defined(_MSC_VER)
#define TRUEBOX_INLINE __forceinline
#define TRUEBOX_INLINE_LAMBDA [[msvc::forceinline]]
#elif defined(__GNUC__)
#define TRUEBOX_INLINE inline __attribute__((always_inline))
#define TRUEBOX_INLINE_LAMBDA __attribute__((always_inline))
#else
#define TRUEBOX_INLINE inline
#define TRUEBOX_INLINE_LAMBDA
#endif

// Kept out of its callers, whose loops stay short.
#if defined(_MSC_VER)
#define TRUEBOX_NEVER_INLINE __declspec(noinline)
#elif defined(__GNUC__)
#define TRUEBOX_NEVER_INLINE __attribute__((noinline, cold))
#else
#define TRUEBOX_NEVER_INLINE
#endif

// Columns never overlap each other: without this the compiler gives up on five of them at once.
#if defined(_MSC_VER) || defined(__GNUC__)
#define TRUEBOX_RESTRICT __restrict
#else
#define TRUEBOX_RESTRICT
#endif
