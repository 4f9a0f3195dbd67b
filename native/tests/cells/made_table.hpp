#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "cells/arranged_truths.hpp"
#include "cells/box.hpp"
#include "cells/image_pairs.hpp"

namespace truebox {

// A table of random boxes on a small field, so that most overlap something.
struct MadeTable {
  static constexpr std::size_t kImages = 5, kCategories = 3;
  std::vector<double> boxes, score, true_boxes, area;
  std::vector<std::int32_t> image, category, true_image, true_category;
  std::vector<std::int64_t> row;
  std::vector<std::uint8_t> crowd, unmarked;
  OverlapPairs pairs;

  MadeTable(std::mt19937& random, std::size_t detections, std::size_t truths) {
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
    const ArrangedTruths columns = arrange_truths(
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

}  // namespace truebox
