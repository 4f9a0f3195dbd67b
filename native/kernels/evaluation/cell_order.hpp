// The detections of one cell by descending score, stable, cut to the most that count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/score_key.hpp"

namespace truebox {

// Ascending by x, y, width, height: an order that does not depend on where a box stands in a file.
inline int compare_boxes(const double* a, const double* b) {
  for (int i = 0; i < 4; ++i) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

class CellOrder {
 public:
  // Sorts the rows; with `boxes`, equal scores are ordered by the content of their box.
  void sort(const std::uint32_t* rows, std::size_t count, const double* scores, const double* boxes) {
    items_.resize(count);
    bool in_order = true;
    for (std::size_t i = 0; i < count; ++i) {
      items_[i] = {descending_key(scores[rows[i]]), rows[i], static_cast<std::uint32_t>(i)};
      in_order &= i == 0 || items_[i - 1].key <= items_[i].key;
    }
    if (!in_order) arrange();
    if (boxes != nullptr) arrange_ties(boxes);
    rows_.resize(count);
    for (std::size_t i = 0; i < count; ++i) rows_[i] = items_[i].row;
  }

  const std::uint32_t* rows() const { return rows_.data(); }
  std::uint64_t key(std::size_t rank) const { return items_[rank].key; }

 private:
  struct Item {
    std::uint64_t key;
    std::uint32_t row;
    std::uint32_t position;
  };

  void arrange() {
    const auto before = [](const Item& a, const Item& b) {
      return a.key != b.key ? a.key < b.key : a.position < b.position;
    };
    if (items_.size() > 24) {
      std::sort(items_.begin(), items_.end(), before);
      return;
    }
    for (std::size_t i = 1; i < items_.size(); ++i) {
      const Item moving = items_[i];
      std::size_t place = i;
      for (; place > 0 && moving.key < items_[place - 1].key; --place) items_[place] = items_[place - 1];
      items_[place] = moving;
    }
  }

  void arrange_ties(const double* boxes) {
    for (std::size_t begin = 0, end = 0; begin < items_.size(); begin = end) {
      for (end = begin + 1; end < items_.size() && items_[end].key == items_[begin].key; ++end) {
      }
      if (end - begin == 1) continue;
      std::sort(items_.begin() + static_cast<std::ptrdiff_t>(begin), items_.begin() + static_cast<std::ptrdiff_t>(end),
                [&](const Item& a, const Item& b) {
                  const int content = compare_boxes(boxes + 4 * std::size_t{a.row}, boxes + 4 * std::size_t{b.row});
                  return content != 0 ? content < 0 : a.position < b.position;
                });
    }
  }

  std::vector<Item> items_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace truebox
