// In which order detections of equal score stand; without either column as given, by image and rank.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "evaluation/cell_order.hpp"

namespace truebox {

struct ScoreTies {
  const double* boxes;       // [n, 4] or null: by content, which no file decides
  const std::int64_t* rows;  // [n] or null: by the order of the file

  // Orders the stretch [first, last) of `order`, whose entries count from `begin` on.
  void arrange(std::uint32_t* first, std::uint32_t* last, std::size_t begin) const {
    if (boxes != nullptr) {
      std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
        const int content = compare_boxes(boxes + 4 * (begin + a), boxes + 4 * (begin + b));
        return content != 0 ? content < 0 : a < b;
      });
    } else if (rows != nullptr) {
      std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
        return rows[begin + a] != rows[begin + b] ? rows[begin + a] < rows[begin + b] : a < b;
      });
    }
  }
};

}  // namespace truebox
