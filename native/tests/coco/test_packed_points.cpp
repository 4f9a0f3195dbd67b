// Lists of keypoints that are packed, against strtod: every list is the same numbers, packed or not.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "coco/reading.hpp"
#include "coco/shapes.hpp"

namespace {

using namespace truebox::reading;

struct Read {
  Declined declined;
  KeypointPredictionColumns columns;

  explicit Read(const std::string& text, int threads = 1, std::ptrdiff_t part_bytes = kPartBytes) {
    std::unique_ptr<char[]> exact(new char[text.size()]);
    std::memcpy(exact.get(), text.data(), text.size());
    ArrayJob job{};
    job.threads = threads;
    job.part_bytes = part_bytes;
    declined = read_coco_predictions(exact.get(), exact.get() + text.size(), job, columns);
  }

  // Of all rows, whether they are packed or not.
  std::vector<double> numbers() const {
    const KeypointColumns& held = columns.extra;
    const std::size_t count = held.packed() ? 3 * held.count.rows * held.per_row() : held.points.value_count.rows;
    std::vector<double> found(count);
    if (held.packed()) {
      unpack_points(held.coordinates.as<std::int32_t>(), held.thirds.as<std::uint8_t>(), count / 3, found.data());
    } else {
      std::memcpy(found.data(), held.points.values.as<double>(), count * sizeof(double));
    }
    return found;
  }
};

std::string row_of(const std::string& list) {
  return "{\"image_id\":1,\"category_id\":1,\"keypoints\":" + list + ",\"score\":0.5}";
}

// Behind it stand so many bytes that a list is looked at in whole blocks.
std::string text_of(const std::string& list) {
  std::string rows;
  for (int i = 0; i < 3; ++i) rows += "," + row_of("[7,8,1]");
  return "[" + row_of(list) + rows + "]";
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace

TEST_CASE("every number that may be packed is what strtod reads") {
  const std::vector<std::string> numbers{
      "0",      "0.0",      "0.00",    "0.01",   "0.1",     "1",        "9",          "10",        "99.9",   "99.99",   "574.53",
      "1234567", "123456.7", "12345.67", "-0.01", "-1",     "-99.99",   "21474836",   "21474836.4", "21474837", "9999999", "99999999",
      "0.001",  "1.005",    "1e2",     "1.5e1",  "-0",      "-0.0",     "1.000",      "574.5312347", "2147483647", "123456789.12", "100.50"};
  for (const std::string& number : numbers) {
    for (const std::string between : {",", ", "}) {
      const Read found(text_of("[" + number + between + "3.25" + between + "1.0]"));
      REQUIRE(found.declined.fault == JsonFault::none);
      CHECK_MESSAGE(same_bits(found.numbers()[0], number == "-0" ? 0.0 : std::strtod(number.c_str(), nullptr)), number);
      const Read other(text_of("[3.25" + between + number + between + "2]"));
      CHECK_MESSAGE(same_bits(other.numbers()[1], number == "-0" ? 0.0 : std::strtod(number.c_str(), nullptr)), number);
      CHECK(other.numbers()[2] == 2);
    }
  }
}

TEST_CASE("numbers read at once are those read one by one, and what is refused is refused by both") {
  using namespace packed_detail;
  if (!reads_points_wide()) return;
  const std::vector<std::string> odd{"-0", "-0.0", "1e2", "1.", ".5", "05", "00", "0.123", "1234567", "999999", "99999.99", "999999.9",
                                     "100000.99", "-5", "-0.01", "--1", "-", "", " 1", "1 ", "1x", "+1", "1.2.3", "12345678", "1..2"};
  std::mt19937 chance(5);
  const auto number = [&] {
    const unsigned kind = chance() % 4;
    std::string text = std::to_string(chance() % (kind == 0 ? 10 : kind == 1 ? 100000 : 1000));
    if (kind != 1 && chance() % 4 != 0) text += "." + std::to_string(chance() % (chance() % 2 ? 10 : 100));
    return (chance() % 20 == 0 ? "-" : "") + text;
  };
  std::size_t taken = 0;
  for (int round = 0; round < 20000; ++round) {
    const bool spaced = chance() % 2;
    std::string list = "[[[[[[[[";  // eight bytes before
    const std::size_t count = 3 * (1 + chance() % 20), strange = chance() % (4 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string each = i == strange ? odd[chance() % odd.size()] : i % 3 == 2 ? std::to_string(chance() % 3) : number();
      list += (i == 0 ? "" : spaced ? ", " : ",") + each;
    }
    const std::string text = list + "]" + std::string(80, ' ');
    std::int32_t one[2 * kMostPoints], all[2 * kMostPoints + 14];
    std::uint8_t one_third[kMostPoints], all_third[kMostPoints + 7];
    const PackedList plain = read_points(text.data() + 8, text.data() + text.size(), one, one_third);
    const PackedList wide = read_points_wide(text.data() + 8, text.data() + text.size(), all, all_third);
    if (wide.after == nullptr) {  // it leaves seven digits before the point, and such, to the other
      CHECK_MESSAGE((plain.after == nullptr || strange < count), list);
      continue;
    }
    ++taken;
    REQUIRE_MESSAGE(wide.after == plain.after, list);
    REQUIRE(wide.points == plain.points);
    CHECK(std::memcmp(one, all, 2 * plain.points * sizeof(std::int32_t)) == 0);
    CHECK(std::memcmp(one_third, all_third, plain.points) == 0);
  }
  CHECK(taken > 10000);
}

TEST_CASE("a third number that is no byte leaves the numbers as doubles") {
  for (const std::string third : {"0", "1", "2", "255", "2.0", "3.00"}) {
    const Read found(text_of("[1.5,2.5," + third + "]"));
    CHECK(found.columns.extra.packed());
    CHECK(found.numbers()[2] == std::strtod(third.c_str(), nullptr));
  }
  for (const std::string third : {"256", "0.5", "-1", "0.87654321", "-0.0", "1e300"}) {
    const Read found(text_of("[1.5,2.5," + third + "]"));
    CHECK_FALSE(found.columns.extra.packed());
    CHECK(same_bits(found.numbers()[2], std::strtod(third.c_str(), nullptr)));
    CHECK(found.numbers()[3] == 7);
  }
}

TEST_CASE("what is no JSON is refused, in blocks or not") {
  for (const std::string list : {"[1.5,2.5,1.]", "[01.5,2.5,1]", "[1.5,.5,1]", "[1.5,,1]", "[1.5,2.5,1,]", "[1.5 2.5,1,1]",
                                 "[1.5,2.5,1.0.0]", "[1.5,2.5,+1]", "[1.5,-,1]", "[1.5,2.5,1x]", "[,1,2]", "[1.5,2.5,01]"}) {
    const Read found(text_of(list));
    CHECK_MESSAGE(found.declined.fault != JsonFault::none, list);
  }
}

TEST_CASE("lists of other lengths and empty ones keep their rows") {
  const Read found("[" + row_of("[1,2,1,3,4,1]") + "," + row_of("[]") + "," + row_of("[5,6]") + "," + row_of("[7,8,1]") + "]");
  REQUIRE(found.declined.fault == JsonFault::none);
  const KeypointColumns& held = found.columns.extra;
  REQUIRE_FALSE(held.packed());
  const auto* ends = held.points.ends.as<std::int64_t>();
  CHECK(std::vector<std::int64_t>(ends, ends + 5) == std::vector<std::int64_t>{0, 6, 6, 8, 11});
  CHECK(found.numbers() == std::vector<double>{1, 2, 1, 3, 4, 1, 5, 6, 7, 8, 1});
}

TEST_CASE("one row that cannot be packed, anywhere, changes no number") {
  std::mt19937 chance(1);
  for (int odd = -1; odd < 400; odd += 37) {
    std::string text = "[";
    std::vector<double> expected;
    for (int row = 0; row < 400; ++row) {
      std::string list = "[";
      for (int i = 0; i < 51; ++i) {
        std::string number = i % 3 == 2 ? std::to_string(chance() % 3) + (chance() % 2 ? ".0" : "")
                                        : std::to_string(chance() % 3000) + "." + std::to_string(chance() % 100);
        if (row == odd && i == 24) number = "12.3456789";
        expected.push_back(std::strtod(number.c_str(), nullptr));
        list += (i == 0 ? "" : row % 2 ? "," : ", ") + number;
      }
      text += (row == 0 ? "" : ",") + row_of(list + "]");
    }
    text += "]";
    for (const int threads : {1, 3}) {
      const Read found(text, threads, 4096);
      REQUIRE(found.declined.fault == JsonFault::none);
      CHECK(found.columns.extra.packed() == (odd < 0));
      const std::vector<double> numbers = found.numbers();
      REQUIRE(numbers.size() == expected.size());
      bool same = true;
      for (std::size_t i = 0; i < numbers.size(); ++i) same = same && same_bits(numbers[i], expected[i]);
      CHECK(same);
      if (odd < 0) continue;
      const auto* ends = found.columns.extra.points.ends.as<std::int64_t>();
      for (int row = 0; row <= 400; ++row) same = same && ends[row] == 51 * row;
      CHECK(same);
    }
  }
}
