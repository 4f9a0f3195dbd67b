#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "cells/outcome_table.hpp"
#include "ground/thread_pool.hpp"

using namespace truebox;

TEST_CASE("threads give a pair of words one number") {
  std::mt19937_64 random(1);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (int i = 0; i < 5000; ++i) pairs.emplace_back(random() & random(), random() % 3 == 0 ? 0 : random());
  for (int i = 0; i < 45000; ++i) pairs.push_back(pairs[random() % 5000]);
  OutcomeTable table(OutcomeTable::kMostPairs);
  std::vector<std::uint16_t> numbers(pairs.size());
  parallel_for(50, 2, [&](std::size_t part) {
    for (std::size_t i = part * 1000; i < (part + 1) * 1000; ++i) {
      numbers[i] = table.number(pairs[i].first, pairs[i].second);
    }
  });
  CHECK_FALSE(table.full());
  CHECK(table.pairs().size() == 2 * 5000);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    REQUIRE(table.pairs()[2 * std::size_t{numbers[i]}] == pairs[i].first);
    REQUIRE(table.pairs()[2 * std::size_t{numbers[i]} + 1] == pairs[i].second);
  }
}

TEST_CASE("what finds no room is told, what was there keeps its number") {
  OutcomeTable table(2);
  CHECK(table.number(0, 0) == 0);
  CHECK(table.number(7, 1) == 1);
  CHECK_FALSE(table.full());
  table.number(1, 7);
  CHECK(table.full());
  CHECK(table.number(7, 1) == 1);
  CHECK(table.pairs() == std::vector<std::uint64_t>{0, 0, 7, 1});
}

TEST_CASE("every number of two bytes is given") {
  OutcomeTable table(OutcomeTable::kMostPairs);
  for (std::uint64_t i = 0; i < OutcomeTable::kMostPairs; ++i) REQUIRE(table.number(i << 20, ~i) == i);
  CHECK_FALSE(table.full());
  table.number(1, 1);
  CHECK(table.full());
}

TEST_CASE("threads give numbers while the table grows") {
  for (const std::size_t distinct : {std::size_t{900}, std::size_t{3000}, std::size_t{30000}}) {
    OutcomeTable table(OutcomeTable::kMostPairs);
    std::vector<std::uint16_t> numbers(8 * distinct);
    parallel_for(8, 8, [&](std::size_t part) {
      for (std::size_t i = 0; i < distinct; ++i) {
        const std::size_t pair = part % 2 == 0 ? i : distinct - 1 - i;
        numbers[part * distinct + pair] = table.number(pair * 0x9E3779B97F4A7C15ULL, pair);
      }
    });
    CHECK(table.pairs().size() == 2 * distinct);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      REQUIRE(table.pairs()[2 * std::size_t{numbers[i]} + 1] == i % distinct);
    }
  }
}
