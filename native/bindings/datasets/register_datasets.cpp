// Python bindings of the room `datasets`.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "coco/format.hpp"
#include "coco/reading.hpp"
#include "ground/crc32.hpp"
#include "ground/mapped_file.hpp"
#include "ground/throwing_casters.hpp"
#include "json/array_cuts.hpp"
#include "json/value.hpp"
#include "datasets/reading_bindings.hpp"
#include "texts/words_in_text.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using namespace reading;

#if defined(_WIN32)
struct MappingGuard {  // files that are mapped cannot be cut there
  void guard(const void*, std::size_t) {}
};
#else
using MappingGuard = GuardedRange;
#endif

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
  module.def(
      "after_objects",
      [](nb::handle text, std::size_t begin, std::size_t least) {
        const ByteView view(text);
        const std::string_view held(view.begin(), static_cast<std::size_t>(view.end() - view.begin()));
        nb::gil_scoped_release release;
        return after_objects(held, begin, least);
      },
      nb::arg("text"), nb::arg("begin"), nb::arg("least"));
  module.def(
      "words_in",
      [](nb::handle text, const std::vector<std::string>& words) {
        const ByteView view(text);
        const std::string_view held(view.begin(), static_cast<std::size_t>(view.end() - view.begin()));
        const std::vector<std::string_view> wanted(words.begin(), words.end());
        for (const std::string_view word : wanted) {
          if (word.size() < 3) throw nb::value_error("words of three letters or more");
        }
        std::vector<bool> found;
        {
          nb::gil_scoped_release release;
          found = words_in_text(held, wanted);
        }
        nb::list stands;
        for (const bool each : found) stands.append(each);
        return stands;
      },
      nb::arg("text"), nb::arg("words"));
  module.def(
      "guard_memory",
      [](nb::handle text) {
        // The view ends here: it would keep Python from unmapping, before which the guard has to be let go anyway.
        const ByteView view(text);
        auto guard = std::make_unique<MappingGuard>();
        guard->guard(view.begin(), static_cast<std::size_t>(view.end() - view.begin()));
        nb::capsule held(guard.get(), [](void* kept) noexcept { delete static_cast<MappingGuard*>(kept); });
        guard.release();
        return held;
      },
      nb::arg("text"));
  module.def(
      "crc32c",
      [](nb::handle bytes) {
        const ByteView view(bytes);
        const std::span held(reinterpret_cast<const std::uint8_t*>(view.begin()),
                             static_cast<std::size_t>(view.end() - view.begin()));
        nb::gil_scoped_release release;
        return crc32c(held);
      },
      nb::arg("bytes"));
}

}  // namespace truebox
