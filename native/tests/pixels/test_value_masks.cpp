// A mask of each value, against run lengths counted pixel by pixel.
#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "pixels/value_masks.hpp"

using namespace truebox;

namespace {

template <class Value>
std::vector<std::uint32_t> counted(const std::vector<Value>& map, MaskSize size, Value value) {
  std::vector<std::uint32_t> runs{0};
  bool inside = false;
  for (std::size_t x = 0; x < size.width; ++x) {
    for (std::size_t y = 0; y < size.height; ++y) {
      if ((map[y * size.width + x] == value) != inside) {
        runs.push_back(0);
        inside = !inside;
      }
      ++runs.back();
    }
  }
  return runs;
}

template <class Value>
void check_maps(unsigned seed, unsigned step) {
  std::mt19937 twister(seed);
  const auto draws = [&] { return static_cast<std::uint32_t>(twister()); };
  ValueMaskMaker<Value> maker;
  for (int round = 0; round < 200; ++round) {
    const MaskSize size{1 + draws() % 9, 1 + draws() % 40};
    std::vector<Value> map(size.pixels());
    const unsigned kinds = 1 + draws() % 4, alike = 1 + draws() % 9;
    for (std::size_t i = 0; i < map.size(); ++i) {
      map[i] = i % alike != 0 ? map[i - 1] : static_cast<Value>(draws() % kinds * step);
    }
    ValueMasks found;
    maker.make(map.data(), size, found);
    const std::set<Value> values(map.begin(), map.end());
    REQUIRE(found.values == std::vector<std::uint16_t>(values.begin(), values.end()));
    std::size_t begin = 0;
    for (std::size_t k = 0; k < found.values.size(); begin += found.lengths[k++]) {
      const auto first = found.runs.begin() + static_cast<std::ptrdiff_t>(begin);
      const std::vector<std::uint32_t> runs(first, first + static_cast<std::ptrdiff_t>(found.lengths[k]));
      REQUIRE(runs == counted(map, size, static_cast<Value>(found.values[k])));
    }
  }
}

}  // namespace

TEST_CASE("every value of a map has the runs of its pixels") {
  check_maps<std::uint8_t>(1, 85);
  check_maps<std::uint16_t>(2, 21'845);
}
