// Short numbers in lists, and strings found sixteen bytes at a time, against the general way and the standard library.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "json/numbers.hpp"
#include "json/string.hpp"

using namespace truebox::reading;

namespace {

// The number at the front of `text`, by the short way; or nothing.
bool reads_short(const std::string& text, double& value, std::size_t& length) {
  const std::string padded = text + ",0,0,0,0";
  const char* const after = read_short_double(padded.data(), value);
  length = after == nullptr ? 0 : static_cast<std::size_t>(after - padded.data());
  return after != nullptr;
}

}  // namespace

TEST_CASE("every number of up to four digits and a point is what strtod reads") {
  for (int whole = 0; whole < 1000; ++whole) {
    for (int places = 0; places <= 3; ++places) {
      char text[16];
      std::snprintf(text, sizeof text, "%d.%0*d", whole, places, places == 0 ? 0 : whole % 7);
      std::string written = places == 0 ? std::to_string(whole) : text;
      double value = -1;
      std::size_t length;
      REQUIRE(reads_short(written, value, length) == (written.size() <= 7));
      if (written.size() > 7) continue;
      CHECK(length == written.size());
      CHECK(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(std::strtod(written.c_str(), nullptr)));
    }
  }
}

TEST_CASE("what is no short number is left to the general way") {
  double value;
  std::size_t length;
  for (const char* text : {"-1.5", "01", "00.5", ".5", "1.", "1e3", "1.5e3", "1E3", "12345678", "1234.5678", "+1", "NaN", "x"}) {
    CHECK_FALSE(reads_short(text, value, length));
  }
}

TEST_CASE("a list is read alike with short and long numbers, blanks and faults") {
  const auto read = [](const std::string& text, std::vector<double>& numbers) {
    JsonCursor c(text.data(), text.data() + text.size());
    bool closed;
    enter_container(c, ']', closed);
    return read_numbers(c, closed, numbers) && c.p == c.end;
  };
  std::vector<double> numbers;
  CHECK(read("[1,2.5, 3.25 ,-4.125,1234567.875,1e2,0.1]", numbers));
  CHECK(numbers == std::vector<double>{1, 2.5, 3.25, -4.125, 1234567.875, 100, 0.1});
  for (const char* text : {"[1.2.3]", "[1,,2]", "[01,2,3,4,5]", "[1.,2,3,4,5]", "[1,2", "[1.5x,2,3,4]", "[1 2,3,4,5,6]"}) {
    std::vector<double> some;
    CHECK_FALSE(read(text, some));
  }
}

TEST_CASE("an unusual byte is found at every place") {
  for (std::size_t length = 0; length < 70; ++length) {
    for (const char unusual : {'"', '\\', '\n', '\0', '\x1f', '\x80', '\xff'}) {
      for (std::size_t place = 0; place <= length; ++place) {
        std::string text(length, 'a');
        if (place < length) text[place] = unusual;
        CHECK(static_cast<std::size_t>(find_unusual(text.data(), text.data() + length) - text.data()) == place);
      }
    }
  }
  const std::string usual = "!#[]~\x7f az09";
  CHECK(find_unusual(usual.data(), usual.data() + usual.size()) == usual.data() + usual.size());
}

TEST_CASE("text between escapes is kept") {
  const std::string text = R"("ab\\cd\"ef\u00e9gh\\")";
  JsonCursor c(text.data(), text.data() + text.size());
  JsonString read;
  REQUIRE(read_string(c, read));
  std::string plain;
  append_unescaped(plain, read);
  CHECK(plain == "ab\\cd\"ef\xc3\xa9gh\\");
}
