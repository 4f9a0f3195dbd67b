// The compressed text form of run lengths: groups of 5 bits in the characters 48..111, bit 5 says
// that another group follows, and from the fourth count on the difference to the count two earlier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "masks/run_buffer.hpp"
#include "masks/groups.hpp"
#include "masks/run_lengths.hpp"
#include "masks/text_wide.hpp"

namespace truebox {

namespace text_detail {

// Reads correct text without a branch on the data, which would be mispredicted at every second character
// (measured: 3 ns a character with such branches, 1.4 without). False for anything that is not correct.
inline bool read_correct(std::span<const std::uint8_t> text, std::uint64_t pixels, RunBuffer& out) {
  std::uint32_t* const counts = out.counts();
  std::uint32_t* const places = out.places();
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
    wrong |= count > pixels - total;  // a negative count is a large one here
    total += count;
    counts[written] = static_cast<std::uint32_t>(value);
    places[written] = static_cast<std::uint32_t>(total);
    written += last;
    two_before = last ? one_before : two_before;
    one_before = last ? value : one_before;
    bits = last ? 0 : bits;
    width = last ? 0 : width + 5;
  }
  out.grow(written);
  return !wrong && width == 0 && total == pixels;
}

// The same with every check where it belongs, to say what is wrong.
inline MaskProblem read_with_checks(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row,
                                    RunBuffer& out) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t bits = 0;
    if (const auto problem = parse_groups(text, pixels, row, i, bits)) return problem;
    const std::size_t written = out.size();
    if (written > 2) bits += out.counts()[written - 2];
    const auto count = static_cast<std::int64_t>(bits);
    if (count < 0) return {MaskFault::negative, row, count, static_cast<std::int64_t>(written)};
    if (bits > pixels - total) {
      return {MaskFault::too_many, row, static_cast<std::int64_t>(total + bits), static_cast<std::int64_t>(pixels)};
    }
    total += bits;
    out.add(static_cast<std::uint32_t>(bits));
  }
  if (total == pixels && out.size() != 0) return {};
  return {MaskFault::too_few, row, static_cast<std::int64_t>(total), static_cast<std::int64_t>(pixels)};
}

}  // namespace text_detail

// The runs in `text`, in place of what `runs` held; takes memory for one run per character.
inline MaskProblem read_text(std::span<const std::uint8_t> text, std::uint64_t pixels, std::size_t row,
                             RunBuffer& runs) {
  runs.restart(text.size());
  if (pixels <= text_detail::kWidePixels && text_detail::reads_wide()) {
    if (text_detail::read_text_wide(text, static_cast<std::uint32_t>(pixels), runs)) return {};
    runs.restart(text.size());
  }
  if (text_detail::read_correct(text, pixels, runs)) return {};
  runs.restart(text.size());
  return text_detail::read_with_checks(text, pixels, row, runs);
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
