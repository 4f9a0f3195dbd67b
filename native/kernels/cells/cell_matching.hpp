// Matching of the detections of one cell (an image and a category), at all overlap thresholds and area ranges at
// once: every (range, threshold) pair is one bit of a word, and all decide independently by one policy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/matching_policy.hpp"
#include "cells/outcome_layout.hpp"
#include "cells/tie_order.hpp"
#include "ground/inlining.hpp"

namespace truebox {

struct Candidate {
  double overlap;
  std::uint32_t position;  // of the truth in the cell
  bool region = false;     // the truth as a region, in the cases in which it does not count: see kSometimes
};

enum TruthFlag : std::uint8_t {
  kCrowd = 1,     // may be matched any number of times; overlap is the share of the detection
  kUnmarked = 2,  // a match with it takes it but leaves the detection unmatched (annotation id 0)
  kSometimes = 4, // a crowd region in the area ranges in which it does not count, a truth in the others
};

// The truths of a cell: `ignored` holds, per truth, the bits of the area ranges in which it does not count.
struct CellTruths {
  std::size_t count = 0;
  const std::uint64_t* ignored = nullptr;  // [count, W]
  const std::uint8_t* flags = nullptr;     // [count]
};

template <class Policy>
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
  // In the cases of `absent` [W], unless null, there is no such detection.
  void match(std::vector<Candidate>& candidates, std::uint64_t* matched, std::uint64_t* ignored,
             const std::uint64_t* absent = nullptr) {
    std::fill_n(matched, layout_.words(), std::uint64_t{0});
    std::fill_n(ignored, layout_.words(), std::uint64_t{0});
    if (candidates.empty()) return;
    sort_candidates<typename Policy::Order>(candidates);
    note_equal_overlaps(candidates);
    if (layout_.words() == 1) {
      match_word(candidates, 1, 0, absent == nullptr ? 0 : *absent, *matched, *ignored);
    } else {
      for (std::size_t w = 0; w < layout_.words(); ++w) {
        match_word(candidates, layout_.words(), w, absent == nullptr ? 0 : absent[w], matched[w], ignored[w]);
      }
    }
  }

 private:
  // The bits of one word; what a policy asks and tells.
  struct WordCell {
    using Bits = std::uint64_t;

    const OutcomeLayout& layout;
    const CellTruths& truths;
    std::uint64_t* used;
    std::size_t stride, word;
    Bits absent;
    Bits matched = 0, ignored = 0;

    std::size_t at(const Candidate& candidate) const { return candidate.position * stride + word; }
    Bits reached(const Candidate& candidate) const {
      const Bits enough = layout.reached(candidate.overlap)[word] & ~absent;
      if constexpr (Policy::kRegions) {
        if (truths.flags[candidate.position] & kSometimes) {
          return enough & (candidate.region ? uncounted(candidate) : ~uncounted(candidate));
        }
      }
      return enough;
    }
    Bits uncounted(const Candidate& candidate) const { return truths.ignored[at(candidate)]; }
    Bits free(const Candidate& candidate) const {
      return region(candidate) ? ~Bits{0} : untaken(candidate);
    }
    bool region(const Candidate& candidate) const {
      return (truths.flags[candidate.position] & kCrowd) != 0 || (Policy::kRegions && candidate.region);
    }
    Bits untaken(const Candidate& candidate) const { return ~used[at(candidate)]; }
    void take(const Candidate& candidate, Bits taken) {
      used[at(candidate)] |= taken;
      if (!(truths.flags[candidate.position] & kUnmarked)) matched |= taken;
    }
    void take_uncounted(const Candidate& candidate, Bits taken) {
      ignored |= taken;
      take(candidate, taken);
    }
  };

  TRUEBOX_INLINE void match_word(const std::vector<Candidate>& candidates, std::size_t stride, std::size_t word,
                                 std::uint64_t absent, std::uint64_t& matched, std::uint64_t& ignored) {
    WordCell cell{layout_, truths_, used_.data(), stride, word, absent};
    Policy::choose(candidates, cell);
    matched = cell.matched;
    ignored = cell.ignored;
  }

  void note_equal_overlaps(const std::vector<Candidate>& candidates) {
    const std::size_t last = Policy::kFirstOnly ? std::min<std::size_t>(2, candidates.size()) : candidates.size();
    for (std::size_t i = 1; i < last; ++i) {
      if (candidates[i].overlap == candidates[i - 1].overlap) {
        equal_overlaps_ |= !alike(candidates[i], candidates[i - 1]);
      }
    }
  }

  // Two crowd regions: whichever is taken, the detection's outcome is the same and both stay free.
  bool alike(const Candidate& a, const Candidate& b) const {
    if (a.position == b.position) return true;  // as a truth and as a region
    const bool regions = (truths_.flags[a.position] & kCrowd) != 0 || (Policy::kRegions && a.region && b.region);
    return regions && truths_.flags[a.position] == truths_.flags[b.position];
  }

  const OutcomeLayout& layout_;
  CellTruths truths_;
  std::vector<std::uint64_t> used_;  // [count, W]
  bool equal_overlaps_ = false;
};

}  // namespace truebox
