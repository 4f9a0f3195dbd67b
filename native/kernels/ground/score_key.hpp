// Doubles as integers that ascend while the score descends, so that plain integer sorts order detections.
#pragma once

#include <bit>
#include <cstdint>

namespace truebox {

// Finite scores only. Adding zero makes -0.0 equal to 0.0, as comparison of doubles has it.
inline std::uint64_t descending_key(double score) {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
  const std::uint64_t ascending = bits ^ ((bits >> 63) ? ~std::uint64_t{0} : (std::uint64_t{1} << 63));
  return ~ascending;
}

}  // namespace truebox
