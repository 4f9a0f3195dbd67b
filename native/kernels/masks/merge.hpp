// Union and intersection of masks of one size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pixels/changes.hpp"
#include "masks/painting.hpp"
#include "masks/run_lengths.hpp"

namespace truebox {

enum class MergeRule { any, all };

struct MergeScratch {
  std::vector<std::vector<std::uint32_t>> level;
  std::vector<std::vector<std::uint32_t>> next_level;
};

namespace merge_detail {

// Whether no run but the first is empty; then every step below reaches a new position.
inline bool is_canonical(Runs runs) {
  bool canonical = true;
  for (std::size_t i = 1; i < runs.size(); ++i) canonical &= runs[i] != 0;
  return canonical;
}

// Walks both at once, from one change to the next; written without branches on the data, which would
// be mispredicted at nearly every step (measured: 6 ns a step with them, 3 without).
inline void merge_canonical(Runs a, Runs b, std::uint32_t pixels, MergeRule rule, std::vector<std::uint32_t>& out) {
  const std::size_t first = out.size();
  out.resize(first + a.size() + b.size() + 1);
  std::uint32_t* to = out.data() + first;
  std::size_t i = a[0] == 0 ? 1 : 0;
  std::size_t j = b[0] == 0 ? 1 : 0;
  std::uint32_t end_a = a[i];
  std::uint32_t end_b = b[j];
  std::uint32_t last = 0;
  std::size_t value = 0;
  const auto merged = [rule](std::size_t x, std::size_t y) { return (rule == MergeRule::any ? x | y : x & y) & 1; };
  std::uint32_t position = 0;
  for (;;) {
    const std::size_t next_value = merged(i, j);
    const bool changed = next_value != value;
    *to = position - last;
    to += changed;
    last = changed ? position : last;
    value = next_value;
    position = std::min(end_a, end_b);
    if (position == pixels) break;
    const bool step_a = end_a == position;
    const bool step_b = end_b == position;
    i += step_a;
    j += step_b;
    end_a += step_a ? a[i] : 0;
    end_b += step_b ? b[j] : 0;
  }
  *to++ = pixels - last;
  out.resize(static_cast<std::size_t>(to - out.data()));
}

inline void merge_any_form(Runs a, Runs b, std::uint32_t pixels, MergeRule rule, std::vector<std::uint32_t>& out) {
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

}  // namespace merge_detail

// Both cover the same number of pixels, at least one.
inline void merge_two(Runs a, Runs b, std::uint32_t pixels, MergeRule rule, std::vector<std::uint32_t>& out) {
  if (merge_detail::is_canonical(a) && merge_detail::is_canonical(b)) {
    merge_detail::merge_canonical(a, b, pixels, rule, out);
  } else {
    merge_detail::merge_any_form(a, b, pixels, rule, out);
  }
}

namespace merge_detail {

inline void unite_by_painting(std::span<const Runs> masks, std::uint32_t pixels, std::vector<std::uint32_t>& out) {
  // Kept between calls while small: fresh pages would cost as much as the painting.
  constexpr std::size_t kKeep = std::size_t{1} << 19;
  static thread_local std::vector<std::uint64_t> kept;
  std::vector<std::uint64_t> bits = std::move(kept);  // a thread's own variable is looked up at every use
  bits.assign((std::size_t{pixels} + 63) / 64 + kPaintSpare, 0);
  for (const Runs runs : masks) paint_runs(bits.data(), runs);
  std::uint32_t last = 0;
  for_each_change(bits.data(), pixels, 0, [&](std::size_t position) {
    out.push_back(static_cast<std::uint32_t>(position) - last);
    last = static_cast<std::uint32_t>(position);
  });
  out.push_back(pixels - last);
  if (bits.capacity() <= kKeep) kept = std::move(bits);
}

// One after the other: what is left only shrinks, and often nothing is left after a few.
inline void intersect_in_turn(std::span<const Runs> masks, std::uint32_t pixels, MergeScratch& scratch,
                              std::vector<std::uint32_t>& out) {
  scratch.level.resize(2);
  auto& left = scratch.level[0];
  auto& next = scratch.level[1];
  left.clear();
  merge_two(masks[0], masks[1], pixels, MergeRule::all, left);
  for (std::size_t i = 2; i < masks.size() && left.size() > 1; ++i) {
    next.clear();
    merge_two(left, masks[i], pixels, MergeRule::all, next);
    std::swap(left, next);
  }
  out.insert(out.end(), left.begin(), left.end());
}

// Halves the number of masks at each level, so that each run is copied log2(N) times.
inline void unite_by_halves(std::span<const Runs> masks, std::uint32_t pixels, MergeScratch& scratch,
                            std::vector<std::uint32_t>& out) {
  scratch.level.clear();
  for (const Runs runs : masks) scratch.level.emplace_back(runs.begin(), runs.end());
  while (scratch.level.size() > 2) {
    scratch.next_level.clear();
    for (std::size_t i = 0; i + 1 < scratch.level.size(); i += 2) {
      merge_two(scratch.level[i], scratch.level[i + 1], pixels, MergeRule::any, scratch.next_level.emplace_back());
    }
    if (scratch.level.size() % 2 != 0) scratch.next_level.push_back(std::move(scratch.level.back()));
    std::swap(scratch.level, scratch.next_level);
  }
  merge_two(scratch.level[0], scratch.level[1], pixels, MergeRule::any, out);
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
  if (rule == MergeRule::all) {
    merge_detail::intersect_in_turn(masks, pixels, scratch, out);
    return;
  }
  std::size_t total = 0;
  for (const Runs runs : masks) total += runs.size();
  // A bitmap only where it is not much larger than the runs themselves.
  if (pixels / 64 <= 4 * total) {
    merge_detail::unite_by_painting(masks, pixels, out);
  } else {
    merge_detail::unite_by_halves(masks, pixels, scratch, out);
  }
}

}  // namespace truebox
