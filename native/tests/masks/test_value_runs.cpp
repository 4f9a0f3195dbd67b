#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "masks/value_runs.hpp"

namespace truebox {
namespace {

std::vector<std::uint32_t> plain_runs(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint32_t> runs;
  std::uint32_t run = 0;
  std::uint8_t before = 0;
  for (const std::uint8_t byte : bytes) {
    if (byte != before) {
      runs.push_back(run);
      run = 0;
      before = byte;
    }
    ++run;
  }
  if (!bytes.empty()) runs.push_back(run);
  return runs;
}

}  // namespace

TEST_CASE("runs of values are those that are counted byte by byte") {
  std::mt19937 random(11);
  for (std::size_t round = 0; round < 400; ++round) {
    std::vector<std::uint8_t> bytes(random() % 1400);
    const auto stay = 1 + random() % 300, values = 2 + random() % 3;
    std::uint8_t value = static_cast<std::uint8_t>(random() % values);
    for (std::uint8_t& byte : bytes) {
      if (random() % stay == 0) value = static_cast<std::uint8_t>(random() % values);
      byte = value;
    }
    std::vector<std::uint32_t> runs;
    append_value_runs(bytes.data(), bytes.size(), runs);
    CHECK(runs == plain_runs(bytes));
  }
}

TEST_CASE("a 2 after a 1 ends the run") {
  const std::vector<std::uint8_t> bytes{1, 1, 2, 0, 0};
  std::vector<std::uint32_t> runs;
  append_value_runs(bytes.data(), bytes.size(), runs);
  CHECK(runs == std::vector<std::uint32_t>{0, 2, 1, 2});
}

}  // namespace truebox
