// Labelled objects: fields in any order, defaults, and messages that end early.
#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "texts/labelled_objects.hpp"

using namespace truebox;

namespace {

bool read(reading::ObjectsReader& reader, const std::string& message) {
  return reader.read(std::span(reinterpret_cast<const std::uint8_t*>(message.data()), message.size()));
}

std::string part(char tag, const std::string& held) { return std::string{tag, static_cast<char>(held.size())} + held; }

// A box whose width is 1, with type 2 before it; no score; segment "a", in front of its label.
std::string one() {
  const std::string width = std::string{0x21} + std::string(6, '\0') + "\xf0\x3f";
  return part(0x0a, part(0x22, "a") + std::string{0x28, 7} + part(0x0a, std::string{0x18, 2} + part(0x0a, width)));
}

}  // namespace

TEST_CASE("fields stand in any order, and what is absent has its default") {
  const std::string message = one();
  reading::ObjectsReader reader;
  REQUIRE(read(reader, message + message));
  const reading::ObjectColumns& found = reader.columns();
  CHECK(found.scores == std::vector<double>{1, 1});
  CHECK(found.contexts == std::vector<std::string>{"a"});
  CHECK(found.numbers[4] == 1.0);  // width, behind length
  CHECK(found.wholes[1] == 7);
  CHECK(found.wholes[3] == 2);
  CHECK(found.wholes[7] == (reading::kHasBox | reading::kHasContext | reading::kHasTime));
}

TEST_CASE("a message that ends early is declined after its last whole object") {
  const std::string message = one();
  reading::ObjectsReader reader;
  CHECK_FALSE(read(reader, message + message.substr(0, message.size() - 1)));
  CHECK(reader.columns().scores.size() == 1);
}
