// Python bindings of measures of one object followed over frames.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "evaluation/followed_object.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/interruption.hpp"
#include "ground/numpy_arrays.hpp"
#include "ground/owned_array.hpp"
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

// float64 [T, 4] in C order, T at least 1; null for all else.
const double* plain_boxes(PyObject* value, std::size_t& frames) {
  PyArrayObject* const array = plain_reals(value, 4);
  if (array == nullptr || PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 2 || PyArray_DIM(array, 0) == 0) {
    return nullptr;
  }
  frames = static_cast<std::size_t>(PyArray_DIM(array, 0));
  return static_cast<const double*>(PyArray_DATA(array));
}

// (offsets, frames, overlaps, errors, normalized errors), or None where a sequence is to be looked at by itself
nb::object measure_sequences(const nb::list& truths, const nb::list& found, bool absent) {
  if (truths.size() != found.size()) return nb::none();
  std::vector<FollowedSequence> sequences;
  std::size_t total = 0;
  for (std::size_t k = 0; k < truths.size(); ++k) {
    std::size_t frames = 0, others = 0;
    const double* const true_boxes = plain_boxes(PyList_GET_ITEM(truths.ptr(), static_cast<Py_ssize_t>(k)), frames);
    const double* const found_boxes = plain_boxes(PyList_GET_ITEM(found.ptr(), static_cast<Py_ssize_t>(k)), others);
    if (true_boxes == nullptr || found_boxes == nullptr || frames != others) return nb::none();
    sequences.push_back({true_boxes, found_boxes, frames});
    total += frames;
  }
  FollowedFrames measured;
  {
    nb::gil_scoped_release unlocked;
    measured.reserve(total, absent);
    for (const FollowedSequence& each : sequences) {
      keep_going(20 * each.frames);
      if (!measured.add(each, absent)) {
        sequences.clear();
        break;
      }
    }
  }
  if (sequences.empty()) return nb::none();
  return nb::make_tuple(owned_array(std::move(measured.offsets)), owned_array(std::move(measured.frames)),
                        owned_array(std::move(measured.overlaps)), owned_array(std::move(measured.errors)),
                        owned_array(std::move(measured.normalized_errors)));
}

}  // namespace

void register_followed(nb::module_& module) {
  using namespace nb::literals;
  module.def("followed_overlaps", &overlaps, "truth"_a.noconvert(), "found"_a.noconvert(), "out"_a.noconvert());
  module.def("center_distances", &distances, "truth"_a.noconvert(), "found"_a.noconvert(), "normalized"_a,
             "out"_a.noconvert());
  module.def("measure_sequences", &measure_sequences);
  module.def("curve_shares", &shares, "values"_a.noconvert(), "offsets"_a.noconvert(), "thresholds"_a.noconvert(), "above"_a,
             "out"_a.noconvert());
}

}  // namespace truebox
