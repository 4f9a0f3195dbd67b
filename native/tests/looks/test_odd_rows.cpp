#include "looks/odd_rows.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace truebox;

TEST_CASE("one value beyond the limit is found wherever it stands") {
  for (const int threads : {1, 4}) {
    std::vector<double> values(300'000, 1e7);
    CHECK_FALSE(any_beyond(values, 1e7, threads));
    for (const std::size_t place : {std::size_t{0}, std::size_t{65'536}, values.size() - 1}) {
      values[place] = -1.1e7;
      CHECK(any_beyond(values, 1e7, threads));
      values[place] = 0;
    }
  }
  CHECK_FALSE(any_beyond({}, 1, 1));
}

TEST_CASE("an area may be that of a box a pixel larger on each side, and no more") {
  const double boxes[] = {0, 0, 3, 4, 5, 5, 1, 1};
  const double as_large[] = {20, 4}, larger[] = {20, 4.5};
  CHECK_FALSE(detail::any_larger_area(boxes, as_large, 2));
  CHECK(detail::any_larger_area(boxes, larger, 2));
}

TEST_CASE("rows repeat where all their values do") {
  std::mt19937 random(5);
  for (int world = 0; world < 300; ++world) {
    const std::size_t count = random() % 40;
    std::vector<std::int32_t> image(count);
    std::vector<std::int64_t> category(count);
    std::vector<double> boxes(4 * count);
    std::vector<std::uint8_t> crowd(count);
    std::set<std::tuple<int, std::int64_t, double, double, double, double, int>> distinct;
    for (std::size_t i = 0; i < count; ++i) {
      image[i] = static_cast<std::int32_t>(random() % 3) - 1;
      category[i] = static_cast<std::int64_t>(random() % 2);
      for (std::size_t k = 0; k < 4; ++k) boxes[4 * i + k] = (random() % 2 ? 1.0 : -1.0) * static_cast<double>(random() % 3);
      crowd[i] = random() % 2;
      const double* b = boxes.data() + 4 * i;
      distinct.emplace(image[i], category[i], b[0], b[1], b[2], b[3], crowd[i]);
    }
    CHECK(may_repeat<std::int32_t, std::int64_t>(image, category, boxes.data(), crowd) == (distinct.size() < count));
  }
}

TEST_CASE("texts repeat where all their letters do") {
  const auto repeat = [](const std::vector<std::string>& texts) {
    std::string buffer;
    std::vector<std::int64_t> offsets{0};
    for (const std::string& text : texts) {
      buffer += text;
      offsets.push_back(static_cast<std::int64_t>(buffer.size()));
    }
    return texts_may_repeat(buffer, offsets);
  };
  CHECK_FALSE(repeat({}));
  CHECK_FALSE(repeat({"a", "aa", std::string(1, '\0'), std::string(2, '\0'), "000000001.jpg", "000000002.jpg"}));
  CHECK(repeat({"000000001.jpg", "b", "000000001.jpg"}));
  CHECK(repeat({"", ""}));
}

TEST_CASE("rows of some images are those that a plain loop finds, in any order of rows") {
  std::mt19937 random(6);
  for (int world = 0; world < 200; ++world) {
    const std::size_t images = 1 + random() % 60, count = random() % 3'000;
    const bool ascending = world % 2 == 0;
    std::vector<std::int32_t> image(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t of = ascending ? i * images / (count + 1) : random() % images;
      image[i] = random() % 50 ? static_cast<std::int32_t>(of) : static_cast<std::int32_t>(random() % 70) - 3;
    }
    std::vector<std::uint8_t> chosen(images);
    for (auto& each : chosen) each = random() % 8 == 0;
    std::vector<std::int64_t> expected;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t place = image[i];
      if (place >= 0 && static_cast<std::size_t>(place) < images && chosen[static_cast<std::size_t>(place)]) {
        expected.push_back(static_cast<std::int64_t>(i));
      }
    }
    CHECK(rows_of_images(image, chosen) == expected);
  }
}
