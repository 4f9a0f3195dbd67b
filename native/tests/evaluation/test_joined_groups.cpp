#include "evaluation/joined_groups.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <vector>

using namespace truebox;

namespace {

struct IdRows {
  std::vector<std::int64_t> majors, minors;
};

IdRows ascending_rows(std::mt19937_64& random, std::size_t count, const std::vector<std::int64_t>& major_table,
                      const std::vector<std::int64_t>& minor_table) {
  IdRows made;
  for (std::size_t i = 0; i < count; ++i) {
    made.majors.push_back(major_table[random() % major_table.size()]);
    made.minors.push_back(minor_table[random() % minor_table.size()]);
  }
  std::sort(made.minors.begin(), made.minors.end());
  return made;
}

std::vector<std::int64_t> table_of(std::size_t count, std::int64_t first, std::int64_t step) {
  std::vector<std::int64_t> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back(first + step * static_cast<std::int64_t>(i));
  return made;
}

template <class Id>
std::vector<Id> as(const std::vector<std::int64_t>& ids) {
  std::vector<Id> made;
  for (const std::int64_t id : ids) made.push_back(static_cast<Id>(id));
  return made;
}

}  // namespace

TEST_CASE("rows grouped while they are joined are those that two joins and a grouping give") {
  std::mt19937_64 random(3);
  for (const std::size_t count : std::initializer_list<std::size_t>{1, 7, 2047, 2048, 2049, 150'000}) {
    for (const std::int64_t step : std::initializer_list<std::int64_t>{1, 5, std::int64_t{1} << 40}) {
      const std::vector<std::int64_t> major_table = table_of(30, -7, step), minor_table = table_of(900, 3, step);
      const IdRows ids = ascending_rows(random, count, major_table, minor_table);
      std::vector<std::int32_t> major(count), minor(count);
      std::vector<std::uint8_t> seen(900), major_seen(30), seen_here(900, 9);
      join_ids<std::int64_t>(ids.majors, major_table, major.data(), major_seen.data(), 1);
      join_ids<std::int64_t>(ids.minors, minor_table, minor.data(), seen.data(), 1);
      const Grouped expected = group_rows(major, 30, minor, 900, 1);
      for (const int threads : {1, 4}) {
        const JoinedGroups found = join_and_group(std::span<const std::int64_t>(ids.majors), major_table,
                                                  std::span<const std::int64_t>(ids.minors), minor_table,
                                                  seen_here.data(), threads);
        REQUIRE(found.made);
        CHECK(found.groups.offsets == expected.offsets);
        CHECK(std::ranges::equal(found.groups.rows.span(), expected.rows.span()));
        CHECK(std::ranges::equal(found.groups.minor.span(), expected.minor.span()));
        CHECK(seen_here == seen);
      }
    }
  }
}

TEST_CASE("ids may be of any width") {
  std::mt19937_64 random(4);
  const std::vector<std::int64_t> major_table = table_of(80, 1, 1), minor_table = table_of(500, 2, 3);
  const IdRows ids = ascending_rows(random, 5000, major_table, minor_table);
  const auto narrow = as<std::uint16_t>(ids.majors);
  const auto wide = as<std::int32_t>(ids.minors);
  std::vector<std::uint8_t> seen(500), seen_here(500);
  const JoinedGroups expected = join_and_group(std::span<const std::int64_t>(ids.majors), major_table,
                                               std::span<const std::int64_t>(ids.minors), minor_table, seen.data(), 1);
  const JoinedGroups found = join_and_group(std::span<const std::uint16_t>(narrow), major_table,
                                            std::span<const std::int32_t>(wide), minor_table, seen_here.data(), 2);
  REQUIRE((expected.made && found.made));
  CHECK(std::ranges::equal(found.groups.rows.span(), expected.groups.rows.span()));
  CHECK(seen_here == seen);
}

TEST_CASE("nothing is grouped where an id is unknown or the minor ones do not ascend") {
  const std::vector<std::int64_t> table{1, 2, 5};
  std::vector<std::uint8_t> seen(3);
  const auto made = [&](std::vector<std::int64_t> majors, std::vector<std::int64_t> minors) {
    return join_and_group(std::span<const std::int64_t>(majors), table, std::span<const std::int64_t>(minors), table,
                          seen.data(), 1)
        .made;
  };
  CHECK(made({5, 1, 2}, {1, 2, 5}));
  CHECK_FALSE(made({5, 1, 3}, {1, 2, 5}));
  CHECK_FALSE(made({5, 1, 2}, {1, 2, 6}));
  CHECK_FALSE(made({5, 1, 2}, {0, 2, 5}));
  CHECK_FALSE(made({5, 1, 2}, {2, 1, 5}));
  CHECK_FALSE(made({5, 1, 2}, {2, 2, 1}));
}

TEST_CASE("minor ids that fall where a thread begins are seen") {
  const std::size_t count = 1 << 17;
  const std::vector<std::int64_t> table = table_of(3, 0, 1);
  std::vector<std::int64_t> majors(count, 0), minors(count, 1);
  std::vector<std::uint8_t> seen(3);
  for (const std::size_t fall : std::initializer_list<std::size_t>{count / 2, 2048, count - 1}) {
    std::vector<std::int64_t> falling = minors;
    std::fill(falling.begin() + static_cast<std::ptrdiff_t>(fall), falling.end(), 0);
    CHECK_FALSE(join_and_group(std::span<const std::int64_t>(majors), table, std::span<const std::int64_t>(falling),
                               table, seen.data(), 2)
                    .made);
  }
}
