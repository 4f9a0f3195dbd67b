// The functions that formulas of rotated boxes ask for, from the C++ library.
#pragma once

#include <cmath>
#include <cstddef>

namespace truebox {

struct PlainMath {
  template <class Function>
  static void each(Function function, const double* from, double* to, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) to[k] = function(from[k]);
  }
  static void cos(const double* from, double* to, std::size_t count) { each([](double x) { return std::cos(x); }, from, to, count); }
  static void sin(const double* from, double* to, std::size_t count) { each([](double x) { return std::sin(x); }, from, to, count); }
  static void exp(const double* from, double* to, std::size_t count) { each([](double x) { return std::exp(x); }, from, to, count); }
  static void expm1(const double* from, double* to, std::size_t count) { each([](double x) { return std::expm1(x); }, from, to, count); }
  static void log(const double* from, double* to, std::size_t count) { each([](double x) { return std::log(x); }, from, to, count); }
  static void log1p(const double* from, double* to, std::size_t count) { each([](double x) { return std::log1p(x); }, from, to, count); }
};

}  // namespace truebox
