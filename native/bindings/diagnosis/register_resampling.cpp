// Metrics of weighted versions of a match state: bootstrap replicates, and every image alone.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/throwing_casters.hpp"
#include "resampling/image_precision.hpp"
#include "register.hpp"
#include "resampling/resampling.hpp"
#include "resampling/score_curves.hpp"
#include "resampling/tied_curves.hpp"

namespace truebox {

namespace nb = nanobind;

namespace {

using Boxes = nb::ndarray<const double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

void require_images(const std::int32_t* images, std::size_t count, std::size_t most) {
  for (std::size_t i = 0; i < count; ++i) {
    require(images[i] >= 0 && static_cast<std::size_t>(images[i]) < most, "unknown image");
  }
}

// The columns of a match state and its truths: checked once, resampled often.
class Columns {
 public:
  Columns(In<double, 1> scores, In<std::int64_t, 1> offsets, In<std::int32_t, 1> images, In<std::int32_t, 1> ranks,
          In<std::uint64_t, 2> matched, In<std::uint64_t, 2> ignored, std::optional<Boxes> boxes,
          std::optional<In<std::int64_t, 1>> rows, In<std::int64_t, 1> truth_offsets, In<std::int32_t, 1> truth_images, In<std::uint64_t, 1> truth_inside,
          std::size_t thresholds, std::size_t ranges, std::size_t image_count)
      : scores_(scores), offsets_(offsets), images_(images), ranks_(ranks), matched_(matched), ignored_(ignored),
        boxes_(boxes), rows_(rows), truth_offsets_(truth_offsets), truth_images_(truth_images), truth_inside_(truth_inside),
        thresholds_(thresholds), ranges_(ranges), image_count_(image_count) {
    const std::size_t count = scores.shape(0);
    require(thresholds > 0 && thresholds <= 64 && ranges > 0 && ranges <= 64, "1 to 64 thresholds and ranges");
    require(images.shape(0) == count && ranks.shape(0) == count && matched.shape(0) == count &&
                ignored.shape(0) == count && matched.shape(1) == ignored.shape(1) &&
                matched.shape(1) == (ranges * thresholds + 63) / 64 && (!boxes || boxes->shape(0) == count) &&
                (!rows || rows->shape(0) == count),
            "one outcome per score");
    require(truth_images.shape(0) == truth_inside.shape(0) && truth_offsets.shape(0) == offsets.shape(0),
            "one image per truth, one offset per category");
    require_offsets(offsets, count);
    require_offsets(truth_offsets, truth_images.shape(0));
    require_images(images.data(), count, image_count);
    require_images(truth_images.data(), truth_images.shape(0), image_count);
  }

  std::size_t categories() const { return offsets_.shape(0) - 1; }
  std::size_t thresholds() const { return thresholds_; }
  std::size_t ranges() const { return ranges_; }
  std::size_t images() const { return image_count_; }

  MatchRows rows() const {
    return {thresholds_,      ranges_,         matched_.shape(1), view(offsets_),
            scores_.data(),   images_.data(),  ranks_.data(),     matched_.data(),
            ignored_.data(),  {boxes_ ? boxes_->data() : nullptr, rows_ ? rows_->data() : nullptr}};
  }

  CountedTruths truths() const { return {view(truth_offsets_), truth_images_.data(), truth_inside_.data()}; }

 private:
  In<double, 1> scores_;
  In<std::int64_t, 1> offsets_;
  In<std::int32_t, 1> images_, ranks_;
  In<std::uint64_t, 2> matched_, ignored_;
  std::optional<Boxes> boxes_;
  std::optional<In<std::int64_t, 1>> rows_;
  In<std::int64_t, 1> truth_offsets_;
  In<std::int32_t, 1> truth_images_;
  In<std::uint64_t, 1> truth_inside_;
  std::size_t thresholds_, ranges_, image_count_;
};

void require_recalls(const In<double, 1>& recalls) {
  for (std::size_t r = 1; r < recalls.shape(0); ++r) require(recalls(r - 1) <= recalls(r), "recalls must ascend");
}

void resample_columns(const Columns& columns, const In<std::int32_t, 1>& question_ranges,
                      const In<std::int32_t, 1>& question_caps, const In<std::uint8_t, 1>& question_precise,
                      const In<std::uint64_t, 1>& selections, const In<double, 1>& recalls, double epsilon,
                      const In<std::int32_t, 1>& sampled, std::uint64_t seed, std::size_t first,
                      const std::optional<In<std::uint8_t, 2>>& weights, const Out<double, 4>& precision,
                      const Out<double, 4>& recall, int threads) {
  require_recalls(recalls);
  const std::size_t questions = question_ranges.shape(0);
  require(question_caps.shape(0) == questions && question_precise.shape(0) == questions, "one cap per question");
  std::vector<CurveQuestion> asked;
  for (std::size_t q = 0; q < questions; ++q) {
    require(question_ranges(q) >= 0 && static_cast<std::size_t>(question_ranges(q)) < columns.ranges(), "unknown range");
    asked.push_back({static_cast<std::size_t>(question_ranges(q)), question_caps(q), question_precise(q) != 0});
  }
  const std::uint64_t whole = ~std::uint64_t{0} >> (64 - columns.thresholds());
  for (std::size_t s = 0; s < selections.shape(0); ++s) {
    require(selections(s) != 0 && (selections(s) & ~whole) == 0, "unknown threshold");
  }
  const std::size_t shape[4] = {precision.shape(0), questions, selections.shape(0), columns.categories()};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    require(precision.shape(axis) == shape[axis] && recall.shape(axis) == shape[axis], "outputs must be [R, Q, S, K]");
  }
  require(!weights || (weights->shape(0) == shape[0] && weights->shape(1) == columns.images()),
          "weights must be [R, images]");
  require(weights || (sampled.shape(0) > 0 && sampled.shape(0) <= 0xFFFFFFFFu), "no images to draw from");
  require_images(sampled.data(), sampled.shape(0), columns.images());
  nb::gil_scoped_release released;
  resample({columns.rows(), columns.truths(), columns.images(), view(recalls), epsilon, asked, view(selections),
            first, shape[0], view(sampled), seed, weights ? weights->data() : nullptr},
           {precision.data(), recall.data()}, threads);
}

void score_images(const Columns& columns, std::size_t range, std::int32_t cap, const In<double, 1>& recalls,
                  double epsilon, const Out<double, 1>& out) {
  require_recalls(recalls);
  require(range < columns.ranges() && out.shape(0) == columns.images(), "one entry per image");
  nb::gil_scoped_release released;
  image_precision(columns.rows(), columns.truths(), {range, cap, true}, view(recalls), epsilon,
                  {out.data(), out.shape(0)});
}

// [R, images]; each row adds up to the number of sampled images.
void draw(const In<std::int32_t, 1>& sampled, std::uint64_t seed, const Out<std::uint8_t, 2>& out) {
  const std::size_t images = out.shape(1);
  require(sampled.shape(0) > 0 && sampled.shape(0) <= 0xFFFFFFFFu, "no images to draw from");
  require_images(sampled.data(), sampled.shape(0), images);
  nb::gil_scoped_release released;
  DrawnWeights weights(images, kSideBySide);
  for (std::size_t first = 0; first < out.shape(0); first += kSideBySide) {
    const std::size_t count = std::min(kSideBySide, out.shape(0) - first);
    draw_images(view(sampled), seed, first, count, weights);
    for (std::size_t lane = 0; lane < count; ++lane) {
      for (std::size_t image = 0; image < images; ++image) {
        out(first + lane, image) = weights.of(image)[lane];
      }
    }
  }
}

using Words = In<std::uint64_t, 1>;

TiedRows tied_rows(const In<double, 1>& scores, const In<std::int64_t, 1>& offsets, const In<std::int64_t, 1>& truths,
                   const In<double, 1>& recalls, double epsilon, std::size_t thresholds,
                   std::initializer_list<const Words*> words) {
  require_recalls(recalls);
  require(thresholds > 0 && thresholds <= 64, "1 to 64 thresholds");
  require_offsets(offsets, scores.shape(0));
  require(truths.shape(0) + 1 == offsets.shape(0), "one count per category");
  for (const Words* each : words) require(each->shape(0) == scores.shape(0), "one outcome per score");
  return {thresholds, view(offsets), scores.data(), truths.data(), view(recalls), epsilon};
}

void bound_ties(const In<double, 1>& scores, const In<std::int64_t, 1>& offsets, const In<std::int64_t, 1>& truths,
                const In<double, 1>& recalls, double epsilon, const Words& best_hits, const Words& best_misses,
                const Words& worst_hits, const Words& worst_misses, const Out<double, 2>& best,
                const Out<double, 2>& worst, const Out<std::uint8_t, 1>& nested, int threads) {
  const TiedRows rows = tied_rows(scores, offsets, truths, recalls, epsilon, best.shape(1),
                                  {&best_hits, &best_misses, &worst_hits, &worst_misses});
  require(best.shape(0) == truths.shape(0) && worst.shape(0) == truths.shape(0) && worst.shape(1) == best.shape(1) &&
              nested.shape(0) == truths.shape(0),
          "outputs must be [K, T] and [K]");
  nb::gil_scoped_release released;
  tie_bounds(rows, {best_hits.data(), best_misses.data()}, {worst_hits.data(), worst_misses.data()}, best.data(),
             worst.data(), nested.data(), threads);
}

void order_ties(const In<double, 1>& scores, const In<std::int64_t, 1>& offsets, const In<std::int64_t, 1>& truths,
                const In<double, 1>& recalls, double epsilon, const In<double, 1>& keys, const Words& hits,
                const Words& misses, const Out<double, 2>& out, int threads) {
  const TiedRows rows = tied_rows(scores, offsets, truths, recalls, epsilon, out.shape(1), {&hits, &misses});
  require(keys.shape(0) == scores.shape(0) && out.shape(0) == truths.shape(0), "one key per score, outputs [K, T]");
  nb::gil_scoped_release released;
  precision_in_order(rows, keys.data(), {hits.data(), misses.data()}, out.data(), threads);
}

// Detections of classes by falling score, checked once and read under many weights.
class DrawnScoreCurves {
 public:
  DrawnScoreCurves(In<double, 1> score, In<std::int64_t, 1> offsets, In<std::int32_t, 1> image, In<std::uint8_t, 1> hit,
                   In<std::int64_t, 2> places, In<double, 1> cuts, std::size_t images)
      : score_(score), offsets_(offsets), image_(image), hit_(hit), places_(places), cuts_(cuts), images_(images) {
    require(image.shape(0) == score.shape(0) && hit.shape(0) == score.shape(0), "one image and outcome per score");
    require_offsets(offsets, score.shape(0));
    require_images(image.data(), image.shape(0), images);
    require(places.shape(0) + 1 == offsets.shape(0) && places.shape(1) == cuts.shape(0), "one place per class and cut");
    for (std::size_t k = 0; k < places.shape(0); ++k) {
      for (std::size_t step = 0; step < places.shape(1); ++step) {
        require(places(k, step) >= offsets(k) && places(k, step) <= (step == 0 ? offsets(k + 1) : places(k, step - 1)),
                "places must fall within their class");
      }
    }
  }

  void read(const In<std::int64_t, 1>& weights, const In<std::int64_t, 1>& truths, const In<std::int64_t, 1>& classes,
            const Out<double, 2>& precision, const Out<double, 2>& recall) const {
    const std::size_t held = classes.shape(0), steps = cuts_.shape(0);
    require(weights.shape(0) == images_ && truths.shape(0) == held, "one weight per image, truths of each class");
    require(precision.shape(0) == held && precision.shape(1) == steps && recall.shape(0) == held && recall.shape(1) == steps,
            "out does not fit");
    for (std::size_t k = 0; k < held; ++k) {
      require(classes(k) >= 0 && static_cast<std::size_t>(classes(k)) < places_.shape(0), "no such class");
    }
    const ScoreCurves of{view(offsets_), image_.data(), score_.data(), hit_.data(), places_.data(), view(cuts_)};
    nb::gil_scoped_release unlocked;
    for (std::size_t k = 0; k < held; ++k) {
      read_score_curves(of, static_cast<std::size_t>(classes(k)), view(weights), truths(k), precision.data() + k * steps,
                        recall.data() + k * steps);
    }
  }

 private:
  In<double, 1> score_;
  In<std::int64_t, 1> offsets_;
  In<std::int32_t, 1> image_;
  In<std::uint8_t, 1> hit_;
  In<std::int64_t, 2> places_;
  In<double, 1> cuts_;
  std::size_t images_;
};

}  // namespace

void register_resampling(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Columns>(module, "Columns")
      .def(nb::new_(&made_of<Columns, In<double, 1>, In<std::int64_t, 1>, In<std::int32_t, 1>, In<std::int32_t, 1>,
                             In<std::uint64_t, 2>, In<std::uint64_t, 2>, std::optional<Boxes>,
                             std::optional<In<std::int64_t, 1>>, In<std::int64_t, 1>, In<std::int32_t, 1>,
                             In<std::uint64_t, 1>, std::size_t, std::size_t, std::size_t>),
           "scores"_a, "offsets"_a, "images"_a, "ranks"_a, "matched"_a, "ignored"_a, "boxes"_a.none(), "rows"_a.none(),
           "truth_offsets"_a, "truth_images"_a, "truth_inside"_a, "thresholds"_a, "ranges"_a, "image_count"_a);
  module.def("resample", &resample_columns, "columns"_a, "question_ranges"_a, "question_caps"_a,
             "question_precise"_a, "selections"_a, "recalls"_a, "epsilon"_a, "sampled"_a, "seed"_a, "first"_a,
             "weights"_a.none(), "precision"_a, "recall"_a, "threads"_a);
  module.def("score_images", &score_images, "columns"_a, "range"_a, "cap"_a, "recalls"_a, "epsilon"_a, "out"_a);
  module.def("bound_ties", &bound_ties, "scores"_a, "offsets"_a, "truths"_a, "recalls"_a, "epsilon"_a, "best_hits"_a,
             "best_misses"_a, "worst_hits"_a, "worst_misses"_a, "best"_a, "worst"_a, "nested"_a, "threads"_a);
  module.def("order_ties", &order_ties, "scores"_a, "offsets"_a, "truths"_a, "recalls"_a, "epsilon"_a, "keys"_a,
             "hits"_a, "misses"_a, "out"_a, "threads"_a);
  nb::class_<DrawnScoreCurves>(module, "ScoreCurves")
      .def(nb::new_(&made_of<DrawnScoreCurves, In<double, 1>, In<std::int64_t, 1>, In<std::int32_t, 1>, In<std::uint8_t, 1>,
                             In<std::int64_t, 2>, In<double, 1>, std::size_t>),
           "score"_a.noconvert(), "offsets"_a.noconvert(), "image"_a.noconvert(), "hit"_a.noconvert(),
           "places"_a.noconvert(), "cuts"_a.noconvert(), "images"_a)
      .def("read", &DrawnScoreCurves::read, "weights"_a.noconvert(), "truths"_a.noconvert(), "classes"_a.noconvert(),
           "precision"_a.noconvert(), "recall"_a.noconvert());
  module.def("draw", &draw, "sampled"_a, "seed"_a, "out"_a);
}

}  // namespace truebox
