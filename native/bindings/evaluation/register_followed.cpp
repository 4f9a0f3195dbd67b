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

// The boxes of all sequences where they lie; empty where one is to be looked at by itself.
std::vector<FollowedSequence> plain_sequences(const nb::list& truths, const nb::list& found) {
  if (truths.size() != found.size()) return {};
  std::vector<FollowedSequence> sequences;
  for (std::size_t k = 0; k < truths.size(); ++k) {
    std::size_t frames = 0, others = 0;
    const double* const true_boxes = plain_boxes(PyList_GET_ITEM(truths.ptr(), static_cast<Py_ssize_t>(k)), frames);
    const double* const found_boxes = plain_boxes(PyList_GET_ITEM(found.ptr(), static_cast<Py_ssize_t>(k)), others);
    if (true_boxes == nullptr || found_boxes == nullptr || frames != others) return {};
    sequences.push_back({true_boxes, found_boxes, frames});
  }
  return sequences;
}

// (offsets, frames, overlaps, errors, normalized errors), or None where a sequence is to be looked at by itself
nb::object measure_sequences(const nb::list& truths, const nb::list& found, bool absent) {
  std::vector<FollowedSequence> sequences = plain_sequences(truths, found);
  std::size_t total = 0;
  for (const FollowedSequence& each : sequences) total += each.frames;
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

// (offsets, frames, overlaps), or None where a sequence is to be looked at by itself
nb::object measure_clipped(const nb::list& truths, const nb::list& found, const In<double, 2>& limits, const nb::list& covers) {
  const std::vector<FollowedSequence> sequences = plain_sequences(truths, found);
  require(limits.shape(0) == truths.size() && limits.shape(1) == 2 && covers.size() == truths.size(), "one of each sequence");
  std::vector<const double*> covered;
  for (std::size_t k = 0; k < sequences.size(); ++k) {
    PyObject* const cover = PyList_GET_ITEM(covers.ptr(), static_cast<Py_ssize_t>(k));
    covered.push_back(nullptr);
    if (cover == Py_None) continue;
    PyArrayObject* const values = plain_reals(cover, static_cast<npy_intp>(sequences[k].frames));
    if (values == nullptr || PyArray_TYPE(values) != NPY_DOUBLE || PyArray_NDIM(values) != 1) return nb::none();
    covered.back() = static_cast<const double*>(PyArray_DATA(values));
  }
  ClippedFrames measured;
  bool fine = !sequences.empty();
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t k = 0; k < sequences.size() && fine; ++k) {
      keep_going(20 * sequences[k].frames);
      fine = measured.add(sequences[k], limits.data() + 2 * k, covered[k]);
    }
  }
  if (!fine) return nb::none();
  return nb::make_tuple(owned_array(std::move(measured.offsets)), owned_array(std::move(measured.frames)),
                        owned_array(std::move(measured.overlaps)));
}

}  // namespace

void register_followed(nb::module_& module) {
  using namespace nb::literals;
  module.def("followed_overlaps", &overlaps, "truth"_a.noconvert(), "found"_a.noconvert(), "out"_a.noconvert());
  module.def("center_distances", &distances, "truth"_a.noconvert(), "found"_a.noconvert(), "normalized"_a,
             "out"_a.noconvert());
  module.def("measure_sequences", &measure_sequences);
  module.def("measure_clipped", &measure_clipped, "truths"_a, "found"_a, "limits"_a.noconvert(), "covers"_a.noconvert());
  module.def("curve_shares", &shares, "values"_a.noconvert(), "offsets"_a.noconvert(), "thresholds"_a.noconvert(), "above"_a,
             "out"_a.noconvert());
}

}  // namespace truebox
