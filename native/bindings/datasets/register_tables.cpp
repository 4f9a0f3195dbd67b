// Python bindings of tables: delimited text into columns.
#include "register.hpp"

#include <nanobind/ndarray.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/mapped_file.hpp"
#include "ground/throwing_casters.hpp"
#include "datasets/reading_bindings.hpp"
#include "texts/box_columns.hpp"
#include "texts/table_columns.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

tables::TableLayout layout_of(const nb::bytes& kinds, int delimiter) {
  tables::TableLayout layout;
  if (delimiter <= 0 || delimiter > 127 || delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
    throw nb::value_error("delimiter must be an ASCII byte that is no quote and no line end");
  }
  layout.delimiter = static_cast<char>(delimiter);
  const char* const wanted = kinds.c_str();
  for (std::size_t column = 0; column < kinds.size(); ++column) {
    const auto kind = static_cast<unsigned char>(wanted[column]);
    if (kind > 3) throw nb::value_error("kinds are 0 (skipped), 1 (number), 2 (text) or 3 (whole number)");
    layout.kinds.push_back(static_cast<tables::CellKind>(kind));
  }
  if (layout.kinds.empty()) throw nb::value_error("a table needs columns");
  return layout;
}

// None where a text is not UTF-8.
nb::object names_of(const std::vector<std::string_view>& texts) {
  nb::object names = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(texts.size())));
  if (!names) throw nb::python_error();
  for (std::size_t code = 0; code < texts.size(); ++code) {
    PyObject* const name =
        PyUnicode_DecodeUTF8(texts[code].data(), static_cast<Py_ssize_t>(texts[code].size()), nullptr);
    if (name == nullptr) {
      if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) throw nb::python_error();
      PyErr_Clear();
      return nb::none();
    }
    PyTuple_SET_ITEM(names.ptr(), static_cast<Py_ssize_t>(code), name);
  }
  return names;
}

// The first `rows` values, without a copy.
template <class Value>
nb::object first_values(reading::ReservedBuffer&& column, std::size_t rows) {
  auto kept = std::make_unique<reading::ReservedBuffer>(std::move(column));
  Value* const data = kept->as<Value>();
  nb::capsule owner(kept.release(), [](void* held) noexcept { delete static_cast<reading::ReservedBuffer*>(held); });
  nb::object array = nb::cast(nb::ndarray<nb::numpy, Value, nb::ndim<1>>(data, {rows}, owner));
  // The exchange protocol says "64 bits"; of NumPy's two such types only one is its int64.
  return std::is_same_v<Value, std::int64_t> ? array.attr("view")("int64") : array;
}

nb::object as_python(tables::TableColumns&& columns) {
  nb::list numbers, texts, wholes;
  for (auto& column : columns.numbers) numbers.append(first_values<double>(std::move(column), columns.rows));
  for (auto& column : columns.wholes) wholes.append(first_values<std::int64_t>(std::move(column), columns.rows));
  for (auto& column : columns.texts) {
    nb::object names = names_of(column.texts);
    if (names.is_none()) return nb::none();
    texts.append(nb::make_tuple(first_values<std::int64_t>(std::move(column.codes), columns.rows), names));
  }
  return nb::make_tuple(columns.rows, numbers, texts, wholes);
}

template <class Unchanged>
nb::object read_between(const char* first, const char* last, std::size_t begin, const tables::TableLayout& layout,
                        int threads, Unchanged&& unchanged) {
  if (begin > static_cast<std::size_t>(last - first)) throw nb::index_error("the text is shorter");
  tables::TableColumns columns;
  bool taken;
  {
    nb::gil_scoped_release release;
    taken = tables::read_table(first + begin, last, layout, threads, columns);
  }
  if (!taken) return nb::none();
  nb::object found = as_python(std::move(columns));
  return unchanged() ? found : nb::none();
}

nb::object read_text(nb::handle text, std::size_t begin, const nb::bytes& kinds, int delimiter, int threads) {
  const reading::ByteView view(text);
  return read_between(view.begin(), view.end(), begin, layout_of(kinds, delimiter), threads, [] { return true; });
}

nb::object read_file(const std::filesystem::path& path, std::size_t begin, const nb::bytes& kinds, int delimiter,
                     int threads) {
  const tables::TableLayout layout = layout_of(kinds, delimiter);
  reading::MappedFile file;
  if (!file.open(path) || begin > file.size()) return nb::none();
  return read_between(file.data(), file.data() + file.size(), begin, layout, threads,
                      [&] { return file.unchanged(); });
}

// The boxes [rows, 4], and whether all are within the bound without a negative size.
nb::tuple boxes_of(const nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>& a,
                   const nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>& b,
                   const nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>& c,
                   const nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>& d, int layout, bool percent,
                   double bound, int threads) {
  const std::size_t rows = a.shape(0);
  std::array<tables::NumberColumn, 4> columns;
  std::size_t k = 0;
  for (const auto* column : {&a, &b, &c, &d}) {
    require(column->shape(0) == rows, "columns must be of one length");
    columns[k++] = {column->data(), static_cast<std::ptrdiff_t>(column->stride(0))};
  }
  require(layout >= 0 && layout < 4, "layouts are 0 (xywh), 1 (xyxy), 2 (cxcywh) and 3 (yxyx)");
  reading::ReservedBuffer boxes;
  const std::size_t bytes = rows * 4 * sizeof(double);
  if (!boxes.reserve(bytes)) throw std::bad_alloc();
  boxes.expect(bytes);
  bool sound;
  {
    nb::gil_scoped_release release;
    sound = tables::boxes_of_columns(columns, rows, static_cast<tables::BoxLayout>(layout), percent, bound, threads,
                                     boxes.as<double>());
  }
  return nb::make_tuple(reading::as_array<double>(std::move(boxes), rows, 4), sound);
}

}  // namespace

void register_tables(nb::module_& module) {
  module.def("read_table_text", &read_text, nb::arg("text"), nb::arg("begin"), nb::arg("kinds"), nb::arg("delimiter"),
             nb::arg("threads"));
  module.def("read_table_file", &read_file, nb::arg("path"), nb::arg("begin"), nb::arg("kinds"), nb::arg("delimiter"),
             nb::arg("threads"));
  module.def("boxes_of_columns", &boxes_of, nb::arg("a"), nb::arg("b"), nb::arg("c"), nb::arg("d"), nb::arg("layout"),
             nb::arg("percent"), nb::arg("bound"), nb::arg("threads"));
}

}  // namespace truebox
