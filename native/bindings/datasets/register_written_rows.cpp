// Python bindings of tables: columns into rows of text.
#include "register.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "texts/written_rows.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using Doubles = In<double, 1>;
using Wholes = In<std::int64_t, 1>;

std::string_view bytes_of(nb::handle value) {
  const auto bytes = nb::cast<nb::bytes>(value);
  return {bytes.c_str(), bytes.size()};  // the caller's list holds it
}

std::vector<std::string_view> all_bytes(const nb::list& values) {
  std::vector<std::string_view> found;
  for (nb::handle value : values) found.push_back(bytes_of(value));
  return found;
}

// (kind, values), ("texts", which, texts) or ("own", offsets, text); arrays are held by `kept`.
WrittenColumn column_of(const nb::tuple& column, std::size_t rows, std::vector<nb::object>& kept) {
  require(column.size() >= 2, "a column is a kind and its values");
  kept.push_back(nb::borrow(column[1]));
  const auto name = nb::cast<nb::str>(column[0]);
  const std::string_view kind = name.c_str();
  if (kind == "numbers" || kind == "shortly") {
    const auto values = nb::cast<Doubles>(kept.back(), false);
    require(values.shape(0) == rows, "columns of one length");
    if (kind == "numbers") return WrittenNumbers{view(values)};
    return WrittenShortly{view(values)};
  }
  const auto values = nb::cast<Wholes>(kept.back(), false);
  if (kind == "own") {
    require(column.size() == 3 && values.shape(0) == rows + 1, "columns of one length");
    const WrittenOwn own{bytes_of(column[2]), view(values)};
    require(own.offsets.front() >= 0 && static_cast<std::size_t>(own.offsets.back()) <= own.text.size() &&
                std::is_sorted(own.offsets.begin(), own.offsets.end()),
            "offsets in order, within the text");
    return own;
  }
  require(values.shape(0) == rows, "columns of one length");
  if (kind == "wholes") return WrittenWholes{view(values)};
  require(kind == "texts" && column.size() == 3, "no such kind of column");
  WrittenTexts texts{view(values), all_bytes(nb::cast<nb::list>(column[2]))};
  for (const std::int64_t which : texts.which) {
    require(which >= 0 && static_cast<std::size_t>(which) < texts.texts.size(), "no such text");
  }
  return texts;
}

nb::tuple written_rows(const nb::list& columns, const nb::list& between, const Wholes& order, std::size_t rows) {
  require(between.size() == columns.size() + 1, "text before, between and behind the columns");
  std::vector<nb::object> kept;
  std::vector<WrittenColumn> found;
  for (nb::handle column : columns) found.push_back(column_of(nb::cast<nb::tuple>(column), rows, kept));
  const std::vector<std::string_view> texts = all_bytes(between);
  const auto places = view(order);
  for (const std::int64_t row : places) require(row >= 0 && static_cast<std::size_t>(row) < rows, "no such row");
  WrittenRows written = write_rows(found, texts, places);
  return nb::make_tuple(nb::bytes(written.text.data(), written.text.size()), owned_array(std::move(written.offsets)));
}

}  // namespace

void register_written_rows(nb::module_& module) {
  module.def("written_rows", &written_rows, nb::arg("columns"), nb::arg("between"), nb::arg("order"), nb::arg("rows"));
}

}  // namespace truebox
