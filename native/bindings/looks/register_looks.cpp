// Python bindings of what looks at files and results ask of all rows.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "ground/throwing_casters.hpp"
#include "looks/odd_rows.hpp"
#include "looks/pair_overlaps.hpp"
#include "register.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using Boxes = nb::ndarray<const double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
using ReadBoxes = nb::ndarray<const double, nb::shape<-1, -1, 4>, nb::c_contig, nb::device::cpu>;

void find_overlaps_of_pairs(const ReadBoxes& a, const Boxes& b, const Out<double, 2>& out) {
  const std::size_t readings = a.shape(0), pairs = a.shape(1);
  require(b.shape(0) == pairs && out.shape(0) == readings && out.shape(1) == pairs, "one entry per pair");
  nb::gil_scoped_release released;
  overlaps_of_pairs(a.data(), b.data(), pairs, readings, out.data());
}

void find_best_overlaps(const ReadBoxes& boxes, const In<std::int64_t, 1>& first, const ReadBoxes& truths,
                        const Out<double, 2>& out) {
  const std::size_t readings = out.shape(0), sampled = boxes.shape(1), pairs = truths.shape(1);
  require(first.shape(0) == sampled && out.shape(1) == sampled, "one entry per detection");
  require((boxes.shape(0) == 1 || boxes.shape(0) == readings) && (truths.shape(0) == 1 || truths.shape(0) == readings),
          "boxes and truths of one reading, or of each");
  for (std::size_t s = 0; s < sampled; ++s) {
    const std::int64_t end = s + 1 < sampled ? first(s + 1) : static_cast<std::int64_t>(pairs);
    require(first(s) >= 0 && first(s) <= end && end <= static_cast<std::int64_t>(pairs), "pairs must ascend");
  }
  nb::gil_scoped_release released;
  const ReadSides sides{boxes.data(), boxes.shape(0) > 1, truths.data(), truths.shape(0) > 1, pairs};
  best_overlaps(sides, view(first), readings, out.data());
}

bool find_beyond(const Boxes& boxes, double limit, int threads) {
  nb::gil_scoped_release released;
  return any_beyond({boxes.data(), 4 * boxes.shape(0)}, limit, threads);
}

bool find_larger_areas(const Boxes& boxes, const In<double, 1>& area) {
  require(area.shape(0) == boxes.shape(0), "one area per box");
  nb::gil_scoped_release released;
  return detail::any_larger_area(boxes.data(), area.data(), area.shape(0));
}

template <class Image, class Category>
bool find_repeats(const In<Image, 1>& image, const In<Category, 1>& category, const Boxes& boxes,
                  const In<std::uint8_t, 1>& crowd) {
  const std::size_t count = boxes.shape(0);
  require(image.shape(0) == count && category.shape(0) == count && crowd.shape(0) == count, "one entry per row");
  nb::gil_scoped_release released;
  return may_repeat<Image, Category>(view(image), view(category), boxes.data(), view(crowd));
}

bool find_repeated_texts(const nb::bytes& buffer, const In<std::int64_t, 1>& offsets) {
  std::int64_t before = 0;
  for (std::size_t i = 0; i < offsets.shape(0); before = offsets(i++)) {
    if (offsets(i) < before || offsets(i) > static_cast<std::int64_t>(buffer.size())) return true;  // who knows
  }
  return texts_may_repeat({buffer.c_str(), buffer.size()}, view(offsets));
}

nb::object find_rows_of_images(const In<std::int32_t, 1>& image, const In<std::uint8_t, 1>& chosen) {
  std::vector<std::int64_t> rows;
  {
    nb::gil_scoped_release released;
    rows = rows_of_images(view(image), view(chosen));
  }
  return owned_array(std::move(rows));
}

}  // namespace

void register_looks(nb::module_& module) {
  using namespace nb::literals;
  module.def("overlaps_of_pairs", &find_overlaps_of_pairs, "a"_a, "b"_a, "out"_a);
  module.def("best_overlaps", &find_best_overlaps, "boxes"_a, "first"_a, "truths"_a, "out"_a);
  module.def("any_beyond", &find_beyond, "boxes"_a, "limit"_a, "threads"_a);
  module.def("any_larger_area", &find_larger_areas, "boxes"_a, "area"_a);
  module.def("may_repeat", &find_repeats<std::int64_t, std::int64_t>, "image"_a.noconvert(),
             "category"_a.noconvert(), "boxes"_a, "crowd"_a);
  module.def("may_repeat", &find_repeats<std::int32_t, std::int64_t>, "image"_a.noconvert(),
             "category"_a.noconvert(), "boxes"_a, "crowd"_a);
  module.def("may_repeat", &find_repeats<std::int64_t, std::int32_t>, "image"_a.noconvert(),
             "category"_a.noconvert(), "boxes"_a, "crowd"_a);
  module.def("may_repeat", &find_repeats<std::int32_t, std::int32_t>, "image"_a.noconvert(),
             "category"_a.noconvert(), "boxes"_a, "crowd"_a);
  module.def("texts_may_repeat", &find_repeated_texts, "buffer"_a, "offsets"_a);
  module.def("rows_of_images", &find_rows_of_images, "image"_a, "chosen"_a);
}

}  // namespace truebox
