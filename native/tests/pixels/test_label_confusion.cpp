#include "pixels/label_confusion.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <random>
#include <vector>

namespace {

// The lowest byte of a label first, whatever this machine does.
template <class Label>
std::vector<std::uint8_t> bytes_of(const std::vector<Label>& labels) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(labels.size() * sizeof(Label));
  for (const Label label : labels) {
    for (std::size_t k = 0; k < sizeof(Label); ++k) {
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(label) >> (8 * k)));
    }
  }
  return bytes;
}

template <class Label>
std::vector<Label> drawn(std::mt19937& random, std::size_t pixels, int classes, std::size_t longest) {
  std::vector<Label> labels;
  while (labels.size() < pixels) labels.insert(labels.end(), 1 + random() % longest, static_cast<Label>(random() % static_cast<unsigned>(classes)));
  labels.resize(pixels);
  return labels;
}

template <class A, class B>
void compare(std::mt19937& random, std::size_t pixels, std::size_t longest, int threads) {
  constexpr int kClasses = 5;
  const auto truth = drawn<A>(random, pixels, kClasses, longest);
  const auto predicted = drawn<B>(random, pixels, kClasses, longest);
  std::vector<std::int64_t> expected(kClasses * kClasses);
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    if (truth[pixel] != 2) ++expected[static_cast<std::size_t>(static_cast<int>(truth[pixel]) * kClasses + static_cast<int>(predicted[pixel]))];
  }
  std::vector<std::int64_t> matrix(kClasses * kClasses);
  const auto fault = truebox::count_labels<sizeof(A), sizeof(B)>(
      bytes_of(truth), bytes_of(predicted), std::is_signed_v<A>, std::is_signed_v<B>, {kClasses, 2}, matrix, threads);
  CHECK(!fault);
  CHECK(matrix == expected);
}

}  // namespace

TEST_CASE("label pairs are counted as one by one, smooth and noisy, at every width") {
  std::mt19937 random(5);
  for (const std::size_t pixels : std::initializer_list<std::size_t>{0, 1, 2, 7, 8, 9, 40, 41, 4095, 4096, 4097, 70'000}) {
    for (const std::size_t longest : {std::size_t{1}, std::size_t{4}, std::size_t{200}}) {
      compare<std::uint8_t, std::uint8_t>(random, pixels, longest, 1);
      compare<std::int8_t, std::int64_t>(random, pixels, longest, 1);
      compare<std::uint16_t, std::int32_t>(random, pixels, longest, 1);
      compare<std::uint64_t, std::int16_t>(random, pixels, longest, 1);
    }
  }
  compare<std::uint8_t, std::int16_t>(random, 2'500'000, 300, 3);
}

TEST_CASE("the first label out of range is named, whichever way its block is counted") {
  std::mt19937 random(6);
  for (const std::size_t longest : {std::size_t{1}, std::size_t{200}}) {
    auto truth = drawn<std::int8_t>(random, 100'000, 5, longest);
    auto predicted = drawn<std::uint8_t>(random, 100'000, 5, longest);
    truth[60'001] = -1;
    predicted[90'000] = 5;
    std::vector<std::int64_t> matrix(25);
    auto fault = truebox::count_labels<1, 1>(bytes_of(truth), bytes_of(predicted), true, false, {5, {}}, matrix, 1);
    REQUIRE(fault);
    CHECK(fault->in_truth);
    CHECK(fault->pixel == 60'001);
    fault = truebox::count_labels<1, 1>(bytes_of(truth), bytes_of(predicted), true, false, {5, -1}, matrix, 1);
    REQUIRE(fault);
    CHECK(!fault->in_truth);
    CHECK(fault->pixel == 90'000);
  }
}

TEST_CASE("a run is not followed beyond where its reader stops") {
  const std::vector<std::uint8_t> same(300, 7);
  const truebox::PixelBytes<1> pixels(same);
  const truebox::PixelBytes<3> wide(same);
  for (const std::size_t stop : std::initializer_list<std::size_t>{1, 2, 40, 41, 100}) {
    CHECK(pixels.run_end(0, stop) == stop);
    CHECK(wide.run_end(0, stop) == stop);
  }
}
