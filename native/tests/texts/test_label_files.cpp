// Label rows, plain XML and headers of pictures.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "texts/label_rows.hpp"
#include "texts/small_files.hpp"
#include "texts/voc_annotation.hpp"

using namespace truebox;

TEST_CASE("names are split at their zero bytes") {
  const std::string blob("a.txt\0b/c.txt\0", 14);
  CHECK(split_names(blob) == std::vector<std::string_view>{"a.txt", "b/c.txt"});
  CHECK(split_names("").empty());
}

TEST_CASE("numbers are rounded correctly and read to their end") {
  double value = 0;
  const std::string text = "0.1234567890123456789012345678901234567890e-3 ";
  const char* const end = reading::read_plain_number(text.data(), text.data() + text.size(), value);
  CHECK(end == text.data() + text.size() - 1);
  CHECK(value == 0.1234567890123456789012345678901234567890e-3);
  for (const std::string bad : {"", ".", "+", "e5", "1e", "1e999"}) {
    CHECK(reading::read_plain_number(bad.data(), bad.data() + bad.size(), value) == nullptr);
  }
}

TEST_CASE("a declined text leaves the rows as they were") {
  reading::LabelRows rows;
  CHECK(reading::append_label_rows("1 0.5\n", 0, rows));
  CHECK_FALSE(reading::append_label_rows("2 0.5 0.5\n3 x\n", 1, rows));
  CHECK(rows.category == std::vector<std::int64_t>{1});
  CHECK(rows.numbers == std::vector<double>{0.5});
}

TEST_CASE("parts of an object are not objects") {
  reading::VocAnnotation found;
  const std::string box = "<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox>";
  REQUIRE(reading::read_voc_annotation(
      "<annotation><object><name>a&lt;b</name><part><name>head</name>" + box + "</part>" + box + "</object></annotation>",
      found));
  REQUIRE(found.objects.size() == 1);
  CHECK(found.objects[0].name == "a<b");
  CHECK(found.objects[0].corners == std::array<double, 4>{1, 2, 3, 4});
  CHECK_FALSE(reading::read_voc_annotation("<annotation><object>" + box + "</object></annotation>", found));
  CHECK_FALSE(reading::read_voc_annotation("<!DOCTYPE a><annotation/>", found));
}
