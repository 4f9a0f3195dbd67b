// Adler-32, the sum under which the pixels of a PNG lie (RFC 1950).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ground/cpu_dispatch.hpp"
#include "ground/wide_registers.hpp"

namespace truebox {

namespace byte_sums_detail {

// Adler-32 is two numbers modulo 65521: `plain`, one more than the sum of the bytes, and `weighted`, the sum of all
// values that `plain` went through.
struct AdlerSums {
  std::uint32_t plain = 1;
  std::uint32_t weighted = 0;
};

inline constexpr std::uint32_t kAdlerModulus = 65521;
inline constexpr std::size_t kAdlerBlock = 32;
// As many blocks of 32 bytes as keep all sums below 2^32, with both numbers reduced before.
inline constexpr std::size_t kMostAdlerBlocks = 5536 / kAdlerBlock;

using AddBlocks = void (*)(const std::uint8_t*, std::size_t, AdlerSums&);

// At most kMostAdlerBlocks.
TRUEBOX_CLONES inline void add_blocks_plain(const std::uint8_t* bytes, std::size_t blocks, AdlerSums& sums) {
  std::uint32_t before = 0, within = 0, total = 0;
  for (std::size_t block = 0; block < blocks; ++block, bytes += kAdlerBlock) {
    std::uint32_t sum = 0, steps = 0;
    for (std::uint32_t i = 0; i < kAdlerBlock; ++i) {
      sum += bytes[i];
      steps += (static_cast<std::uint32_t>(kAdlerBlock) - i) * bytes[i];
    }
    before += total;
    total += sum;
    within += steps;
  }
  const auto count = static_cast<std::uint32_t>(blocks * kAdlerBlock);
  sums.weighted += sums.plain * count + before * static_cast<std::uint32_t>(kAdlerBlock) + within;
  sums.plain += total;
}

#ifdef TRUEBOX_WIDE_REGISTERS
TRUEBOX_AVX2 inline std::uint32_t sum_of_lanes(__m256i lanes) {
  const __m128i halves = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  const __m128i pairs = _mm_add_epi32(halves, _mm_shuffle_epi32(halves, 0x4e));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, 0xb1))));
}

TRUEBOX_AVX2 inline void add_blocks_avx2(const std::uint8_t* bytes, std::size_t blocks, AdlerSums& sums) {
  const __m256i weights = _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13,
                                           12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
  const __m256i ones = _mm256_set1_epi16(1), none = _mm256_setzero_si256();
  __m256i total = none, before = none, within = none;
  for (std::size_t block = 0; block < blocks; ++block, bytes += kAdlerBlock) {
    const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    before = _mm256_add_epi32(before, total);
    total = _mm256_add_epi32(total, _mm256_sad_epu8(here, none));
    // At most 255 * (32 + 31): it fits the 16 bits.
    within = _mm256_add_epi32(within, _mm256_madd_epi16(_mm256_maddubs_epi16(here, weights), ones));
  }
  const auto count = static_cast<std::uint32_t>(blocks * kAdlerBlock);
  sums.weighted += sums.plain * count + sum_of_lanes(before) * static_cast<std::uint32_t>(kAdlerBlock) + sum_of_lanes(within);
  sums.plain += sum_of_lanes(total);
}
#endif

inline AddBlocks choose_add_blocks() {
#ifdef TRUEBOX_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx2")) return add_blocks_avx2;
#endif
  return add_blocks_plain;
}

}  // namespace byte_sums_detail

// The sum of bytes that come in parts.
class Adler32 {
 public:
  void add(std::span<const std::uint8_t> bytes) {
    using namespace byte_sums_detail;
    static const AddBlocks add_blocks = choose_add_blocks();
    while (bytes.size() >= kAdlerBlock) {
      const std::size_t blocks = std::min(bytes.size() / kAdlerBlock, kMostAdlerBlocks);
      add_blocks(bytes.data(), blocks, sums_);
      reduce();
      bytes = bytes.subspan(blocks * kAdlerBlock);
    }
    for (const std::uint8_t byte : bytes) {
      sums_.plain += byte;
      sums_.weighted += sums_.plain;
    }
    reduce();
  }
  // The bytes `times` times, fewer than 2^32; they are looked at once.
  void add_repeated(std::span<const std::uint8_t> bytes, std::uint64_t times) {
    constexpr std::uint64_t kModulus = byte_sums_detail::kAdlerModulus;
    Adler32 once;
    once.sums_.plain = 0;
    once.add(bytes);
    // Before each time `plain` has grown by those before it, and every byte of it adds `plain` to `weighted`.
    const std::uint64_t before = times * (times - (times != 0)) / 2 % kModulus, size = bytes.size() % kModulus;
    times %= kModulus;
    const std::uint64_t grown = (times * sums_.plain + before * once.sums_.plain) % kModulus;
    sums_.weighted = static_cast<std::uint32_t>((sums_.weighted + grown * size + times * once.sums_.weighted) % kModulus);
    sums_.plain = static_cast<std::uint32_t>((sums_.plain + times * once.sums_.plain) % kModulus);
  }
  std::uint32_t value() const { return sums_.weighted << 16 | sums_.plain; }

 private:
  void reduce() {
    sums_.plain %= byte_sums_detail::kAdlerModulus;
    sums_.weighted %= byte_sums_detail::kAdlerModulus;
  }

  byte_sums_detail::AdlerSums sums_;
};

inline std::uint32_t adler32(std::span<const std::uint8_t> bytes) {
  Adler32 sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace truebox
