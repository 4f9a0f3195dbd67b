// 128-bit by 64-bit division with precomputed reciprocals, for the exact conversion of decimals.
#pragma once

#include <cstdint>

#include "json/cursor.hpp"
#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace truebox::reading {

struct Wide {
  std::uint64_t high, low;
};

inline Wide multiply_wide(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#elif defined(_MSC_VER) && defined(_M_X64)
  Wide product;
  product.low = _umul128(a, b, &product.high);
  return product;
#else
  const std::uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
  const std::uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
  return {a1 * b1 + (middle >> 32) + (other >> 32), (other << 32) | (low & 0xffffffff)};
#endif
}

// A divisor with its top bit set, and floor((2^128 - 1) / divisor) - 2^64.
struct Reciprocal {
  std::uint64_t divisor, inverse;
};

constexpr Reciprocal make_reciprocal(std::uint64_t divisor) {
  // Long division, bit by bit, of (2^128 - 1 - divisor * 2^64); only used at compile time.
  std::uint64_t remainder = ~divisor, quotient = 0;
  for (int bit = 0; bit < 64; ++bit) {
    const bool carry = (remainder >> 63) != 0;
    remainder = (remainder << 1) | 1;
    quotient <<= 1;
    if (carry || remainder >= divisor) {
      remainder -= divisor;
      quotient |= 1;
    }
  }
  return {divisor, quotient};
}

struct Quotient {
  std::uint64_t quotient, remainder;
};

// (high * 2^64 + low) / divisor for high < divisor: Möller and Granlund, "Improved division by
// invariant integers" (2011), algorithm 4.
TRUEBOX_INLINE Quotient divide_wide(std::uint64_t high, std::uint64_t low, Reciprocal by) {
  Wide q = multiply_wide(by.inverse, high);
  q.low += low;
  q.high += high + (q.low < low) + 1;
  std::uint64_t remainder = low - q.high * by.divisor;
  // Needed every other time: as a branch it would be mispredicted as often.
  const std::uint64_t correct = std::uint64_t{0} - static_cast<std::uint64_t>(remainder > q.low);
  q.high += correct;
  remainder += correct & by.divisor;
  if (remainder >= by.divisor) {
    ++q.high;
    remainder -= by.divisor;
  }
  return {q.high, remainder};
}

}  // namespace truebox::reading
