// Polygons read many numbers at a time, against strtod: every number has the same bits, however it is written.
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

struct ReadMasks {
  truebox::reading::Declined declined;
  truebox::reading::MaskPredictionColumns columns;

  explicit ReadMasks(const std::string& text) {
    std::unique_ptr<char[]> exact(new char[text.size()]);
    std::memcpy(exact.get(), text.data(), text.size());
    truebox::reading::ArrayJob job{};
    declined = read_coco_predictions(exact.get(), exact.get() + text.size(), job, columns);
  }

  std::vector<double> numbers() const {
    const auto& parts = columns.extra.parts;
    const auto* const first = parts.values.as<double>();
    return {first, first + parts.value_count.rows};
  }
};

std::string mask_row(const std::string& polygons) {
  return "{\"image_id\":1,\"category_id\":1,\"segmentation\":[" + polygons + "],\"score\":0.5}";
}

std::string written_number(std::mt19937& chance) {
  const auto whole = chance() % 4 == 0 ? chance() % 10 : chance() % 2000;
  std::string text = std::to_string(whole);
  switch (chance() % 40) {
    case 0: return text;
    case 1: return "-" + text + ".25";
    case 2: return text + "." + std::to_string(chance() % 10);
    case 3: return chance() % 8 == 0 ? text + ".123456789012" : text + ".5";
    case 4: return chance() % 8 == 0 ? text + "e-2" : text + ".0";
    case 5: return chance() % 8 == 0 ? "-0.0" : "0.0";
    default: return text + "." + std::to_string(10 + chance() % 90);
  }
}

}  // namespace

TEST_CASE("numbers of polygons have the bits of strtod") {
  std::mt19937 chance(11);
  for (int round = 0; round < 400; ++round) {
    std::vector<double> expected;
    std::string text = "[";
    const std::size_t rows = 1 + chance() % 6;
    for (std::size_t row = 0; row < rows; ++row) {
      std::string polygons;
      const std::size_t parts = 1 + chance() % 3;
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t count = round % 50 == 0 ? 900 + chance() % 300 : chance() % 60;
        polygons += part == 0 ? "[" : chance() % 2 == 0 ? ",[" : ", [";
        for (std::size_t i = 0; i < count; ++i) {
          const std::string number = written_number(chance);
          expected.push_back(std::strtod(number.c_str(), nullptr));
          polygons += (i == 0 ? "" : round % 2 == 0 ? "," : ", ") + number;
        }
        polygons += "]";
      }
      text += (row == 0 ? "" : ",") + mask_row(polygons);
    }
    const ReadMasks read(text + "]");
    REQUIRE(read.declined.fault == truebox::reading::JsonFault::none);
    const std::vector<double> found = read.numbers();
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      REQUIRE(std::bit_cast<std::uint64_t>(found[i]) == std::bit_cast<std::uint64_t>(expected[i]));
    }
  }
}

TEST_CASE("what is no number of JSON is refused in polygons too") {
  for (const char* number : {"01", "1.", ".5", "+1", "1.5.5", "--1", "0x1", "1 2", "1e", "NaN", ""}) {
    const std::string row = mask_row(std::string("[7.25,8.5,") + number + ",9.75]");
    CHECK(ReadMasks("[" + row + "," + mask_row("[1,2,3,4,5,6]") + "]").declined.fault !=
          truebox::reading::JsonFault::none);
  }
}
