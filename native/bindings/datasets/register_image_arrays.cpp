// Python bindings of arrays per image: those of all images as one column.
#include "register.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "ground/buffer.hpp"
#include "ground/checked_arrays.hpp"
#include "ground/lying_array.hpp"
#include "ground/ragged_arrays.hpp"
#include "ground/throwing_casters.hpp"
#include "texts/joined_arrays.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using tables::ArrayPieces;
using tables::ElementKind;

bool kind_of(const LyingArray& array, ElementKind& kind) {
  if (array.bits != 32 && array.bits != 64) return false;
  if (array.kind == 'f') kind = array.bits == 32 ? ElementKind::float32 : ElementKind::float64;
  if (array.kind == 'i') kind = array.bits == 32 ? ElementKind::int32 : ElementKind::int64;
  return array.kind == 'f' || array.kind == 'i';
}

// False where they are not of one type, of one kind, with rows of `width` numbers; those without rows are of any kind.
bool look_at(const nb::list& values, std::size_t width, nb::list& counts, ArrayPieces& out) {
  const std::size_t count = nb::len(values);
  if (count == 0) return false;
  PyTypeObject* const type = Py_TYPE(PyList_GET_ITEM(values.ptr(), 0));
  const ArrayDoor door(type);
  const int axes = width == 1 ? 1 : 2;
  out.pieces.reserve(count);
  out.starts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    PyObject* const value = PyList_GET_ITEM(values.ptr(), static_cast<Py_ssize_t>(i));
    LyingArray array;
    if (Py_TYPE(value) != type || !door.look(value, array) || array.axes == 0) return false;
    counts.append(array.shape[0]);
    if (array.shape[0] == 0) continue;
    ElementKind kind;
    if (array.axes != axes || !kind_of(array, kind) || (!out.pieces.empty() && kind != out.kind)) return false;
    if (axes == 2 && static_cast<std::size_t>(array.shape[1]) != width) return false;
    out.kind = kind;
    out.add({array.data, static_cast<std::size_t>(array.shape[0]), static_cast<std::ptrdiff_t>(array.strides[0]),
             static_cast<std::ptrdiff_t>(array.strides[1])});
  }
  return !out.pieces.empty();
}

template <class Number>
nb::object numbers_of(const ArrayPieces& given, int threads) {
  Buffer<Number> numbers(given.rows);
  tables::join_numbers(given, threads, numbers.data());
  nb::object array = nb::cast(to_array(std::move(numbers)));
  // The exchange protocol says "64 bits"; of NumPy's two such types only one is its int64.
  return std::is_same_v<Number, std::int64_t> ? array.attr("view")("int64") : array;
}

// (numbers, rows of each), or None. The lock is held: nobody can resize an array meanwhile.
nb::object join_numbers_of(const nb::list& values, int threads) {
  ArrayPieces given;
  nb::list counts;
  if (!look_at(values, 1, counts, given)) return nb::none();
  return nb::make_tuple(is_real(given.kind) ? numbers_of<double>(given, threads) : numbers_of<std::int64_t>(given, threads),
                        counts);
}

// (boxes, rows of each), or None; also where a box is not sound.
nb::object join_boxes_of(const nb::list& values, int layout, bool percent, double bound, int threads) {
  require(layout >= 0 && layout < 4, "layouts are 0 (xywh), 1 (xyxy), 2 (cxcywh) and 3 (yxyx)");
  ArrayPieces given;
  nb::list counts;
  if (!look_at(values, 4, counts, given)) return nb::none();
  const std::size_t rows = given.rows;
  Buffer<double> boxes(4 * rows);
  if (!tables::join_boxes(given, static_cast<tables::BoxLayout>(layout), percent, bound, threads, boxes.data())) {
    return nb::none();
  }
  return nb::make_tuple(to_array<2>(std::move(boxes), {rows, 4}), counts);
}

}  // namespace

void register_image_arrays(nb::module_& module) {
  module.def("join_numbers", &join_numbers_of, nb::arg("values"), nb::arg("threads"));
  module.def("join_boxes", &join_boxes_of, nb::arg("values"), nb::arg("layout"), nb::arg("percent"), nb::arg("bound"),
             nb::arg("threads"));
}

}  // namespace truebox
