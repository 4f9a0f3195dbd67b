// Where a line of pixels changes, found in words and in whole vectors, against pixels compared one by one.
#include "pixels/changes.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <random>
#include <vector>

using namespace truebox;

TEST_CASE("every change is visited once, in order, at any length") {
  std::mt19937 random(5);
  for (int round = 0; round < 1500; ++round) {
    const std::size_t count = 1 + random() % (round % 2 == 0 ? 300 : 20000);
    const std::uint32_t longest = round % 3 == 0 ? 5 : 900;
    std::vector<std::uint64_t> bits((count + 63) / 64);
    for (std::size_t i = 0, value = random() % 2; i < count; value ^= 1) {
      for (std::size_t left = random() % longest + 1; left > 0 && i < count; --left, ++i) {
        bits[i / 64] |= std::uint64_t{value} << i % 64;
      }
    }
    for (const std::size_t carry : std::initializer_list<std::size_t>{0, 1}) {
      std::vector<std::size_t> expected, found;
      for (std::size_t i = 0, before = carry; i < count; ++i) {
        const auto value = static_cast<std::size_t>(bits[i / 64] >> i % 64 & 1);
        if (value != before) expected.push_back(i);
        before = value;
      }
      for_each_change(bits.data(), count, carry, [&](std::size_t i) { found.push_back(i); });
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("a line of one value changes at its beginning or nowhere") {
  for (const std::size_t count : std::initializer_list<std::size_t>{1, 64, 65, 4096, 4161, 10000}) {
    std::vector<std::uint64_t> ones((count + 63) / 64, ~std::uint64_t{0});
    std::vector<std::size_t> found;
    const auto note = [&](std::size_t i) { found.push_back(i); };
    for_each_change(ones.data(), count, 1, note);
    CHECK(found.empty());
    for_each_change(ones.data(), count, 0, note);
    CHECK(found == std::vector<std::size_t>{0});
  }
}
