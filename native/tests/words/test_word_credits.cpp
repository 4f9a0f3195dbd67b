#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "words/word_credits.hpp"

using namespace truebox;

TEST_CASE("two words in one polygon: 0.8 of each, and the detection is worth 0.8") {
  const std::vector<std::int64_t> offsets{0, 2}, found{0, 0}, word{0, 1};
  const std::vector<double> of_word{1.0, 1.0}, of_found{0.5, 0.5};
  std::vector<double> values(2);
  std::vector<std::int64_t> partner{-1};
  polygon_credits({offsets, found, word, of_word, of_found}, 0.7, 0.6, {values.data(), partner.data()});
  CHECK(values == std::vector<double>{1.6, 0.8});
  CHECK(partner == std::vector<std::int64_t>{0});
}

TEST_CASE("a word in two halves: 0.8 of it is found, by two detections of 0.8 each") {
  const std::vector<std::int64_t> offsets{0, 2}, found{0, 1}, word{0, 0}, of_words{0, 4}, of_detections{0, 4, 8};
  const std::vector<double> of_word{0.5, 0.5}, of_found{1.0, 1.0};
  const std::vector<double> box{0, 0, 4, 0, 4, 2, 0, 2}, boxes{0, 0, 2, 0, 2, 2, 0, 2, 2, 0, 4, 0, 4, 2, 2, 2};
  const std::vector<std::uint8_t> one{1}, two{1, 1};
  std::vector<double> values(4);
  std::vector<std::int64_t> partner{-1, -1};
  const DetEvalRules rules{0.8, 0.4, 0.79995, 0.39995, one, two, {box.data(), of_words}, {boxes.data(), of_detections}};
  deteval_credits({offsets, found, word, of_word, of_found}, rules, {values.data(), partner.data()});
  CHECK(values == std::vector<double>{0.8, 0.8, 0.0, 0.8});
  CHECK(partner == std::vector<std::int64_t>{0, 0});
}
