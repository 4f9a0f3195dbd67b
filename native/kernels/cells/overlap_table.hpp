// Overlaps that were computed once, by detection: an evaluation is matched again for each variant of its
// rules, and masks or keypoints cost far more than the matching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "cells/cell_matching.hpp"

namespace truebox {

struct TableEntry {
  double overlap;
  std::uint32_t truth;  // row
};

class OverlapTable {
 public:
  using Arena = std::vector<TableEntry>;

  void resize(std::size_t detections) {
    places_.assign(detections, {});
    arenas_.clear();
  }

  // Entries that reach `lowest` are wanted from now on; what was kept for a higher bound is forgotten.
  void want(double lowest) {
    if (lowest < lowest_) resize(places_.size());
    if (lowest < lowest_ || arenas_.empty()) lowest_ = lowest;
  }
  double lowest() const { return lowest_; }

  // A part that one thread fills; stays where it is.
  Arena& open_arena() {
    const std::lock_guard<std::mutex> guard(mutex_);
    return arenas_.emplace_back();
  }

  bool knows(std::size_t row) const { return places_[row].arena != nullptr; }

  // The entries that `arena` holds from `begin` on belong to this detection.
  void keep(std::size_t row, const Arena& arena, std::size_t begin) {
    places_[row] = {&arena, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(arena.size() - begin)};
  }

  std::span<const TableEntry> entries(std::size_t row) const {
    const Place& place = places_[row];
    return {place.arena->data() + place.begin, place.count};
  }

 private:
  struct Place {
    const Arena* arena = nullptr;
    std::uint32_t begin = 0, count = 0;
  };

  std::vector<Place> places_;
  std::deque<Arena> arenas_;
  std::mutex mutex_;
  double lowest_ = 2;
};

// Where each truth row lies in the order of the cells.
inline std::vector<std::uint32_t> places_in_cells(std::span<const std::uint32_t> rows, std::size_t count) {
  std::vector<std::uint32_t> places(count, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i]] = static_cast<std::uint32_t>(i);
  return places;
}

}  // namespace truebox
