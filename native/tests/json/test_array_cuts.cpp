// Cuts of an array of objects.
#include <doctest/doctest.h>

#include <string>

#include "json/array_cuts.hpp"

using truebox::after_objects;

TEST_CASE("an array is cut behind whole objects, whatever their texts hold") {
  const std::string text = R"([{"a": "}]\"{"}, {"b": [1, {"c": 2}]}, {"d": "\\"}] )";
  const std::size_t first = after_objects(text, 1, 1);
  CHECK(text.substr(1, first - 1) == R"({"a": "}]\"{"})");
  const std::size_t second = after_objects(text, first, 1);
  CHECK(text.substr(first, second - first) == R"(, {"b": [1, {"c": 2}]})");
  const std::size_t third = after_objects(text, second, 1);
  CHECK(text.substr(second, third - second) == R"(, {"d": "\\"})");
  CHECK(text[after_objects(text, third, 1)] == ']');
  CHECK(text[after_objects(text, 1, 10000)] == ']');
}

TEST_CASE("a text that ends too early ends where it ends") {
  for (const std::string text : {"[", "[{", "[{\"a", "[{\"a\\", "[{\"a\": 1", ""}) {
    CHECK(after_objects(text, 1, 1) == text.size());
  }
}
