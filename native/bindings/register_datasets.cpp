// Python bindings of the room `datasets`.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "coco_format.hpp"
#include "coco_reading.hpp"
#include "json_value.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using namespace reading;

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

int count_threads(int threads) {
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

nb::object as_array(std::vector<std::int64_t>&& column, std::size_t width = 0) {
  auto kept = std::make_unique<std::vector<std::int64_t>>(std::move(column));
  if (kept->capacity() == 0) kept->reserve(1);
  std::int64_t* const data = kept->data();
  const std::size_t shape[] = {kept->size() / std::max<std::size_t>(width, 1), width};
  nb::capsule owner(kept.release(), [](void* p) noexcept { delete static_cast<std::vector<std::int64_t>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(data, width == 0 ? 1 : 2, shape, owner));
}

// None for integer ids, else the distinct strings.
nb::object as_names(const IdNames& names) {
  if (names.kind != IdKind::strings) return nb::none();
  nb::list found;
  for (std::size_t code = 0; code < names.table.size(); ++code) {
    const std::string& name = names.table.name(code);
    found.append(nb::str(name.data(), name.size()));
  }
  return nb::tuple(found);
}

nb::object to_python(PredictionColumns&& columns) {
  const std::size_t n = columns.count.rows;
  return nb::make_tuple(as_array<std::int64_t>(std::move(columns.image), n), as_names(columns.image_names),
                        as_array<std::int64_t>(std::move(columns.category), n), as_names(columns.category_names),
                        as_array<double>(std::move(columns.boxes), n, 4),
                        as_array<double>(std::move(columns.scores), n));
}

nb::object to_python(TruthColumns&& columns) {
  ImageColumns& images = columns.images;
  AnnotationColumns& rows = columns.annotations;
  const std::size_t n = rows.count.rows;
  nb::list names;
  for (const std::string& name : columns.categories.names) names.append(nb::str(name.data(), name.size()));
  return nb::make_tuple(
      as_array(std::move(images.ids)), as_names(images.id_names), as_array(std::move(images.sizes), 2),
      nb::bytes(images.names.data(), images.names.size()), as_array(std::move(images.offsets)),
      as_array(std::move(columns.categories.ids)), as_names(columns.categories.id_names), nb::tuple(names),
      as_array<std::int64_t>(std::move(rows.image), n), as_names(rows.image_names),
      as_array<std::int64_t>(std::move(rows.category), n), as_names(rows.category_names),
      as_array<std::int64_t>(std::move(rows.id), n), as_names(rows.id_names),
      as_array<double>(std::move(rows.boxes), n, 4), as_array<double>(std::move(rows.area), n),
      as_array<std::uint8_t>(std::move(rows.area_missing), n), as_array<std::uint8_t>(std::move(rows.crowd), n),
      as_array<std::uint8_t>(std::move(rows.ignore), n));
}

nb::object describe(const Declined& declined) {
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
      .def("__init__",
           [](Reading* self, const std::filesystem::path& path, int threads) {
             new (self) Reading(path, count_threads(threads));
           },
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

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using BoxColumn = nb::ndarray<const double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using Names = std::optional<std::vector<std::string>>;

// The view, after every index and length was checked: nothing a caller passes may read beyond a column.
IdColumn view_ids(const Column<std::int64_t>& ids, const Names& names, std::size_t rows) {
  if (ids.shape(0) != rows) throw nb::value_error("columns of different lengths");
  if (!names) return {ids.data(), nullptr};
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int64_t value = ids.data()[row];
    if (value < 0 || static_cast<std::size_t>(value) >= names->size()) throw nb::index_error("id without a name");
  }
  return {ids.data(), &*names};
}

template <class View>
nb::bytes format_view(const View& view) {
  std::string text;
  {
    nb::gil_scoped_release release;
    text.reserve(view.rows * 160);
    append_rows(text, view);
  }
  return nb::bytes(text.data(), text.size());
}

nb::bytes format_predictions(const Column<std::int64_t>& image, const Names& image_names,
                             const Column<std::int64_t>& category, const Names& category_names,
                             const BoxColumn& boxes, const Column<double>& scores) {
  const std::size_t rows = boxes.shape(0);
  if (scores.shape(0) != rows) throw nb::value_error("columns of different lengths");
  return format_view(PredictionView{rows, view_ids(image, image_names, rows),
                                    view_ids(category, category_names, rows),
                                    reinterpret_cast<const CocoBox*>(boxes.data()), scores.data()});
}

nb::bytes format_annotations(const Column<std::int64_t>& id, const Names& id_names, const Column<std::int64_t>& image,
                             const Names& image_names, const Column<std::int64_t>& category,
                             const Names& category_names, const BoxColumn& boxes, const Column<double>& area,
                             const Column<std::uint8_t>& crowd, const Column<std::uint8_t>& ignore) {
  const std::size_t rows = boxes.shape(0);
  if (area.shape(0) != rows || crowd.shape(0) != rows || ignore.shape(0) != rows) {
    throw nb::value_error("columns of different lengths");
  }
  return format_view(AnnotationView{rows, view_ids(id, id_names, rows), view_ids(image, image_names, rows),
                                    view_ids(category, category_names, rows),
                                    reinterpret_cast<const CocoBox*>(boxes.data()), area.data(), crowd.data(),
                                    ignore.data()});
}

}  // namespace

void register_datasets(nb::module_& module) {
  register_reading<reading::PredictionColumns>(module, "PredictionsReading");
  register_reading<reading::TruthColumns>(module, "TruthReading");
  module.def("read_predictions_text", &read_text<reading::PredictionColumns>, nb::arg("text"), nb::arg("threads"));
  module.def("read_truth_text", &read_text<reading::TruthColumns>, nb::arg("text"), nb::arg("threads"));
  module.def("format_predictions", &format_predictions, nb::arg("image"), nb::arg("image_names").none(),
             nb::arg("category"), nb::arg("category_names").none(), nb::arg("boxes"), nb::arg("scores"));
  module.def("format_annotations", &format_annotations, nb::arg("id"), nb::arg("id_names").none(), nb::arg("image"),
             nb::arg("image_names").none(), nb::arg("category"), nb::arg("category_names").none(), nb::arg("boxes"),
             nb::arg("area"), nb::arg("crowd"), nb::arg("ignore"));
  module.def(
      "find_fault",
      [](nb::handle text, int max_depth) -> nb::object {
        const ByteView view(text);
        std::size_t offset = 0;
        reading::JsonFault fault;
        {
          nb::gil_scoped_release release;
          fault = reading::find_fault(view.begin(), view.end(), max_depth, offset);
        }
        return fault == reading::JsonFault::none ? nb::none() : nb::object(nb::make_tuple(reading::fault_name(fault), offset));
      },
      nb::arg("text"), nb::arg("max_depth"));
}

}  // namespace truebox
