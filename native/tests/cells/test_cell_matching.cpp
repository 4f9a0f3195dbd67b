#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>
#include <vector>

#include "cells/box.hpp"
#include "cells/cell_matching.hpp"
#include "cells/match_cells.hpp"
#include "cells/outcome_layout.hpp"
#include "cells/arranged_truths.hpp"

using namespace truebox;

namespace {

struct Outcome {
  bool matched;
  bool ignored;
};

// The reference's walk over truths for one threshold: real truths first, the best so far, stop at an ignored one
// once a real one is held.
std::vector<Outcome> walk(const std::vector<std::vector<double>>& overlaps, const std::vector<bool>& ignored,
                          const std::vector<bool>& crowd, double threshold) {
  std::vector<std::size_t> order;
  for (const bool wanted : {false, true}) {
    for (std::size_t g = 0; g < ignored.size(); ++g) {
      if (ignored[g] == wanted) order.push_back(g);
    }
  }
  std::vector<bool> used(ignored.size(), false);
  std::vector<Outcome> outcomes;
  for (const auto& row : overlaps) {
    double best = threshold;
    int chosen = -1;
    for (const std::size_t g : order) {
      if (used[g] && !crowd[g]) continue;
      if (chosen >= 0 && !ignored[static_cast<std::size_t>(chosen)] && ignored[g]) break;
      if (row[g] < best) continue;
      best = row[g];
      chosen = static_cast<int>(g);
    }
    if (chosen >= 0) used[static_cast<std::size_t>(chosen)] = true;
    outcomes.push_back({chosen >= 0, chosen >= 0 && ignored[static_cast<std::size_t>(chosen)]});
  }
  return outcomes;
}

// PASCAL VOC's for one threshold: the first truth of highest overlap, whether taken or not; or the last.
template <bool last>
std::vector<Outcome> argmax(const std::vector<std::vector<double>>& overlaps, const std::vector<bool>& ignored,
                            const std::vector<bool>& crowd, double threshold) {
  std::vector<bool> used(ignored.size(), false);
  std::vector<Outcome> outcomes;
  for (const auto& row : overlaps) {
    auto best = std::max_element(row.begin(), row.end());
    if (last && best != row.end()) best = std::find(row.rbegin(), row.rend(), *best).base() - 1;
    if (best == row.end() || *best < threshold) {
      outcomes.push_back({false, false});
      continue;
    }
    const auto g = static_cast<std::size_t>(best - row.begin());
    outcomes.push_back({ignored[g] || crowd[g] || !used[g], ignored[g]});
    used[g] = true;
  }
  return outcomes;
}

// MMDetection's for one threshold: that of the truths that count, listed before the others.
std::vector<Outcome> argmax_counted(const std::vector<std::vector<double>>& overlaps, const std::vector<bool>& ignored,
                                    const std::vector<bool>& crowd, double threshold) {
  std::vector<std::size_t> order;
  for (const bool uncounted : {false, true}) {
    for (std::size_t g = 0; g < ignored.size(); ++g) {
      if (ignored[g] == uncounted) order.push_back(g);
    }
  }
  std::vector<std::vector<double>> listed;
  for (const auto& row : overlaps) {
    listed.emplace_back();
    for (const std::size_t g : order) listed.back().push_back(row[g]);
  }
  std::vector<bool> uncounted, regions;
  for (const std::size_t g : order) uncounted.push_back(ignored[g]), regions.push_back(crowd[g]);
  return argmax<false>(listed, uncounted, regions, threshold);
}

using Walk = std::vector<Outcome> (*)(const std::vector<std::vector<double>>&, const std::vector<bool>&,
                                      const std::vector<bool>&, double);

template <class Policy>
void check_against(Walk walked) {
  std::mt19937 random(7);
  const auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
  for (int round = 0; round < 400; ++round) {
    const std::size_t thresholds = round % 2 ? 10 : 1 + random() % 40;
    const std::size_t ranges = 1 + random() % 4;
    const std::size_t truths = random() % 6;
    const std::size_t detections = random() % 8;
    std::vector<double> levels(thresholds);
    for (double& level : levels) level = static_cast<double>(random() % 11) / 10;
    std::vector<AreaRange> areas;
    for (std::size_t a = 0; a < ranges; ++a) areas.push_back({static_cast<double>(a), static_cast<double>(a) + 1});
    const OutcomeLayout layout(levels, areas, false);

    std::vector<std::uint64_t> bits(truths * layout.words(), 0);
    std::vector<std::uint8_t> flags(truths, 0);
    std::vector<bool> crowd(truths);
    std::vector<double> area(truths);
    for (std::size_t g = 0; g < truths; ++g) {
      crowd[g] = chance(0.2);
      flags[g] = crowd[g] ? kCrowd : 0;
      area[g] = static_cast<double>(random() % 10) / 2;
      if (crowd[g]) {
        std::fill_n(bits.data() + g * layout.words(), layout.words(), ~std::uint64_t{0});
      } else {
        layout.mark_outside(area[g], bits.data() + g * layout.words());
      }
    }
    std::vector<std::vector<double>> overlaps(detections, std::vector<double>(truths));
    for (auto& row : overlaps) {
      for (double& value : row) value = static_cast<double>(random() % 11) / 10;  // ties are frequent
    }

    CellMatcher<Policy> matcher(layout);
    matcher.begin({truths, bits.data(), flags.data()});
    std::vector<std::vector<std::uint64_t>> matched, ignored;
    for (const auto& row : overlaps) {
      std::vector<Candidate> candidates;
      for (std::size_t g = 0; g < truths; ++g) {
        if (row[g] >= layout.lowest()) candidates.push_back({row[g], static_cast<std::uint32_t>(g)});
      }
      matched.emplace_back(layout.words());
      ignored.emplace_back(layout.words());
      matcher.match(candidates, matched.back().data(), ignored.back().data());
    }
    for (std::size_t a = 0; a < ranges; ++a) {
      std::vector<bool> outside(truths);
      for (std::size_t g = 0; g < truths; ++g) outside[g] = crowd[g] || layout.outside(area[g], a);
      for (std::size_t t = 0; t < thresholds; ++t) {
        const auto expected = walked(overlaps, outside, crowd, levels[t]);
        const std::size_t bit = a * thresholds + t;
        for (std::size_t d = 0; d < detections; ++d) {
          CHECK(((matched[d][bit / 64] >> (bit % 64)) & 1) == expected[d].matched);
          CHECK(((ignored[d][bit / 64] >> (bit % 64)) & 1) == expected[d].ignored);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("all bits decide as the reference's walk does, in one word and in several") {
  check_against<CocoMatching>(walk);
}

TEST_CASE("all bits decide as PASCAL VOC's argmax does, in one word and in several") {
  check_against<VocMatching>(argmax<false>);
}

TEST_CASE("all bits decide as a rising sort turned round does, in one word and in several") {
  check_against<LastMatching>(argmax<true>);
}

TEST_CASE("all bits decide as an argmax over those that count and the others does, in one word and in several") {
  check_against<CountedMatching>(argmax_counted);
}

TEST_CASE("a matching is found by its number") {
  for (const auto& [matching, first_only] : {std::pair{Matching::coco, false}, std::pair{Matching::voc, true}}) {
    int calls = 0;
    with_policy(matching, [&]<class Policy>(Policy) {
      ++calls;
      CHECK(Policy::kFirstOnly == first_only);
    });
    CHECK(calls == 1);
  }
}

TEST_CASE("an unmarked truth is used up and leaves its detection unmatched") {
  const std::vector<double> levels{0.5};
  const std::vector<AreaRange> areas{{0, 100}};
  const OutcomeLayout layout(levels, areas, false);
  const std::uint64_t bits = 0;
  const std::uint8_t flags = kUnmarked;
  CellMatcher<CocoMatching> matcher(layout);
  matcher.begin({1, &bits, &flags});
  for (int detection = 0; detection < 2; ++detection) {
    std::vector<Candidate> candidates{{0.9, 0}};
    std::uint64_t matched = 1, ignored = 1;
    matcher.match(candidates, &matched, &ignored);
    CHECK(matched == 0);
    CHECK(ignored == 0);
  }
}

TEST_CASE("areas on a bound are inside closed ranges and outside half open ones") {
  const std::vector<double> levels{0.5};
  const std::vector<AreaRange> areas{{0, 10}, {10, 20}};
  CHECK_FALSE(OutcomeLayout(levels, areas, false).outside(10, 0));
  CHECK_FALSE(OutcomeLayout(levels, areas, false).outside(10, 1));
  CHECK(OutcomeLayout(levels, areas, true).outside(10, 0));
  CHECK_FALSE(OutcomeLayout(levels, areas, true).outside(10, 1));
}

TEST_CASE("overlaps are the same whichever side is the inner loop") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 40), size(0, 30);
  for (const std::size_t detections : std::initializer_list<std::size_t>{1, 3, 50}) {
    for (const std::size_t count : std::initializer_list<std::size_t>{1, 4, 60}) {
      std::vector<double> rows(detections * 4);
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i % 4 < 2 ? place(random) : size(random);
      BoxColumns truths;
      truths.resize(count);
      std::vector<std::uint8_t> flags(count, 0);
      for (std::size_t g = 0; g < count; ++g) {
        const double box[4] = {place(random), place(random), size(random), size(random)};
        truths.set(g, box);
        flags[g] = g % 5 == 0 ? kCrowd : 0;
      }
      std::vector<std::uint32_t> order(detections);
      for (std::size_t d = 0; d < detections; ++d) order[d] = static_cast<std::uint32_t>(d);
      BoxCell cell(rows.data(), truths, flags.data());
      cell.begin_cell(order.data(), detections, 0, count);
      for (std::size_t d = 0; d < detections; ++d) {
        std::vector<Candidate> candidates;
        cell.collect(d, 0.0, candidates);
        REQUIRE(candidates.size() == count);
        const double* box = rows.data() + 4 * d;
        for (std::size_t g = 0; g < count; ++g) {
          const double w = std::min(box[0] + box[2], truths.x1[g]) - std::max(box[0], truths.x0[g]);
          const double h = std::min(box[1] + box[3], truths.y1[g]) - std::max(box[1], truths.y0[g]);
          const double shared = w > 0 && h > 0 ? w * h : 0;
          const double together = flags[g] & kCrowd ? box[2] * box[3] : box[2] * box[3] + truths.area[g] - shared;
          CHECK(candidates[g].overlap == (shared > 0 ? shared / together : 0.0));
        }
      }
    }
  }
}

TEST_CASE("inclusive boxes are one pixel wider and higher") {
  std::mt19937 random(9);
  for (int round = 0; round < 50; ++round) {
    const std::size_t detections = 1 + random() % 20, count = 1 + random() % 20;
    const auto rows = [&](std::size_t n) {
      std::vector<double> boxes(n * 4);
      for (double& value : boxes) value = static_cast<double>(random() % 12);
      return boxes;
    };
    const std::vector<double> found = rows(detections), given = rows(count);
    std::vector<double> wider_found = found, wider_given = given;
    for (auto* boxes : {&wider_found, &wider_given}) {
      for (std::size_t i = 0; i < boxes->size(); ++i) (*boxes)[i] += i % 4 < 2 ? 0 : 1;
    }
    BoxColumns truths, wider_truths;
    truths.resize(count);
    wider_truths.resize(count);
    std::vector<std::uint8_t> flags(count);
    for (std::size_t g = 0; g < count; ++g) {
      PixelBoxes::set(truths, g, given.data() + 4 * g);
      ContinuousBoxes::set(wider_truths, g, wider_given.data() + 4 * g);
      flags[g] = random() % 5 == 0 ? kCrowd : 0;
    }
    std::vector<std::uint32_t> order(detections);
    for (std::size_t d = 0; d < detections; ++d) order[d] = static_cast<std::uint32_t>(d);
    PixelBoxCell pixels(found.data(), truths, flags.data());
    BoxCell wider(wider_found.data(), wider_truths, flags.data());
    pixels.begin_cell(order.data(), detections, 0, count);
    wider.begin_cell(order.data(), detections, 0, count);
    for (std::size_t d = 0; d < detections; ++d) {
      std::vector<Candidate> ours, theirs;
      pixels.collect(d, 0.0, ours);
      wider.collect(d, 0.0, theirs);
      REQUIRE(ours.size() == count);
      for (std::size_t g = 0; g < count; ++g) CHECK(ours[g].overlap == theirs[g].overlap);
      CHECK(pixels.area(d) == wider.area(d));
    }
  }
}

TEST_CASE("equal overlaps are noted where the order of truths could matter, not between two crowd regions") {
  const OutcomeLayout layout(std::vector<double>{0.5}, std::vector<AreaRange>{{0, 1e10}}, false);
  const auto noted = [&](std::uint8_t first, std::uint8_t second) {
    const std::vector<std::uint8_t> flags{first, second};
    const std::vector<std::uint64_t> bits{first & kCrowd ? 1u : 0u, second & kCrowd ? 1u : 0u};
    CellMatcher<CocoMatching> matcher(layout);
    matcher.begin({2, bits.data(), flags.data()});
    std::vector<Candidate> candidates{{0.75, 0}, {0.75, 1}};
    std::uint64_t matched = 0;
    std::uint64_t ignored = 0;
    matcher.match(candidates, &matched, &ignored);
    return matcher.saw_equal_overlaps();
  };
  CHECK(noted(0, 0));
  CHECK(noted(0, kCrowd));
  CHECK(noted(kCrowd, 0));
  CHECK(noted(kCrowd, kCrowd | kUnmarked));
  CHECK_FALSE(noted(kCrowd, kCrowd));
}

TEST_CASE("an argmax notes equal overlaps of its first choice alone") {
  const OutcomeLayout layout(std::vector<double>{0.5}, std::vector<AreaRange>{{0, 1e10}}, false);
  const std::vector<std::uint8_t> flags(3, 0);
  const std::vector<std::uint64_t> bits(3, 0);
  CellMatcher<VocMatching> matcher(layout);
  matcher.begin({3, bits.data(), flags.data()});
  std::uint64_t matched = 0, ignored = 0;
  std::vector<Candidate> candidates{{0.6, 0}, {0.9, 1}, {0.6, 2}};
  matcher.match(candidates, &matched, &ignored);
  CHECK_FALSE(matcher.saw_equal_overlaps());
  candidates = {{0.9, 0}, {0.6, 1}, {0.9, 2}};
  matcher.match(candidates, &matched, &ignored);
  CHECK(matcher.saw_equal_overlaps());
}
