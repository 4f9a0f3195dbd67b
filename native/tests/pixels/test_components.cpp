// Connected pixels against a walk from pixel to pixel.
#include <doctest/doctest.h>

#include <random>
#include <utility>
#include <vector>

#include "pixels/components.hpp"

using namespace truebox;

namespace {

std::vector<std::int64_t> walked(const std::vector<std::uint8_t>& mask, std::size_t height, std::size_t width,
                                 bool diagonal) {
  std::vector<std::int64_t> labels(mask.size(), 0);
  std::int64_t count = 0;
  for (std::size_t start = 0; start < mask.size(); ++start) {
    if (mask[start] == 0 || labels[start] != 0) continue;
    ++count;
    std::vector<std::size_t> waiting{start};
    while (!waiting.empty()) {
      const std::size_t pixel = waiting.back();
      waiting.pop_back();
      if (labels[pixel] != 0) continue;
      labels[pixel] = count;
      const auto y = static_cast<std::ptrdiff_t>(pixel / width), x = static_cast<std::ptrdiff_t>(pixel % width);
      for (std::ptrdiff_t dy = -1; dy <= 1; ++dy) {
        for (std::ptrdiff_t dx = -1; dx <= 1; ++dx) {
          if (!diagonal && dy != 0 && dx != 0) continue;
          const std::ptrdiff_t r = y + dy, c = x + dx;
          if (r < 0 || c < 0 || r >= static_cast<std::ptrdiff_t>(height) || c >= static_cast<std::ptrdiff_t>(width)) continue;
          const std::size_t next = static_cast<std::size_t>(r) * width + static_cast<std::size_t>(c);
          if (mask[next] != 0 && labels[next] == 0) waiting.push_back(next);
        }
      }
    }
  }
  return labels;
}

void check(const std::vector<std::uint8_t>& mask, std::size_t height, std::size_t width) {
  for (const bool diagonal : {false, true}) {
    const std::vector<std::int64_t> expected = walked(mask, height, width, diagonal);
    // One number more than is written: it stays.
    std::vector<std::int64_t> labels(mask.size() + 1, -5);
    label_components(mask.data(), height, width, diagonal, labels.data());
    CHECK(labels.back() == -5);
    labels.pop_back();
    CHECK(labels == expected);
    std::vector<std::int64_t> by_long_numbers(mask.size(), -5);
    components_detail::label_with<std::uint64_t>(mask.data(), height, width, diagonal, 1, 1, by_long_numbers.data());
    CHECK(by_long_numbers == expected);
  }
}

}  // namespace

TEST_CASE("labels are those of a walk, around the widths of words and of what is filled at once") {
  std::mt19937 chance(5);
  for (const std::size_t width : {1, 2, 7, 15, 16, 17, 63, 64, 65, 100, 128, 130}) {
    for (const unsigned share : {10U, 40U, 60U, 95U}) {
      const std::size_t height = 1 + chance() % 20;
      std::vector<std::uint8_t> mask(width * height);
      for (std::uint8_t& pixel : mask) pixel = chance() % 100 < share ? static_cast<std::uint8_t>(1 + chance() % 255) : 0;
      check(mask, height, width);
    }
  }
}

TEST_CASE("full, empty and nothing at all") {
  check(std::vector<std::uint8_t>(70 * 3, 1), 3, 70);
  check(std::vector<std::uint8_t>(70 * 3, 0), 3, 70);
  std::int64_t untouched = -5;
  label_components(nullptr, 0, 9, true, &untouched);
  label_components(nullptr, 9, 0, true, &untouched);
  CHECK(untouched == -5);
}

TEST_CASE("arms that meet late are one, a corner joins only where diagonals count") {
  const std::vector<std::uint8_t> comb{1, 0, 1, 0, 1,  //
                                       1, 1, 1, 0, 1,  //
                                       0, 0, 0, 1, 0};
  std::vector<std::int64_t> labels(comb.size());
  label_components(comb.data(), 3, 5, false, labels.data());
  CHECK(labels == std::vector<std::int64_t>{1, 0, 1, 0, 2, 1, 1, 1, 0, 2, 0, 0, 0, 3, 0});
  label_components(comb.data(), 3, 5, true, labels.data());
  CHECK(labels == std::vector<std::int64_t>{1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0});
}

TEST_CASE("bands of rows hang together") {
  std::mt19937 generator(11);
  for (const unsigned share : {3u, 50u, 60u, 97u, 100u}) {
    constexpr std::size_t kHeight = 300, kWidth = 700;  // several bands
    std::vector<std::uint8_t> mask(kHeight * kWidth);
    for (std::size_t y = 0; y < kHeight; ++y) {
      for (std::size_t x = 0; x < kWidth; ++x) {
        const bool repeats = y % 3 != 0;  // rows as those above
        mask[y * kWidth + x] = repeats ? mask[(y - 1) * kWidth + x] : generator() % 100 < share;
      }
    }
    for (const bool diagonal : {false, true}) {
      const std::vector<std::int64_t> expected = walked(mask, kHeight, kWidth, diagonal);
      for (const int threads : {1, 2, 5}) {
        std::vector<std::int64_t> labels(mask.size(), -1);
        label_components(mask.data(), kHeight, kWidth, diagonal, labels.data(), threads, 64 * 1024);
        CHECK(labels == expected);
      }
    }
  }
}
