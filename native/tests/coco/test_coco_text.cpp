// The array of rows: learnt bytes, several threads, cuts at the wrong place.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "coco/text.hpp"

namespace {

using truebox::reading::JsonFault;

struct Reading {
  truebox::reading::Declined declined;
  truebox::reading::PredictionColumns columns;

  explicit Reading(const std::string& text, int threads = 1) {
    std::unique_ptr<char[]> exact(new char[text.size()]);
    std::memcpy(exact.get(), text.data(), text.size());
    truebox::reading::ArrayJob job{};
    job.threads = threads;
    declined = truebox::reading::read_coco_predictions(exact.get(), exact.get() + text.size(), job, columns);
  }
};

std::string row(int image, const std::string& extra = "") {
  return "{\"image_id\": " + std::to_string(image) + ", " + extra +
         "\"category_id\": 2, \"bbox\": [1, 2.5, 3, 4], \"score\": 0.25}";
}

}  // namespace

TEST_CASE("rows of changing shapes are read") {
  const Reading found("[" + row(1) + ", " + row(22) + "," + row(3, "\"a\": [1, {\"b\": 2}], ") + "\n, " +
                      row(4, "\"a\": [], ") + " , { \"score\": 1, \"bbox\": [0, 0, 0, 0 ], \"category_id\": 5, \"image_id\": 6}]");
  REQUIRE(found.declined.fault == JsonFault::none);
  REQUIRE(found.columns.count.rows == 5);
  CHECK(found.columns.image.at(1) == 22);
  CHECK(found.columns.image.at(4) == 6);
  CHECK(found.columns.category.at(4) == 5);
  CHECK(found.columns.boxes.as<truebox::reading::CocoBox>()[3][1] == 2.5);
  CHECK(found.columns.scores.as<double>()[4] == 1);
}

TEST_CASE("an empty list has no rows") {
  const Reading found(" [ ] ");
  CHECK(found.declined.fault == JsonFault::none);
  CHECK(found.columns.count.rows == 0);
}

TEST_CASE("many parts on many threads keep the order, with false cuts between") {
  std::string nested = "\"nested\": [";
  for (int i = 0; i < 3000; ++i) nested += (i ? ", " : "") + row(-1);
  nested += "], ";
  std::string text = "[";
  for (int i = 0; i < 4000; ++i) text += (i ? ", " : "") + row(i, i % 1000 == 7 ? nested : "");
  text += "]";
  for (const int threads : {1, 2, 7}) {
    const Reading found(text, threads);
    REQUIRE(found.declined.fault == JsonFault::none);
    REQUIRE(found.columns.count.rows == 4000);
    for (int i = 0; i < 4000; ++i) REQUIRE(found.columns.image.at(static_cast<std::size_t>(i)) == i);
  }
}

TEST_CASE("a fault far inside is found by any number of threads") {
  std::string text = "[";
  for (int i = 0; i < 9000; ++i) text += (i ? ", " : "") + row(i);
  const std::string good = text + "]";
  for (const int threads : {1, 3}) {
    CHECK(Reading(good, threads).declined.fault == JsonFault::none);
    CHECK(Reading(good + "]", threads).declined.fault == JsonFault::trailing);
    CHECK(Reading(text, threads).declined.fault == JsonFault::truncated);
    std::string broken = good;
    broken[broken.size() / 10 * 9] = '\x01';
    CHECK(Reading(broken, threads).declined.fault != JsonFault::none);
  }
}

TEST_CASE("cancelling stops the reading") {
  std::string text = "[";
  for (int i = 0; i < 9000; ++i) text += (i ? ", " : "") + row(i);
  text += "]";
  const std::atomic<bool> cancelled{true};
  truebox::reading::ArrayJob job{};
  job.cancelled = &cancelled;
  truebox::reading::PredictionColumns columns;
  const auto declined = truebox::reading::read_coco_predictions(text.data(), text.data() + text.size(), job, columns);
  CHECK(declined.fault == JsonFault::cancelled);
}
