#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "cells/box.hpp"
#include "cells/cell_matching.hpp"
#include "cells/match_cells.hpp"
#include "cells/outcome_layout.hpp"
#include "cells/truth_columns.hpp"

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

}  // namespace

TEST_CASE("all bits decide as the reference's walk does, in one word and in several") {
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

    CellMatcher matcher(layout);
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
        const auto expected = walk(overlaps, outside, crowd, levels[t]);
        const std::size_t bit = a * thresholds + t;
        for (std::size_t d = 0; d < detections; ++d) {
          CHECK(((matched[d][bit / 64] >> (bit % 64)) & 1) == expected[d].matched);
          CHECK(((ignored[d][bit / 64] >> (bit % 64)) & 1) == expected[d].ignored);
        }
      }
    }
  }
}

TEST_CASE("an unmarked truth is used up and leaves its detection unmatched") {
  const std::vector<double> levels{0.5};
  const std::vector<AreaRange> areas{{0, 100}};
  const OutcomeLayout layout(levels, areas, false);
  const std::uint64_t bits = 0;
  const std::uint8_t flags = kUnmarked;
  CellMatcher matcher(layout);
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
  for (const std::size_t detections : {1, 3, 50}) {
    for (const std::size_t count : {1, 4, 60}) {
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

TEST_CASE("equal overlaps are noted where the order of truths could matter, not between two crowd regions") {
  const OutcomeLayout layout(std::vector<double>{0.5}, std::vector<AreaRange>{{0, 1e10}}, false);
  const auto noted = [&](std::uint8_t first, std::uint8_t second) {
    const std::vector<std::uint8_t> flags{first, second};
    const std::vector<std::uint64_t> bits{first & kCrowd ? 1u : 0u, second & kCrowd ? 1u : 0u};
    CellMatcher matcher(layout);
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
