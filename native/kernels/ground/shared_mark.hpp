// Sets a byte that several threads may set at the same time.
#pragma once

#include <atomic>
#include <cstdint>

namespace truebox {

// Reads first: most marks are set already, and an unchanged cache line stays shared.
inline void set_shared_mark(std::uint8_t& mark) {
#if defined(__GNUC__) || defined(__clang__)  // libc++ had no atomic_ref for long
  if (__atomic_load_n(&mark, __ATOMIC_RELAXED) == 0) __atomic_store_n(&mark, std::uint8_t{1}, __ATOMIC_RELAXED);
#else
  std::atomic_ref<std::uint8_t> shared(mark);
  if (shared.load(std::memory_order_relaxed) == 0) shared.store(1, std::memory_order_relaxed);
#endif
}

}  // namespace truebox
