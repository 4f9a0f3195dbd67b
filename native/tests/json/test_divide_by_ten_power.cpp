// Quotients by powers of ten near the middle between two doubles, where one multiplication cannot tell, against the C library.
#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "json/decimal_to_double.hpp"

using namespace truebox::reading;

namespace {

double by_library(std::uint64_t digits, int k) {
  const std::string text = std::to_string(digits) + "e-" + std::to_string(k);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void check(std::uint64_t digits, int k) {
  if (digits == 0) return;
  const double found = divide_by_ten_power(digits, k), expected = by_library(digits, k);
  INFO(digits, " / 10^", k);
  REQUIRE(std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(expected));
}

}  // namespace

TEST_CASE("quotients beside the middle of two doubles round as the C library has them") {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 200000; ++trial) {
    const int k = 1 + static_cast<int>(random() % kMaxFives);
    // The middle behind a random double, in the long double that has eleven bits more.
    const double low = std::ldexp(static_cast<double>((random() >> 11) | (std::uint64_t{1} << 52)), -static_cast<int>(random() % 80));
    const long double middle = (static_cast<long double>(low) + static_cast<long double>(std::nextafter(low, INFINITY))) / 2;
    const long double digits = std::round(middle * std::pow(10.0L, static_cast<long double>(k)));
    if (!(digits >= 1 && digits < 1.8e19L)) continue;
    for (int beside = -2; beside <= 2; ++beside) check(static_cast<std::uint64_t>(digits) + static_cast<std::uint64_t>(beside), k);
  }
}

TEST_CASE("quotients that are exactly the middle go to the even one") {
  // An odd number of halves of a last bit: (2^53 + odd) / 2 and so on are decimals of few digits.
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 20000; ++trial) {
    for (int k = 1; k <= 3; ++k) {
      const std::uint64_t odd = (std::uint64_t{1} << 53) | random() >> 11 | 1;
      const std::uint64_t fives = k == 1 ? 5 : k == 2 ? 25 : 125;
      check(odd * fives, k);  // odd / 2^k
    }
  }
}

TEST_CASE("quotients of any digits, and at powers of two and ten") {
  std::mt19937_64 random(6);
  for (int k = 1; k <= kMaxFives; ++k) {
    for (int trial = 0; trial < 20000; ++trial) check(random() >> random() % 64, k);
    for (int bit = 0; bit < 64; ++bit) {
      for (int beside = -2; beside <= 2; ++beside) check((std::uint64_t{1} << bit) + static_cast<std::uint64_t>(beside), k);
    }
    std::uint64_t ten = 1;
    for (int power = 0; power < 20; ++power, ten *= 10) {
      for (int beside = -2; beside <= 2; ++beside) check(ten + static_cast<std::uint64_t>(beside), k);
    }
  }
}
