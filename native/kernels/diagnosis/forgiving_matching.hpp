// COCO's matching with forgiveness: at each setting, truths of some other classes may be matched too, and a
// detection that is matched with one of them is ignored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diagnosis/error_types.hpp"
#include "cells/matching_policy.hpp"
#include "cells/outcome_layout.hpp"
#include "cells/tie_order.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

enum class Forgiven : std::uint8_t { nothing, same_group, all };

struct ForgivingSetting {
  double overlap;
  Forgiven forgiven;
};

struct ForgivingTruths {
  const std::int32_t* category;
  const std::int32_t* group;       // [K] of each category
  const double* area;
  const std::uint8_t* ignored;     // in every area range
  const std::uint8_t* crowd;
};

struct ForgivingDetections {
  std::span<const std::int32_t> category;
  std::span<const std::int32_t> image;
  const std::int64_t* offsets;
  const std::int32_t* pair_truth;
  const double* pair_overlap;
  const double* area;
};

// Rows sorted by (category, image, rank); bit a * S + s of `matched` and `ignored` is the outcome in area range a at
// setting s. One word only.
class ForgivingMatcher {
 public:
  ForgivingMatcher(std::span<const ForgivingSetting> settings, const OutcomeLayout& layout,
                   const ForgivingDetections& detections, const ForgivingTruths& truths)
      : settings_(settings), layout_(layout), detections_(detections), truths_(truths) {}

  void match_cell(std::size_t begin, std::size_t end, std::uint64_t* matched, std::uint64_t* ignored) {
    known_.clear();
    used_.clear();
    for (std::size_t d = begin; d < end; ++d) {
      gather(d);
      matched[d] = 0;
      ignored[d] = 0;
      for (std::size_t a = 0; a < layout_.ranges(); ++a) {
        for (std::size_t s = 0; s < settings_.size(); ++s) {
          const std::uint64_t bit = std::uint64_t{1} << (a * settings_.size() + s);
          SettingCell cell{*this, a, s, bit};
          CocoMatching::choose(candidates_, cell);
          if (cell.matched) matched[d] |= bit;
          if (cell.ignored || (!cell.matched && layout_.outside(detections_.area[d], a))) ignored[d] |= bit;
        }
      }
    }
  }

 private:
  struct Candidate {
    double overlap;
    std::uint32_t position;  // the truth
    std::size_t place;       // in used_
    std::uint8_t allowed;    // bit s
    bool own;
  };

  // One area range and setting: see matching_policy.hpp.
  struct SettingCell {
    using Bits = unsigned;

    ForgivingMatcher& of;
    std::size_t a, s;
    std::uint64_t bit;
    bool matched = false, ignored = false;

    Bits reached(const Candidate& candidate) const { return candidate.allowed >> s & 1u; }
    Bits uncounted(const Candidate& candidate) const {
      const std::uint32_t truth = candidate.position;
      return !candidate.own || of.truths_.ignored[truth] != 0 || of.layout_.outside(of.truths_.area[truth], a);
    }
    Bits free(const Candidate& candidate) const {
      return (of.used_[candidate.place] & bit) == 0 || of.truths_.crowd[candidate.position] != 0;
    }
    void take(const Candidate& candidate, Bits taken) {
      if (taken == 0) return;
      of.used_[candidate.place] |= bit;
      matched = true;
    }
    void take_uncounted(const Candidate& candidate, Bits taken) {
      ignored |= taken != 0;
      take(candidate, taken);
    }
  };

  void gather(std::size_t d) {
    candidates_.clear();
    const std::int32_t category = detections_.category[d];
    for (std::int64_t p = detections_.offsets[d]; p < detections_.offsets[d + 1]; ++p) {
      const std::int32_t truth = detections_.pair_truth[p];
      const std::int32_t theirs = truths_.category[truth];
      const bool own = theirs == category;
      const bool same_group = truths_.group[theirs] == truths_.group[category];
      std::uint8_t allowed = 0;
      for (std::size_t s = 0; s < settings_.size(); ++s) {
        const Forgiven forgiven = settings_[s].forgiven;
        const bool fine = own || forgiven == Forgiven::all || (forgiven == Forgiven::same_group && same_group);
        if (fine && detections_.pair_overlap[p] >= settings_[s].overlap) {
          allowed |= static_cast<std::uint8_t>(1u << s);
        }
      }
      if (allowed == 0) continue;
      candidates_.push_back(
          {detections_.pair_overlap[p], static_cast<std::uint32_t>(truth), place_of(truth), allowed, own});
    }
    sort_candidates<CocoMatching::Order>(candidates_);
  }

  std::size_t place_of(std::int32_t truth) {
    const auto found = std::find(known_.begin(), known_.end(), truth);
    if (found != known_.end()) return static_cast<std::size_t>(found - known_.begin());
    known_.push_back(truth);
    used_.push_back(0);
    return known_.size() - 1;
  }

  std::span<const ForgivingSetting> settings_;
  const OutcomeLayout& layout_;
  const ForgivingDetections& detections_;
  const ForgivingTruths& truths_;
  std::vector<Candidate> candidates_;
  std::vector<std::int32_t> known_;
  std::vector<std::uint64_t> used_;
};

inline void match_forgivingly(std::span<const ForgivingSetting> settings, const OutcomeLayout& layout,
                              const ForgivingDetections& detections, const ForgivingTruths& truths,
                              std::uint64_t* matched, std::uint64_t* ignored, int threads) {
  constexpr std::size_t kShare = std::size_t{1} << 13;
  const std::size_t count = detections.category.size();
  const auto cell_end = [&](std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < count && detections.category[end] == detections.category[begin] &&
           detections.image[end] == detections.image[begin]) {
      ++end;
    }
    return end;
  };
  std::vector<std::size_t> cuts{0};
  while (cuts.back() < count) cuts.push_back(cell_end(std::min(cuts.back() + kShare, count) - 1));
  parallel_for(cuts.size() - 1, threads, [&](std::size_t part) {
    ForgivingMatcher matcher(settings, layout, detections, truths);
    for (std::size_t begin = cuts[part]; begin < cuts[part + 1];) {
      const std::size_t end = cell_end(begin);
      matcher.match_cell(begin, end, matched, ignored);
      begin = end;
    }
  });
}

}  // namespace truebox
