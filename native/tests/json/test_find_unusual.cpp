// The end of a string is found where a walk byte by byte finds it, at whatever distance and however near the end.
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "json/string.hpp"

namespace {

std::size_t walked_to_unusual(const std::string& text) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte == '"' || byte == '\\' || byte < 0x20 || byte >= 0x80) break;
  }
  return at;
}

std::size_t found_unusual(const std::string& text) {
  std::unique_ptr<char[]> exact(new char[text.size()]);  // nothing readable behind it
  std::memcpy(exact.get(), text.data(), text.size());
  return static_cast<std::size_t>(
      truebox::reading::find_unusual(exact.get(), exact.get() + text.size()) - exact.get());
}

}  // namespace

TEST_CASE("every unusual byte is found at every place") {
  for (std::size_t length = 0; length < 300; ++length) {
    std::string text(length, 'a');
    REQUIRE(found_unusual(text) == length);
    for (std::size_t at = 0; at < length; at += 1 + length / 60) {
      for (const int byte : {0, 1, 31, 34, 92, 128, 255}) {
        text[at] = static_cast<char>(byte);
        REQUIRE(found_unusual(text) == at);
      }
      for (const int byte : {32, 33, 35, 91, 93, 126, 127}) {
        text[at] = static_cast<char>(byte);
        REQUIRE(found_unusual(text) == length);
      }
      text[at] = 'a';
    }
  }
}

TEST_CASE("the first of several unusual bytes is found") {
  std::mt19937 chance(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text(chance() % 400, 'x');
    for (char& each : text) {
      each = static_cast<char>(chance() % 200 == 0 ? chance() % 256 : 35 + chance() % 50);
    }
    REQUIRE(found_unusual(text) == walked_to_unusual(text));
  }
}
