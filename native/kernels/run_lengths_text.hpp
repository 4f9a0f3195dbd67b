// The compressed text form of run lengths: groups of 5 bits in the characters 48..111, bit 5 says
// that another group follows, and from the fourth count on the difference to the count two earlier.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run_lengths.hpp"

namespace truebox {

namespace text_detail {

inline bool is_group(std::uint8_t character) { return character - 48U <= 63U; }
inline bool is_last_group(std::uint8_t character) { return character - 48U <= 31U; }

// The low `width` bits of `value`, the highest of them being the sign.
inline std::uint64_t signed_bits(std::uint64_t value, unsigned width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return (value ^ sign) - sign;
}

// One number of any length, from text[i] on.
inline MaskProblem parse_groups(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row, std::size_t& i,
                                std::uint64_t& bits) {
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

// Appends the counts in `text` to `out`; grows by at most one count per character.
inline MaskProblem parse_text(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row,
                              std::vector<std::uint32_t>& out) {
  using namespace text_detail;
  const std::size_t first = out.size();
  std::uint64_t total = 0;
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t bits = 0;
    if (i + 1 < text.size() && is_last_group(text[i])) {
      bits = signed_bits(text[i] - 48U, 5);
      ++i;
    } else if (i + 1 < text.size() && is_group(text[i]) && is_last_group(text[i + 1])) {
      bits = signed_bits((text[i] - 80U) | (text[i + 1] - 48U) << 5, 10);
      i += 2;
    } else if (const auto problem = parse_groups(text, pixels, row, i, bits)) {
      return problem;
    }
    const std::size_t written = out.size() - first;
    if (written > 2) bits += out[out.size() - 2];
    const auto count = static_cast<std::int64_t>(bits);
    if (count < 0) return {MaskFault::negative, row, count, static_cast<std::int64_t>(written)};
    if (bits > pixels - total) {
      return {MaskFault::too_many, row, static_cast<std::int64_t>(total + bits), static_cast<std::int64_t>(pixels)};
    }
    total += bits;
    out.push_back(static_cast<std::uint32_t>(bits));
  }
  if (total == pixels && out.size() != first) return {};
  return {MaskFault::too_few, row, static_cast<std::int64_t>(total), static_cast<std::int64_t>(pixels)};
}

inline void append_text(Runs runs, std::vector<std::uint8_t>& out) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::int64_t rest = runs[i];
    if (i > 2) rest -= runs[i - 2];
    bool more = true;
    while (more) {
      const auto group = static_cast<unsigned>(rest & 31);
      rest >>= 5;
      // The top bit of the last group is the sign of the whole number.
      more = (group & 16U) != 0 ? rest != -1 : rest != 0;
      out.push_back(static_cast<std::uint8_t>(48U + group + (more ? 32U : 0U)));
    }
  }
}

}  // namespace truebox
