// Union and intersection of masks of one size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "run_lengths.hpp"
#include "run_lengths_dense.hpp"

namespace truebox {

enum class MergeRule { any, all };

struct MergeScratch {
  std::vector<std::uint64_t> bits;
  std::vector<std::vector<std::uint32_t>> level;
  std::vector<std::vector<std::uint32_t>> next_level;
};

// Both must cover the same number of pixels.
inline void merge_two(Runs a, Runs b, std::uint32_t pixels, MergeRule rule, std::vector<std::uint32_t>& out) {
  RunWriter writer(out);
  std::size_t i = 0;
  std::size_t j = 0;
  std::uint32_t end_a = a[0];
  std::uint32_t end_b = b[0];
  for (std::uint32_t position = 0; position < pixels;) {
    const std::uint32_t next = std::min(end_a, end_b);
    const bool one = ((rule == MergeRule::any ? i | j : i & j) & 1) != 0;
    if (one) writer.add(position, next);
    position = next;
    while (end_a == position && i + 1 < a.size()) end_a += a[++i];
    while (end_b == position && j + 1 < b.size()) end_b += b[++j];
  }
  writer.finish(pixels);
}

namespace merge_detail {

inline void paint(std::vector<std::uint64_t>& bits, std::uint32_t begin, std::uint32_t end) {
  const std::size_t first = begin / 64;
  const std::size_t last = (end - 1) / 64;
  const std::uint64_t from = ~std::uint64_t{0} << (begin % 64);
  const std::uint64_t upto = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
  if (first == last) {
    bits[first] |= from & upto;
    return;
  }
  bits[first] |= from;
  for (std::size_t word = first + 1; word < last; ++word) bits[word] = ~std::uint64_t{0};
  bits[last] |= upto;
}

// The intersection is what no mask leaves out, so there the zeros are painted and the answer is inverted.
inline void merge_by_painting(std::span<const Runs> masks, std::uint32_t pixels, MergeRule rule,
                              std::vector<std::uint64_t>& bits, std::vector<std::uint32_t>& out) {
  bits.assign((std::size_t{pixels} + 63) / 64, 0);
  for (const Runs runs : masks) {
    std::uint32_t position = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::uint32_t begin = position;
      position += runs[i];
      if ((i % 2 == 1) == (rule == MergeRule::any) && runs[i] != 0) paint(bits, begin, position);
    }
  }
  const std::uint64_t flip = rule == MergeRule::any ? 0 : ~std::uint64_t{0};
  std::uint32_t last = 0;
  std::uint64_t carry = 0;
  for (std::size_t word = 0; word < bits.size(); ++word) {
    const std::uint64_t value = bits[word] ^ flip;
    std::uint64_t changes = value ^ (value << 1 | carry);
    carry = value >> 63;
    for (; changes != 0; changes &= changes - 1) {
      const auto position = static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(changes)));
      if (position >= pixels) break;
      out.push_back(position - last);
      last = position;
    }
  }
  out.push_back(pixels - last);
}

// Halves the number of masks at each level, so that each run is copied log2(N) times.
inline void merge_by_halves(std::span<const Runs> masks, std::uint32_t pixels, MergeRule rule, MergeScratch& scratch,
                            std::vector<std::uint32_t>& out) {
  scratch.level.clear();
  for (const Runs runs : masks) scratch.level.emplace_back(runs.begin(), runs.end());
  while (scratch.level.size() > 2) {
    scratch.next_level.clear();
    for (std::size_t i = 0; i + 1 < scratch.level.size(); i += 2) {
      merge_two(scratch.level[i], scratch.level[i + 1], pixels, rule, scratch.next_level.emplace_back());
    }
    if (scratch.level.size() % 2 != 0) scratch.next_level.push_back(std::move(scratch.level.back()));
    std::swap(scratch.level, scratch.next_level);
  }
  merge_two(scratch.level[0], scratch.level[1], pixels, rule, out);
}

}  // namespace merge_detail

// All masks have this many pixels; at least one mask.
inline void merge_runs(std::span<const Runs> masks, std::uint32_t pixels, MergeRule rule, MergeScratch& scratch,
                       std::vector<std::uint32_t>& out) {
  if (masks.size() == 1) {
    out.insert(out.end(), masks[0].begin(), masks[0].end());
    return;
  }
  if (pixels == 0) {
    out.push_back(0);
    return;
  }
  if (masks.size() == 2) {
    merge_two(masks[0], masks[1], pixels, rule, out);
    return;
  }
  std::size_t total = 0;
  for (const Runs runs : masks) total += runs.size();
  // A bitmap only where it is not much larger than the runs themselves.
  if (pixels / 64 <= 4 * total) {
    merge_detail::merge_by_painting(masks, pixels, rule, scratch.bits, out);
  } else {
    merge_detail::merge_by_halves(masks, pixels, rule, scratch, out);
  }
}

}  // namespace truebox
