// Python bindings of the room `matching`.
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "matching/greedy.hpp"
#include "matching/optimal.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/numpy_arrays.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = std::optional<nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

// Numbers below `count` that are not among `taken`, ascending. A crowd's column may be taken several times.
std::vector<std::int64_t> left_over(const std::vector<std::int64_t>& taken, std::size_t count) {
  std::vector<std::int64_t> free;
  std::vector<std::uint8_t> used(count, 0);
  for (const std::int64_t each : taken) used[static_cast<std::size_t>(each)] = 1;
  free.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (used[i] == 0) free.push_back(static_cast<std::int64_t>(i));
  }
  return free;
}

nb::tuple pairs_to_python(const MatchedPairs& pairs, std::size_t rows, std::size_t columns) {
  return nb::make_tuple(int64_array(pairs.rows), int64_array(pairs.columns), int64_array(left_over(pairs.rows, rows)),
                        int64_array(left_over(pairs.columns, columns)));
}

nb::tuple match_greedy(const Matrix& overlap, const Numbers& scores, double threshold, const Flags& crowd,
                       const Flags& ignored) {
  require(scores.shape(0) == overlap.shape(0) && overlap.shape(0) < 0xffffffffu, "scores: one per row");
  require(!crowd || crowd->shape(0) == overlap.shape(1), "crowd: one per column");
  require(!ignored || ignored->shape(0) == overlap.shape(1), "ignored: one per column");
  MatchedPairs pairs;
  {
    nb::gil_scoped_release unlocked;
    pairs = match_by_score(overlap.data(), {scores.data(), scores.shape(0)}, overlap.shape(1), threshold,
                           crowd ? crowd->data() : nullptr, ignored ? ignored->data() : nullptr);
  }
  return pairs_to_python(pairs, overlap.shape(0), overlap.shape(1));
}

// None where a cost is NaN or minus infinity.
nb::object match_optimal(const Matrix& cost, double limit) {
  const std::size_t rows = cost.shape(0), columns = cost.shape(1);
  const double* const costs = cost.data();
  bool good = true;
  for (std::size_t i = 0; i < rows * columns; ++i) good &= costs[i] > -std::numeric_limits<double>::infinity();
  if (!good) return nb::none();
  constexpr std::size_t kWorthReleasing = 400;  // fewer pairs are matched before the lock is handed over and back
  if (rows * columns < kWorthReleasing) {
    return pairs_to_python(match_at_least_cost(costs, rows, columns, limit), rows, columns);
  }
  MatchedPairs pairs;
  {
    nb::gil_scoped_release unlocked;
    pairs = match_at_least_cost(costs, rows, columns, limit);
  }
  return pairs_to_python(pairs, rows, columns);
}

}  // namespace

void register_matching(nb::module_& module) {
  module.def("match_greedy", &match_greedy, "overlap"_a.noconvert(), "scores"_a.noconvert(), "threshold"_a,
             "crowd"_a.none(), "ignored"_a.none());
  module.def("match_optimal", &match_optimal, "cost"_a.noconvert(), "limit"_a);
}

}  // namespace truebox
