#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "texts/written_rows.hpp"

namespace truebox {
namespace {

std::string repr(double value) {
  std::string out;
  append_repr(out, value);
  return out;
}

}  // namespace

TEST_CASE("numbers look as Python's repr writes them") {
  // From CPython 3.11.
  CHECK(repr(0) == "0.0");
  CHECK(repr(-0.) == "-0.0");
  CHECK(repr(0.1) == "0.1");
  CHECK(repr(1e-4) == "0.0001");
  CHECK(repr(1e-5) == "1e-05");
  CHECK(repr(1.25e-7) == "1.25e-07");
  CHECK(repr(1e15) == "1000000000000000.0");
  CHECK(repr(1e16) == "1e+16");
  CHECK(repr(9999999999999998.) == "9999999999999998.0");
  CHECK(repr(123456.75) == "123456.75");
  CHECK(repr(-1.7976931348623157e308) == "-1.7976931348623157e+308");
  CHECK(repr(5e-324) == "5e-324");
  CHECK(repr(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(repr(std::nan("")) == "nan");
}

TEST_CASE("every number reads back") {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20000; ++round) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    CHECK(std::strtod(repr(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("rows are written in an order, with where each begins") {
  const std::vector<double> x{1, 2.5};
  const std::vector<std::int64_t> n{7, -8}, which{1, 0};
  const std::vector<WrittenColumn> columns{WrittenShortly{x}, WrittenWholes{n}, WrittenTexts{which, {"a", "b"}}};
  const std::vector<std::string_view> between{"<", ",", ";", ">"};
  const std::vector<std::int64_t> order{1, 0};
  const WrittenRows rows = write_rows(columns, between, order);
  CHECK(rows.text == "<2.5,-8;a><1,7;b>");
  CHECK(rows.offsets == std::vector<std::int64_t>{0, 10, 17});
}

}  // namespace truebox
