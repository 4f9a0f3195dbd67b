// A number as the unevaluated sum of two doubles: about 32 digits, from operations that are exact in double.
//
// T. J. Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18 (1971). Correct only
// without contraction and without value-changing optimisation, which the build guarantees.
#pragma once

#include <cmath>

namespace truebox {

struct TwoDouble {
  double high = 0;
  double low = 0;

  TwoDouble() = default;
  TwoDouble(double value) : high(value) {}  // numbers mix with doubles in formulas
  TwoDouble(double h, double l) : high(h), low(l) {}
};

namespace two_double_detail {

// |a| >= |b| or a == 0.
inline TwoDouble quick_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline TwoDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

inline TwoDouble exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

}  // namespace two_double_detail

inline TwoDouble operator-(const TwoDouble& a) { return {-a.high, -a.low}; }

inline TwoDouble operator+(const TwoDouble& a, const TwoDouble& b) {
  using namespace two_double_detail;
  TwoDouble sum = exact_sum(a.high, b.high);
  const TwoDouble rest = exact_sum(a.low, b.low);
  sum = quick_sum(sum.high, sum.low + rest.high);
  return quick_sum(sum.high, sum.low + rest.low);
}

inline TwoDouble operator-(const TwoDouble& a, const TwoDouble& b) { return a + (-b); }

inline TwoDouble operator*(const TwoDouble& a, const TwoDouble& b) {
  using namespace two_double_detail;
  const TwoDouble product = exact_product(a.high, b.high);
  return quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline TwoDouble operator/(const TwoDouble& a, const TwoDouble& b) {
  using namespace two_double_detail;
  const double first = a.high / b.high;
  TwoDouble rest = a - b * TwoDouble(first);
  const double second = rest.high / b.high;
  rest = rest - b * TwoDouble(second);
  return quick_sum(first, second) + TwoDouble(rest.high / b.high);
}

inline bool operator<(const TwoDouble& a, const TwoDouble& b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

inline double to_double(double value) { return value; }
inline double to_double(const TwoDouble& value) { return value.high + value.low; }

}  // namespace truebox
