// Boxes that are large enough, against a look at each by itself.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "overlap/large_boxes.hpp"

using namespace truebox;

namespace {

template <class Real>
std::vector<std::int64_t> found_large(const std::vector<Real>& boxes, LeastExtent<Real> least, bool& finite, int threads) {
  LargeBoxes<Real> large;
  finite = large.find(boxes.data(), boxes.size() / 4, least, threads);
  std::vector<std::int64_t> rows(large.size() + 1, -7);
  large.write(rows.data(), threads);
  CHECK(rows.back() == -7);  // nothing is written behind them
  rows.pop_back();
  return rows;
}

template <class Real>
std::vector<std::int64_t> plainly_large(const std::vector<Real>& boxes, LeastExtent<Real> least) {
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < boxes.size(); i += 4) {
    const Real width = (least.sized ? boxes[i + 2] : boxes[i + 2] - boxes[i]) + least.pixel;
    const Real height = (least.sized ? boxes[i + 3] : boxes[i + 3] - boxes[i + 1]) + least.pixel;
    if (width >= least.side && height >= least.side && width * height >= least.area) rows.push_back(static_cast<std::int64_t>(i / 4));
  }
  return rows;
}

}  // namespace

TEST_CASE_TEMPLATE("large boxes are those that a look at each finds", Real, float, double) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<Real> unit(0, 100);
  for (const std::size_t count : {0, 1, 15, 16, 17, 63, 64, 65, 1000, 4096, 4097, 16384, 16385, 250'000}) {
    std::vector<Real> boxes;
    for (std::size_t i = 0; i < count; ++i) {
      const Real x = unit(generator), y = unit(generator);
      boxes.insert(boxes.end(), {x, y, x + unit(generator), y + unit(generator)});
    }
    for (const LeastExtent<Real> least : {LeastExtent<Real>{false, 0, 40, 0}, LeastExtent<Real>{false, 1, 0, 2000},
                                          LeastExtent<Real>{true, 0, 90, 9000}, LeastExtent<Real>{false, 0, 0, 0}}) {
      bool finite = false;
      for (const int threads : {1, 3}) {
        CHECK(found_large(boxes, least, finite, threads) == plainly_large(boxes, least));
        CHECK(finite);
      }
    }
  }
}

TEST_CASE_TEMPLATE("an area that is not finite is told", Real, float, double) {
  for (const Real bad : {std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN()}) {
    for (const std::size_t count : {1, 20, 5000}) {
      std::vector<Real> boxes(4 * count, Real{1});
      boxes[4 * (count / 2) + 2] = bad;
      bool finite = true;
      found_large(boxes, LeastExtent<Real>{true, 0, 0, 0}, finite, 1);
      CHECK_FALSE(finite);
    }
  }
}
