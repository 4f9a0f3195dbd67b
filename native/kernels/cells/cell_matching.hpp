// Greedy matching of the detections of one cell (an image and a category), at all overlap thresholds and
// area ranges at once: every (range, threshold) pair is one bit of a word, and all decide independently.
//
// At one threshold the reference walks the truths, those that count first and the ignored ones after them,
// and keeps the best overlap seen, the later truth on equal overlap; a truth that counts, once held, is never
// given up for an ignored one. That is the same as: among the free truths that count, the first in the order
// (overlap descending, position descending); failing those, the same among the free ignored ones. So one
// ordered list of candidates serves all bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/outcome_layout.hpp"

namespace truebox {

struct Candidate {
  double overlap;
  std::uint32_t truth;  // position in the cell
};

enum TruthFlag : std::uint8_t {
  kCrowd = 1,     // may be matched any number of times; overlap is the share of the detection
  kUnmarked = 2,  // a match with it takes it but leaves the detection unmatched (annotation id 0)
};

// The truths of a cell: `ignored` holds, per truth, the bits of the area ranges in which it does not count.
struct CellTruths {
  std::size_t count = 0;
  const std::uint64_t* ignored = nullptr;  // [count, W]
  const std::uint8_t* flags = nullptr;     // [count]
};

class CellMatcher {
 public:
  explicit CellMatcher(const OutcomeLayout& layout) : layout_(layout) {}

  void begin(const CellTruths& truths) {
    truths_ = truths;
    used_.assign(truths.count * layout_.words(), 0);
  }

  // Whether some detection had two candidates of equal overlap, so that the order of truths could matter.
  bool saw_equal_overlaps() const { return equal_overlaps_; }
  void forget_equal_overlaps() { equal_overlaps_ = false; }

  // Matches the next detection of the cell. `matched` and `ignored` are [W] and are overwritten; `ignored` holds
  // matches with ignored truths only. Candidates are those that reach the lowest threshold, truths ascending.
  void match(std::vector<Candidate>& candidates, std::uint64_t* matched, std::uint64_t* ignored) {
    std::fill_n(matched, layout_.words(), std::uint64_t{0});
    std::fill_n(ignored, layout_.words(), std::uint64_t{0});
    if (candidates.empty()) return;
    order(candidates);
    if (layout_.words() == 1) {
      match_word(candidates, *matched, *ignored);
    } else {
      for (std::size_t w = 0; w < layout_.words(); ++w) match_word(candidates, w, matched[w], ignored[w]);
    }
  }

 private:
  void order(std::vector<Candidate>& candidates) {
    const auto before = [](const Candidate& a, const Candidate& b) {
      return a.overlap != b.overlap ? a.overlap > b.overlap : a.truth > b.truth;
    };
    if (candidates.size() > 32) {
      std::sort(candidates.begin(), candidates.end(), before);
    } else {
      for (std::size_t i = 1; i < candidates.size(); ++i) {
        const Candidate moving = candidates[i];
        std::size_t place = i;
        for (; place > 0 && before(moving, candidates[place - 1]); --place) candidates[place] = candidates[place - 1];
        candidates[place] = moving;
      }
    }
    for (std::size_t i = 1; i < candidates.size(); ++i) {
      if (candidates[i].overlap == candidates[i - 1].overlap) {
        equal_overlaps_ |= !alike(candidates[i].truth, candidates[i - 1].truth);
      }
    }
  }

  // Two crowd regions: whichever is taken, the detection's outcome is the same and both stay free.
  bool alike(std::uint32_t a, std::uint32_t b) const {
    return (truths_.flags[a] & kCrowd) != 0 && truths_.flags[a] == truths_.flags[b];
  }

  void match_word(const std::vector<Candidate>& candidates, std::uint64_t& matched, std::uint64_t& ignored) {
    match_bits(candidates, 1, 0, matched, ignored);
  }

  void match_word(const std::vector<Candidate>& candidates, std::size_t word, std::uint64_t& matched,
                  std::uint64_t& ignored) {
    match_bits(candidates, layout_.words(), word, matched, ignored);
  }

  void match_bits(const std::vector<Candidate>& candidates, std::size_t stride, std::size_t word,
                  std::uint64_t& matched, std::uint64_t& ignored) {
    std::uint64_t done = 0;
    std::uint64_t ignorable = 0;
    for (const Candidate& candidate : candidates) {
      const std::size_t at = candidate.truth * stride + word;
      const std::uint64_t reached = layout_.reached(candidate.overlap)[word];
      const std::uint8_t flags = truths_.flags[candidate.truth];
      ignorable |= reached & truths_.ignored[at];
      std::uint64_t take = reached & ~truths_.ignored[at] & ~done;
      if (!(flags & kCrowd)) take &= ~used_[at];
      used_[at] |= take;
      done |= take;
      if (!(flags & kUnmarked)) matched |= take;
    }
    if ((ignorable & ~done) == 0) return;
    for (const Candidate& candidate : candidates) {
      const std::size_t at = candidate.truth * stride + word;
      const std::uint8_t flags = truths_.flags[candidate.truth];
      std::uint64_t take = layout_.reached(candidate.overlap)[word] & truths_.ignored[at] & ~done;
      if (!(flags & kCrowd)) take &= ~used_[at];
      used_[at] |= take;
      done |= take;
      ignored |= take;
      if (!(flags & kUnmarked)) matched |= take;
    }
  }

  const OutcomeLayout& layout_;
  CellTruths truths_;
  std::vector<std::uint64_t> used_;  // [count, W]
  bool equal_overlaps_ = false;
};

}  // namespace truebox
