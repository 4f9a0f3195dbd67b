// What is asked of curves, and the arrays they are written to.
#pragma once

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "evaluation/accumulation.hpp"
#include "evaluation/evaluation_bindings.hpp"

namespace truebox {
namespace evaluation_bindings {

constexpr std::size_t kMostCaps = 32768;

// Where precision is read, and how.
struct CurveSettings {
  In<std::int32_t, 1> caps;
  In<double, 1> recalls, more_recalls;
  double epsilon;
  bool stop_at_unreachable;
};

struct CurveTables {
  Out<double, 5> precision;
  std::optional<Out<double, 5>> scores;
  Out<double, 4> recall;
  Out<double, 5> more_precision;
  std::optional<Out<double, 4>> area;
  Out<std::uint8_t, 1> ties;

  std::size_t thresholds() const { return recall.shape(3); }
  void check(std::size_t categories, std::size_t ranges, const CurveSettings& settings) const {
    const std::size_t shape[5] = {categories, ranges, settings.caps.shape(0), thresholds(), settings.recalls.shape(0)};
    for (std::size_t axis = 0; axis < 5; ++axis) {
      require(precision.shape(axis) == shape[axis] && (!scores || scores->shape(axis) == shape[axis]) &&
                  (axis == 4 || (recall.shape(axis) == shape[axis] && more_precision.shape(axis) == shape[axis] &&
                                 (!area || area->shape(axis) == shape[axis]))),
              "outputs must be [K, A, M, T, R]");
    }
    require(more_precision.shape(4) == settings.more_recalls.shape(0), "more precision must be [K, A, M, T, E]");
    require(ties.shape(0) == shape[0], "one tie mark per category");
  }

  AccumulationOutput output() const {
    return {precision.data(), scores ? scores->data() : nullptr, recall.data(),
            more_precision.data(), area ? area->data() : nullptr, ties.data()};
  }
};

}  // namespace evaluation_bindings
}  // namespace truebox
