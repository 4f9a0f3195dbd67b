// The compressed text form of run lengths: groups of 5 bits in the characters 48..111, bit 5 says
// that another group follows, and from the fourth count on the difference to the count two earlier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "run_lengths.hpp"

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

namespace text_detail {

// Reads correct text without a branch on the data, which would be mispredicted at every second character
// (measured: 3 ns a character with such branches, 1.4 without). False for anything that is not correct.
inline bool parse_correct(std::span<const std::uint8_t> text, std::uint64_t pixels, std::vector<std::uint32_t>& out) {
  const std::size_t first = out.size();
  out.resize(first + text.size());
  std::uint32_t* const begin = out.data() + first;
  std::size_t written = 0;
  std::uint64_t total = 0, bits = 0, one_before = 0, two_before = 0;
  unsigned width = 0;
  bool wrong = text.empty();
  for (const std::uint8_t character : text) {
    const unsigned group = character - 48U;
    wrong |= group > 63U || width > 55U;
    const unsigned shift = std::min(width, 55U);
    bits |= static_cast<std::uint64_t>(group & 31U) << shift;
    const bool last = group <= 31U;
    const std::uint64_t value = signed_bits(bits, shift + 5U) + (written > 2 ? two_before : 0);
    const std::uint64_t count = last ? value : 0;
    begin[written] = static_cast<std::uint32_t>(value);
    written += last;
    two_before = last ? one_before : two_before;
    one_before = last ? value : one_before;
    wrong |= count > pixels - total;  // a negative count is a large one here
    total += count;
    bits = last ? 0 : bits;
    width = last ? 0 : width + 5;
  }
  wrong |= width != 0 || total != pixels;
  out.resize(wrong ? first : first + written);
  return !wrong;
}

// The same with every check where it belongs, to say what is wrong.
inline MaskProblem parse_with_checks(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row,
                                     std::vector<std::uint32_t>& out) {
  const std::size_t first = out.size();
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t bits = 0;
    if (const auto problem = parse_groups(text, pixels, row, i, bits)) return problem;
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

}  // namespace text_detail

// Appends the counts in `text` to `out`; takes memory for one count per character.
inline MaskProblem parse_text(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row,
                              std::vector<std::uint32_t>& out) {
  if (text_detail::parse_correct(text, pixels, out)) return {};
  return text_detail::parse_with_checks(text, pixels, row, out);
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
