// Optimal and greedy matching against brute force and by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "matching/greedy.hpp"
#include "matching/optimal.hpp"

using namespace truebox;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Best {
  std::size_t pairs = 0;
  double total = 0;
};

// Tries every injection of rows into columns; `columns` is padded so that a row may stay alone.
Best by_trying_all(const std::vector<double>& cost, std::size_t rows, std::size_t columns, double limit) {
  std::vector<std::size_t> slots(rows + columns);
  std::iota(slots.begin(), slots.end(), std::size_t{0});
  Best best;
  do {
    Best now;
    for (std::size_t i = 0; i < rows; ++i) {
      if (slots[i] >= columns || !(cost[i * columns + slots[i]] <= limit)) continue;
      ++now.pairs;
      now.total += cost[i * columns + slots[i]];
    }
    if (now.pairs > best.pairs || (now.pairs == best.pairs && now.total < best.total)) best = now;
  } while (std::next_permutation(slots.begin(), slots.end()));
  return best;
}

double total_of(const std::vector<double>& cost, std::size_t columns, const MatchedPairs& pairs) {
  double total = 0;
  for (std::size_t k = 0; k < pairs.rows.size(); ++k) {
    total += cost[static_cast<std::size_t>(pairs.rows[k]) * columns + static_cast<std::size_t>(pairs.columns[k])];
  }
  return total;
}

}  // namespace

TEST_CASE("no matching is better than the one found") {
  std::mt19937 generator(2);
  for (int trial = 0; trial < 120; ++trial) {
    const std::size_t rows = 1 + generator() % 4, columns = 1 + generator() % 3;
    std::vector<double> cost(rows * columns);
    for (double& value : cost) value = generator() % 5 == 0 ? kInfinity : static_cast<double>(generator() % 7) - 2;
    const double limit = trial % 2 == 0 ? 3.0 : std::numeric_limits<double>::max();
    const Best best = by_trying_all(cost, rows, columns, limit);
    const MatchedPairs found = match_at_least_cost(cost.data(), rows, columns, limit);
    CHECK(found.rows.size() == best.pairs);
    CHECK(total_of(cost, columns, found) == best.total);
  }
}

TEST_CASE("the order of rows and columns does not change the total") {
  // Wider than one lane and one tile of the search.
  std::mt19937 generator(3);
  const std::size_t rows = 150, columns = 300;
  std::vector<double> cost(rows * columns), turned(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      cost[i * columns + j] = static_cast<double>(generator() % 1000);
      turned[j * rows + (rows - 1 - i)] = cost[i * columns + j];
    }
  }
  const auto one = match_at_least_cost(cost.data(), rows, columns, kInfinity);
  const auto other = match_at_least_cost(turned.data(), columns, rows, kInfinity);
  CHECK(one.rows.size() == rows);
  CHECK(total_of(cost, columns, one) == total_of(turned, rows, other));
}

TEST_CASE("nothing to match") {
  CHECK(match_at_least_cost(nullptr, 0, 0, kInfinity).rows.empty());
  CHECK(match_at_least_cost(nullptr, 0, 5, kInfinity).rows.empty());
  CHECK(match_at_least_cost(nullptr, 5, 0, kInfinity).rows.empty());
  CHECK(match_by_score(nullptr, {}, 3, 0.5, nullptr, nullptr).rows.empty());
}

TEST_CASE("greedy matching: crowds are second choice and never used up") {
  const std::vector<double> overlap{0.6, 0.9, 0.6, 0.9, 0.6, 0.9};
  const std::vector<double> scores{3, 2, 1};
  const bool crowd[] = {false, true};
  const MatchedPairs pairs = match_by_score(overlap.data(), scores, 2, 0.5, crowd, crowd);
  CHECK(pairs.rows == std::vector<std::int64_t>{0, 1, 2});
  CHECK(pairs.columns == std::vector<std::int64_t>{0, 1, 1});
}
