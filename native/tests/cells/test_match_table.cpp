#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "cells/made_table.hpp"
#include "cells/match_partners.hpp"

using namespace truebox;

TEST_CASE("pairs are the overlaps of all boxes of an image") {
  std::mt19937 random(3);
  const MadeTable table(random, 60, 25);
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
    const MadeTable table(random, random() % 50, random() % 20);
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

TEST_CASE("all rows of a cell come with one that is marked, once") {
  const std::vector<std::int32_t> category{0, 0, 0, 0, 1, 1, 1}, image{0, 0, 2, 2, 2, 2, 5};
  const auto rows = [&](std::vector<std::uint8_t> marked) { return rows_of_marked_cells(category, image, marked.data()); };
  CHECK(rows({0, 0, 0, 0, 0, 0, 0}).empty());
  CHECK(rows({0, 1, 0, 0, 0, 0, 0}) == std::vector<std::int64_t>{0, 1});
  CHECK(rows({0, 0, 1, 1, 0, 0, 0}) == std::vector<std::int64_t>{2, 3});
  CHECK(rows({0, 0, 0, 1, 1, 0, 1}) == std::vector<std::int64_t>{2, 3, 4, 5, 6});
}
