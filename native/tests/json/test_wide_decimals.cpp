// Decimals read from wide registers, against strtod: they have its bits, or are left to the general way.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "json/wide_decimals.hpp"

namespace {

using namespace truebox::reading;

// As much around a text as the readers may touch, of bytes that would change any number they were taken into.
const std::string kAround(192, '7');

TRUEBOX_WIDE_DECIMALS bool reads_one(const std::string& text, double& value) {
  const std::string held = kAround + text + "}" + kAround;
  const char* const first = held.data() + kAround.size();
  return read_one_decimal_wide(first, value) == first + text.size();
}

TRUEBOX_WIDE_DECIMALS bool reads_four(const std::string& list, double* values) {
  const std::string held = kAround + list + kAround;
  const char* const first = held.data() + kAround.size();
  return read_four_decimals_wide(first, values) == first + list.size();
}

TRUEBOX_WIDE_DECIMALS bool reads_integer(const std::string& text, std::int64_t& value) {
  const std::string held = kAround + text + "," + kAround;
  const char* const first = held.data() + kAround.size();
  return read_integer_wide(first, value) == first + text.size();
}

bool is_strtod(const std::string& text, double value) {
  const double wanted = std::strtod(text.c_str(), nullptr);
  return std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(wanted);
}

std::string list_of(const std::vector<std::string>& numbers, const std::string& between) {
  return "[" + numbers[0] + between + numbers[1] + between + numbers[2] + between + numbers[3] + "]";
}

// One to nineteen digits with a point among them.
std::string pointed(std::mt19937_64& chance) {
  const std::size_t count = 2 + chance() % 18, whole = 1 + chance() % (count - 1);
  std::string text;
  const auto kind = chance() % 3;  // any digits, many nines, many zeros
  for (std::size_t i = 0; i < count; ++i) {
    text += static_cast<char>(kind == 0 || chance() % 4 == 0 ? '0' + chance() % 10 : kind == 1 ? '9' : '0');
    if (i + 1 == whole) text += '.';
  }
  if (whole > 1 && text[0] == '0') text[0] = '1';
  return text;
}

// Exactly between two doubles: odd / 2^k of 54 bits, written out, where nineteen digits hold it.
std::string halfway(std::mt19937_64& chance) {
  const int k = 1 + static_cast<int>(chance() % 3);
  std::uint64_t digits = (std::uint64_t{1} << 53 | chance() >> 11) | 1;
  for (int i = 0; i < k; ++i) digits *= 5;
  std::string text = std::to_string(digits);
  text.insert(text.size() - static_cast<std::size_t>(k), ".");
  return text;
}

}  // namespace

TEST_CASE("numbers read wide are those that strtod reads") {
  if (!reads_decimals_wide()) return;
  std::mt19937_64 chance(11);
  int left = 0;
  for (int round = 0; round < 60000; ++round) {
    std::vector<std::string> numbers;
    for (int i = 0; i < 4; ++i) numbers.push_back(round % 5 == 0 ? halfway(chance) : pointed(chance));
    double values[4], value;
    const std::string list = list_of(numbers, round % 2 ? ", " : ",");
    if (reads_four(list, values)) {
      for (std::size_t i = 0; i < 4; ++i) REQUIRE_MESSAGE(is_strtod(numbers[i], values[i]), numbers[i]);
    } else {
      left += round % 5 != 0;
    }
    REQUIRE_MESSAGE(reads_one(numbers[0], value), numbers[0]);
    REQUIRE_MESSAGE(is_strtod(numbers[0], value), numbers[0]);
  }
  CHECK(left < 600);  // close to halfway between two doubles, as one number of a thousand is
}

TEST_CASE("a single number may have no point") {
  if (!reads_decimals_wide()) return;
  for (const std::string text : {"0", "7", "0.0", "1234567890123456789", "9999999999999999999", "0.25", "9007199254740993"}) {
    double value;
    REQUIRE_MESSAGE(reads_one(text, value), text);
    CHECK_MESSAGE(is_strtod(text, value), text);
  }
}

TEST_CASE("what is written in another way is left to the general reader") {
  if (!reads_decimals_wide()) return;
  double value, values[4];
  const std::vector<std::string> odd{"", "-", "-7", "-0", "-0.0", "-12.5", ".", "1.", ".5", "-.5", "01", "00.5", "1.2.3", "1..2", "+1", "1e5", "1E5", "1.5e-3", "x", "NaN",
                                     "12345678901234567890", "0.1234567890123456789012", "1.5 ", " 1.5", "--1.5", "1-2.5"};
  for (const std::string& text : odd) {
    CHECK_FALSE_MESSAGE(reads_one(text, value), text);
    if (text == " 1.5") continue;
    for (std::size_t place = 0; place < 4; ++place) {
      std::vector<std::string> numbers{"1.5", "22.25", "333.125", "4.0"};
      numbers[place] = text;
      for (const std::string between : {",", ", "}) CHECK_FALSE_MESSAGE(reads_four(list_of(numbers, between), values), text);
    }
  }
  for (const std::string list : {"[1.5,2.5,3.5]", "[1.5,2.5,3.5,4.5,5.5]", "[1.5, 2.5,3.5, 4.5]", "[1.5,2.5, 3.5,4.5]", "[1.5,2.5,3.5,4.5",
                                 "1.5,2.5,3.5,4.5]", "[1.5,2.5,3.5],4.5]", "[1.5,,2.5,3.5,4.5]", "[ 1.5,2.5,3.5,4.5]", "[-1.5,2.5,3.5,4.5]",
                                 "[1.5,  2.5,  3.5,  4.5]", "[]", "[1.5,2.5,3.5,]"}) {
    CHECK_FALSE_MESSAGE(reads_four(list, values), list);
  }
}

TEST_CASE("an integer of seven digits at most is read wide") {
  if (!reads_decimals_wide()) return;
  std::int64_t value;
  for (const std::int64_t number : {0, 7, 10, 365, 80000, 9999999}) {
    REQUIRE(reads_integer(std::to_string(number), value));
    CHECK(value == number);
  }
  for (const std::string text : {"", "01", "-1", "12345678", "1.0", "1e3", "\"1\"", " 1"}) CHECK_FALSE_MESSAGE(reads_integer(text, value), text);
}
