#include "pixels/segment_pairs.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

namespace {

// Ids in runs of up to `longest` pixels, `width` bytes each.
std::vector<std::uint32_t> drawn(std::mt19937& random, std::size_t pixels, std::uint32_t top, std::size_t longest) {
  std::vector<std::uint32_t> ids;
  while (ids.size() < pixels) ids.insert(ids.end(), 1 + random() % longest, static_cast<std::uint32_t>(random() % top));
  ids.resize(pixels);
  return ids;
}

// Exactly as long as the pixels: a read beyond them is one the sanitizer sees.
std::vector<std::uint8_t> bytes_of(const std::vector<std::uint32_t>& ids, std::size_t width) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t id : ids) {
    for (std::size_t byte = 0; byte < width; ++byte) bytes.push_back(static_cast<std::uint8_t>(id >> (8 * byte)));
  }
  bytes.shrink_to_fit();
  return bytes;
}

template <std::size_t A, std::size_t B>
void compare(const std::vector<std::uint32_t>& truth, const std::vector<std::uint32_t>& predicted) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> expected;
  for (std::size_t pixel = 0; pixel < truth.size(); ++pixel) ++expected[{truth[pixel], predicted[pixel]}];
  const auto a = bytes_of(truth, A);
  const auto b = bytes_of(predicted, B);
  const auto found = truebox::count_segment_pairs<A, B>(a, b);
  REQUIRE(found.size() == expected.size());
  std::size_t row = 0;
  bool equal = true;
  for (const auto& [pair, pixels] : expected) {
    equal &= found[row].truth == pair.first && found[row].predicted == pair.second && found[row].pixels == pixels;
    ++row;
  }
  CHECK(equal);
}

}  // namespace

TEST_CASE("pairs of segments are those of a map of counts, at every length and width") {
  std::mt19937 random(7);
  for (std::size_t pixels = 0; pixels < 140; ++pixels) {
    for (const std::size_t longest : {std::size_t{1}, std::size_t{3}, std::size_t{60}}) {
      const std::uint32_t top = pixels % 2 == 0 ? 3 : 1u << 24;
      const auto truth = drawn(random, pixels, top, longest);
      const auto predicted = drawn(random, pixels, top, longest);
      compare<3, 3>(truth, predicted);
      compare<3, 4>(truth, predicted);
      compare<4, 3>(truth, predicted);
      compare<4, 4>(truth, predicted);
    }
  }
}

TEST_CASE("the table of pairs grows: every pixel another pair, ids that share their low bits") {
  std::vector<std::uint32_t> truth(5000);
  std::vector<std::uint32_t> predicted(5000);
  for (std::uint32_t pixel = 0; pixel < 5000; ++pixel) {
    truth[pixel] = pixel << 12;
    predicted[pixel] = ~(pixel << 12);
  }
  compare<4, 4>(truth, predicted);
  compare<4, 4>(predicted, truth);
  compare<4, 4>(truth, truth);
}
