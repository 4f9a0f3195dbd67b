// Python bindings of the overlap of keypoints.
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "evaluation/keypoint_measures.hpp"
#include "overlap/keypoint_similarity.hpp"
#include "ground/numpy_arrays.hpp"
#include "ground/ragged_arrays.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using Matrix = ArrayIn<double, 2>;
using Flags = ArrayIn<std::uint8_t, 2>;

KeypointTruths truths_of(const Matrix& x, const Matrix& y, const Flags& visible, const Matrix& variance,
                         const ArrayIn<double, 1>& area, const Matrix& box) {
  const std::size_t count = x.shape(0);
  const std::size_t points = x.shape(1);
  const auto fits = [&](const auto& array) { return array.shape(0) == count && array.shape(1) == points; };
  if (!fits(y) || !fits(visible) || !fits(variance) || area.size() != count || box.shape(0) != count ||
      box.shape(1) != 4) {
    throw std::invalid_argument("truths must be [M, K], [M] and [M, 4]");
  }
  return {points, span_of(x), span_of(y), span_of(visible), span_of(variance), span_of(area), span_of(box)};
}

ArrayOut<double, 1> exponents(const Matrix& predicted_x, const Matrix& predicted_y, const Matrix& x, const Matrix& y,
                              const Flags& visible, const Matrix& variance, const ArrayIn<double, 1>& area,
                              const Matrix& box) {
  const KeypointTruths truths = truths_of(x, y, visible, variance, area, box);
  if (predicted_x.shape(1) != truths.points || predicted_y.shape(1) != truths.points ||
      predicted_x.shape(0) != predicted_y.shape(0)) {
    throw std::invalid_argument("predictions must be [N, K]");
  }
  std::size_t terms = 0;
  for (std::size_t truth = 0; truth < truths.count(); ++truth) terms += truths.terms(truth);
  std::vector<double> out(terms * predicted_x.shape(0));
  {
    nb::gil_scoped_release release;
    keypoint_exponents(span_of(predicted_x), span_of(predicted_y), truths, out.data());
  }
  return to_array(std::move(out));
}

void means(const ArrayIn<double, 1>& values, const Matrix& x, const Matrix& y, const Flags& visible,
           const Matrix& variance, const ArrayIn<double, 1>& area, const Matrix& box,
           const nb::ndarray<double, nb::ndim<2>, nb::device::cpu>& out) {
  const KeypointTruths truths = truths_of(x, y, visible, variance, area, box);
  std::size_t terms = 0;
  for (std::size_t truth = 0; truth < truths.count(); ++truth) terms += truths.terms(truth);
  const bool rows_are_contiguous = out.shape(1) <= 1 || out.stride(1) == 1;
  if (out.shape(1) != truths.count() || values.size() != terms * out.shape(0) || !rows_are_contiguous) {
    throw std::invalid_argument("values or out do not fit");
  }
  nb::gil_scoped_release release;
  keypoint_means(values.data(), out.shape(0), truths, static_cast<std::size_t>(out.stride(0)), out.data());
}

// Doubles of an array in C order of so many axes; null for all else.
const double* plain_doubles(PyObject* value, int dimensions) {
  want_numpy();
  if (!PyArray_CheckExact(value)) return nullptr;
  auto* const array = reinterpret_cast<PyArrayObject*>(value);
  const bool fits = PyArray_TYPE(array) == NPY_DOUBLE && PyArray_NDIM(array) == dimensions && PyArray_ISCARRAY_RO(array);
  return fits ? static_cast<const double*>(PyArray_DATA(array)) : nullptr;
}

std::size_t axis(const nb::object& array, int k) {
  return static_cast<std::size_t>(PyArray_DIM(reinterpret_cast<PyArrayObject*>(array.ptr()), k));
}

bool all_finite(const double* numbers, std::size_t count) {
  bool finite = true;
  for (std::size_t k = 0; k < count; ++k) finite &= std::fabs(numbers[k]) <= std::numeric_limits<double>::max();
  return finite;
}

// The columns of truths that came as rows.
struct HeldTruths {
  std::vector<double> x, y, variance, area, box;
  std::vector<std::uint8_t> visible;
  std::size_t points = 0;

  KeypointTruths columns() const { return {points, x, y, visible, variance, area, box}; }
};

// Truths [M, K, 3] with finite points, areas [M] of 0 or more, boxes [M, 4] or None, sigmas [K] above 0; nothing where one
// is none of these, or a truth needs a box that is not there.
std::optional<HeldTruths> held_truths(const nb::object& truths, const nb::object& area, const nb::object& boxes,
                                      const nb::object& sigmas) {
  const double* const rows = plain_doubles(truths.ptr(), 3);
  const double* const areas = rows == nullptr ? nullptr : plain_doubles(area.ptr(), 1);
  const double* const spread = areas == nullptr ? nullptr : plain_doubles(sigmas.ptr(), 1);
  if (spread == nullptr) return std::nullopt;
  const std::size_t count = axis(truths, 0), points = axis(truths, 1);
  if (count == 0 || points == 0 || axis(truths, 2) != 3 || axis(area, 0) != count || axis(sigmas, 0) != points) return std::nullopt;
  const double* const given = boxes.is_none() ? nullptr : plain_doubles(boxes.ptr(), 2);
  if (!boxes.is_none() && (given == nullptr || axis(boxes, 0) != count || axis(boxes, 1) != 4 || !all_finite(given, 4 * count))) {
    return std::nullopt;
  }
  HeldTruths held;
  held.points = points;
  held.box.assign(4 * count, 0.0);
  if (given != nullptr) held.box.assign(given, given + 4 * count);
  for (std::size_t k = 0; k < points; ++k) {
    if (!(spread[k] > 0) || !std::isfinite(spread[k])) return std::nullopt;
  }
  for (std::size_t truth = 0; truth < count; ++truth) {
    if (!(areas[truth] >= 0) || !std::isfinite(areas[truth])) return std::nullopt;
    held.area.push_back(areas[truth] + std::numeric_limits<double>::epsilon());  // the reference's guard
    bool seen = false;
    for (std::size_t k = 0; k < points; ++k) {
      const double* const point = rows + 3 * (truth * points + k);
      if (!all_finite(point, 2)) return std::nullopt;
      held.x.push_back(point[0]);
      held.y.push_back(point[1]);
      held.visible.push_back(point[2] > 0);
      held.variance.push_back((spread[k] * 2) * (spread[k] * 2));
      seen |= point[2] > 0;
    }
    if (!seen && given == nullptr) return std::nullopt;
  }
  return held;
}

// predictions [N, K, 2 or 3], truths and the rest as above -> the exponents, at most `most`; None for all else
nb::object exponents_of_rows(const nb::object& predictions, const nb::object& truths, const nb::object& area,
                             const nb::object& boxes, const nb::object& sigmas, std::size_t most) {
  const double* const rows = plain_doubles(predictions.ptr(), 3);
  if (rows == nullptr || axis(predictions, 0) == 0) return nb::none();
  const auto held = held_truths(truths, area, boxes, sigmas);
  const std::size_t width = axis(predictions, 2);
  if (!held || axis(predictions, 1) != held->points || (width != 2 && width != 3)) return nb::none();
  const std::size_t count = axis(predictions, 0) * held->points;
  if (count * axis(truths, 0) > most) return nb::none();
  std::vector<double> x, y;
  for (std::size_t k = 0; k < count; ++k) {
    if (!all_finite(rows + width * k, 2)) return nb::none();
    x.push_back(rows[width * k]);
    y.push_back(rows[width * k + 1]);
  }
  const KeypointTruths columns = held->columns();
  std::size_t terms = 0;
  for (std::size_t truth = 0; truth < columns.count(); ++truth) terms += columns.terms(truth);
  const nb::object out = new_array({static_cast<npy_intp>(terms * axis(predictions, 0))}, NPY_DOUBLE);
  keypoint_exponents(x, y, columns, data_of<double>(out));
  return out;
}

// Powers of the exponents, predictions and truths as above -> [N, M]
nb::object means_of_rows(const nb::object& powers, const nb::object& predictions, const nb::object& truths, const nb::object& area,
                         const nb::object& boxes, const nb::object& sigmas) {
  const double* const values = plain_doubles(powers.ptr(), 1);
  const auto held = held_truths(truths, area, boxes, sigmas);
  if (values == nullptr || !held || plain_doubles(predictions.ptr(), 3) == nullptr) throw std::invalid_argument("rows have changed");
  const KeypointTruths columns = held->columns();
  const std::size_t count = axis(predictions, 0);
  std::size_t terms = 0;
  for (std::size_t truth = 0; truth < columns.count(); ++truth) terms += columns.terms(truth);
  if (axis(powers, 0) != terms * count) throw std::invalid_argument("rows have changed");
  const nb::object out = new_array({static_cast<npy_intp>(count), static_cast<npy_intp>(columns.count())}, NPY_DOUBLE);
  keypoint_means(values, count, columns, columns.count(), data_of<double>(out));
  return out;
}

// Fills extents [N, 4] and visible [N]; returns the first row with a coordinate that is not finite, or N.
std::size_t measure(const nb::ndarray<const double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>& points,
                    const nb::ndarray<double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>& extents,
                    const nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& visible, int threads) {
  const std::size_t rows = points.shape(0);
  if (rows != 0 && points.shape(1) == 0) throw std::invalid_argument("at least one point a row");
  if (extents.shape(0) != rows || visible.shape(0) != rows) throw std::invalid_argument("one entry per row");
  nb::gil_scoped_release release;
  return measure_keypoints(points.data(), rows, points.shape(1), extents.data(), visible.data(), threads);
}

// Fills the same of packed points: coordinates [N, K, 2] in 1 / unit, third numbers [N, K].
void measure_packed(const nb::ndarray<const std::int32_t, nb::shape<-1, -1, 2>, nb::c_contig, nb::device::cpu>& coordinates,
                    const nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>& thirds, double unit,
                    const nb::ndarray<double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>& extents,
                    const nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& visible, int threads) {
  const std::size_t rows = coordinates.shape(0), points = coordinates.shape(1);
  if (rows != 0 && points == 0) throw std::invalid_argument("at least one point a row");
  if (thirds.shape(0) != rows || thirds.shape(1) != points || extents.shape(0) != rows || visible.shape(0) != rows) {
    throw std::invalid_argument("one entry per row");
  }
  nb::gil_scoped_release release;
  measure_packed_keypoints(coordinates.data(), thirds.data(), unit, rows, points, extents.data(), visible.data(), threads);
}

}  // namespace

void register_keypoints(nb::module_& module) {
  module.def("measure", &measure);
  module.def("measure_packed", &measure_packed);
  module.def("exponents", &exponents);
  module.def("means", &means);
  module.def("exponents_of_rows", &exponents_of_rows, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg());
  module.def("means_of_rows", &means_of_rows, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg());
}

}  // namespace truebox
