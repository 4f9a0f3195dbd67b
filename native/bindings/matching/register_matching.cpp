// Python bindings of the room `matching`.
#include <nanobind/stl/optional.h>

#include <optional>
#include <stdexcept>

#include "matching/greedy.hpp"
#include "matching/optimal.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = std::optional<nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

nb::tuple pairs_to_python(MatchedPairs pairs) {
  return nb::make_tuple(owned_array(std::move(pairs.rows)), owned_array(std::move(pairs.columns)));
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
  return pairs_to_python(std::move(pairs));
}

nb::tuple match_optimal(const Matrix& cost, double limit) {
  MatchedPairs pairs;
  {
    nb::gil_scoped_release unlocked;
    pairs = match_at_least_cost(cost.data(), cost.shape(0), cost.shape(1), limit);
  }
  return pairs_to_python(std::move(pairs));
}

}  // namespace

void register_matching(nb::module_& module) {
  module.def("match_greedy", &match_greedy, "overlap"_a.noconvert(), "scores"_a.noconvert(), "threshold"_a,
             "crowd"_a.none(), "ignored"_a.none());
  module.def("match_optimal", &match_optimal, "cost"_a.noconvert(), "limit"_a);
}

}  // namespace truebox
