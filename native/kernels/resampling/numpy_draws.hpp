// The random numbers of NumPy's default generator: SeedSequence (O'Neill, "Developing a seed_seq alternative", 2015),
// PCG64 (O'Neill, HMC-CS-2014-0905: a 128-bit LCG, its output XSL-RR), and Lemire's bounded integers (arXiv:1805.10941).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "json/wide_division.hpp"

namespace truebox {

class NumpyDraws {
 public:
  explicit NumpyDraws(std::uint64_t seed) {
    const std::array<std::uint64_t, 4> words = spread(seed);
    increment_ = {words[2] << 1 | words[3] >> 63, words[3] << 1 | 1};
    state_ = increment_;
    state_ = sum(state_, {words[0], words[1]});
    step();
  }

  // In [0, 1), of 53 bits.
  void random(std::span<double> out) {
    for (double& each : out) each = static_cast<double>(next() >> 11) * 0x1p-53;
  }

  // From 0 to `most`, both included.
  std::uint32_t up_to(std::uint32_t most) {
    if (most == 0) return 0;
    if (most == UINT32_MAX) return next_half();
    const std::uint32_t count = most + 1;
    std::uint64_t product = std::uint64_t{next_half()} * count;
    if (static_cast<std::uint32_t>(product) < count) {
      const std::uint32_t least = (UINT32_MAX - most) % count;
      while (static_cast<std::uint32_t>(product) < least) product = std::uint64_t{next_half()} * count;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  using Wide = reading::Wide;
  static constexpr std::size_t kPool = 4;

  static constexpr Wide sum(Wide a, Wide b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1 : 0), low};
  }

  void step() {
    constexpr Wide kFactor = {0x2360ed051fc65da4, 0x4385df649fccf645};
    Wide product = reading::multiply_wide(state_.low, kFactor.low);
    product.high += state_.high * kFactor.low + state_.low * kFactor.high;
    state_ = sum(product, increment_);
  }

  std::uint64_t next() {
    step();
    return std::rotr(state_.high ^ state_.low, static_cast<int>(state_.high >> 58));
  }

  // Half of what was drawn waits for the next one.
  std::uint32_t next_half() {
    if (waits_) {
      waits_ = false;
      return half_;
    }
    const std::uint64_t both = next();
    waits_ = true;
    half_ = static_cast<std::uint32_t>(both >> 32);
    return static_cast<std::uint32_t>(both);
  }

  static std::array<std::uint64_t, 4> spread(std::uint64_t seed) {
    std::uint32_t factor = 0x43b0d7e5;
    const auto hashed = [&factor](std::uint32_t value) {
      value ^= factor;
      factor *= 0x931e8875;
      value *= factor;
      return value ^ value >> 16;
    };
    std::array<std::uint32_t, kPool> pool{};
    const std::array<std::uint32_t, kPool> given = {static_cast<std::uint32_t>(seed),
                                                    static_cast<std::uint32_t>(seed >> 32), 0, 0};
    for (std::size_t i = 0; i < kPool; ++i) pool[i] = hashed(given[i]);
    for (std::size_t from = 0; from < kPool; ++from) {
      for (std::size_t to = 0; to < kPool; ++to) {
        if (from == to) continue;
        const std::uint32_t mixed = 0xca01f9dd * pool[to] - 0x4973f715 * hashed(pool[from]);
        pool[to] = mixed ^ mixed >> 16;
      }
    }
    std::array<std::uint64_t, 4> words{};
    factor = 0x8b51f9dd;
    for (std::size_t i = 0; i < 2 * words.size(); ++i) {
      std::uint32_t value = pool[i % kPool] ^ factor;
      factor *= 0x58f38ded;
      value *= factor;
      value ^= value >> 16;
      words[i / 2] |= std::uint64_t{value} << (32 * (i % 2));
    }
    return words;
  }

  Wide state_{}, increment_{};
  std::uint32_t half_ = 0;
  bool waits_ = false;
};

}  // namespace truebox
