// digits * 10^exponent to the nearest float64, ties to even: exact for everything a program prints.
#pragma once

#include <array>
#include <bit>
#include <cfloat>
#include <cstdint>

#include "json/wide_division.hpp"

namespace truebox::reading {

inline constexpr int kMaxFives = 27;  // 5^27 is the largest power of five below 2^64

struct FivePower {
  Reciprocal reciprocal;  // of 5^k, shifted left by `shift`
  int shift;
};

constexpr std::array<FivePower, kMaxFives + 1> make_five_powers() {
  std::array<FivePower, kMaxFives + 1> table{};
  std::uint64_t power = 1;
  for (int k = 0; k <= kMaxFives; ++k) {
    const int shift = std::countl_zero(power);
    table[static_cast<std::size_t>(k)] = {make_reciprocal(power << shift), shift};
    power *= 5;
  }
  return table;
}

inline constexpr std::array<FivePower, kMaxFives + 1> kFivePowers = make_five_powers();

inline constexpr double kTenPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// digits / 10^k for digits > 0 and 0 <= k <= 27: one exact division with remainder, one rounding.
// The result lies between 1e-27 and 2^64, so it is never subnormal and never overflows.
inline double divide_by_ten_power_exactly(std::uint64_t digits, int k) {
  const FivePower& five = kFivePowers[static_cast<std::size_t>(k)];
  const int lead = std::countl_zero(digits);
  const std::uint64_t high = digits << lead;
  const int halved = high >= five.reciprocal.divisor;  // keeps the quotient below 2^64, its top bit set
  const std::uint64_t low = (high << 63) & (std::uint64_t{0} - static_cast<std::uint64_t>(halved));
  const Quotient found = divide_wide(high >> halved, low, five.reciprocal);
  std::uint64_t mantissa = found.quotient >> 11;
  const std::uint64_t rest = found.quotient & 0x7ff;
  // Up when above the middle, or in the middle with an odd mantissa; without branches.
  const unsigned middle = rest == 0x400, more = found.remainder != 0, odd = mantissa & 1;
  mantissa += static_cast<unsigned>(rest > 0x400) | (middle & (more | odd));
  // value = quotient * 2^scale; the implicit bit of the mantissa adds one to the exponent field.
  const int scale = five.shift - lead - k - 64 + halved;
  const std::uint64_t field = static_cast<std::uint64_t>(scale + 11 + 52 + 1023 - 1);
  return std::bit_cast<double>((field << 52) + mantissa);
}

// The same by one multiplication, for 1 <= k <= 27. With r = 2^127 / divisor, which is not whole, T = floor(r) and
// h = digits with its top bit set, h * r lies above h * T and below h * T + h: above the upper half of h * T, by less than
// two of its units. So what is rounded is surely above the middle where this half is the middle, and surely below it
// where the half is two less. Where it is one less, one number of a thousand, it is divided.
TRUEBOX_INLINE double divide_by_ten_power(std::uint64_t digits, int k) {
  const FivePower& five = kFivePowers[static_cast<std::size_t>(k)];
  const int lead = std::countl_zero(digits);
  const std::uint64_t inverse = (std::uint64_t{1} << 63) | (five.reciprocal.inverse >> 1);
  const std::uint64_t upper = multiply_wide(digits << lead, inverse).high;  // from 2^62 on
  const int full = static_cast<int>(upper >> 63);
  const std::uint64_t half = std::uint64_t{0x200} << full;
  if (((upper + half + 1) & (2 * half - 1)) == 0) [[unlikely]] return divide_by_ten_power_exactly(digits, k);
  const std::uint64_t mantissa = ((upper >> (9 + full)) + 1) >> 1;
  // value = upper * 2^scale, and upper's top 53 bits are the mantissa.
  const int scale = five.shift - lead - k - 63;
  const std::uint64_t field = static_cast<std::uint64_t>(scale + 10 + full + 52 + 1023 - 1);
  return std::bit_cast<double>((field << 52) + mantissa);
}

// True when `value` was set to digits * 10^exponent, correctly rounded; false: use the general conversion.
inline bool decimal_to_double(std::uint64_t digits, std::int64_t exponent, double& value) {
  if (exponent == 0 || digits == 0) {
    value = static_cast<double>(digits);
    return true;
  }
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD == 0
  // Clinger's fast path: both operands are exact, so the one operation rounds once.
  if (digits <= (std::uint64_t{1} << 53) && exponent >= -22 && exponent <= 22) {
    value = exponent < 0 ? static_cast<double>(digits) / kTenPowers[-exponent]
                         : static_cast<double>(digits) * kTenPowers[exponent];
    return true;
  }
#endif
  if (exponent < 0 && exponent >= -kMaxFives) {
    value = divide_by_ten_power(digits, static_cast<int>(-exponent));
    return true;
  }
  return false;
}

}  // namespace truebox::reading
