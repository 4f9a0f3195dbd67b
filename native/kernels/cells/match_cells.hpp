// Matches every occupied cell, in parallel over ranges of cells, and writes one row per kept detection.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cells/cell_matching.hpp"
#include "cells/outcome_table.hpp"
#include "evaluation/cell_order.hpp"
#include "evaluation/grouping.hpp"
#include "ground/interruption.hpp"
#include "ground/prefetch.hpp"
#include "ground/shared_mark.hpp"
#include "ground/thread_pool.hpp"
#include "cells/arranged_truths.hpp"

namespace truebox {

// A stretch of detections that starts and ends between cells.
struct CellRange {
  std::size_t begin;
  std::size_t end;
  std::size_t category;  // of `begin`
  std::size_t kept;      // detections within the cap in all ranges before this one
};

// Detections and truths by (category, image), cut into ranges of cells for the threads to take.
class CellPlan {
 public:
  CellPlan(Grouped detections, Grouped truths, std::size_t cap, int threads)
      : detections_(std::move(detections)), truths_(std::move(truths)), cap_(cap) {
    cut();
    std::vector<std::size_t> kept(ranges_.size());
    parallel_for(ranges_.size(), threads, [&](std::size_t r) {
      std::size_t sum = 0;
      walk(ranges_[r], [&](std::size_t, std::size_t begin, std::size_t end) { sum += std::min(end - begin, cap_); });
      kept[r] = sum;
    });
    for (std::size_t r = 0; r < ranges_.size(); ++r) {
      ranges_[r].kept = kept_;
      kept_ += kept[r];
    }
  }

  const Grouped& detections() const { return detections_; }
  const Grouped& truths() const { return truths_; }
  // To put the rows of every cell in order in place.
  Grouped& own_detections() { return detections_; }
  std::span<const CellRange> ranges() const { return ranges_; }
  std::size_t kept() const { return kept_; }
  void order_truths(const TruthRows& rows) { order_truths_by_content(truths_, rows); }
  std::size_t cap() const { return cap_; }

  // fn(category, begin, end) for each cell of the range.
  template <class Fn>
  void walk(const CellRange& range, Fn&& fn) const {
    std::size_t category = range.category;
    for (std::size_t begin = range.begin; begin < range.end;) {
      while (detections_.offsets[category + 1] <= begin) ++category;
      const std::size_t end = cell_end(begin, category);
      fn(category, begin, end);
      begin = end;
    }
  }

 private:
  std::size_t cell_end(std::size_t begin, std::size_t category) const {
    const std::size_t limit = detections_.offsets[category + 1];
    std::size_t end = begin + 1;
    while (end < limit && detections_.minor[end] == detections_.minor[begin]) ++end;
    return end;
  }

  void cut() {
    constexpr std::size_t kShare = std::size_t{1} << 13;
    const std::size_t total = detections_.size();
    std::size_t category = 0;
    for (std::size_t begin = 0; begin < total;) {
      while (detections_.offsets[category + 1] <= begin) ++category;
      std::size_t last = category;
      std::size_t end = std::min(begin + kShare, total);
      if (end < total) {
        while (detections_.offsets[last + 1] <= end - 1) ++last;
        end = cell_end(end - 1, last);
      }
      ranges_.push_back({begin, end, category, 0});
      begin = end;
    }
  }

  Grouped detections_;
  Grouped truths_;
  std::size_t cap_;
  std::vector<CellRange> ranges_;
  std::size_t kept_ = 0;
};

// One row per kept detection, by (category, image, rank); those of `narrow` alone where that is given, which may be
// the plan's own rows where it keeps every detection. Only outcomes of one word can be narrow.
struct OutcomeColumns {
  double* score;
  std::int32_t* category;
  std::int32_t* image;
  std::int64_t* row;
  std::int32_t* rank;
  std::uint64_t* matched;  // [*, W]
  std::uint64_t* ignored;  // [*, W]
  const NarrowColumns* narrow = nullptr;
};

// What the order of equal things could have changed, per category and per cell, and repeated boxes.
struct OrderNotes {
  std::uint8_t* equal_overlaps;  // [K] a detection overlapped two truths equally
  std::uint8_t* equal_scores;    // [K] different boxes of one cell had the same score
  std::uint8_t* unsure_cells = nullptr;  // [kept detections] either of the two, at the first row of the cell
  std::atomic<std::size_t> repeated{0};

  void mark(std::uint8_t& of_category, std::size_t first_row) {
    set_shared_mark(of_category);
    if (unsure_cells != nullptr) unsure_cells[first_row] = 1;
  }
};

namespace detail {

struct CellTies {
  std::size_t repeated = 0;  // same score and same box as an earlier one
  bool different = false;    // same score as its neighbour, another box
};

inline CellTies find_ties(const CellOrder& order, std::size_t count, const double* boxes) {
  constexpr std::size_t kLookBack = 8;
  const auto box = [&](std::size_t rank) { return boxes + 4 * std::size_t{order.rows()[rank]}; };
  CellTies ties;
  for (std::size_t rank = 1; rank < count; ++rank) {
    if (order.key(rank) != order.key(rank - 1)) continue;
    ties.different |= !std::equal(box(rank), box(rank) + 4, box(rank - 1));
    const std::size_t stop = rank > kLookBack ? rank - kLookBack : 0;
    for (std::size_t other = rank; other-- > stop && order.key(other) == order.key(rank);) {
      if (std::equal(box(rank), box(rank) + 4, box(other))) {
        ++ties.repeated;
        break;
      }
    }
  }
  return ties;
}

}  // namespace detail

constexpr std::size_t kAhead = 48;
constexpr std::size_t kCrowded = 64;  // a cell with more truths may take long by itself

// `make_source()` gives each thread's range an overlap source (see cells/box.hpp); `ignored` [truths, W] and
// `flags` [truths] are in the order of plan.truths(). In the area ranges of bits of `absent` [detections], unless null, a
// detection is not there at all.
template <class Policy, class MakeSource>
void match_cells(const CellPlan& plan, const OutcomeLayout& layout, const double* scores, const double* boxes,
                 bool ties_by_content, const std::uint64_t* ignored, const std::uint8_t* flags,
                 const OutcomeColumns& out, OrderNotes& notes, int threads, const MakeSource& make_source,
                 const std::uint64_t* absent = nullptr) {
  const std::size_t words = layout.words();
  const auto& truth_groups = plan.truths();
  parallel_for(plan.ranges().size(), threads, [&](std::size_t r) {
    const CellRange& range = plan.ranges()[r];
    auto source = make_source();
    CellOrder order;
    CellMatcher<Policy> matcher(layout);
    std::vector<Candidate> candidates;
    std::vector<std::uint64_t> missing(words);
    std::size_t place = range.kept;
    std::size_t repeated = 0;
    std::size_t last_category = static_cast<std::size_t>(-1);
    std::size_t truth = 0;
    std::size_t fetched = range.begin;
    plan.walk(range, [&](std::size_t category, std::size_t begin, std::size_t end) {
      // Category-major order visits the file's rows at random: two thirds of the time went into waiting for boxes.
      for (const std::size_t ahead = std::min(end + kAhead, range.end); fetched < ahead; ++fetched) {
        const std::size_t row = plan.detections().rows[fetched];
        prefetch(scores + row);
        prefetch(boxes + 4 * row);
        prefetch(boxes + 4 * row + 3);  // arrays start at multiples of 16: every second row lies in two lines
        if constexpr (requires { source.fetch(row); }) source.fetch(row);
      }
      const std::int32_t image = plan.detections().minor[begin];
      const std::size_t truth_end = truth_groups.offsets[category + 1];
      if (category != last_category) {
        const std::int32_t* images = truth_groups.minor.data();
        truth = static_cast<std::size_t>(
            std::lower_bound(images + truth_groups.offsets[category], images + truth_end, image) - images);
        last_category = category;
      }
      while (truth < truth_end && truth_groups.minor[truth] < image) ++truth;
      std::size_t after = truth;
      while (after < truth_end && truth_groups.minor[after] == image) ++after;

      order.sort(plan.detections().rows.data() + begin, end - begin, scores, ties_by_content ? boxes : nullptr);
      const detail::CellTies ties = detail::find_ties(order, end - begin, boxes);
      repeated += ties.repeated;
      const std::size_t first_row = place;
      const std::size_t kept = std::min(end - begin, plan.cap());
      if (ties.different && kept != 0) notes.mark(notes.equal_scores[category], first_row);
      source.begin_cell(order.rows(), kept, truth, after - truth);
      if (after > truth) matcher.begin({after - truth, ignored + truth * words, flags + truth});
      for (std::size_t rank = 0; rank < kept; ++rank, ++place) {
        const std::uint32_t row = order.rows()[rank];
        std::uint64_t matched_word = 0, ignored_word = 0;
        std::uint64_t* const matched_words = out.narrow != nullptr ? &matched_word : out.matched + place * words;
        std::uint64_t* const ignored_words = out.narrow != nullptr ? &ignored_word : out.ignored + place * words;
        if (out.narrow == nullptr) {
          out.score[place] = scores[row];
          out.category[place] = static_cast<std::int32_t>(category);
          out.image[place] = image;
          out.row[place] = row;
          out.rank[place] = static_cast<std::int32_t>(rank);
        }
        if (after > truth) {
          if (after - truth > kCrowded) keep_going(after - truth);
          candidates.clear();
          source.collect(rank, layout.lowest(), candidates);
          if (absent != nullptr) {
            std::fill(missing.begin(), missing.end(), std::uint64_t{0});
            layout.mark(absent[row], missing.data());
          }
          matcher.match(candidates, matched_words, ignored_words, absent == nullptr ? nullptr : missing.data());
        } else {
          std::fill_n(matched_words, words, std::uint64_t{0});
          std::fill_n(ignored_words, words, std::uint64_t{0});
        }
        if (words == 1) {
          *ignored_words |= ~*matched_words & layout.outside_word(source.area(rank));
        } else {
          std::uint64_t outside[64];
          std::vector<std::uint64_t> large(words > 64 ? words : 0);
          std::uint64_t* bits = words > 64 ? large.data() : outside;
          std::fill_n(bits, words, std::uint64_t{0});
          layout.mark_outside(source.area(rank), bits);
          for (std::size_t w = 0; w < words; ++w) ignored_words[w] |= ~matched_words[w] & bits[w];
        }
        if (absent != nullptr) layout.mark(absent[row], ignored_words);
        if (out.narrow != nullptr) {
          out.narrow->row[place] = row;
          if (out.narrow->image != nullptr) out.narrow->image[place] = image;
          out.narrow->outcome[place] = out.narrow->table->number(matched_word, ignored_word);
        }
      }
      if (matcher.saw_equal_overlaps()) {
        notes.mark(notes.equal_overlaps[category], first_row);
        matcher.forget_equal_overlaps();
      }
      truth = after;
    });
    notes.repeated.fetch_add(repeated, std::memory_order_relaxed);
  });
}

}  // namespace truebox
