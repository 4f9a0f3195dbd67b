// Python bindings of the overlap of keypoints.
#include "evaluation/keypoint_measures.hpp"
#include "overlap/keypoint_similarity.hpp"
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
}

}  // namespace truebox
