// Which rows are visited, and in which order: by falling score, equal scores as they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ground/score_order.hpp"

namespace truebox {

inline constexpr double kEveryScore = -std::numeric_limits<double>::infinity();

// Rows whose score is not below `lowest`. Scores are finite and fewer than 2^32.
inline std::vector<std::uint32_t> rows_by_score(std::span<const double> scores, double lowest) {
  std::vector<std::uint32_t> rows;
  std::vector<double> high;
  for (std::size_t i = 0; i < scores.size() && lowest > kEveryScore; ++i) {
    if (scores[i] < lowest) continue;
    rows.push_back(static_cast<std::uint32_t>(i));
    high.push_back(scores[i]);
  }
  const bool all = !(lowest > kEveryScore);
  const std::size_t count = all ? scores.size() : rows.size();
  std::vector<std::uint32_t> order(count);
  ScoreOrder().sort(all ? scores.data() : high.data(), count, order.data(), [](std::size_t, std::size_t) {});
  if (!all) {
    for (std::uint32_t& place : order) place = rows[place];
  }
  return order;
}

}  // namespace truebox
