// Python bindings for pixels: pairs of segments and of labels of two images, connected pixels.
#include <nanobind/stl/optional.h>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "ground/plain_fronts.hpp"
#include "pixels/components.hpp"
#include "pixels/label_confusion.hpp"
#include "ground/owned_array.hpp"
#include "ground/ragged_arrays.hpp"
#include "register.hpp"
#include "pixels/segment_pairs.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

using Bytes = ArrayIn<std::uint8_t, 2>;  // [pixels, bytes per pixel]
using Matrix = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void check_pixels(const Bytes& a, const Bytes& b) {
  if (a.shape(0) != b.shape(0)) throw std::invalid_argument("the images have different numbers of pixels");
}

// The true ids, the predicted ids and the pixels of each pair, by true id and then by predicted id.
nb::tuple count_pairs(const Bytes& truth, const Bytes& predicted) {
  using Count = std::vector<SegmentPair> (*)(std::span<const std::uint8_t>, std::span<const std::uint8_t>);
  constexpr Count kCounts[2][2] = {{count_segment_pairs<3, 3>, count_segment_pairs<3, 4>},
                                   {count_segment_pairs<4, 3>, count_segment_pairs<4, 4>}};
  check_pixels(truth, predicted);
  const std::size_t a = truth.shape(1) - 3;
  const std::size_t b = predicted.shape(1) - 3;
  if (a > 1 || b > 1) throw std::invalid_argument("pixels have 3 or 4 bytes");
  std::vector<std::int64_t> true_ids;
  std::vector<std::int64_t> predicted_ids;
  std::vector<std::int64_t> pixels;
  {
    nb::gil_scoped_release release;
    const auto pairs = kCounts[a][b](span_of(truth), span_of(predicted));
    true_ids.reserve(pairs.size() + 1);  // an empty vector may have no address
    predicted_ids.reserve(pairs.size() + 1);
    pixels.reserve(pairs.size() + 1);
    for (const SegmentPair& pair : pairs) {
      true_ids.push_back(pair.truth);
      predicted_ids.push_back(pair.predicted);
      pixels.push_back(pair.pixels);
    }
  }
  return nb::make_tuple(owned_array(std::move(true_ids)), owned_array(std::move(predicted_ids)),
                        owned_array(std::move(pixels)));
}

using CountLabels = std::optional<LabelFault> (*)(std::span<const std::uint8_t>, std::span<const std::uint8_t>, bool, bool,
                                                  const LabelRules&, std::span<std::int64_t>, int);

template <std::size_t Truth>
constexpr std::array<CountLabels, 4> kOneWidth = {count_labels<Truth, 1>, count_labels<Truth, 2>, count_labels<Truth, 4>,
                                                  count_labels<Truth, 8>};
constexpr std::array<std::array<CountLabels, 4>, 4> kAllWidths = {kOneWidth<1>, kOneWidth<2>, kOneWidth<4>, kOneWidth<8>};

std::size_t width_index(std::size_t bytes) {
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) throw std::invalid_argument("labels have 1, 2, 4 or 8 bytes");
  return static_cast<std::size_t>(std::countr_zero(bytes));
}

// None, or (whether the fault is in the truth, its pixel); `matrix` is added to.
nb::object count_label_pairs(const Bytes& truth, const Bytes& predicted, bool truth_signed, bool predicted_signed,
                             std::optional<std::int64_t> ignored, const Matrix& matrix, int threads) {
  check_pixels(truth, predicted);
  if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("the matrix is not square");
  const CountLabels count = kAllWidths[width_index(truth.shape(1))][width_index(predicted.shape(1))];
  const LabelRules rules{static_cast<std::int64_t>(matrix.shape(0)), ignored};
  std::optional<LabelFault> fault;
  {
    nb::gil_scoped_release release;
    fault = count(span_of(truth), span_of(predicted), truth_signed, predicted_signed, rules,
                  std::span(matrix.data(), matrix.size()), threads);
  }
  if (!fault) return nb::none();
  return nb::make_tuple(fault->in_truth, fault->pixel);
}

// mask uint8 [H, W], pixels that are not zero -> labels int64 [H, W]
nb::object label_pixels(const nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>& mask,
                        bool diagonal, int threads) {
  const std::size_t height = mask.shape(0), width = mask.shape(1);
  nb::object labels = new_array({static_cast<npy_intp>(height), static_cast<npy_intp>(width)}, NPY_INT64);
  {
    const nb::gil_scoped_release released;
    label_components(mask.data(), height, width, diagonal, data_of<std::int64_t>(labels), threads);
  }
  return labels;
}

// Of plain masks that one thread labels in any case (see `plain_fronts.hpp`).
PyObject* label_pixels_plainly(PyObject*, PyObject* args, PyObject* named) {
  if (PyTuple_GET_SIZE(args) != 1 || PyDict_GET_SIZE(named) != 1) Py_RETURN_NONE;
  PyObject *key = nullptr, *diagonal = nullptr, *const mask = PyTuple_GET_ITEM(args, 0);
  Py_ssize_t position = 0;
  PyDict_Next(named, &position, &key, &diagonal);
  want_numpy();
  if (!text_is(key, "diagonal") || !PyBool_Check(diagonal) || !PyArray_CheckExact(mask)) Py_RETURN_NONE;
  auto* const array = reinterpret_cast<PyArrayObject*>(mask);
  const bool bytes = PyArray_TYPE(array) == NPY_BOOL || PyArray_TYPE(array) == NPY_UINT8;
  if (!bytes || PyArray_NDIM(array) != 2 || !PyArray_ISCARRAY_RO(array)) Py_RETURN_NONE;
  const npy_intp height = PyArray_DIM(array, 0), width = PyArray_DIM(array, 1);
  if (static_cast<std::size_t>(height * width) >= components_detail::kPixelsOfABand) Py_RETURN_NONE;
  nb::object labels = new_array({height, width}, NPY_INT64);
  {
    const nb::gil_scoped_release released;
    label_components(static_cast<const std::uint8_t*>(PyArray_DATA(array)), static_cast<std::size_t>(height),
                     static_cast<std::size_t>(width), diagonal == Py_True, data_of<std::int64_t>(labels), 1);
  }
  return labels.release().ptr();
}

}  // namespace

void register_pixels(nb::module_& module) {
  module.def("count_pairs", &count_pairs);
  module.def("label_pixels", &label_pixels);
  module.attr("label_pixels_plainly") = bound_front<&label_pixels_plainly>("label_pixels_plainly", nullptr);
  module.def("count_labels", &count_label_pairs, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
             nb::arg());
}

}  // namespace truebox
