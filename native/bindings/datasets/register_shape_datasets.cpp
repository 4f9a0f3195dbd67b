// Python bindings of reading segmentations and keypoints, in the submodule `datasets`.
#include <nanobind/nanobind.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coco/shapes.hpp"
#include "ground/mapped_file.hpp"
#include "ground/throwing_casters.hpp"
#include "datasets/reading_bindings.hpp"
#include "register.hpp"

namespace truebox {
namespace reading {

// kind [N], size [N, 2], text, its offsets [N + 1], numbers, offsets of the parts [P + 1], of the rows in the parts [N + 1]
static nb::tuple to_python(SegmentationColumns& columns) {
  const std::size_t n = columns.count.rows;
  return nb::make_tuple(as_array<std::uint8_t>(std::move(columns.kinds), n),
                        as_array(columns.sizes, n, 2),
                        as_array<std::uint8_t>(std::move(columns.text.values), columns.text.value_count.rows),
                        as_array<std::int64_t>(std::move(columns.text.ends), n + 1),
                        as_array<double>(std::move(columns.parts.values), columns.parts.value_count.rows),
                        as_array<std::int64_t>(std::move(columns.parts.ends), columns.parts.row_count.rows + 1),
                        as_array<std::int64_t>(std::move(columns.row_ends), n + 1));
}

// numbers, offsets of the rows [N + 1], num_keypoints [N]; or, packed: x and y [N, 2 K] in hundredths, the third numbers
// [N, K], their unit, num_keypoints [N]
static nb::tuple to_python(KeypointColumns& columns) {
  const std::size_t n = columns.count.rows;
  if (columns.packed()) {
    const std::size_t points = columns.per_row();
    return nb::make_tuple(as_array<std::int32_t>(std::move(columns.coordinates), n, 2 * points),
                          as_array<std::uint8_t>(std::move(columns.thirds), n, points), kPackedUnit,
                          as_array<std::int64_t>(std::move(columns.visible), n));
  }
  return nb::make_tuple(as_array<double>(std::move(columns.points.values), columns.points.value_count.rows),
                        as_array<std::int64_t>(std::move(columns.points.ends), n + 1),
                        as_array<std::int64_t>(std::move(columns.visible), n));
}

// image [N] and names, category [N] and names, boxes [N, 4], scores [N], has a box [N]; then the columns of the shapes
template <class Extra>
nb::object to_python(ColumnsWith<ShapeRowColumns, Extra>&& columns) {
  ShapeRowColumns& rows = columns.base;
  const std::size_t n = rows.count.rows;
  const nb::tuple own = nb::make_tuple(
      as_array(rows.image, n), as_names(rows.image_names),
      as_array(rows.category, n), as_names(rows.category_names),
      as_array<double>(std::move(rows.boxes), n, 4), as_array<double>(std::move(rows.scores), n),
      as_array<std::uint8_t>(std::move(rows.boxed), n));
  return nb::object(own + to_python(columns.extra));
}

template <class Extra>
nb::object to_python(TruthColumnsOf<ColumnsWith<AnnotationColumns, Extra>>&& columns) {
  return nb::object(truth_to_python(columns.images, columns.categories, columns.annotations.base) +
                    to_python(columns.annotations.extra));
}

// The keys of the first object of a list, or None where the text does not begin with one.
static nb::object first_keys(const char* begin, const char* end) {
  JsonCursor c(begin, end);
  c.skip_blanks();
  if (!c.take('[')) return nb::none();
  c.skip_blanks();
  if (!c.take('{')) return nb::none();
  c.skip_blanks();
  nb::list keys;
  bool closed = c.at('}');
  while (!closed) {
    JsonString key;
    if (!read_key(c, key) || key.escaped) return nb::none();
    const char* value = c.p;
    if (!skip_value(c, 2) || !next_element(c, '}', closed)) return nb::none();
    // An empty list says as little as no key at all.
    if (!(c.p - value >= 2 && value[0] == '[' && value[1] == ']')) keys.append(nb::str(key.raw.data(), key.raw.size()));
  }
  return keys;
}

// The texts of some members of an object, in the order asked for.
static nb::list find_members(nb::handle text, const std::vector<std::string>& wanted) {
  const ByteView view(text);
  std::vector<std::string_view> found(wanted.size());
  bool good = true;
  {
    nb::gil_scoped_release release;
    JsonCursor c(view.begin(), view.end());
    c.skip_blanks();
    bool closed = false;
    good = c.take('{');
    if (good) {
      c.skip_blanks();
      closed = c.at('}');
    }
    while (good && !closed) {
      JsonString key;
      good = read_key(c, key);
      const char* const value = c.p;
      good = good && skip_value(c, 1);
      for (std::size_t i = 0; good && i < wanted.size(); ++i) {
        if (key.raw == wanted[i]) found[i] = {value, static_cast<std::size_t>(c.p - value)};
      }
      good = good && next_element(c, '}', closed);
    }
  }
  for (const std::string_view member : found) good = good && !member.empty();
  if (!good) throw nb::value_error("no such members");
  nb::list texts;
  for (const std::string_view member : found) texts.append(nb::bytes(member.data(), member.size()));
  return texts;
}

static nb::object first_keys_of_file(const std::filesystem::path& path) {
  MappedFile file;
  if (!file.open(path)) return nb::none();
  return first_keys(file.data(), file.data() + file.size());
}

}  // namespace reading

void register_shape_datasets(nanobind::module_& module) {
  using namespace reading;
  using MaskTruth = TruthColumnsOf<MaskAnnotationColumns>;
  using KeypointTruth = TruthColumnsOf<KeypointAnnotationColumns>;
  register_reading<MaskPredictionColumns>(module, "MaskPredictionsReading");
  register_reading<KeypointPredictionColumns>(module, "KeypointPredictionsReading");
  register_reading<MaskTruth>(module, "MaskTruthReading");
  register_reading<KeypointTruth>(module, "KeypointTruthReading");
  module.def("read_mask_predictions_text", &read_text<MaskPredictionColumns>, nb::arg("text"), nb::arg("threads"));
  module.def("read_keypoint_predictions_text", &read_text<KeypointPredictionColumns>, nb::arg("text"), nb::arg("threads"));
  module.def("read_mask_truth_text", &read_text<MaskTruth>, nb::arg("text"), nb::arg("threads"));
  module.def("read_keypoint_truth_text", &read_text<KeypointTruth>, nb::arg("text"), nb::arg("threads"));
  module.def("find_members", &find_members, nb::arg("text"), nb::arg("members"));
  module.def("first_keys", &first_keys_of_file, nb::arg("path"));
  module.def("first_keys_of_text", [](nb::handle text) {
    const ByteView view(text);
    return first_keys(view.begin(), view.end());
  }, nb::arg("text"));
}

}  // namespace truebox
