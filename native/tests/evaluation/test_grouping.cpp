#include "evaluation/grouping.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <tuple>
#include <vector>

#include "evaluation/id_join.hpp"

using namespace truebox;

TEST_CASE("rows are grouped stably and negative keys are left out") {
  std::mt19937 random(2);
  for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 100, 200'000}) {
    for (const bool in_order : {false, true}) {
      for (const int threads : {1, 4}) {
        std::vector<std::int32_t> major(count), minor(count);
        for (std::size_t i = 0; i < count; ++i) {
          major[i] = static_cast<std::int32_t>(random() % 8) - 1;
          minor[i] = in_order ? static_cast<std::int32_t>(i / 50) : static_cast<std::int32_t>(random() % 4001) - 1;
        }
        std::vector<std::tuple<std::int32_t, std::int32_t, std::uint32_t>> expected;
        for (std::size_t i = 0; i < count; ++i) {
          if (major[i] >= 0 && minor[i] >= 0) expected.emplace_back(major[i], minor[i], static_cast<std::uint32_t>(i));
        }
        std::sort(expected.begin(), expected.end());
        const Grouped groups = group_rows(major, 7, minor, 4001, threads);
        REQUIRE(groups.size() == expected.size());
        bool same = true;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          same &= groups.rows[i] == std::get<2>(expected[i]) && groups.minor[i] == std::get<1>(expected[i]);
        }
        CHECK(same);
        for (std::size_t k = 0; k < 7; ++k) {
          const auto begins = std::count_if(expected.begin(), expected.end(),
                                            [&](const auto& row) { return std::get<0>(row) < static_cast<int>(k); });
          CHECK(groups.offsets[k] == static_cast<std::size_t>(begins));
        }
      }
    }
  }
}

TEST_CASE("without classes rows are ordered by image, class position, row") {
  const std::vector<std::int32_t> image{1, 0, 1, 1, -1, 0}, position{2, 0, 1, 2, 0, -1};
  const Grouped groups = group_rows_by_image(image, 2, position, 3, 1);
  CHECK(std::vector<std::uint32_t>(groups.rows.data(), groups.rows.data() + groups.size()) ==
        std::vector<std::uint32_t>{1, 2, 0, 3});
  CHECK(std::vector<std::int32_t>(groups.minor.data(), groups.minor.data() + groups.size()) ==
        std::vector<std::int32_t>{0, 1, 1, 1});
  CHECK(groups.offsets == std::vector<std::size_t>{0, 4});
}

TEST_CASE("ids are found in dense and in sparse tables, at the ends of the range too") {
  for (const std::int64_t step : {std::int64_t{1}, std::int64_t{3}, std::int64_t{1} << 50}) {
    std::vector<std::int64_t> table;
    for (std::int64_t i = -50; i < 50; ++i) table.push_back(i * step);
    const IdTable ids(table);
    for (std::size_t i = 0; i < table.size(); ++i) CHECK(ids.find(table[i]) == static_cast<std::int32_t>(i));
    CHECK(ids.find(table.front() - 1) == -1);
    CHECK(ids.find(table.back() + 1) == -1);
    CHECK(ids.find(INT64_MIN) == -1);
    CHECK(ids.find(INT64_MAX) == -1);
  }
  const std::vector<std::int64_t> ends{INT64_MIN, 0, INT64_MAX};
  CHECK(IdTable(ends).find(INT64_MAX) == 2);
  CHECK(IdTable(ends).find(1) == -1);
  CHECK(IdTable(std::vector<std::int64_t>{}).find(0) == -1);
}
