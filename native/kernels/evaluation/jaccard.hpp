// What the Jaccard index of crowds counts in every image: pairs of the heaviest matching, people and detections.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "cells/box.hpp"
#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"
#include "matching/optimal.hpp"

namespace truebox {

// Boxes of a side, by cell: those of cell c from offsets[c] to offsets[c + 1].
struct BoxesOfCells {
  const double* boxes;  // [N, 4]: x, y, width, height
  std::span<const std::int64_t> offsets;

  std::size_t first(std::size_t cell) const { return static_cast<std::size_t>(offsets[cell]); }
  std::size_t count(std::size_t cell) const { return static_cast<std::size_t>(offsets[cell + 1]) - first(cell); }
};

struct JaccardQuestion {
  BoxesOfCells found, people, regions;
  const double* score;           // [D]
  std::span<const double> cuts;  // ascending: detections that score more are there
  double overlap;                // of a pair, and of what lies in a region: more than this
  std::int64_t* counts;          // [C, cuts, 3], out: pairs, people, detections
};

namespace detail {

class JaccardCells {
 public:
  explicit JaccardCells(const JaccardQuestion& question) : q_(question) {}

  void count(std::size_t cell) {
    const std::size_t detections = q_.found.count(cell), people = q_.people.count(cell);
    order_.resize(detections);
    std::iota(order_.begin(), order_.end(), q_.found.first(cell));
    const auto before = [&](std::size_t a, std::size_t b) { return q_.score[a] > q_.score[b]; };
    if (!std::is_sorted(order_.begin(), order_.end(), before)) std::stable_sort(order_.begin(), order_.end(), before);
    fill(found_, q_.found.boxes, detections, [&](std::size_t d) { return order_[d]; });
    fill(people_, q_.people.boxes, people, [&](std::size_t g) { return q_.people.first(cell) + g; });
    fill(regions_, q_.regions.boxes, q_.regions.count(cell), [&](std::size_t r) { return q_.regions.first(cell) + r; });
    mark_excused(found_, found_excused_);
    mark_excused(people_, people_excused_);
    find_pairs();
    find_parts();
    std::int64_t* out = q_.counts + cell * q_.cuts.size() * 3;
    std::size_t counted = detections + 1;  // detections of the cut before
    for (std::size_t t = 0; t < q_.cuts.size(); ++t, out += 3) {
      std::size_t there = 0;
      while (there < detections && q_.score[order_[there]] > q_.cuts[t]) ++there;
      if (there == counted) {
        std::copy(out - 3, out, out);
        continue;
      }
      counted = there;
      match(there);
      out[0] = std::count(person_taken_.begin(), person_taken_.end(), 1);
      out[1] = left_over(person_taken_, people_excused_, people);
      out[2] = left_over(found_taken_, found_excused_, there);
    }
  }

 private:
  struct Pair {
    std::size_t found, person;
    double iou;
    std::size_t part = 0;
  };

  template <class Row>
  static void fill(BoxColumns& columns, const double* boxes, std::size_t count, const Row& row) {
    columns.resize(count);
    for (std::size_t i = 0; i < count; ++i) PaddedBoxes::set(columns, i, boxes + 4 * row(i));
  }

  // What lies in any region by more than the overlap.
  void mark_excused(const BoxColumns& side, std::vector<std::uint8_t>& excused) {
    const std::size_t count = side.x0.size(), regions = regions_.x0.size();
    excused.assign(count, 0);
    keep_going((count + 1) * (regions + 1));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t r = 0; r < regions && !excused[i]; ++r) {
        excused[i] = PaddedBoxes::with_crowd(side, i, regions_, r) > q_.overlap;
      }
    }
  }

  void find_pairs() {
    pairs_.clear();
    const std::size_t people = people_.x0.size();
    overlaps_.resize(people);
    for (std::size_t d = 0; d < order_.size(); ++d) {
      keep_going(people + 1);
      PaddedBoxes::with_one(people_, 0, people, found_, d, overlaps_.data());
      for (std::size_t g = 0; g < people; ++g) {
        if (overlaps_[g] > q_.overlap) pairs_.push_back({d, g, overlaps_[g]});
      }
    }
  }

  // Pairs by the part of them that is connected, and in it by detection; `parts_` is where each begins, and the end.
  void find_parts() {
    found_taken_.assign(order_.size(), 0);
    person_taken_.assign(people_.x0.size(), 0);
    parts_.clear();
    matched_.clear();
    if (pairs_.empty()) {
      parts_.push_back(0);
      return;
    }
    DisjointSets sets(order_.size() + people_.x0.size());
    for (const Pair& pair : pairs_) sets.join(pair.found, order_.size() + pair.person);
    for (Pair& pair : pairs_) pair.part = sets.root(pair.found);
    std::stable_sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.part < b.part; });
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      if (p == 0 || pairs_[p].part != pairs_[p - 1].part) parts_.push_back(p);
    }
    matched_.assign(parts_.size(), static_cast<std::size_t>(-1));
    parts_.push_back(pairs_.size());
  }

  // The matching of the first detections whose overlaps add up to the most, in the parts that have changed.
  void match(std::size_t there) {
    for (std::size_t part = 0; part + 1 < parts_.size(); ++part) {
      const std::size_t first = parts_[part];
      std::size_t last = parts_[part + 1];
      while (last > first && pairs_[last - 1].found >= there) --last;
      if (last == matched_[part]) continue;
      matched_[part] = last;
      for (std::size_t p = first; p < parts_[part + 1]; ++p) {
        found_taken_[pairs_[p].found] = person_taken_[pairs_[p].person] = 0;
      }
      if (last > first) match_part(first, last);
    }
  }

  // A part in which all pairs share a person, or a detection: the largest overlap, unless two are equally large.
  bool match_star(std::size_t first, std::size_t last) {
    const auto begin = pairs_.begin() + static_cast<std::ptrdiff_t>(first), end = pairs_.begin() + static_cast<std::ptrdiff_t>(last);
    if (!std::all_of(begin, end, [&](const Pair& each) { return each.person == begin->person; }) &&
        !std::all_of(begin, end, [&](const Pair& each) { return each.found == begin->found; })) {
      return false;
    }
    const auto best = std::max_element(begin, end, [](const Pair& a, const Pair& b) { return a.iou < b.iou; });
    // Compared as the costs of the assignment are.
    if (std::count_if(begin, end, [&](const Pair& each) { return 1 - each.iou == 1 - best->iou; }) > 1) return false;
    found_taken_[best->found] = person_taken_[best->person] = 1;
    return true;
  }

  void match_part(std::size_t first, std::size_t last) {
    if (match_star(first, last)) return;
    rows_.clear();
    columns_.clear();
    for (std::size_t p = first; p < last; ++p) {
      rows_.push_back(pairs_[p].found);
      columns_.push_back(pairs_[p].person);
    }
    keep_distinct(rows_);
    keep_distinct(columns_);
    // A pair that may not be costs 1, as much as none; 1 - iou is exact, from one half to 1.
    cost_.assign(rows_.size() * columns_.size(), 1.0);
    for (std::size_t p = first; p < last; ++p) {
      const Pair& pair = pairs_[p];
      cost_[place(rows_, pair.found) * columns_.size() + place(columns_, pair.person)] = 1 - pair.iou;
    }
    const auto column_of = assign_block(cost_.data(), rows_.size(), columns_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (column_of[i] < 0) continue;
      const auto j = static_cast<std::size_t>(column_of[i]);
      if (cost_[i * columns_.size() + j] < 1) found_taken_[rows_[i]] = person_taken_[columns_[j]] = 1;
    }
  }

  static void keep_distinct(std::vector<std::size_t>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  static std::size_t place(const std::vector<std::size_t>& items, std::size_t item) {
    return static_cast<std::size_t>(std::lower_bound(items.begin(), items.end(), item) - items.begin());
  }

  // Of the first so many, all but those without a partner that lie in a region.
  static std::int64_t left_over(const std::vector<std::uint8_t>& taken, const std::vector<std::uint8_t>& excused,
                                std::size_t among) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < among; ++i) count += taken[i] | (excused[i] == 0);
    return count;
  }

  const JaccardQuestion& q_;
  BoxColumns found_, people_, regions_;
  std::vector<std::size_t> order_, rows_, columns_;
  std::vector<std::uint8_t> found_excused_, people_excused_, found_taken_, person_taken_;
  std::vector<double> overlaps_, cost_;
  std::vector<Pair> pairs_;
  std::vector<std::size_t> parts_, matched_;
};

}  // namespace detail

inline void count_jaccard(const JaccardQuestion& question, int threads) {
  const std::size_t cells = question.found.offsets.size() - 1;
  parallel_ranges(cells, 16, threads, [&](std::size_t begin, std::size_t end) {
    detail::JaccardCells counter(question);
    for (std::size_t cell = begin; cell < end; ++cell) counter.count(cell);
  });
}

}  // namespace truebox
