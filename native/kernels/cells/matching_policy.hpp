// Which truth a detection is given: one struct per protocol's rule, and its row in the list at the end.
//
// A policy decides for many cases at once: every bit of `Bits` is one of them (a threshold in an area range), and all
// decide independently. It is given the candidates of one detection in its own order, and a cell that answers
//   reached(candidate)    in which cases the overlap is high enough
//   uncounted(candidate)  in which cases the truth does not count (crowd, difficult, of another size)
//   free(candidate)       in which cases no detection has taken the truth; in all for a crowd region
//   region(candidate)     whether it is one, and untaken(candidate) in which cases no detection has taken it all the same
// and writes down what is taken: take(candidate, cases) and take_uncounted(candidate, cases). A detection that takes
// nothing is a false positive, one that takes an uncounted truth is ignored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cells/tie_order.hpp"

namespace truebox {

// At one threshold the reference walks the truths, those that count first and the ignored ones after them,
// and keeps the best overlap seen, the later truth on equal overlap; a truth that counts, once held, is never
// given up for an ignored one. That is the same as: among the free truths that count, the first in the order
// (overlap descending, position descending); failing those, the same among the free ignored ones. So one
// ordered list of candidates serves all cases.
struct CocoMatching {
  using Order = LaterOfEqual;
  static constexpr bool kFirstOnly = false;
  static constexpr bool kRegions = false;

  template <class Candidates, class Cell>
  static void choose(const Candidates& candidates, Cell& cell) {
    using Bits = typename Cell::Bits;
    Bits done = 0;
    Bits ignorable = 0;
    for (const auto& candidate : candidates) {
      const Bits reached = cell.reached(candidate);
      const Bits uncounted = cell.uncounted(candidate);
      ignorable |= reached & uncounted;
      const Bits take = reached & ~uncounted & ~done & cell.free(candidate);
      cell.take(candidate, take);
      done |= take;
    }
    if ((ignorable & ~done) == 0) return;
    for (const auto& candidate : candidates) {
      const Bits take = cell.reached(candidate) & cell.uncounted(candidate) & ~done & cell.free(candidate);
      cell.take_uncounted(candidate, take);
      done |= take;
    }
  }
};

// PASCAL VOC gives each detection the truth of highest overlap, taken or not: a second detection of it is a false
// positive even where another truth would do. An uncounted ("difficult") truth is never used up.
struct VocMatching {
  using Order = EarlierOfEqual;
  static constexpr bool kFirstOnly = true;
  static constexpr bool kRegions = false;

  template <class Candidates, class Cell>
  static void choose(const Candidates& candidates, Cell& cell) {
    using Bits = typename Cell::Bits;
    if (candidates.empty()) return;
    const auto& best = candidates.front();
    const Bits reached = cell.reached(best);
    const Bits uncounted = cell.uncounted(best);
    cell.take(best, reached & ~uncounted & cell.free(best));
    cell.take_uncounted(best, reached & uncounted);
  }
};

// Open Images: the best single object, taken or not, as PASCAL VOC; what that leaves takes the best group-of region. A
// region that counts is found by the first detection that takes it, and later ones are ignored; one that does not count
// is never used up.
struct GroupMatching {
  using Order = EarlierOfEqual;
  static constexpr bool kFirstOnly = false;
  static constexpr bool kRegions = false;

  template <class Candidates, class Cell>
  static void choose(const Candidates& candidates, Cell& cell) {
    using Bits = typename Cell::Bits;
    Bits done = 0;
    for (const auto& candidate : candidates) {
      if (cell.region(candidate)) continue;
      const Bits reached = cell.reached(candidate), uncounted = cell.uncounted(candidate);
      const Bits found = reached & ~uncounted & cell.free(candidate);
      cell.take(candidate, found);
      cell.take_uncounted(candidate, reached & uncounted);
      done = found | (reached & uncounted);
      break;
    }
    for (const auto& candidate : candidates) {
      if (!cell.region(candidate)) continue;
      const Bits reached = cell.reached(candidate) & ~done;
      const Bits found = reached & ~cell.uncounted(candidate) & cell.untaken(candidate);
      cell.take(candidate, found);
      cell.take_uncounted(candidate, reached & ~found);
      break;
    }
  }
};

// CrowdHuman: as COCO, but of equal overlaps the earlier truth.
struct FirstMatching : CocoMatching {
  using Order = EarlierOfEqual;
};

// YOLOv5, which sorts pairs by rising overlap and turns the list round: as PASCAL VOC, but of equal overlaps the later.
struct LastMatching : VocMatching {
  using Order = LaterOfEqual;
};

// MMDetection, whose list of truths ends with those that do not count: as PASCAL VOC, but of equal overlaps one that
// counts, and of several such the earlier.
struct CountedMatching : VocMatching {
  static constexpr bool kFirstOnly = false;

  template <class Candidates, class Cell>
  static void choose(const Candidates& candidates, Cell& cell) {
    using Bits = typename Cell::Bits;
    if (candidates.empty()) return;
    const auto& best = candidates.front();
    const Bits reached = cell.reached(best);
    Bits done = 0;
    for (const auto& candidate : candidates) {
      if (candidate.overlap != best.overlap) break;
      const Bits counted = reached & ~cell.uncounted(candidate) & ~done;
      cell.take(candidate, counted & cell.free(candidate));
      done |= counted;
    }
    cell.take_uncounted(best, reached & ~done);
  }
};

// Caltech and CityPersons: as COCO, and a truth that does not count in an area range is a crowd region there.
struct RegionMatching : CocoMatching {
  static constexpr bool kRegions = true;
};

// By number, which truebox/evaluation/matching/policy.py shares.
enum class Matching : std::uint8_t { coco, voc, group, first, region, last, counted };
using MatchingPolicies = std::tuple<CocoMatching, VocMatching, GroupMatching, FirstMatching, RegionMatching,
                                    LastMatching, CountedMatching>;
inline constexpr std::size_t kMatchings = std::tuple_size_v<MatchingPolicies>;

// fn(policy) with the policy of that number.
template <class Fn>
void with_policy(Matching matching, const Fn& fn) {
  [&]<std::size_t... number>(std::index_sequence<number...>) {
    ((static_cast<std::size_t>(matching) == number ? fn(std::tuple_element_t<number, MatchingPolicies>{}) : void()), ...);
  }(std::make_index_sequence<kMatchings>{});
}

}  // namespace truebox
