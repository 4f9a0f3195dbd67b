#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "cells/made_table.hpp"
#include "diagnosis/error_types.hpp"
#include "diagnosis/forgiving_matching.hpp"
#include "diagnosis/oracle_precision.hpp"
#include "diagnosis/pair_assignment.hpp"
#include "diagnosis/pair_counts.hpp"

using namespace truebox;

namespace {

struct Typed {
  std::vector<std::uint8_t> standing, kind, mends, missed;
  std::vector<std::int32_t> holder, order, target;
};

Typed type_errors(const MadeTable& table, std::size_t cap) {
  const std::size_t n = table.score.size(), g = table.area.size();
  Typed out{std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n),
            std::vector<std::uint8_t>(g), std::vector<std::int32_t>(g), std::vector<std::int32_t>(n),
            std::vector<std::int32_t>(n)};
  const std::vector<std::int32_t> order{4, 2, 0, 1, 3};
  find_errors({table.category, table.row.data(), table.score.data(), table.pairs.offsets.data(),
               table.pairs.truth.data(), table.pairs.overlap.data(), table.true_category.data(), table.crowd.data()},
              group_rows(table.image, MadeTable::kImages, table.category, MadeTable::kCategories, 1), order, g,
              {0.5, 0.1, true, cap},
              {out.standing.data(), out.holder.data(), out.order.data(), out.kind.data(), out.target.data(),
               out.mends.data(), out.missed.data()},
              2);
  return out;
}

}  // namespace

TEST_CASE("a mended error finds a truth that nothing had found, and nobody else finds it") {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    const MadeTable table(random, random() % 80, random() % 20);
    const Typed typed = type_errors(table, 10);
    std::vector<int> finders(table.area.size());
    for (std::size_t d = 0; d < table.score.size(); ++d) {
      if (typed.mends[d] == 0) continue;
      REQUIRE(typed.target[d] >= 0);
      const auto target = static_cast<std::size_t>(typed.target[d]);
      CHECK(typed.holder[target] < 0);
      CHECK(typed.missed[target] == 0);
      ++finders[target];
    }
    for (std::size_t g = 0; g < finders.size(); ++g) {
      const bool unfound = table.crowd[g] == 0 && typed.holder[g] < 0;
      CHECK(finders[g] == (unfound && typed.missed[g] == 0 ? 1 : 0));
    }
  }
}

TEST_CASE("oracles: all false ones gone gives the recall, all true ones found keeps precision") {
  std::mt19937 random(6);
  for (int round = 0; round < 40; ++round) {
    const MadeTable table(random, random() % 80, random() % 20);
    const Typed typed = type_errors(table, 1000);
    std::vector<std::int64_t> offsets{0}, truths(3), missed(3), unfound(3), found(3);
    for (std::int32_t k = 0; k < 3; ++k) {
      offsets.push_back(std::upper_bound(table.category.begin(), table.category.end(), k) - table.category.begin());
    }
    for (std::size_t g = 0; g < table.area.size(); ++g) {
      const auto k = static_cast<std::size_t>(table.true_category[g]);
      if (table.crowd[g] != 0) continue;
      ++truths[k];
      missed[k] += typed.missed[g];
      unfound[k] += typed.holder[g] < 0;
      found[k] += typed.holder[g] >= 0;
    }
    std::vector<double> recalls, precision(3 * kOracles);
    for (int i = 1; i <= 100; ++i) recalls.push_back(i / 100.0);
    std::vector<std::uint8_t> used(3 * kOracles);
    measure_oracles({offsets, table.score.data(), typed.order.data(), typed.standing.data(), typed.kind.data(),
                     typed.target.data(), typed.mends.data(), table.true_category.data(), truths.data(),
                     missed.data(), unfound.data(), recalls, 0.0, true},
                    precision.data(), used.data(), 2);
    for (std::size_t k = 0; k < 3; ++k) {
      const double* ap = precision.data() + k * kOracles;
      if (truths[k] == 0) continue;
      double reached = 0;
      for (const double recall : recalls) {
        reached += static_cast<double>(found[k]) / static_cast<double>(truths[k]) >= recall;
      }
      CHECK(ap[static_cast<std::size_t>(Oracle::false_positives)] == doctest::Approx(reached / 100));
      CHECK(ap[0] <= ap[static_cast<std::size_t>(Oracle::false_positives)] + 1e-12);
    }
  }
}

TEST_CASE("pairs are one to one, and by overlap no better pair is left") {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    const MadeTable table(random, random() % 80, random() % 20);
    const std::size_t n = table.score.size(), g = table.area.size();
    std::vector<std::uint8_t> all(n, 1), counts(g);
    for (std::size_t i = 0; i < g; ++i) counts[i] = table.crowd[i] == 0;
    std::vector<std::int32_t> partner(n), holder(g);
    assign_pairs({table.pairs.offsets, table.pairs.truth.data(), table.pairs.overlap.data(), table.score.data(),
                  table.row.data(), all.data(), counts.data(), table.image.data()},
                 0.3, round % 2 == 0 ? PairOrder::overlap : PairOrder::score, partner, holder, 1 + round % 3);
    for (std::size_t d = 0; d < n; ++d) {
      if (partner[d] >= 0) CHECK(holder[static_cast<std::size_t>(partner[d])] == static_cast<std::int32_t>(d));
      for (std::size_t i = 0; i < g; ++i) {
        if (partner[d] < 0 && holder[i] < 0 && counts[i] != 0) CHECK(table.overlap(d, i) < 0.3);
      }
    }
  }
}

TEST_CASE("by the best alone, a detection whose best truth is taken has none, and of equals the last come first") {
  // Detection 0 lies on truths 0 and 1 alike, 1 on truth 1 more, 2 on truth 1 as much as 1 does, and on 0 less.
  const std::vector<std::int64_t> offsets{0, 2, 3, 5}, row{0, 1, 2};
  const std::vector<std::int32_t> truth{0, 1, 1, 0, 1}, image(3);
  const std::vector<double> overlap{.6, .6, .8, .5, .8}, score{.9, .8, .7};
  const std::vector<std::uint8_t> all(3, 1);
  std::vector<std::int32_t> partner(3), holder(2);
  assign_pairs({offsets, truth.data(), overlap.data(), score.data(), row.data(), all.data(), all.data(), image.data()}, .3,
               PairOrder::best, partner, holder, 1);
  CHECK(partner == std::vector<std::int32_t>{-1, -1, 1});
  CHECK(holder == std::vector<std::int32_t>{-1, 2});
}

TEST_CASE("each truth that counts and each detection that does is counted once") {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    const MadeTable table(random, random() % 80, random() % 20);
    const std::size_t n = table.score.size(), g = table.area.size();
    std::vector<std::uint8_t> confident(n), excused(n), counts(g), counted(n, 7);
    for (std::size_t i = 0; i < g; ++i) counts[i] = table.crowd[i] == 0;
    for (std::size_t d = 0; d < n; ++d) {
      confident[d] = random() % 4 != 0;
      excused[d] = random() % 8 == 0;
    }
    std::vector<std::int32_t> partner(n), holder(g);
    assign_pairs({table.pairs.offsets, table.pairs.truth.data(), table.pairs.overlap.data(), table.score.data(),
                  table.row.data(), confident.data(), counts.data(), table.image.data()},
                 0.3, PairOrder::score, partner, holder, 1);
    std::vector<std::int64_t> cells(16);
    count_pairs({table.category, table.pairs.offsets.data(), table.pairs.truth.data(), table.pairs.overlap.data(),
                 table.true_category, table.crowd.data(), confident.data(), excused.data(), partner.data(), holder.data()},
                0.3, 3, counted.data(), cells.data(), 1 + round % 3);
    std::vector<std::int64_t> expected(16);
    for (std::size_t i = 0; i < g; ++i) {
      if (counts[i] == 0) continue;
      const std::int32_t column = holder[i] < 0 ? 3 : table.category[static_cast<std::size_t>(holder[i])];
      ++expected[static_cast<std::size_t>(table.true_category[i] * 4 + column)];
    }
    for (std::size_t d = 0; d < n; ++d) {
      bool lies = false;
      for (std::size_t i = 0; i < g; ++i) {
        lies |= table.crowd[i] != 0 && table.true_category[i] == table.category[d] && table.overlap(d, i) >= 0.3;
      }
      const bool counts_here = confident[d] != 0 && (partner[d] >= 0 || (excused[d] == 0 && !lies));
      CHECK(counted[d] == (counts_here ? 1 : 0));
      if (counts_here && partner[d] < 0) ++expected[static_cast<std::size_t>(12 + table.category[d])];
    }
    CHECK(cells == expected);
  }
}

TEST_CASE("forgiving more never makes a detection false") {
  std::mt19937 random(8);
  const std::vector<ForgivingSetting> settings{{0.1, Forgiven::nothing}, {0.1, Forgiven::same_group}, {0.1, Forgiven::all}};
  const std::vector<AreaRange> ranges{{0, 1e10}, {0, 100}};
  const std::vector<double> thresholds{0.1, 0.1, 0.1};
  const std::vector<std::int32_t> group{0, 0, 1};
  for (int round = 0; round < 40; ++round) {
    const MadeTable table(random, random() % 80, random() % 20);
    std::vector<double> area;
    for (std::size_t d = 0; d < table.score.size(); ++d) area.push_back(table.boxes[4 * d + 2] * table.boxes[4 * d + 3]);
    std::vector<std::uint64_t> matched(area.size()), ignored(area.size());
    const OutcomeLayout layout(thresholds, ranges, false);
    match_forgivingly(settings, layout,
                      {table.category, table.image, table.pairs.offsets.data(), table.pairs.truth.data(),
                       table.pairs.overlap.data(), area.data()},
                      {table.true_category.data(), group.data(), table.area.data(), table.crowd.data(),
                       table.crowd.data()},
                      matched.data(), ignored.data(), 2);
    int wrong[3] = {0, 0, 0};
    for (std::size_t d = 0; d < area.size(); ++d) {
      CHECK((ignored[d] >> 6) == 0);
      for (int s = 0; s < 3; ++s) wrong[s] += ((matched[d] | ignored[d]) >> s & 1) == 0;
    }
    CHECK(wrong[1] <= wrong[0]);
    CHECK(wrong[2] <= wrong[1]);
  }
}
