// The order of scores as the first of several accumulations of the same rows finds it, for the others to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ground/score_order.hpp"

namespace truebox {

// Of each row its place in falling order of score, marked where it scores as the one before it. Whoever says that it
// is known promises the same scores at the same places.
struct KeptOrder {
  static constexpr std::uint32_t kAsBefore = 1U << 31;

  std::uint32_t* places = nullptr;  // [n], or null: nothing is kept
  bool known = false;

  KeptOrder from(std::size_t begin) const { return {places == nullptr ? nullptr : places + begin, known}; }

  // As ScoreOrder::sort_by.
  template <class ScoreOf, class OnTies>
  void give(const ScoreOf& score_of, std::size_t count, std::uint32_t* order, const OnTies& on_ties) const {
    if (!known) find(score_of, count, order);
    for (std::size_t i = 0; i < count; ++i) {
      order[i] = places[i] & ~kAsBefore;
      if (order[i] >= count) throw std::invalid_argument("no such place");
    }
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      for (end = begin + 1; end < count && (places[end] & kAsBefore) != 0; ++end) {
      }
      if (end - begin > 1) on_ties(begin, end);
    }
  }

 private:
  template <class ScoreOf>
  void find(const ScoreOf& score_of, std::size_t count, std::uint32_t* order) const {
    std::vector<std::pair<std::size_t, std::size_t>> ties;
    ScoreOrder().sort_by(score_of, count, order, [&](std::size_t begin, std::size_t end) { ties.emplace_back(begin, end); });
    if (count >= kAsBefore) throw std::invalid_argument("too many rows");
    for (std::size_t i = 0; i < count; ++i) places[i] = order[i];
    for (const auto& [begin, end] : ties) {
      for (std::size_t i = begin + 1; i < end; ++i) places[i] |= kAsBefore;
    }
  }
};

}  // namespace truebox
