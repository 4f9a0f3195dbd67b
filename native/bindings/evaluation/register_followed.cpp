// Python bindings of measures of one object followed over frames.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>

#include "evaluation/followed_object.hpp"
#include "ground/checked_arrays.hpp"
#include "register.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

void require_frames(const In<double, 2>& truth, const In<double, 2>& found, const Out<double, 1>& out) {
  require(truth.shape(1) == 4 && found.shape(1) == 4, "four numbers per box");
  require(truth.shape(0) == out.shape(0) && found.shape(0) == out.shape(0), "one box of both sides per frame");
}

void overlaps(const In<double, 2>& truth, const In<double, 2>& found, const Out<double, 1>& out) {
  require_frames(truth, found, out);
  nb::gil_scoped_release unlocked;
  followed_overlaps(truth.data(), found.data(), {out.data(), out.shape(0)});
}

void distances(const In<double, 2>& truth, const In<double, 2>& found, bool normalized, const Out<double, 1>& out) {
  require_frames(truth, found, out);
  nb::gil_scoped_release unlocked;
  center_distances(truth.data(), found.data(), normalized, {out.data(), out.shape(0)});
}

void shares(const In<double, 1>& values, const In<std::int64_t, 1>& offsets, const In<double, 1>& thresholds, bool above,
            const Out<double, 2>& out) {
  require_offsets(offsets, values.shape(0));
  require(out.shape(0) + 1 == offsets.shape(0) && out.shape(1) == thresholds.shape(0), "out does not fit");
  nb::gil_scoped_release unlocked;
  curve_shares(view(values), view(offsets), view(thresholds), above, out.data());
}

}  // namespace

void register_followed(nb::module_& module) {
  using namespace nb::literals;
  module.def("followed_overlaps", &overlaps, "truth"_a.noconvert(), "found"_a.noconvert(), "out"_a.noconvert());
  module.def("center_distances", &distances, "truth"_a.noconvert(), "found"_a.noconvert(), "normalized"_a,
             "out"_a.noconvert());
  module.def("curve_shares", &shares, "values"_a.noconvert(), "offsets"_a.noconvert(), "thresholds"_a.noconvert(), "above"_a,
             "out"_a.noconvert());
}

}  // namespace truebox
