// Writes whole cache lines past the caches, for answers larger than the caches are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ground/wide_registers.hpp"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define TRUEBOX_STREAMS 2  // the widest store is chosen when the program loads
#elif defined(__SSE2__) || defined(_M_X64)
#define TRUEBOX_STREAMS 1
#include <emmintrin.h>
#else
#define TRUEBOX_STREAMS 0
#endif

namespace truebox {

constexpr std::size_t kCacheLine = 64;

// Bytes from `address` to the next start of a cache line.
inline std::size_t bytes_to_line(const void* address) {
  return (kCacheLine - reinterpret_cast<std::uintptr_t>(address) % kCacheLine) % kCacheLine;
}

inline void stream_lines_narrow(const unsigned char* from, std::size_t lines, unsigned char* to) {
#if TRUEBOX_STREAMS
  for (std::size_t k = 0; k < lines * kCacheLine; k += 16) {
    const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + k));
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + k), part);
  }
#else
  std::memcpy(to, from, lines * kCacheLine);
#endif
}

#if TRUEBOX_STREAMS == 2
TRUEBOX_AVX512("avx512f") inline void stream_lines_wide(const unsigned char* from, std::size_t lines,
                                                                 unsigned char* to) {
  for (std::size_t k = 0; k < lines * kCacheLine; k += kCacheLine) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + k), _mm512_loadu_si512(from + k));
  }
}
#endif

// `to` starts a cache line; `lines` lines are written.
inline void stream_lines(const unsigned char* from, std::size_t lines, unsigned char* to) {
#if TRUEBOX_STREAMS == 2
  static const bool wide = __builtin_cpu_supports("avx512f");
  if (wide) return stream_lines_wide(from, lines, to);
#endif
  stream_lines_narrow(from, lines, to);
}

// Copies `count` numbers: partial lines at either end by plain stores, the whole lines between past the caches.
template <class Real>
inline void stream_copy(const Real* from, std::size_t count, Real* to) {
  const std::size_t bytes = count * sizeof(Real);
  const auto* source = reinterpret_cast<const unsigned char*>(from);
  auto* target = reinterpret_cast<unsigned char*>(to);
  std::size_t head = bytes_to_line(to);
  if (head > bytes) head = bytes;
  const std::size_t lines = (bytes - head) / kCacheLine;
  const std::size_t done = head + lines * kCacheLine;
  std::memcpy(target, source, head);
  stream_lines(source + head, lines, target + head);
  std::memcpy(target + done, source + done, bytes - done);
}

// Streamed writes become visible to other threads in order only after this.
inline void stream_fence() {
#if TRUEBOX_STREAMS
  _mm_sfence();
#endif
}

}  // namespace truebox
