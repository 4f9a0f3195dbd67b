// One number of compressed run lengths: groups of 5 bits in the characters 48..111, bit 5 says that another
// group follows, the highest bit of the last one is the sign.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "masks/run_lengths.hpp"

namespace truebox {
namespace text_detail {

inline bool is_group(std::uint8_t character) { return character - 48U <= 63U; }

// The low `width` bits of `value`, the highest of them being the sign.
inline std::uint64_t signed_bits(std::uint64_t value, unsigned width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return (value ^ sign) - sign;
}

// One number of any length, from text[i] on.
inline MaskProblem parse_groups(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row,
                                std::size_t& i, std::uint64_t& bits) {
  unsigned width = 0;
  bool more = true;
  while (more) {
    if (i == text.size()) {
      return {MaskFault::truncated, row, static_cast<std::int64_t>(i), static_cast<std::int64_t>(pixels)};
    }
    // A count needs at most 7 groups; twelve still fit the 64-bit sum, more are not a number.
    if (!is_group(text[i]) || width == 60) {
      return {MaskFault::bad_character, row, text[i], static_cast<std::int64_t>(i)};
    }
    const unsigned group = text[i] - 48U;
    bits |= static_cast<std::uint64_t>(group & 31U) << width;
    width += 5;
    more = group > 31U;
    ++i;
  }
  bits = signed_bits(bits, width);
  return {};
}

}  // namespace text_detail

}  // namespace truebox
