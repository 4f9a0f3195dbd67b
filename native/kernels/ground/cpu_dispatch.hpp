// Marks a function for compilation once per instruction set, chosen when the program loads.
#pragma once

#include <cstddef>  // the C library says its name in any of its headers

// The loader of glibc chooses; that of musl cannot, and GCC refuses to compile for it. Sanitizers run before the loader
// resolves such functions, so those builds take the plain version.
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(TRUEBOX_NO_CLONES)
#define TRUEBOX_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define TRUEBOX_CLONES
#endif

namespace truebox {

// How a function with clones is called that may throw: GCC takes the choice between clones for a function that throws
// nothing, and an exception out of a clone would end the process. Where the pointer comes from it cannot see.
template <class Function>
inline Function* may_throw(Function* chosen) {
#if defined(__GNUC__) && !defined(__clang__)
  asm("" : "+r"(chosen));
#endif
  return chosen;
}

}  // namespace truebox
