// Python bindings of the room `diagnosis`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diagnosis/counts_below.hpp"
#include "diagnosis/error_types.hpp"
#include "diagnosis/forgiving_matching.hpp"
#include "diagnosis/oracle_precision.hpp"
#include "diagnosis/pair_assignment.hpp"
#include "diagnosis/pair_counts.hpp"
#include "diagnosis/slice_outcomes.hpp"
#include "register.hpp"
#include "evaluation/table_bindings.hpp"
#include "ground/throwing_casters.hpp"

namespace truebox {
namespace {

using namespace evaluation_bindings;

void check_category(const In<std::int32_t, 1>& category, std::size_t categories) {
  require(all_below(category, categories), "no such category");
}

void check_offsets_of(const In<std::int64_t, 1>& offsets, std::size_t rows) {
  const std::size_t count = offsets.shape(0);
  require(count > 0 && offsets(0) == 0 && static_cast<std::size_t>(offsets(count - 1)) == rows,
          "offsets must cover the rows");
  for (std::size_t i = 1; i < count; ++i) require(offsets(i - 1) <= offsets(i), "offsets must ascend");
}

// The overlaps of a match table, and what the kernels ask about both sides.
struct Overlaps {
  In<std::int32_t, 1> image, category;
  In<std::int64_t, 1> row;
  In<double, 1> score;
  In<std::int64_t, 1> offsets;
  In<std::int32_t, 1> pair_truth;
  In<double, 1> pair_overlap;
  In<std::int32_t, 1> truth_category;
  In<std::uint8_t, 1> truth_ignored;
  std::size_t categories;

  void check() const {
    const std::size_t count = image.shape(0);
    require(category.shape(0) == count && row.shape(0) == count && score.shape(0) == count &&
                offsets.shape(0) == count + 1,
            "one entry per detection");
    require(truth_ignored.shape(0) == truths(), "one entry per truth");
    check_category(category, categories);
    check_category(truth_category, categories);
    check_pairs(offsets, pair_truth, pair_overlap, truths());
  }

  std::size_t detections() const { return image.shape(0); }
  std::size_t truths() const { return truth_category.shape(0); }
};

void find_error_types(const Overlaps& overlaps, const In<std::int32_t, 1>& image_order, double foreground,
                      double background, bool tide_matching, std::size_t cap, const Out<std::uint8_t, 1>& standing,
                      const Out<std::int32_t, 1>& holder, const Out<std::int32_t, 1>& order,
                      const Out<std::uint8_t, 1>& kind, const Out<std::int32_t, 1>& target,
                      const Out<std::uint8_t, 1>& mends, const Out<std::uint8_t, 1>& missed, int threads) {
  const std::size_t count = overlaps.detections(), truths = overlaps.truths(), images = image_order.shape(0);
  require(standing.shape(0) == count && order.shape(0) == count && kind.shape(0) == count &&
              target.shape(0) == count && mends.shape(0) == count,
          "one entry per detection");
  require(holder.shape(0) == truths && missed.shape(0) == truths, "one entry per truth");
  std::vector<bool> seen(images);
  for (std::size_t i = 0; i < images; ++i) {
    require(image_order(i) >= 0 && static_cast<std::size_t>(image_order(i)) < images && !seen[static_cast<std::size_t>(image_order(i))],
            "the order must name every image once");
    seen[static_cast<std::size_t>(image_order(i))] = true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    require(overlaps.image(i) >= 0 && static_cast<std::size_t>(overlaps.image(i)) < images, "no such image");
    require(standing(i) <= static_cast<std::uint8_t>(Standing::left_out), "no such standing");
  }
  const ErrorTable table{view(overlaps.category),        overlaps.row.data(),          overlaps.score.data(),
                         overlaps.offsets.data(),        overlaps.pair_truth.data(),   overlaps.pair_overlap.data(),
                         overlaps.truth_category.data(), overlaps.truth_ignored.data()};
  const ErrorColumns out{standing.data(), holder.data(), order.data(), kind.data(),
                         target.data(),   mends.data(),  missed.data()};
  nb::gil_scoped_release released;
  const Grouped by_image = group_rows(view(overlaps.image), images, view(overlaps.category), overlaps.categories, threads);
  find_errors(table, by_image, view(image_order), truths, {foreground, background, tide_matching, cap}, out, threads);
}

void measure_mended(const In<std::int64_t, 1>& offsets, const In<double, 1>& score,
                    const In<std::int32_t, 1>& order, const In<std::uint8_t, 1>& standing,
                    const In<std::uint8_t, 1>& kind, const In<std::int32_t, 1>& target,
                    const In<std::uint8_t, 1>& mends, const In<std::int32_t, 1>& truth_category,
                    const In<std::int64_t, 1>& truths, const In<std::int64_t, 1>& missed,
                    const In<std::int64_t, 1>& unfound, const In<double, 1>& recalls, double epsilon,
                    bool mended_first, const Out<double, 2>& precision, const Out<std::uint8_t, 2>& used,
                    int threads) {
  const std::size_t count = score.shape(0);
  check_offsets_of(offsets, count);
  const std::size_t categories = offsets.shape(0) - 1;
  require(order.shape(0) == count && standing.shape(0) == count && kind.shape(0) == count &&
              target.shape(0) == count && mends.shape(0) == count,
          "one entry per detection");
  require(truths.shape(0) == categories && missed.shape(0) == categories && unfound.shape(0) == categories &&
              precision.shape(0) == categories && used.shape(0) == categories && precision.shape(1) == kOracles &&
              used.shape(1) == kOracles,
          "one entry per class");
  check_category(truth_category, categories);
  for (std::size_t d = 0; d < count; ++d) {
    require(mends(d) == 0 || (target(d) >= 0 && static_cast<std::size_t>(target(d)) < truth_category.shape(0)),
            "no such truth");
  }
  const OracleInput in{view(offsets), score.data(), order.data(),          standing.data(), kind.data(),
                       target.data(), mends.data(), truth_category.data(), truths.data(),   missed.data(),
                       unfound.data(), view(recalls), epsilon,             mended_first};
  nb::gil_scoped_release released;
  measure_oracles(in, precision.data(), used.data(), threads);
}

void assign(const Overlaps& overlaps, const In<std::uint8_t, 1>& detection_counts, double least, int order,
            const Out<std::int32_t, 1>& partner, const Out<std::int32_t, 1>& holder, int threads) {
  require(detection_counts.shape(0) == overlaps.detections() && partner.shape(0) == overlaps.detections(),
          "one entry per detection");
  require(holder.shape(0) == overlaps.truths(), "one entry per truth");
  require(all_below(overlaps.image, std::size_t{1} << 31), "no such image");
  require(order >= 0 && order <= static_cast<int>(PairOrder::best), "no such order");
  std::vector<std::uint8_t> counts(overlaps.truths());
  for (std::size_t g = 0; g < counts.size(); ++g) counts[g] = overlaps.truth_ignored(g) == 0;
  const PairCandidates in{view(overlaps.offsets), overlaps.pair_truth.data(), overlaps.pair_overlap.data(),
                          overlaps.score.data(),  overlaps.row.data(),        detection_counts.data(),
                          counts.data(),          overlaps.image.data()};
  nb::gil_scoped_release released;
  assign_pairs(in, least, static_cast<PairOrder>(order), {partner.data(), partner.shape(0)}, {holder.data(), holder.shape(0)}, threads);
}

void count(const Overlaps& overlaps, const In<std::uint8_t, 1>& confident, const In<std::uint8_t, 1>& excused,
           const In<std::int32_t, 1>& partner, const In<std::int32_t, 1>& holder, double least,
           const Out<std::uint8_t, 1>& counted, const Out<std::int64_t, 2>& counts, int threads) {
  const std::size_t detections = overlaps.detections(), truths = overlaps.truths(), classes = overlaps.categories;
  require(confident.shape(0) == detections && excused.shape(0) == detections && partner.shape(0) == detections &&
              counted.shape(0) == detections,
          "one entry per detection");
  require(holder.shape(0) == truths, "one entry per truth");
  require(counts.shape(0) == classes + 1 && counts.shape(1) == classes + 1, "counts must be [K + 1, K + 1]");
  for (std::size_t g = 0; g < truths; ++g) {
    require(holder(g) < 0 || static_cast<std::size_t>(holder(g)) < detections, "no such detection");
  }
  const PairedSides in{view(overlaps.category), overlaps.offsets.data(),       overlaps.pair_truth.data(),
                       overlaps.pair_overlap.data(), view(overlaps.truth_category), overlaps.truth_ignored.data(),
                       confident.data(),        excused.data(),                partner.data(),
                       holder.data()};
  nb::gil_scoped_release released;
  count_pairs(in, least, classes, counted.data(), counts.data(), threads);
}

void count_classes_kinds(const Overlaps& overlaps, const In<std::uint8_t, 1>& kind, const Out<std::int64_t, 2>& counts) {
  require(kind.shape(0) == overlaps.detections() && counts.shape(0) == overlaps.categories, "one kind per detection");
  require(all_below(kind, counts.shape(1)), "no such kind");
  std::fill_n(counts.data(), counts.size(), 0);
  nb::gil_scoped_release released;
  count_kinds(view(overlaps.category), kind.data(), counts.shape(1), counts.data());
}

void match_forgiving(const Overlaps& overlaps, const In<double, 1>& area, const In<double, 1>& truth_area,
                     const In<std::uint8_t, 1>& crowd, const In<std::int32_t, 1>& group,
                     const In<double, 1>& thresholds, const In<std::uint8_t, 1>& forgiven,
                     const In<double, 2>& ranges, bool half_open, const Out<std::uint64_t, 1>& matched,
                     const Out<std::uint64_t, 1>& ignored, int threads) {
  const std::size_t count = overlaps.detections(), truths = overlaps.truths();
  require(area.shape(0) == count && matched.shape(0) == count && ignored.shape(0) == count,
          "one entry per detection");
  require(truth_area.shape(0) == truths && crowd.shape(0) == truths, "one entry per truth");
  require(group.shape(0) == overlaps.categories && forgiven.shape(0) == thresholds.shape(0) &&
              thresholds.shape(0) <= 8 && thresholds.shape(0) * ranges.shape(0) <= 64,
          "settings do not fit");
  std::vector<ForgivingSetting> settings;
  for (std::size_t s = 0; s < thresholds.shape(0); ++s) {
    require(forgiven(s) <= static_cast<std::uint8_t>(Forgiven::all), "no such setting");
    settings.push_back({thresholds(s), static_cast<Forgiven>(forgiven(s))});
  }
  const OutcomeLayout layout = layout_of(thresholds, ranges, half_open);
  nb::gil_scoped_release released;
  match_forgivingly(settings, layout,
                    {view(overlaps.category), view(overlaps.image), overlaps.offsets.data(),
                     overlaps.pair_truth.data(), overlaps.pair_overlap.data(), area.data()},
                    {overlaps.truth_category.data(), group.data(), truth_area.data(), overlaps.truth_ignored.data(),
                     crowd.data()},
                    matched.data(), ignored.data(), threads);
}

void slice_words(const In<std::uint64_t, 2>& false_ones, const In<std::int64_t, 1>& rows, const In<std::int32_t, 2>& partner,
                 const In<std::uint8_t, 2>& truth_inside, const In<std::uint8_t, 2>& detection_inside,
                 const Out<std::uint64_t, 2>& matched, const Out<std::uint64_t, 2>& ignored,
                 const Out<std::int64_t, 1>& counted, int threads) {
  const std::size_t count = false_ones.shape(0), thresholds = partner.shape(1), slices = truth_inside.shape(0);
  const std::size_t truths = truth_inside.shape(1);
  require(thresholds > 0 && false_ones.shape(1) == (thresholds + 63) / 64, "one bit per threshold");
  require(partner.shape(0) == rows.shape(0), "partners of each row");
  for (std::size_t h = 0; h < rows.shape(0); ++h) {
    require((h == 0 ? rows(h) >= 0 : rows(h - 1) < rows(h)) && static_cast<std::size_t>(rows(h)) < count, "rows must ascend");
    for (std::size_t t = 0; t < thresholds; ++t) {
      require(partner(h, t) < 0 || static_cast<std::size_t>(partner(h, t)) < truths, "no such truth");
    }
  }
  require(slices > 0 && slices <= kMostSlices && detection_inside.shape(0) == slices && detection_inside.shape(1) == count &&
              counted.shape(0) == slices,
          "1 to 64 slices of both sides");
  const std::size_t words = (slices * thresholds + 63) / 64;
  require(matched.shape(0) == count && ignored.shape(0) == count && matched.shape(1) == words && ignored.shape(1) == words,
          "outputs must be [N, W]");
  const SlicedOutcomes in{count, thresholds, false_ones.data(), view(rows), partner.data()};
  nb::gil_scoped_release released;
  slice_outcomes(in, {slices, truths, truth_inside.data(), detection_inside.data()},
                 {matched.data(), ignored.data(), counted.data()}, threads);
}

void count_not_above(const In<double, 1>& ascending, const In<double, 1>& values, const Out<std::int64_t, 1>& out, int threads) {
  require(out.shape(0) == values.shape(0), "one count per value");
  nb::gil_scoped_release released;
  counts_not_above(view(ascending), view(values), out.data(), threads);
}

}  // namespace

void register_diagnosis(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Overlaps>(module, "Overlaps")
      .def(nb::new_([](In<std::int32_t, 1> image, In<std::int32_t, 1> category, In<std::int64_t, 1> row, In<double, 1> score,
                       In<std::int64_t, 1> offsets, In<std::int32_t, 1> pair_truth, In<double, 1> pair_overlap,
                       In<std::int32_t, 1> truth_category, In<std::uint8_t, 1> truth_ignored, std::size_t categories) {
             Overlaps made{image,        category,       row,           score,     offsets, pair_truth,
                           pair_overlap, truth_category, truth_ignored, categories};
             made.check();
             return Made(std::move(made));
           }),
           "image"_a, "category"_a, "row"_a, "score"_a, "offsets"_a, "pair_truth"_a, "pair_overlap"_a, "truth_category"_a,
           "truth_ignored"_a, "categories"_a);
  module.def("find_errors", &find_error_types, "overlaps"_a, "image_order"_a, "foreground"_a, "background"_a,
             "tide_matching"_a, "cap"_a, "standing"_a, "holder"_a, "order"_a, "kind"_a, "target"_a, "mends"_a,
             "missed"_a, "threads"_a);
  module.def("measure_oracles", &measure_mended, "offsets"_a, "score"_a, "order"_a, "standing"_a, "kind"_a, "target"_a,
             "mends"_a, "truth_category"_a, "truths"_a, "missed"_a, "unfound"_a, "recalls"_a, "epsilon"_a,
             "mended_first"_a, "precision"_a, "used"_a, "threads"_a);
  module.def("assign_pairs", &assign, "overlaps"_a, "detection_counts"_a, "least"_a, "order"_a, "partner"_a,
             "holder"_a, "threads"_a);
  module.def("count_pairs", &count, "overlaps"_a, "confident"_a, "excused"_a, "partner"_a, "holder"_a, "least"_a,
             "counted"_a, "counts"_a, "threads"_a);
  module.def("count_kinds", &count_classes_kinds, "overlaps"_a, "kind"_a, "counts"_a);
  module.def("match_forgivingly", &match_forgiving, "overlaps"_a, "area"_a, "truth_area"_a, "crowd"_a, "group"_a,
             "thresholds"_a, "forgiven"_a, "ranges"_a, "half_open"_a, "matched"_a, "ignored"_a, "threads"_a);
  module.def("slice_outcomes", &slice_words, "false_ones"_a, "rows"_a, "partner"_a, "truth_inside"_a, "detection_inside"_a,
             "matched"_a, "ignored"_a, "counted"_a, "threads"_a);
  module.def("count_not_above", &count_not_above, "ascending"_a, "values"_a, "out"_a, "threads"_a);
}

}  // namespace truebox
