// Numbers: correctly rounded (against strtod of the C library, which is), and exactly the JSON grammar.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "json/number.hpp"

namespace {

// A copy without a byte to spare, so that sanitizers see every read beyond it.
struct Exact {
  std::unique_ptr<char[]> bytes;
  std::size_t size;

  explicit Exact(const std::string& text) : bytes(new char[text.size()]), size(text.size()) {
    std::memcpy(bytes.get(), text.data(), size);
  }
  truebox::reading::JsonCursor cursor() const { return {bytes.get(), bytes.get() + size}; }
};

void check_double(const std::string& text) {
  for (const std::string& tail : {std::string(), std::string(",                                                 ")}) {
    const Exact exact(text + tail);
    auto cursor = exact.cursor();
    double value = 0;
    const double expected = std::strtod(text.c_str(), nullptr);
    const bool read = truebox::reading::read_double(cursor, value);
    CAPTURE(text);
    if (!std::isfinite(expected)) {
      REQUIRE_FALSE(read);
      REQUIRE(cursor.fault == truebox::reading::JsonFault::number_range);
      continue;
    }
    REQUIRE(read);
    REQUIRE(static_cast<std::size_t>(cursor.p - cursor.begin) == text.size());
    if (value != 0 || text.find_first_of(".eE") != std::string::npos) {
      REQUIRE(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected));
    } else {
      REQUIRE_FALSE(std::signbit(value));  // an integer zero has no sign
    }
  }
}

std::size_t below(std::mt19937_64& random, std::size_t limit) { return static_cast<std::size_t>(random() % limit); }

std::string digits(std::mt19937_64& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + random() % 10);
  return text;
}

std::string printed(double value, const char* format) {
  char text[400];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

TEST_CASE("numbers of every length are correctly rounded") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    std::string text = random() % 4 == 0 ? "-" : "";
    text += random() % 3 == 0 ? "0" : std::to_string(random() >> (random() % 64));
    if (random() % 8 != 0) text += "." + std::string(random() % 3 == 0 ? below(random, 12) : 0, '0') + digits(random, 1 + below(random, 22));
    if (random() % 4 == 0) text += "e" + std::to_string(static_cast<int>(random() % 80) - 40);
    check_double(text);
  }
}

TEST_CASE("what programs print for random float64 reads back to it") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    const double uniform = static_cast<double>(random() >> 11) * 0x1p-53 * 640;
    check_double(printed(uniform, "%.17g"));
    check_double(printed(uniform / 640, "%.16g"));
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) check_double(printed(any, "%.17g"));
  }
}

TEST_CASE("numbers half-way between two float64 round to the even one") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    // (m + 1/2) * 2^-k has few enough digits to be written exactly when k is small.
    const int shift = 1 + static_cast<int>(random() % 6);
    const std::uint64_t mantissa = (std::uint64_t{1} << 53 | (random() >> 11)) * 2 + 1;
    std::string text = std::to_string(mantissa >> shift) + ".";
    std::uint64_t rest = mantissa & ((std::uint64_t{1} << shift) - 1);
    for (int bit = 0; bit < shift; ++bit) {
      rest *= 10;
      text += static_cast<char>('0' + (rest >> shift));
      rest &= (std::uint64_t{1} << shift) - 1;
    }
    check_double(text);
    check_double(text + "1");
    check_double(text + "00000000000000000000000000000001");
  }
}

TEST_CASE("corner numbers") {
  for (const char* text :
       {"0", "-0", "0.0", "-0.0", "0e5", "-0e-5", "1e22", "1e23", "9007199254740993", "9007199254740992.5", "5e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "-1e-400", "1.7976931348623157e308",
        "1.7976931348623159e308", "1e308", "1e309", "-1e400", "1e99999999999", "1e-99999999999", "0e99999999999",
        "18446744073709551615", "18446744073709551616", "9999999999999999999", "0.1", "1E5", "1e+5", "123456789012345678901234567890",
        "0.00000000000000000000000000000000000000000000000000000000000000012345"}) {
    check_double(text);
  }
  check_double(std::string(400, '9'));
  check_double("0." + std::string(2000, '0') + "1");
  check_double("1" + std::string(300, '0') + "." + std::string(900, '3'));
}

TEST_CASE("what JSON calls no number is refused") {
  using truebox::reading::JsonFault;
  const std::pair<const char*, JsonFault> cases[] = {
      {"", JsonFault::truncated}, {"-", JsonFault::truncated}, {"+1", JsonFault::number}, {".5", JsonFault::number},
      {"1.", JsonFault::truncated}, {"1.,", JsonFault::number}, {"1e", JsonFault::truncated}, {"1e+,", JsonFault::number},
      {"01", JsonFault::number}, {"-01.5", JsonFault::number}, {"00", JsonFault::number}, {"NaN", JsonFault::not_finite},
      {"-Infinity", JsonFault::not_finite}, {"nan", JsonFault::not_finite}, {"1e400", JsonFault::number_range}};
  for (const auto& [text, fault] : cases) {
    for (const char* tail : {"", ",                                                   "}) {
      const std::string whole = std::string(text) + tail;
      const Exact exact(whole);
      auto cursor = exact.cursor(), other = exact.cursor();
      double value;
      CAPTURE(whole);
      CHECK_FALSE(truebox::reading::read_double(cursor, value));
      CHECK_FALSE(truebox::reading::skip_number(other));
      if (*tail == '\0') CHECK(cursor.fault == fault);
      CHECK(cursor.fault == other.fault);
    }
  }
}

TEST_CASE("integers up to 18 digits are read, others declined") {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100000; ++i) {
    auto value = static_cast<std::int64_t>(random() >> (random() % 60)) % 1000000000000000000;
    const Exact exact(std::to_string(value) + (random() % 2 ? ", 1234567890123456" : ""));
    auto cursor = exact.cursor();
    std::int64_t found;
    REQUIRE(truebox::reading::read_integer(cursor, found));
    REQUIRE(found == value);
  }
  for (const char* text : {"1.0", "1e3", "1234567890123456789", "\"1\"", "true", "01", "1.0                  "}) {
    const Exact exact(text);
    auto cursor = exact.cursor();
    std::int64_t found;
    CAPTURE(text);
    CHECK_FALSE(truebox::reading::read_integer(cursor, found));
  }
}
