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

namespace {

// The least total over all ways to give each row a column of its own: row by row, the best for every set of columns used.
double least_total(const std::vector<double>& cost, std::size_t rows, std::size_t columns) {
  std::vector<double> best(std::size_t{1} << columns, kInfinity);
  best[0] = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> next(best.size(), kInfinity);
    for (std::size_t used = 0; used < best.size(); ++used) {
      if (best[used] == kInfinity) continue;
      for (std::size_t j = 0; j < columns; ++j) {
        const std::size_t with = used | std::size_t{1} << j;
        if (with != used) next[with] = std::min(next[with], best[used] + cost[i * columns + j]);
      }
    }
    best = std::move(next);
  }
  return *std::min_element(best.begin(), best.end());
}

}  // namespace

TEST_CASE("many rows that contend for the same columns get them at the least total") {
  std::mt19937 generator(4);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t rows = 6 + generator() % 5, columns = rows + generator() % 2;
    const unsigned values = trial % 3 == 0 ? 3 : trial % 3 == 1 ? 12 : 1000;
    std::vector<double> cost(rows * columns);
    // A base for each column makes the same ones cheap for every row.
    std::vector<double> base(columns);
    for (double& value : base) value = static_cast<double>(generator() % (2 * values));
    for (std::size_t k = 0; k < cost.size(); ++k) cost[k] = base[k % columns] + static_cast<double>(generator() % values);
    const std::vector<std::int64_t> column_of = assign_rows(cost.data(), rows, columns);
    double total = 0;
    std::vector<bool> taken(columns, false);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto j = static_cast<std::size_t>(column_of[i]);
      CHECK(!taken[j]);
      taken[j] = true;
      total += cost[i * columns + j];
    }
    CHECK(total == least_total(cost, rows, columns));
  }
}

TEST_CASE("of many rows with forbidden pairs as many as can be are matched, at the least total") {
  std::mt19937 generator(5);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t rows = 6 + generator() % 5, columns = rows + generator() % 2;
    std::vector<double> cost(rows * columns), with_penalty(rows * columns);
    for (std::size_t k = 0; k < cost.size(); ++k) {
      const bool forbidden = generator() % 10 < 6;
      cost[k] = forbidden ? kInfinity : static_cast<double>(generator() % 30);
      with_penalty[k] = forbidden ? 1e6 : cost[k];
    }
    const double least = least_total(with_penalty, rows, columns);
    const auto unmatched = static_cast<std::size_t>(least / 1e6);
    const MatchedPairs found = match_at_least_cost(cost.data(), rows, columns, kInfinity);
    CHECK(found.rows.size() == rows - unmatched);
    CHECK(total_of(cost, columns, found) == least - 1e6 * static_cast<double>(unmatched));
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
