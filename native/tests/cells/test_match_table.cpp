#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "cells/box.hpp"
#include "diagnosis/error_types.hpp"
#include "diagnosis/forgiving_matching.hpp"
#include "cells/image_pairs.hpp"
#include "cells/match_partners.hpp"
#include "diagnosis/oracle_precision.hpp"
#include "diagnosis/pair_assignment.hpp"
#include "cells/truth_columns.hpp"

using namespace truebox;

namespace {

// A table of random boxes on a small field, so that most overlap something.
struct Table {
  static constexpr std::size_t kImages = 5, kCategories = 3;
  std::vector<double> boxes, score, true_boxes, area;
  std::vector<std::int32_t> image, category, true_image, true_category;
  std::vector<std::int64_t> row;
  std::vector<std::uint8_t> crowd, unmarked;
  OverlapPairs pairs;

  Table(std::mt19937& random, std::size_t detections, std::size_t truths) {
    const auto number = [&](int below) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(below)); };
    std::vector<std::pair<std::int32_t, std::int32_t>> cells;
    for (std::size_t i = 0; i < detections; ++i) cells.emplace_back(number(kCategories), number(kImages));
    std::sort(cells.begin(), cells.end());
    for (std::size_t i = 0; i < detections; ++i) {
      category.push_back(cells[i].first);
      image.push_back(cells[i].second);
      const bool same = i > 0 && cells[i] == cells[i - 1];
      score.push_back(same ? score.back() - 0.125 * number(2) : 1.0);
      row.push_back(static_cast<std::int64_t>(i));
      for (const int value : {number(20), number(20), 1 + number(20), 1 + number(20)}) boxes.push_back(value);
    }
    for (std::size_t g = 0; g < truths; ++g) {
      true_category.push_back(number(kCategories));
      true_image.push_back(number(kImages));
      crowd.push_back(number(6) == 0);
      unmarked.push_back(0);
      for (const int value : {number(20), number(20), 1 + number(20), 1 + number(20)}) true_boxes.push_back(value);
      area.push_back(true_boxes[4 * g + 2] * true_boxes[4 * g + 3]);
    }
    const Grouped groups = group_rows(true_image, kImages, true_category, kCategories, 1);
    const TruthColumns columns = arrange_truths(
        groups, {true_boxes.data(), area.data(), crowd.data(), crowd.data(), unmarked.data()}, OutcomeLayout({}, {}, false));
    const Grouped found = group_rows(image, kImages, category, kCategories, 1);
    pairs = collect_pairs(found, row.data(), groups, 1e-300, 2,
                          [&] { return BoxCell(boxes.data(), columns.boxes, columns.flags.data()); });
  }

  double overlap(std::size_t d, std::size_t g) const {
    for (auto p = pairs.offsets[d]; p < pairs.offsets[d + 1]; ++p) {
      if (static_cast<std::size_t>(pairs.truth[static_cast<std::size_t>(p)]) == g) {
        return pairs.overlap[static_cast<std::size_t>(p)];
      }
    }
    return 0;
  }
};

struct Typed {
  std::vector<std::uint8_t> standing, kind, mends, missed;
  std::vector<std::int32_t> holder, order, target;
};

Typed type_errors(const Table& table, std::size_t cap) {
  const std::size_t n = table.score.size(), g = table.area.size();
  Typed out{std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n), std::vector<std::uint8_t>(n),
            std::vector<std::uint8_t>(g), std::vector<std::int32_t>(g), std::vector<std::int32_t>(n),
            std::vector<std::int32_t>(n)};
  const std::vector<std::int32_t> order{4, 2, 0, 1, 3};
  find_errors({table.category, table.row.data(), table.score.data(), table.pairs.offsets.data(),
               table.pairs.truth.data(), table.pairs.overlap.data(), table.true_category.data(), table.crowd.data()},
              group_rows(table.image, Table::kImages, table.category, Table::kCategories, 1), order, g,
              {0.5, 0.1, true, cap},
              {out.standing.data(), out.holder.data(), out.order.data(), out.kind.data(), out.target.data(),
               out.mends.data(), out.missed.data()},
              2);
  return out;
}

}  // namespace

TEST_CASE("pairs are the overlaps of all boxes of an image") {
  std::mt19937 random(3);
  const Table table(random, 60, 25);
  for (std::size_t d = 0; d < table.score.size(); ++d) {
    for (std::size_t g = 0; g < table.area.size(); ++g) {
      const double* a = table.boxes.data() + 4 * d;
      const double* b = table.true_boxes.data() + 4 * g;
      const double w = std::min(a[0] + a[2], b[0] + b[2]) - std::max(a[0], b[0]);
      const double h = std::min(a[1] + a[3], b[1] + b[3]) - std::max(a[1], b[1]);
      const double shared = table.image[d] == table.true_image[g] && w > 0 && h > 0 ? w * h : 0;
      const double whole = table.crowd[g] ? a[2] * a[3] : a[2] * a[3] + b[2] * b[3] - shared;
      CHECK(table.overlap(d, g) == shared / whole);
    }
  }
}

TEST_CASE("partners hold each other, and no truth but a crowd has two") {
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    const Matching matching = round % 2 ? Matching::voc : Matching::coco;
    const Table table(random, random() % 50, random() % 20);
    const std::size_t n = table.score.size(), g = table.area.size();
    const std::vector<double> thresholds{0.5, 0.2};
    std::vector<double> overlap(3 * n + g);
    std::vector<std::int32_t> best(3 * n + g), truth(2 * n), detection(2 * g);
    const auto column = [&](std::size_t at) { return BestOverlap{overlap.data() + at, best.data() + at}; };
    find_partners(matching, thresholds,
                  {table.category, table.image, table.pairs.offsets.data(), table.pairs.truth.data(),
                   table.pairs.overlap.data()},
                  {table.true_category.data(), table.crowd.data(), table.crowd.data(), table.unmarked.data()}, g,
                  {column(0), column(n), column(2 * n), column(3 * n), truth.data(), detection.data()}, 2);
    for (std::size_t d = 0; d < n; ++d) {
      for (std::size_t t = 0; t < 2; ++t) {
        if (truth[2 * d + t] < 0) continue;
        const auto partner = static_cast<std::size_t>(truth[2 * d + t]);
        CHECK(table.overlap(d, partner) >= thresholds[t]);
        CHECK(table.true_category[partner] == table.category[d]);
        if (matching == Matching::voc) {
          for (std::size_t other = 0; other < g; ++other) {
            if (table.true_category[other] == table.category[d]) CHECK(table.overlap(d, other) <= table.overlap(d, partner));
          }
        }
        if (table.crowd[partner] == 0) CHECK(detection[2 * partner + t] == static_cast<std::int32_t>(d));
      }
    }
  }
}

TEST_CASE("a mended error finds a truth that nothing had found, and nobody else finds it") {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    const Table table(random, random() % 80, random() % 20);
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
    const Table table(random, random() % 80, random() % 20);
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
    const Table table(random, random() % 80, random() % 20);
    const std::size_t n = table.score.size(), g = table.area.size();
    std::vector<std::uint8_t> all(n, 1), counts(g);
    for (std::size_t i = 0; i < g; ++i) counts[i] = table.crowd[i] == 0;
    std::vector<std::int32_t> partner(n), holder(g);
    assign_pairs({table.pairs.offsets, table.pairs.truth.data(), table.pairs.overlap.data(), table.score.data(),
                  table.row.data(), all.data(), counts.data()},
                 0.3, round % 2 == 0, partner, holder);
    for (std::size_t d = 0; d < n; ++d) {
      if (partner[d] >= 0) CHECK(holder[static_cast<std::size_t>(partner[d])] == static_cast<std::int32_t>(d));
      for (std::size_t i = 0; i < g; ++i) {
        if (partner[d] < 0 && holder[i] < 0 && counts[i] != 0) CHECK(table.overlap(d, i) < 0.3);
      }
    }
  }
}

TEST_CASE("forgiving more never makes a detection false") {
  std::mt19937 random(8);
  const std::vector<ForgivingSetting> settings{{0.1, Forgiven::nothing}, {0.1, Forgiven::same_group}, {0.1, Forgiven::all}};
  const std::vector<AreaRange> ranges{{0, 1e10}, {0, 100}};
  const std::vector<double> thresholds{0.1, 0.1, 0.1};
  const std::vector<std::int32_t> group{0, 0, 1};
  for (int round = 0; round < 40; ++round) {
    const Table table(random, random() % 80, random() % 20);
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
