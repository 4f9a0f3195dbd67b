// A hint to bring a cache line closer; nothing where the compiler has no word for it.
#pragma once

namespace truebox {

inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

}  // namespace truebox
