// Overlaps that were computed once, by detection: an evaluation is matched again for each variant of its
// rules, and masks or keypoints cost far more than the matching.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "cells/cell_matching.hpp"
#include "ground/buffer.hpp"
#include "ground/prefetch.hpp"

namespace truebox {

struct TableEntry {
  double overlap;
  std::uint32_t truth;     // row
  std::uint32_t more;      // entries of the same detection that follow; the table counts them
};

class OverlapTable {
 public:
  // What one thread finds; entries stay where they are.
  class Arena {
   public:
    const TableEntry* put(std::span<const TableEntry> entries) {
      if (entries.size() > left_) {
        const std::size_t size = std::max(kBlock, entries.size());
        blocks_.emplace_back(size);
        next_ = blocks_.back().data();
        left_ = size;
      }
      TableEntry* const first = next_;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        first[i] = {entries[i].overlap, entries[i].truth, static_cast<std::uint32_t>(entries.size() - 1 - i)};
      }
      next_ += entries.size();
      left_ -= entries.size();
      return first;
    }

   private:
    static constexpr std::size_t kBlock = 1024;

    std::vector<Buffer<TableEntry>> blocks_;
    TableEntry* next_ = nullptr;
    std::size_t left_ = 0;
  };

  void resize(std::size_t detections) {
    places_.assign(detections, nullptr);
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

  void fetch(std::size_t row) const { prefetch(places_.data() + row); }
  bool knows(std::size_t row) const { return places_[row] != nullptr; }

  // These are the entries of a detection, to be held by `arena`.
  void keep(std::size_t row, Arena& arena, std::span<const TableEntry> entries) {
    places_[row] = entries.empty() ? &kNothing : arena.put(entries);
  }

  std::span<const TableEntry> entries(std::size_t row) const {
    const TableEntry* const first = places_[row];
    if (first == &kNothing) return {};
    return {first, std::size_t{first->more} + 1};
  }

 private:
  static constexpr TableEntry kNothing{0, 0, 0};

  std::vector<const TableEntry*> places_;  // the first entry of each detection; null: not known
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
