// What the bindings of reading share: views of bytes, columns as arrays, one reader for any columns.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "coco/reading.hpp"
#include "ground/reserved_buffer.hpp"
#include "ground/throwing_casters.hpp"

namespace truebox::reading {

namespace nb = nanobind;

// A contiguous view of bytes, bytearray or mmap without a copy.
class ByteView {
 public:
  explicit ByteView(nb::handle source) {
    if (PyObject_GetBuffer(source.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  ByteView(const ByteView&) = delete;
  ByteView& operator=(const ByteView&) = delete;
  ~ByteView() { PyBuffer_Release(&view_); }
  const char* begin() const { return static_cast<const char*>(view_.buf); }
  const char* end() const { return begin() + view_.len; }

 private:
  Py_buffer view_;
};

inline int count_threads(int threads) {
  if (threads > 0) return threads;
  // Beyond this, memory and the order of the parts limit reading.
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 16);
}

template <class T>
nb::object as_array(ReservedBuffer&& column, std::size_t rows, std::size_t width = 0) {
  auto kept = std::make_unique<ReservedBuffer>(std::move(column));
  T* const data = kept->as<T>();
  nb::capsule owner(kept.release(), [](void* p) noexcept { delete static_cast<ReservedBuffer*>(p); });
  const std::size_t shape[] = {rows, width};
  return nb::cast(nb::ndarray<nb::numpy, T>(data, width == 0 ? 1 : 2, shape, owner));
}

// In as few bytes as the column was read into; Python widens it when somebody asks.
template <class Small>
nb::object as_array(NarrowColumn<Small>& column, std::size_t rows, std::size_t width = 0) {
  return column.wide() ? as_array<std::int64_t>(column.take(), rows, width)
                       : as_array<Small>(column.take(), rows, width);
}

inline nb::object as_array(std::vector<std::int64_t>&& column, std::size_t width = 0) {
  auto kept = std::make_unique<std::vector<std::int64_t>>(std::move(column));
  if (kept->capacity() == 0) kept->reserve(1);
  std::int64_t* const data = kept->data();
  const std::size_t shape[] = {kept->size() / std::max<std::size_t>(width, 1), width};
  nb::capsule owner(kept.release(), [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(data, width == 0 ? 1 : 2, shape, owner));
}

// None for integer ids, else the distinct strings.
inline nb::object as_names(const IdNames& names) {
  if (names.kind != IdKind::strings) return nb::none();
  nb::list found;
  for (std::size_t code = 0; code < names.table.size(); ++code) {
    const std::string& name = names.table.name(code);
    found.append(nb::str(name.data(), name.size()));
  }
  return nb::tuple(found);
}

inline nb::object to_python(PredictionColumns&& columns) {
  const std::size_t n = columns.count.rows;
  return nb::make_tuple(as_array(columns.image, n), as_names(columns.image_names),
                        as_array(columns.category, n), as_names(columns.category_names),
                        as_array<double>(std::move(columns.boxes), n, 4),
                        as_array<double>(std::move(columns.scores), n));
}

// What every truth has, whatever its rows hold beside.
inline nb::tuple truth_to_python(ImageColumns& images, CategoryColumns& categories, AnnotationColumns& rows) {
  const std::size_t n = rows.count.rows;
  nb::list names;
  for (const std::string& name : categories.names) names.append(nb::str(name.data(), name.size()));
  nb::list stated;
  for (std::size_t key = ImageRow::kStatements; key < ImageRow::kKeys.size(); ++key) {
    if ((images.stated >> (key - ImageRow::kStatements) & 1u) != 0) stated.append(nb::str(ImageRow::kKeys[key].data()));
  }
  return nb::make_tuple(
      as_array(std::move(images.ids)), as_names(images.id_names), as_array(std::move(images.sizes), 2),
      nb::bytes(images.names.data(), images.names.size()), as_array(std::move(images.offsets)),
      as_array(std::move(categories.ids)), as_names(categories.id_names), nb::tuple(names),
      as_array<std::int64_t>(std::move(rows.image), n), as_names(rows.image_names),
      as_array<std::int64_t>(std::move(rows.category), n), as_names(rows.category_names),
      as_array<std::int64_t>(std::move(rows.id), n), as_names(rows.id_names),
      as_array<double>(std::move(rows.boxes), n, 4), as_array<double>(std::move(rows.area), n),
      as_array<std::uint8_t>(std::move(rows.area_missing), n), as_array<std::uint8_t>(std::move(rows.crowd), n),
      as_array<std::uint8_t>(std::move(rows.ignore), n), nb::tuple(stated));
}

inline nb::object to_python(TruthColumns&& columns) {
  return truth_to_python(columns.images, columns.categories, columns.annotations);
}

inline nb::object describe(const Declined& declined) {
  return nb::make_tuple(fault_name(declined.fault), declined.offset);
}

template <class Columns>
nb::object read_text(nb::handle text, int threads) {
  const ByteView view(text);
  Columns columns;
  Declined declined;
  {
    nb::gil_scoped_release release;
    ArrayJob job{};
    job.threads = count_threads(threads);
    declined = read_coco(view.begin(), view.end(), job, columns);
  }
  return declined.fault == JsonFault::none ? to_python(std::move(columns)) : describe(declined);
}

template <class Columns>
void register_reading(nb::module_& module, const char* name) {
  using Reading = CocoReading<Columns>;
  nb::class_<Reading>(module, name)
      .def(nb::new_([](const std::filesystem::path& path, int threads) {
             return Made<Reading>(std::in_place, [&] { return Reading(path, count_threads(threads)); });
           }),
           nb::arg("path"), nb::arg("threads"))
      .def("take", [](Reading& self) -> nb::object {
        {
          nb::gil_scoped_release release;
          self.wait();
        }
        if (self.declined().fault != JsonFault::none) return describe(self.declined());
        auto columns = self.take();
        if (columns == nullptr) throw nb::value_error("the columns were taken before");
        return to_python(std::move(*columns));
      });
}

}  // namespace truebox::reading
