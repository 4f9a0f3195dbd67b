// Python bindings of the room `evaluation`: outcomes by image in few bytes.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "evaluation/curve_bindings.hpp"
#include "evaluation/evaluation_bindings.hpp"
#include "ground/throwing_casters.hpp"
#include "packing/banded_curves.hpp"
#include "packing/class_rows.hpp"
#include "packing/class_streams.hpp"
#include "packing/pack_images.hpp"
#include "packing/unpack_images.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using namespace evaluation_bindings;

// Truths as given: which count as objects, and the ids of the annotations.
struct GivenRows {
  In<std::int32_t, 1> counted_image, counted_category, detection_image, truth_image;
  std::optional<In<std::int64_t, 1>> ids;
  std::optional<In<std::uint32_t, 2>> notes;
  std::optional<Detections> repeating;
  std::size_t images;
  bool class_agnostic;
};

nb::bytes bytes_of(const ByteWriter& out) {
  return nb::bytes(reinterpret_cast<const char*>(out.bytes().data()), out.size());
}

// The bytes of 64-bit numbers, which NumPy reads without a copy.
nb::bytes raw(const std::vector<std::int64_t>& values) {
  return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int64_t));
}

void require_below(const In<std::int32_t, 1>& places, std::size_t limit, const char* message) {
  for (std::size_t i = 0; i < places.shape(0); ++i) {
    require(places(i) < 0 || static_cast<std::size_t>(places(i)) < limit, message);
  }
}

std::tuple<nb::bytes, nb::bytes> pack(const Cells& cells, const Truths& truths,
                                                      const MatchingRules& rules, const Outcome& outcome,
                                                      const std::optional<Boxes>& boxes, const GivenRows& given) {
  const CellPlan& plan = *cells.plan;
  const OutcomeLayout layout = rules.layout();
  const std::size_t categories = plan.detections().offsets.size() - 1;
  require(!outcome.narrow, "all columns of a match state are wanted");
  outcome.check(plan, outcome.counts.shape(0), layout);
  require(truths.area.shape(0) == cells.truths && truths.ignored.shape(0) == cells.truths, "one entry per truth");
  require(!boxes || boxes->shape(0) == plan.kept(), "one box per row");
  require(given.counted_image.shape(0) == given.counted_category.shape(0), "one category per image");
  require(!given.ids || given.ids->shape(0) == given.truth_image.shape(0), "one image per annotation id");
  require(!given.repeating || (given.repeating->scores.shape(0) == cells.detections &&
                               given.repeating->boxes.shape(0) == cells.detections),
          "one box and score per row");
  require(!given.notes || (given.notes->shape(0) == given.images && given.notes->shape(1) == kNotes),
          "notes must be [I, 5]");
  require_below(given.counted_image, given.images, "no such image");
  require_below(given.detection_image, given.images, "no such image");
  require_below(given.truth_image, given.images, "no such image");
  if (!given.class_agnostic) require_below(given.counted_category, categories, "no such category");
  const auto inside = [&](const Grouped& groups) {
    for (const std::int32_t image : std::span(groups.minor.data(), groups.size())) {
      require(static_cast<std::size_t>(image) < given.images, "no such image");
    }
  };
  inside(plan.detections());
  inside(plan.truths());
  for (std::size_t i = 0; i < plan.kept(); ++i) {
    require(outcome.row(i) >= 0 && static_cast<std::size_t>(outcome.row(i)) < given.detection_image.shape(0),
            "no such row");
  }
  ByteWriter out;
  std::vector<std::int64_t> offsets;
  {
    nb::gil_scoped_release released;
    const PackInput input{plan,
                          layout,
                          outcome.score.data(),
                          outcome.row.data(),
                          outcome.matched.data(),
                          outcome.ignored.data(),
                          boxes ? boxes->data() : nullptr,
                          truths.area.data(),
                          truths.ignored.data(),
                          truths.rows().outside,
                          view(given.counted_image),
                          view(given.counted_category),
                          view(given.detection_image),
                          view(given.truth_image),
                          given.ids ? view(*given.ids) : std::span<const std::int64_t>{},
                          given.notes ? given.notes->data() : nullptr,
                          given.repeating ? given.repeating->scores.data() : nullptr,
                          given.repeating ? given.repeating->boxes.data() : nullptr,
                          rules.ties_by_content,
                          given.images,
                          given.class_agnostic};
    offsets = ImagePacker(input).write(out);
  }
  return {bytes_of(out), raw(offsets)};
}

// Where the record of each image lies: in which of the blocks, from where to where.
struct PackedPlaces {
  nb::list blocks;
  In<std::int32_t, 1> block;
  In<std::int64_t, 1> begin, end;

  PackedRecords records() const {
    const std::size_t images = block.shape(0);
    require(begin.shape(0) == images && end.shape(0) == images, "one place per image");
    std::vector<std::span<const std::uint8_t>> all;
    for (const nb::handle each : blocks) {
      require(nb::isinstance<nb::bytes>(each), "blocks must be bytes");
      const auto bytes = nb::borrow<nb::bytes>(each);
      all.emplace_back(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
    }
    PackedRecords out;
    out.reserve(images);
    for (std::size_t i = 0; i < images; ++i) {
      require(block(i) >= 0 && static_cast<std::size_t>(block(i)) < all.size(), "no such block");
      const std::span<const std::uint8_t> bytes = all[static_cast<std::size_t>(block(i))];
      require(begin(i) >= 0 && begin(i) <= end(i) && static_cast<std::size_t>(end(i)) <= bytes.size(),
              "records must lie in their block");
      out.push_back(bytes.subspan(static_cast<std::size_t>(begin(i)), static_cast<std::size_t>(end(i) - begin(i))));
    }
    return out;
  }
};

struct Totals {
  PackedShape shape;
  PackedTotals sums;

  void copy(const Out<std::int64_t, 2>& classes, const Out<std::int64_t, 2>& truths,
            const Out<std::int64_t, 1>& notes, const Out<std::int64_t, 1>& first_row) const {
    require(classes.shape(0) == 4 && classes.shape(1) == shape.categories && truths.shape(0) == shape.categories &&
                truths.shape(1) == shape.ranges && notes.shape(0) == kNotes && first_row.shape(0) == sums.first_row.size(),
            "outputs must be [4, K], [K, A], [5] and [I]");
    const std::vector<std::int64_t>* columns[] = {&sums.kept, &sums.given, &sums.truth_images, &sums.counted};
    for (std::size_t row = 0; row < 4; ++row) {
      std::copy(columns[row]->begin(), columns[row]->end(), classes.data() + row * shape.categories);
    }
    std::copy(sums.truths.begin(), sums.truths.end(), truths.data());
    std::copy(sums.notes.begin(), sums.notes.end(), notes.data());
    std::copy(sums.first_row.begin(), sums.first_row.end(), first_row.data());
  }
};

struct StateColumns {
  Out<double, 1> score;
  Out<std::int32_t, 1> category, image;
  Out<std::int64_t, 1> row;
  Out<std::int32_t, 1> rank;
  Out<std::uint64_t, 2> matched, ignored;
  std::optional<Out<double, 2>> boxes;

  std::size_t size() const { return score.shape(0); }
  UnpackedColumns columns(const PackedShape& shape) const {
    const std::size_t rows = size();
    require(category.shape(0) == rows && image.shape(0) == rows && row.shape(0) == rows && rank.shape(0) == rows &&
                matched.shape(0) == rows && ignored.shape(0) == rows && matched.shape(1) == shape.words() &&
                ignored.shape(1) == shape.words() && (!boxes || (boxes->shape(0) == rows && boxes->shape(1) == 4)),
            "columns must have one row per kept detection");
    return {score.data(), category.data(), image.data(),   row.data(),
            rank.data(),  matched.data(),  ignored.data(), boxes ? boxes->data() : nullptr};
  }
};

Made<Totals> total(const PackedPlaces& places, const PackedShape& shape) {
  const PackedRecords records = places.records();
  std::optional<nb::gil_scoped_release> released(std::in_place);
  Totals totals{shape, total_images(records, shape)};
  released.reset();
  return Made<Totals>(std::move(totals));
}

void unpack(const PackedPlaces& places, const Totals& totals, const StateColumns& out) {
  const PackedRecords records = places.records();
  require(records.size() == totals.sums.first_row.size(), "totals must be of these images");
  const UnpackedColumns columns = out.columns(totals.shape);
  nb::gil_scoped_release released;
  unpack_images(records, totals.shape, totals.sums, out.size(), columns);
}

// (image of each, id)
std::tuple<nb::bytes, nb::bytes> annotation_ids(const PackedPlaces& places) {
  std::vector<std::int64_t> images, ids;
  ImageHead head;
  const PackedRecords records = places.records();
  for (std::size_t image = 0; image < records.size(); ++image) {
    ByteReader in(records[image]);
    read_image_head(in, head);
    for (const std::int64_t id : head.ids) {
      images.push_back(static_cast<std::int64_t>(image));
      ids.push_back(id);
    }
  }
  return {raw(images), raw(ids)};
}

// (heads of the images, stream of each category)
std::tuple<nb::bytes, nb::list> streams_of(const PackedPlaces& places, const PackedShape& shape) {
  const PackedRecords records = places.records();
  ClassStreams found;
  {
    nb::gil_scoped_release released;
    found = by_class(records, shape);
  }
  nb::list streams;
  for (const ByteWriter& stream : found.streams) streams.append(bytes_of(stream));
  return {bytes_of(found.heads), streams};
}

std::span<const std::uint8_t> view_of(const nb::bytes& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

PackedRecords views_of(const nb::list& list) {
  PackedRecords views;
  for (const nb::handle each : list) {
    require(nb::isinstance<nb::bytes>(each), "streams must be bytes");
    views.push_back(view_of(nb::borrow<nb::bytes>(each)));
  }
  return views;
}

std::tuple<nb::bytes, nb::bytes> records_of(const nb::bytes& heads, const nb::list& streams,
                                                            std::size_t images, const PackedShape& shape) {
  const PackedRecords views = views_of(streams);
  require(views.size() == shape.categories, "one stream per category");
  ByteWriter out;
  std::vector<std::int64_t> offsets;
  {
    nb::gil_scoped_release released;
    offsets = by_image(view_of(heads), views, shape, images, out);
  }
  return {bytes_of(out), raw(offsets)};
}

// The bytes must stay alive as long as it is used.
Made<ClassRows> class_rows_of(const nb::list& streams, const std::vector<In<std::int32_t, 1>>& places,
                              const PackedShape& shape) {
  const PackedRecords views = views_of(streams);
  require(views.size() == places.size(), "one array of places per stream");
  std::vector<ClassPart> parts;
  for (std::size_t p = 0; p < views.size(); ++p) parts.push_back({views[p], view(places[p])});
  std::optional<ClassRows> rows;
  {
    nb::gil_scoped_release released;
    rows.emplace(std::move(parts), shape);
  }
  return Made(*std::move(rows));
}

// What decides between equal scores of different images, and how many detections are unpacked at a time.
struct ClassOrder {
  In<std::int64_t, 1> first_rows;
  bool by_content, by_file;
  std::size_t most;
};

// The tables of one category.
void accumulate_class(const ClassRows& rows, const ClassOrder& order, const CurveSettings& settings,
                      const CurveTables& tables, int threads) {
  const PackedShape& shape = rows.shape();
  require(settings.caps.shape(0) > 0 && settings.caps.shape(0) < kMostCaps && tables.thresholds() > 0, "too many caps");
  require(tables.thresholds() == shape.thresholds, "tables must have the thresholds of the rows");
  require(order.most > 0, "some rows must be unpacked at a time");
  tables.check(1, shape.ranges, settings);
  nb::gil_scoped_release released;
  const std::int64_t offsets[2] = {0, rows.kept()};
  const AccumulationInput input{shape.thresholds,
                                shape.ranges,
                                shape.words(),
                                view(settings.caps),
                                view(settings.recalls),
                                view(settings.more_recalls),
                                offsets,
                                nullptr,
                                nullptr,
                                nullptr,
                                nullptr,
                                {nullptr, nullptr},
                                rows.truths().data(),
                                settings.epsilon,
                                settings.stop_at_unreachable};
  BandedCurves(rows, {order.by_content, order.by_file, view(order.first_rows)}, order.most)
      .accumulate(input, tables.output(), threads);
}

nb::bytes raw(std::span<const std::int64_t> values) { return raw(std::vector(values.begin(), values.end())); }

// (detections given, truths given, notes [I, 5], image of each annotation id, id)
std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes> head_columns(const nb::bytes& heads,
                                                                               std::size_t images) {
  const HeadColumns found = read_heads(view_of(heads), images);
  return {raw(found.given), raw(found.truths), raw(found.notes), raw(found.id_image), raw(found.ids)};
}

}  // namespace

void register_packing(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PackedShape>(module, "PackedShape")
      .def(nb::new_([](std::size_t categories, std::size_t ranges, std::size_t thresholds, std::size_t cap) {
             require(ranges * thresholds <= (std::size_t{1} << 20), "too many outcomes");
             return Made(PackedShape{categories, ranges, thresholds, cap});
           }),
           "categories"_a, "ranges"_a, "thresholds"_a, "cap"_a);
  nb::class_<GivenRows>(module, "GivenRows")
      .def(nb::new_([](In<std::int32_t, 1> counted_image, In<std::int32_t, 1> counted_category,
                       In<std::int32_t, 1> detection_image, In<std::int32_t, 1> truth_image,
                       std::optional<In<std::int64_t, 1>> ids, std::optional<In<std::uint32_t, 2>> notes,
                       std::optional<Detections> repeating, std::size_t images, bool class_agnostic) {
             return Made(GivenRows{counted_image, counted_category, detection_image, truth_image, ids, notes, repeating,
                                   images, class_agnostic});
           }),
           "counted_image"_a, "counted_category"_a, "detection_image"_a, "truth_image"_a, "ids"_a.none(), "notes"_a.none(),
           "repeating"_a.none(), "images"_a, "class_agnostic"_a);
  module.def("pack_images", &pack, "cells"_a, "truths"_a, "rules"_a, "outcome"_a, "boxes"_a.none(), "given"_a);
  nb::class_<PackedPlaces>(module, "PackedPlaces")
      .def(nb::new_([](nb::list blocks, In<std::int32_t, 1> block, In<std::int64_t, 1> begin, In<std::int64_t, 1> end) {
             return Made(PackedPlaces{blocks, block, begin, end});
           }),
           "blocks"_a, "block"_a, "begin"_a, "end"_a);
  nb::class_<Totals>(module, "PackedTotals")
      .def_prop_ro("given", [](const Totals& totals) { return totals.sums.given_rows; })
      .def_prop_ro("truths", [](const Totals& totals) { return totals.sums.truth_rows; })
      .def("copy", &Totals::copy, "classes"_a, "truths"_a, "notes"_a, "first_row"_a);
  module.def("total_images", &total, "places"_a, "shape"_a);
  nb::class_<StateColumns>(module, "StateColumns")
      .def(nb::new_([](Out<double, 1> score, Out<std::int32_t, 1> category, Out<std::int32_t, 1> image,
                       Out<std::int64_t, 1> row, Out<std::int32_t, 1> rank, Out<std::uint64_t, 2> matched,
                       Out<std::uint64_t, 2> ignored, std::optional<Out<double, 2>> boxes) {
             return Made(StateColumns{score, category, image, row, rank, matched, ignored, boxes});
           }),
           "score"_a, "category"_a, "image"_a, "row"_a, "rank"_a, "matched"_a, "ignored"_a, "boxes"_a.none());
  module.def("unpack_images", &unpack, "places"_a, "totals"_a, "columns"_a);
  module.def("packed_annotation_ids", &annotation_ids, "places"_a);
  module.def("class_streams", &streams_of, "places"_a, "shape"_a);
  nb::class_<ClassOrder>(module, "ClassOrder")
      .def(nb::new_([](In<std::int64_t, 1> first_rows, bool by_content, bool by_file, std::size_t most) {
             return Made(ClassOrder{first_rows, by_content, by_file, most});
           }),
           "first_rows"_a, "by_content"_a, "by_file"_a, "most"_a);
  nb::class_<ClassRows>(module, "ClassRows")
      .def(nb::new_(&class_rows_of), "streams"_a, "places"_a, "shape"_a, nb::keep_alive<0, 2>(),
           nb::keep_alive<0, 3>())  // 1 is the class
      .def_prop_ro("kept", &ClassRows::kept)
      .def_prop_ro("given", &ClassRows::given)
      .def_prop_ro("truth_images", &ClassRows::truth_images)
      .def_prop_ro("counted", &ClassRows::counted)
      .def_prop_ro("truths", [](const ClassRows& rows) { return raw(rows.truths()); })
      .def("accumulate", &accumulate_class, "order"_a, "settings"_a, "tables"_a, "threads"_a);
  module.def("image_heads", &head_columns, "heads"_a, "images"_a);
  module.def("image_records", &records_of, "heads"_a, "streams"_a, "images"_a, "shape"_a);
}

}  // namespace truebox
