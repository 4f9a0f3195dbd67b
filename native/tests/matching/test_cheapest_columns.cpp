// Searches over whole rows and over lists against every assignment, against the other search, and by their laws.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "matching/cheapest_columns.hpp"
#include "matching/optimal.hpp"

using namespace truebox;

namespace {

using Search = void (*)(const double*, std::size_t, std::size_t, bool, std::int64_t*);
using Maker = std::function<double(std::size_t, std::size_t)>;

std::mt19937& chance() {
  static std::mt19937 generator(11);
  return generator;
}

double uniform() { return std::uniform_real_distribution<double>(0, 1)(chance()); }

// Kinds of cost that stress different parts of a search.
std::vector<Maker> makers() {
  return {
      [](std::size_t, std::size_t) { return uniform(); },
      [](std::size_t, std::size_t) { return static_cast<double>(chance()() % 100); },
      [](std::size_t, std::size_t) { return static_cast<double>(chance()() % 3); },
      [](std::size_t, std::size_t) { return chance()() % 50 == 0 ? uniform() : 1.0; },
      [](std::size_t i, std::size_t j) { return static_cast<double>((i + 1) * (j + 1)); },
      [](std::size_t i, std::size_t j) { return std::abs(std::sin(static_cast<double>(i)) - std::cos(static_cast<double>(j))); },
      [](std::size_t, std::size_t) { return -1e3 + static_cast<double>(chance()() % 2000); },
      [](std::size_t, std::size_t) { return 0.1; },
      // Up to the largest whole numbers that are searched as such, beyond, and among others.
      [](std::size_t, std::size_t) { return static_cast<double>(chance()() % 3) * 0x1p24 - 0x1p24; },
      [](std::size_t, std::size_t) { return static_cast<double>(chance()() % (1 << 25)) - 0x1p24 + 1; },
      [](std::size_t, std::size_t) { return chance()() % 2 == 0 ? -0x1p31 : static_cast<double>(chance()() % 5) * (0x1p24 + 1); },
      [](std::size_t i, std::size_t j) { return i + j == 0 || chance()() % 9 != 0 ? static_cast<double>(chance()() % 4) : uniform(); },
  };
}

std::vector<double> made(const Maker& make, std::size_t rows, std::size_t columns) {
  std::vector<double> cost(rows * columns);
  for (std::size_t k = 0; k < cost.size(); ++k) cost[k] = make(k / columns, k % columns);
  return cost;
}

// The total of an assignment in which no column stands twice.
double total_of(const std::vector<double>& cost, std::size_t columns, const std::vector<std::int64_t>& column_of) {
  std::vector<bool> taken(columns, false);
  double total = 0;
  for (std::size_t i = 0; i < column_of.size(); ++i) {
    REQUIRE(column_of[i] >= 0);
    const auto j = static_cast<std::size_t>(column_of[i]);
    REQUIRE(j < columns);
    REQUIRE(!taken[j]);
    taken[j] = true;
    total += cost[i * columns + j];
  }
  return total;
}

double total_by(Search search, const std::vector<double>& cost, std::size_t rows, std::size_t columns) {
  std::vector<std::int64_t> column_of(rows, -7);
  may_throw(search)(cost.data(), rows, columns, false, column_of.data());
  return total_of(cost, columns, column_of);
}

// Row by row, the best for every set of columns used.
double least_by_trying(const std::vector<double>& cost, std::size_t rows, std::size_t columns) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> best(std::size_t{1} << columns, kInfinity);
  best[0] = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> next(best.size(), kInfinity);
    for (std::size_t used = 0; used < best.size(); ++used) {
      for (std::size_t j = 0; best[used] < kInfinity && j < columns; ++j) {
        const std::size_t with = used | std::size_t{1} << j;
        if (with != used) next[with] = std::min(next[with], best[used] + cost[i * columns + j]);
      }
    }
    best = std::move(next);
  }
  return *std::min_element(best.begin(), best.end());
}

}  // namespace

TEST_CASE("no assignment of few rows is cheaper, whichever search looks for it") {
  for (const Maker& make : makers()) {
    for (int trial = 0; trial < 60; ++trial) {
      const std::size_t rows = 1 + chance()() % 8, columns = rows + chance()() % 3;
      const std::vector<double> cost = made(make, rows, columns);
      const double least = least_by_trying(cost, rows, columns);
      for (const Search search : {&detail::assign_few, &detail::assign_some, &detail::assign_many}) {
        CHECK(total_by(search, cost, rows, columns) == doctest::Approx(least).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("searches over lists find what searches over whole rows find") {
  struct Shape {
    std::size_t rows, columns;
  };
  for (const Shape shape : {Shape{63, 64}, {64, 64}, {65, 65}, {90, 200}, {128, 128}, {200, 203}, {260, 260}}) {
    for (const Maker& make : makers()) {
      const std::vector<double> cost = made(make, shape.rows, shape.columns);
      const double whole = total_by(&detail::assign_some, cost, shape.rows, shape.columns);
      CHECK(total_by(&detail::assign_many, cost, shape.rows, shape.columns) == doctest::Approx(whole).epsilon(1e-12));
      const double first = total_of(cost, shape.columns, may_throw(&assign_rows)(cost.data(), shape.rows, shape.columns));
      CHECK(whole == doctest::Approx(first).epsilon(1e-12));
    }
  }
}

#ifdef TRUEBOX_WIDE_REGISTERS
TEST_CASE("of few columns wide registers find the assignment that whole rows find, the same of equally cheap ones") {
  if (!detail::few_paths_are_wide()) return;
  for (const Maker& make : makers()) {
    for (std::size_t columns = 1; columns <= 64; ++columns) {
      for (const std::size_t rows : {columns, (columns + 1) / 2}) {
        const std::vector<double> cost = made(make, rows, columns);
        for (const bool turned : {false, true}) {  // any numbers will do for either
          std::vector<std::int64_t> plain(rows), wide(rows);
          may_throw(&detail::assign_few)(cost.data(), rows, columns, turned, plain.data());
          detail::kAssignFewWide[(columns - 1) / 8](cost.data(), rows, columns, turned, wide.data());
          CHECK(plain == wide);
        }
      }
    }
  }
}
#endif

TEST_CASE("whole numbers have exactly equal totals") {
  for (const std::size_t columns : {20, 64, 70, 300, 400}) {
    const std::vector<double> cost = made(makers()[1], columns, columns);
    const double whole = total_by(&detail::assign_some, cost, columns, columns);
    CHECK(total_by(&detail::assign_many, cost, columns, columns) == whole);
    CHECK(total_by(&assign_columns, cost, columns, columns) == whole);
  }
}

TEST_CASE("a matrix that is turned has the same columns") {
  for (const std::size_t columns : {9, 64, 65, 80, 400}) {
    const std::size_t rows = columns - 2;
    const std::vector<double> cost = made(makers()[0], rows, columns);
    std::vector<double> turned(cost.size());
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) turned[j * rows + i] = cost[i * columns + j];
    }
    std::vector<std::int64_t> one(rows), other(rows);
    assign_columns(cost.data(), rows, columns, false, one.data());
    assign_columns(turned.data(), rows, columns, true, other.data());
    CHECK(one == other);
  }
}

TEST_CASE("of equally cheap assignments always the same is given") {
  for (const std::size_t columns : {5, 40, 100, 400}) {
    const std::vector<double> cost = made(makers()[2], columns, columns);
    std::vector<std::int64_t> first(columns), again(columns);
    assign_columns(cost.data(), columns, columns, false, first.data());
    const std::vector<double> copy = cost;
    assign_columns(copy.data(), columns, columns, false, again.data());
    CHECK(first == again);
  }
}

TEST_CASE("kinds of costs") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto kinds = [](std::vector<double> cost, double limit) {
    const CostKinds found = kinds_of_costs(cost.data(), cost.size(), limit);
    return std::vector<bool>{found.valid, found.allowed, found.moderate};
  };
  CHECK(kinds({}, 1) == std::vector<bool>{true, true, true});
  CHECK(kinds({1, 2}, 2) == std::vector<bool>{true, true, true});
  CHECK(kinds({1, 2.5}, 2) == std::vector<bool>{true, false, true});
  CHECK(kinds({1, kInfinity}, 1e308) == std::vector<bool>{true, false, false});
  CHECK(kinds({-kInfinity, 1}, 2)[0] == false);
  CHECK(kinds({std::nan(""), 1}, 2)[0] == false);
  CHECK(kinds({-1e300}, 2) == std::vector<bool>{true, true, false});
}

TEST_CASE("the largest numbers are matched like smaller ones") {
  constexpr double kMost = std::numeric_limits<double>::max(), kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> cost{kMost, -kMost, kMost / 2, -kMost, kMost, kMost / 2, kMost / 4, kMost / 4, -kMost / 4};
  const MatchedPairs found = match_at_least_cost(cost.data(), 3, 3, kInfinity);
  CHECK(found.columns == std::vector<std::int64_t>{1, 0, 2});
  // One pair of two is forbidden, and three are dear.
  const std::vector<double> gated{1e300, kInfinity, 2e300, 1e300};
  CHECK(match_at_least_cost(gated.data(), 2, 2, kInfinity).columns == std::vector<std::int64_t>{0, 1});
}
