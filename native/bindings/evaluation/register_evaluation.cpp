// Python bindings of the room `evaluation`.
#include "register.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "evaluation/accumulation.hpp"
#include "cells/box.hpp"
#include "evaluation/curve_bindings.hpp"
#include "evaluation/evaluation_bindings.hpp"
#include "evaluation/grouping.hpp"
#include "evaluation/id_join.hpp"
#include "evaluation/ranking.hpp"
#include "cells/match_cells.hpp"
#include "cells/outcome_layout.hpp"
#include "evaluation/survey.hpp"
#include "cells/arranged_truths.hpp"
#include "ground/throwing_casters.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using namespace evaluation_bindings;

template <class Id>
std::size_t join(const In<Id, 1>& ids, const In<std::int64_t, 1>& table,
                 const Out<std::int32_t, 1>& positions, const Out<std::uint8_t, 1>& seen, int threads) {
  require(positions.shape(0) == ids.shape(0) && seen.shape(0) == table.shape(0), "outputs must fit ids and table");
  nb::gil_scoped_release released;
  return join_ids<Id>(view(ids), view(table), positions.data(), seen.data(), threads);
}

struct Side {
  In<std::int32_t, 1> image;
  In<std::int32_t, 1> category;
};

Grouped group(const Side& side, std::size_t images, std::size_t categories, bool class_agnostic, int threads) {
  return class_agnostic ? group_rows_by_image(view(side.image), images, view(side.category), categories, threads)
                        : group_rows(view(side.category), categories, view(side.image), images, threads);
}

Made<Cells> group_cells(const In<std::int32_t, 1>& detection_image, const In<std::int32_t, 1>& detection_category,
                        const In<std::int32_t, 1>& truth_image, const In<std::int32_t, 1>& truth_category,
                        std::size_t images, std::size_t categories, bool class_agnostic, std::size_t cap, int threads) {
  require(detection_image.shape(0) == detection_category.shape(0) && truth_image.shape(0) == truth_category.shape(0),
          "image and category must have one entry per row");
  std::optional<nb::gil_scoped_release> released(std::in_place);
  Grouped detections = group({detection_image, detection_category}, images, categories, class_agnostic, threads);
  Grouped truths = group({truth_image, truth_category}, images, categories, class_agnostic, threads);
  Cells cells{std::make_unique<CellPlan>(std::move(detections), std::move(truths), cap, threads),
              detection_image.shape(0), truth_image.shape(0), images};
  released.reset();
  return Made<Cells>(std::move(cells));
}

template <class Extent>
std::size_t match_boxes_as(Cells& cells, const Detections& detections, const Truths& truths,
                           const MatchingRules& rules, const Outcome& outcome, int threads, const double* areas) {
  return match_with<Extent>(
      [&](const CellPlan&, const ArrangedTruths& columns) {
        return [&] {
          return CellOfBoxes<Extent>(detections.boxes.data(), columns.boxes, columns.flags.data(), areas);
        };
      },
      cells, detections, truths, rules, outcome, threads);
}

std::size_t match_boxes(std::uint8_t extent, Cells& cells, const Detections& detections, const Truths& truths,
                        const MatchingRules& rules, const Outcome& outcome, int threads,
                        const std::optional<In<double, 1>>& area) {
  require(!area || area->shape(0) == detections.boxes.shape(0), "area must have one entry per detection");
  require(extent < kBoxExtents, "no such extent");
  return with_extent(static_cast<BoxExtent>(extent), [&]<class Extent>(Extent) {
    return match_boxes_as<Extent>(cells, detections, truths, rules, outcome, threads, area ? area->data() : nullptr);
  });
}

// The columns of a match state.
struct OutcomeRows {
  In<double, 1> scores;
  In<std::int64_t, 1> offsets;
  In<std::int32_t, 1> ranks;
  In<std::uint64_t, 2> matched, ignored;
  std::optional<Boxes> boxes;
  std::optional<In<std::int64_t, 1>> rows;
  In<std::int64_t, 2> truths;

  std::size_t categories() const { return truths.shape(0); }
  std::size_t ranges() const { return truths.shape(1); }
  ScoreTies tie_order() const { return {boxes ? boxes->data() : nullptr, rows ? rows->data() : nullptr}; }
  // `count` rows; where narrow columns stand for these, there are none of these but the boxes.
  void check(std::size_t thresholds, std::size_t count) const {
    check_offsets(count);
    if (count == scores.shape(0)) check_columns();
    require(!boxes || boxes->shape(0) == count, "one box per score");
    require(matched.shape(1) == (ranges() * thresholds + 63) / 64, "one outcome per score");
  }
  void check_offsets(std::size_t count) const {
    require(offsets.shape(0) == categories() + 1 && offsets(0) == 0 &&
                static_cast<std::size_t>(offsets(categories())) == count,
            "offsets must cover the rows");
    for (std::size_t k = 0; k < categories(); ++k) require(offsets(k) <= offsets(k + 1), "offsets must ascend");
  }
  void check_columns() const {
    const std::size_t count = scores.shape(0);
    check_offsets(count);
    require(ranks.shape(0) == count && matched.shape(0) == count && ignored.shape(0) == count &&
                matched.shape(1) == ignored.shape(1),
            "one outcome per score");
    require(!boxes || boxes->shape(0) == count, "one box per score");
    require(!rows || rows->shape(0) == count, "one row per score");
  }
};

// The columns of a large match state as NarrowOutcome fills them.
struct NarrowStateRows {
  In<std::uint32_t, 1> row;
  In<std::int32_t, 1> image;
  In<std::uint16_t, 1> outcome;
  In<std::uint64_t, 2> pairs;
  In<double, 1> scores;
  bool by_file;
  std::optional<Boxes> boxes;  // of the file
  std::optional<Out<std::uint32_t, 1>> order;
  bool order_known;

  void check() const {
    require(!order || order->shape(0) == row.shape(0), "one place per row");
    require(!boxes || boxes->shape(0) == scores.shape(0), "one box per score of the file");
    require(image.shape(0) == row.shape(0) && outcome.shape(0) == row.shape(0) && pairs.shape(1) == 2,
            "one image and outcome per row");
  }
  NarrowRows rows() const {
    return {view(row), image.data(), outcome.data(), {pairs.data(), 2 * pairs.shape(0)}, view(scores),
            boxes ? boxes->data() : nullptr, {order ? order->data() : nullptr, order_known}};
  }
};

void accumulate_state(const OutcomeRows& rows, const CurveSettings& settings, const CurveTables& tables, int threads,
                      const std::optional<NarrowStateRows>& narrow) {
  const std::size_t caps = settings.caps.shape(0), thresholds = tables.thresholds();
  require(caps > 0 && caps < kMostCaps && thresholds > 0, "too many caps");
  rows.check(thresholds, narrow ? narrow->row.shape(0) : rows.scores.shape(0));
  tables.check(rows.categories(), rows.ranges(), settings);
  if (narrow) narrow->check();
  const NarrowRows columns = narrow ? narrow->rows() : NarrowRows{};
  nb::gil_scoped_release released;
  const AccumulationInput input{thresholds,
                                rows.ranges(),
                                rows.matched.shape(1),
                                view(settings.caps),
                                view(settings.recalls),
                                view(settings.more_recalls),
                                view(rows.offsets),
                                rows.scores.data(),
                                rows.ranks.data(),
                                rows.matched.data(),
                                rows.ignored.data(),
                                rows.tie_order(),
                                rows.truths.data(),
                                settings.epsilon,
                                settings.stop_at_unreachable,
                                narrow ? &columns : nullptr,
                                narrow && narrow->by_file};
  accumulate(input, tables.output(), threads);
}

// The columns of a match state by category and falling score.
struct RankedRows {
  In<std::int64_t, 1> offsets;
  Out<std::int64_t, 1> order;
  Out<double, 1> scores;
  Out<std::int32_t, 1> images;
  Out<std::int64_t, 1> rows;
  Out<std::uint64_t, 2> matched, ignored;

  void check(std::size_t categories, std::size_t words, std::size_t most) const {
    const std::size_t count = order.shape(0);
    require(offsets.shape(0) == categories + 1 && offsets(0) == 0 && count <= most &&
                static_cast<std::size_t>(offsets(categories)) == count,
            "offsets must cover the ranked rows");
    for (std::size_t k = 0; k < categories; ++k) require(offsets(k) <= offsets(k + 1), "offsets must ascend");
    require(scores.shape(0) == count && images.shape(0) == count && rows.shape(0) == count &&
                matched.shape(0) == count && ignored.shape(0) == count && matched.shape(1) == words &&
                ignored.shape(1) == words,
            "one entry per ranked row");
  }
};

void rank_state(const OutcomeRows& rows, const In<std::int32_t, 1>& images, const In<std::int64_t, 1>& file_rows,
                std::int32_t cap, const RankedRows& ranked, int threads) {
  const std::size_t count = rows.scores.shape(0), words = rows.matched.shape(1);
  rows.check_columns();
  require(images.shape(0) == count && file_rows.shape(0) == count, "one image and row per score");
  ranked.check(rows.categories(), words, count);
  bool fits = false;
  {
    nb::gil_scoped_release released;
    fits = rank_rows({view(rows.offsets), words, rows.scores.data(), images.data(), file_rows.data(),
                      rows.ranks.data(), rows.matched.data(), rows.ignored.data(), rows.tie_order(), cap},
                     {view(ranked.offsets), ranked.order.data(), ranked.scores.data(), ranked.images.data(),
                      ranked.rows.data(), ranked.matched.data(), ranked.ignored.data()},
                     threads);
  }
  require(fits, "offsets must be those of the rows within the cap");
}

// (first bad row or -1, rows of zero size, rows whose area equals a bound, largest area)
std::tuple<std::int64_t, std::size_t, std::size_t, double> survey_box_rows(const Boxes& boxes,
                                                                           const In<double, 1>& bounds, int threads) {
  nb::gil_scoped_release released;
  const BoxSurvey survey = survey_boxes(boxes.data(), boxes.shape(0), view(bounds), threads);
  return {static_cast<std::int64_t>(survey.first_bad), survey.zero_size, survey.on_bound, survey.largest_area};
}

// (first bad row or -1, rows outside [0, 1], lowest, highest)
std::tuple<std::int64_t, std::size_t, double, double> survey_score_rows(const In<double, 1>& scores, int threads) {
  nb::gil_scoped_release released;
  const ScoreSurvey survey = survey_scores(scores.data(), scores.shape(0), threads);
  return {static_cast<std::int64_t>(survey.first_bad), survey.beyond_unit, survey.lowest, survey.highest};
}

// Rows of each category, counted and, of the truths, the images that hold some.
void count_rows(const Cells& cells, const Out<std::int64_t, 1>& detections, const Out<std::int64_t, 1>& truth_images) {
  const Grouped& found = cells.plan->detections();
  const Grouped& truths = cells.plan->truths();
  const std::size_t categories = found.offsets.size() - 1;
  require(detections.shape(0) == categories && truth_images.shape(0) == categories, "one entry per category");
  for (std::size_t k = 0; k < categories; ++k) {
    detections(k) = static_cast<std::int64_t>(found.offsets[k + 1] - found.offsets[k]);
    std::int64_t images = 0;
    for (std::size_t i = truths.offsets[k]; i < truths.offsets[k + 1]; ++i) {
      images += i == truths.offsets[k] || truths.minor[i] != truths.minor[i - 1] ? 1 : 0;
    }
    truth_images(k) = images;
  }
}

// Where each category begins among the detections within the cap of their cell, and the end.
void copy_kept_offsets(const Cells& cells, const Out<std::int64_t, 1>& offsets) {
  const CellPlan& plan = *cells.plan;
  const std::size_t categories = plan.detections().offsets.size() - 1;
  require(offsets.shape(0) == categories + 1, "one entry per category and the end");
  std::fill_n(offsets.data(), categories + 1, std::int64_t{0});
  if (plan.kept() == plan.detections().size()) {
    std::copy_n(plan.detections().offsets.data(), categories + 1, offsets.data());
    return;
  }
  for (const CellRange& range : plan.ranges()) {
    plan.walk(range, [&](std::size_t category, std::size_t begin, std::size_t end) {
      offsets(category + 1) += static_cast<std::int64_t>(std::min(end - begin, plan.cap()));
    });
  }
  for (std::size_t k = 0; k < categories; ++k) offsets(k + 1) += offsets(k);
}

}  // namespace

void register_evaluation(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Cells>(module, "Cells")
      .def_prop_ro("kept", [](const Cells& cells) { return cells.plan->kept(); })
      .def_prop_ro("rows", [](nb::handle self) {
             Grouped& found = nb::cast<Cells&>(self).plan->own_detections();
             return nb::cast(nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>(found.rows.data(), {found.size()}, self));
           })
      .def_prop_ro("images", [](nb::handle self) {
             Grouped& found = nb::cast<Cells&>(self).plan->own_detections();
             return nb::cast(nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>(found.minor.data(), {found.size()}, self));
           })
      .def_prop_ro("ranges", [](const Cells& cells) { return cells.plan->ranges().size(); })
      .def_prop_ro("grouped", [](const Cells& cells) { return cells.plan->detections().size(); })
      .def_prop_ro("categories", [](const Cells& cells) { return cells.plan->detections().offsets.size() - 1; })
      .def("kept_offsets", &copy_kept_offsets, "offsets"_a)
      .def("count_rows", &count_rows, "detections"_a, "truth_images"_a);
  nb::class_<Truths>(module, "Truths")
      .def(nb::new_([](Boxes boxes, In<double, 1> area, In<std::uint8_t, 1> crowd, In<std::uint8_t, 1> ignored,
                       In<std::uint8_t, 1> unmarked, std::optional<In<std::uint64_t, 1>> outside) {
             return Made(Truths{boxes, area, crowd, ignored, unmarked, outside});
           }),
           "boxes"_a, "area"_a, "crowd"_a, "ignored"_a, "unmarked"_a, "outside"_a.none() = nb::none());
  nb::class_<Detections>(module, "Detections")
      .def(nb::new_([](Boxes boxes, In<double, 1> scores, std::optional<In<std::uint64_t, 1>> absent) {
             return Made(Detections{boxes, scores, absent});
           }),
           "boxes"_a, "scores"_a, "absent"_a.none() = nb::none());
  nb::class_<MatchingRules>(module, "MatchingRules")
      .def(nb::new_([](In<double, 1> thresholds, In<double, 2> ranges, bool half_open, bool ties_by_content,
                       std::uint8_t matching) {
             MatchingRules made{thresholds, ranges, half_open, ties_by_content, static_cast<Matching>(matching)};
             made.check();
             return Made(std::move(made));
           }),
           "thresholds"_a, "ranges"_a, "half_open"_a, "ties_by_content"_a, "matching"_a);
  nb::class_<NarrowOutcome>(module, "NarrowOutcome")
      .def(nb::new_([](Out<std::uint32_t, 1> row, std::optional<Out<std::int32_t, 1>> image, Out<std::uint16_t, 1> outcome,
                       std::size_t most) {
             require(most > 0 && most <= OutcomeTable::kMostPairs, "numbers have two bytes");
             return Made(NarrowOutcome{row, std::move(image), outcome, std::make_shared<OutcomeTable>(most)});
           }),
           "row"_a, "image"_a.none(), "outcome"_a, "most"_a)
      .def_prop_ro("full", [](const NarrowOutcome& made) { return made.table->full(); })
      .def("pairs", [](const NarrowOutcome& made) {
        const std::vector<std::uint64_t>& pairs = made.table->pairs();
        return nb::bytes(pairs.data(), pairs.size() * sizeof(std::uint64_t));
      });
  nb::class_<Outcome>(module, "Outcome")
      .def(nb::new_([](Out<double, 1> score, Out<std::int32_t, 1> category, Out<std::int32_t, 1> image,
                       Out<std::int64_t, 1> row, Out<std::int32_t, 1> rank, Out<std::uint64_t, 2> matched,
                       Out<std::uint64_t, 2> ignored, Out<std::int64_t, 2> counts, Out<std::uint8_t, 1> equal_overlaps,
                       Out<std::uint8_t, 1> equal_scores, std::optional<Out<std::uint8_t, 1>> unsure_cells,
                       const std::optional<NarrowOutcome>& narrow) {
             return Made(Outcome{score, category, image, row, rank, matched, ignored, counts, equal_overlaps, equal_scores,
                                 std::move(unsure_cells), narrow});
           }),
           "score"_a, "category"_a, "image"_a, "row"_a, "rank"_a, "matched"_a, "ignored"_a, "counts"_a, "equal_overlaps"_a,
           "equal_scores"_a, "unsure_cells"_a.none() = nb::none(), "narrow"_a.none() = nb::none());
  module.def("join_ids", &join<std::int64_t>, "ids"_a.noconvert(), "table"_a, "positions"_a, "seen"_a, "threads"_a);
  module.def("join_ids", &join<std::int32_t>, "ids"_a.noconvert(), "table"_a, "positions"_a, "seen"_a, "threads"_a);
  module.def("join_ids", &join<std::uint16_t>, "ids"_a.noconvert(), "table"_a, "positions"_a, "seen"_a, "threads"_a);
  module.def("group_cells", &group_cells, "detection_image"_a, "detection_category"_a, "truth_image"_a,
             "truth_category"_a, "images"_a, "categories"_a, "class_agnostic"_a, "cap"_a, "threads"_a);
  module.def("match_boxes", &match_boxes, "extent"_a, "cells"_a, "detections"_a, "truths"_a, "rules"_a, "outcome"_a,
             "threads"_a, "area"_a = nb::none());
  nb::class_<OutcomeRows>(module, "OutcomeRows")
      .def(nb::new_([](In<double, 1> scores, In<std::int64_t, 1> offsets, In<std::int32_t, 1> ranks,
                       In<std::uint64_t, 2> matched, In<std::uint64_t, 2> ignored, std::optional<Boxes> boxes,
                       std::optional<In<std::int64_t, 1>> rows, In<std::int64_t, 2> truths) {
             return Made(OutcomeRows{scores, offsets, ranks, matched, ignored, boxes, rows, truths});
           }),
           "scores"_a, "offsets"_a, "ranks"_a, "matched"_a, "ignored"_a, "boxes"_a.none(), "rows"_a.none(), "truths"_a);
  nb::class_<CurveSettings>(module, "CurveSettings")
      .def(nb::new_([](In<std::int32_t, 1> caps, In<double, 1> recalls, In<double, 1> more_recalls, double epsilon,
                       bool stop_at_unreachable) {
             return Made(CurveSettings{caps, recalls, more_recalls, epsilon, stop_at_unreachable});
           }),
           "caps"_a, "recalls"_a, "more_recalls"_a, "epsilon"_a, "stop_at_unreachable"_a);
  nb::class_<CurveTables>(module, "CurveTables")
      .def(nb::new_([](Out<double, 5> precision, std::optional<Out<double, 5>> scores, Out<double, 4> recall,
                       Out<double, 5> more_precision, std::optional<Out<double, 4>> area, Out<std::uint8_t, 1> ties) {
             return Made(CurveTables{precision, scores, recall, more_precision, area, ties});
           }),
           "precision"_a, "scores"_a.none(), "recall"_a, "more_precision"_a, "area"_a.none(), "ties"_a);
  nb::class_<NarrowStateRows>(module, "NarrowStateRows")
      .def(nb::new_([](In<std::uint32_t, 1> row, In<std::int32_t, 1> image, In<std::uint16_t, 1> outcome,
                       In<std::uint64_t, 2> pairs, In<double, 1> scores, bool by_file,
                       std::optional<Boxes> boxes, std::optional<Out<std::uint32_t, 1>> order, bool order_known) {
             return Made(NarrowStateRows{row, image, outcome, pairs, scores, by_file, std::move(boxes),
                                         std::move(order), order_known});
           }),
           "row"_a, "image"_a, "outcome"_a, "pairs"_a, "scores"_a, "by_file"_a, "boxes"_a.none() = nb::none(),
           "order"_a.none() = nb::none(), "order_known"_a = false);
  module.def("accumulate", &accumulate_state, "rows"_a, "settings"_a, "tables"_a, "threads"_a,
             "narrow"_a.none() = nb::none());
  nb::class_<RankedRows>(module, "RankedRows")
      .def(nb::new_([](In<std::int64_t, 1> offsets, Out<std::int64_t, 1> order, Out<double, 1> scores,
                       Out<std::int32_t, 1> images, Out<std::int64_t, 1> rows, Out<std::uint64_t, 2> matched,
                       Out<std::uint64_t, 2> ignored) {
             return Made(RankedRows{offsets, order, scores, images, rows, matched, ignored});
           }),
           "offsets"_a, "order"_a, "scores"_a, "images"_a, "rows"_a, "matched"_a, "ignored"_a);
  module.def("rank_rows", &rank_state, "outcomes"_a, "images"_a, "rows"_a, "cap"_a, "ranked"_a, "threads"_a);
  module.def("survey_boxes", &survey_box_rows, "boxes"_a, "bounds"_a, "threads"_a);
  module.def("survey_scores", &survey_score_rows, "scores"_a, "threads"_a);
}

}  // namespace truebox
