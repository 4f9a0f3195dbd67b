// Records of examples as columns.
#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "texts/example_bytes.hpp"
#include "texts/example_records.hpp"

using namespace truebox;
using namespace truebox::example_bytes;

namespace {

bool read(reading::ExampleReader& reader, const std::string& file) {
  return reader.read(std::span(reinterpret_cast<const std::uint8_t*>(file.data()), file.size()), [](std::size_t) {});
}

bool is_taken(const std::string& file, bool detections = false) {
  reading::ExampleReader reader(detections);
  return read(reader, file);
}

bool is_taken_with(const std::string& entries) {
  return is_taken(framed(part(1, picture("object") + entries)));
}

}  // namespace

TEST_CASE("objects of a record are read") {
  reading::ExampleReader reader(false);
  REQUIRE(read(reader, framed(truth()) + framed(truth())));
  const reading::ExampleColumns& found = reader.columns();
  CHECK(found.sizes == std::vector<std::int64_t>{100, 80, 100, 80});
  CHECK(found.names == "a.jpga.jpg");
  CHECK(found.boxes == std::vector<double>{25, 40, 50, 40, 25, 40, 50, 40});
  CHECK(found.amounts == std::vector<double>{2000, 2000});
  CHECK(found.flags == std::vector<std::int8_t>{1, -1, -1, 1, -1, -1});
  CHECK(found.image == std::vector<std::int64_t>{0, 1});
  CHECK(found.kind == std::vector<std::int64_t>{0, 0});
  CHECK(found.class_texts == std::vector<std::string>{"cat"});
  CHECK(found.class_labels == std::vector<std::int64_t>{17});
}

TEST_CASE("detections of a record are read") {
  reading::ExampleReader reader(true);
  REQUIRE(read(reader, framed(detection())));
  CHECK(reader.columns().amounts == std::vector<double>{0.5});
  CHECK(reader.columns().flags.empty());
  CHECK_FALSE(is_taken(framed(truth()), true));
}

TEST_CASE("any single damaged bit of a file is declined") {
  const std::string whole = framed(truth());
  REQUIRE(is_taken(whole));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    CHECK_FALSE(is_taken(damaged));
  }
  for (std::size_t length = 1; length < whole.size(); ++length) CHECK_FALSE(is_taken(whole.substr(0, length)));
}

TEST_CASE("what the general reader refuses or has to look at is declined") {
  const std::string label = entry("image/object/class/label", wholes({1}));
  CHECK(is_taken_with(label));
  CHECK(is_taken_with(entry("image/object/class/text", text("cat"))));
  CHECK(is_taken_with(label + entry("image/object/area", floats({}))));
  CHECK(is_taken_with(label + entry("image/other", "\xff")));  // nobody asks for it
  CHECK_FALSE(is_taken_with(""));                                 // an object of no class
  CHECK_FALSE(is_taken_with(entry("image/object/class/text", text(""))));
  CHECK_FALSE(is_taken_with(label + label));
  CHECK_FALSE(is_taken_with(entry("image/object/class/label", wholes({1, 2}))));
  CHECK_FALSE(is_taken_with(entry("image/object/class/label", floats({1}))));
  CHECK_FALSE(is_taken_with(label + entry("image/object/class/other", wholes({1}))));
  CHECK_FALSE(is_taken_with(label + entry("image/object/area", part(2, part(1, "abc")))));
  CHECK_FALSE(is_taken_with(label + "\x0b"));
  CHECK_FALSE(is_taken(framed(part(1, entry("image/filename", text("a.jpg"))))));  // of no size
  CHECK_FALSE(is_taken("\x1f\x8b of gzip, which is opened elsewhere"));
}

TEST_CASE("numbers of the wire have ten bytes and 64 bits at most") {
  const auto taken = [](const std::string& bytes, std::uint64_t& value) {
    std::span rest(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return reading::take_varint(rest, value);
  };
  std::uint64_t value = 0;
  CHECK(taken("\x96\x01", value));
  CHECK(value == 150);
  CHECK(taken(std::string(9, '\xff') + "\x01", value));
  CHECK(value == UINT64_MAX);
  CHECK_FALSE(taken(std::string(9, '\xff') + "\x02", value));
  CHECK_FALSE(taken(std::string(10, '\xff') + "\x01", value));
  CHECK_FALSE(taken("\xff", value));
  CHECK_FALSE(taken("", value));
}
