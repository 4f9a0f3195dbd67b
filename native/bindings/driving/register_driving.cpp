// Python bindings of the room `driving`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "ground/checked_arrays.hpp"
#include "ground/throwing_casters.hpp"
#include "driving/assigned.hpp"
#include "driving/center_matching.hpp"
#include "driving/drawn_centers.hpp"
#include "driving/drawn_cuboids.hpp"
#include "driving/drawn_steps.hpp"
#include "driving/matching.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

struct DrivingSide {
  In<std::int64_t, 1> rows, offsets;
  In<double, 2> boxes;
  std::optional<In<double, 2>> space;
  In<double, 1> angle;

  std::size_t count() const { return boxes.shape(0); }

  driving::Side side() const {
    return {{rows.data(), rows.shape(0)}, {offsets.data(), offsets.shape(0)}, boxes.data(),
            space ? space->data() : nullptr, angle.data()};
  }

  void check() const {
    require(boxes.shape(1) == driving::kBoxNumbers && angle.shape(0) == count(), "one box and angle per row");
    require(!space || (space->shape(0) == count() && space->shape(1) == driving::kSpaceNumbers), "seven numbers per row");
    require(count() < 0x7fffffffu && offsets.shape(0) > 0, "too many rows, or no offsets");
    for (std::size_t k = 0; k < rows.shape(0); ++k) {
      require(rows(k) >= 0 && static_cast<std::size_t>(rows(k)) < count(), "no such row");
    }
    for (std::size_t k = 0; k < offsets.shape(0); ++k) {
      require(offsets(k) >= (k == 0 ? 0 : offsets(k - 1)), "offsets fall");
    }
    require(static_cast<std::size_t>(offsets(offsets.shape(0) - 1)) <= rows.shape(0), "offsets end behind the rows");
  }
};

void match_driving(const DrivingSide& found, const In<double, 1>& score, const In<std::int32_t, 1>& found_class,
                   const DrivingSide& truth, const In<std::int32_t, 1>& counts_for, const In<std::int32_t, 1>& neutral_for,
                   const In<std::uint8_t, 1>& area, const In<std::uint64_t, 1>& ignored, const In<double, 1>& thresholds,
                   const In<double, 1>& least, const Out<std::uint8_t, 3>& flags,
                   const Out<double, 2>& likeness, const Out<std::int64_t, 1>& partner, int threads) {
  found.check();
  truth.check();
  const std::size_t detections = found.count(), truths = truth.count(), sets = least.shape(0);
  require(found.offsets.shape(0) == truth.offsets.shape(0) && sets <= 64, "sides have other images, or too many sets");
  require(score.shape(0) == detections && found_class.shape(0) == detections, "one score and class per detection");
  require(counts_for.shape(0) == truths && neutral_for.shape(0) == truths && area.shape(0) == truths &&
              ignored.shape(0) == truths,
          "one entry per truth");
  require(flags.shape(0) == detections && flags.shape(1) == sets && flags.shape(2) == driving::kMeasures &&
              likeness.shape(0) == detections && likeness.shape(1) == sets && partner.shape(0) == detections,
          "out does not fit");
  const driving::Question question{found.side(),
                                   truth.side(),
                                   score.data(),
                                   found_class.data(),
                                   counts_for.data(),
                                   neutral_for.data(),
                                   area.data(),
                                   ignored.data(),
                                   {thresholds.data(), thresholds.shape(0)},
                                   {least.data(), sets}};
  const driving::Answer answer{flags.data(), likeness.data(), partner.data()};
  nb::gil_scoped_release unlocked;
  driving::match_driving(question, answer, threads);
}

void match_centers(const In<double, 2>& found, const In<std::int64_t, 1>& found_offsets, const In<double, 2>& truth,
                   const In<std::int64_t, 1>& true_offsets, const In<double, 1>& limits, bool once,
                   const Out<std::int64_t, 2>& taken, int threads) {
  const std::size_t axes = found.shape(1);
  require((axes == 2 || axes == 3) && truth.shape(1) == axes, "two or three numbers per centre");
  require_offsets(found_offsets, found.shape(0));
  require_offsets(true_offsets, truth.shape(0));
  require(found_offsets.shape(0) == true_offsets.shape(0), "sides have other groups");
  require(taken.shape(0) == found.shape(0) && taken.shape(1) == limits.shape(0), "out does not fit");
  const driving::CenterQuestion question{{found_offsets.data(), found_offsets.shape(0)},
                                         {true_offsets.data(), true_offsets.shape(0)},
                                         found.data(),
                                         truth.data(),
                                         axes,
                                         {limits.data(), limits.shape(0)},
                                         once,
                                         taken.data()};
  nb::gil_scoped_release unlocked;
  driving::match_centers(question, threads);
}

void match_assigned(const In<double, 2>& found, const In<std::int64_t, 1>& found_offsets, const In<double, 2>& truth,
                    const In<std::int64_t, 1>& true_offsets, const In<double, 1>& heading, const In<double, 1>& true_heading,
                    const In<std::int64_t, 1>& band, const In<std::int64_t, 1>& row, const In<std::uint8_t, 1>& excused,
                    const In<std::uint8_t, 1>& easy, const In<std::uint8_t, 1>& found_within,
                    const In<std::uint8_t, 1>& true_within, const In<double, 1>& thresholds, int view,
                    const Out<double, 3>& added, const Out<std::int64_t, 1>& taken, const Out<std::uint64_t, 1>& hits,
                    const Out<std::uint64_t, 1>& counted, int threads) {
  const std::size_t detections = found.shape(0), truths = truth.shape(0);
  const std::size_t numbers = view == 0 ? driving::kBoxNumbers : driving::kSpaceNumbers;
  require(view >= 0 && view <= 2, "no such view");
  require(found.shape(1) == numbers && truth.shape(1) == numbers, "other numbers per box");
  require(detections < 0x7fffffffu && truths < 0x7fffffffu, "too many rows");
  require_offsets(found_offsets, detections);
  require_offsets(true_offsets, truths);
  require(found_offsets.shape(0) == true_offsets.shape(0) && thresholds.shape(0) + 1 == found_offsets.shape(0),
          "sides have other groups");
  require(heading.shape(0) == detections && band.shape(0) == detections && row.shape(0) == detections &&
              excused.shape(0) == detections && found_within.shape(0) == detections,
          "one entry per detection");
  require(true_heading.shape(0) == truths && easy.shape(0) == truths && true_within.shape(0) == truths, "one entry per truth");
  require(added.shape(0) >= 1 && added.shape(0) <= 8 && added.shape(1) == detections && added.shape(2) == driving::kAdded &&
              taken.shape(0) == detections && hits.shape(0) == detections && counted.shape(0) == detections,
          "out does not fit");
  const driving::AssignedQuestion question{{found_offsets.data(), found_offsets.shape(0)},
                                           {true_offsets.data(), true_offsets.shape(0)},
                                           found.data(),
                                           truth.data(),
                                           heading.data(),
                                           true_heading.data(),
                                           band.data(),
                                           row.data(),
                                           excused.data(),
                                           easy.data(),
                                           found_within.data(),
                                           true_within.data(),
                                           added.shape(0),
                                           thresholds.data(),
                                           static_cast<driving::View>(view)};
  const driving::AssignedAnswer answer{added.data(), taken.data(), hits.data(), counted.data()};
  nb::gil_scoped_release unlocked;
  driving::match_assigned(question, answer, threads);
}

// Detections of Argoverse 2, checked once and read under many weights.
class CuboidDraws {
 public:
  CuboidDraws(In<std::int64_t, 1> offsets, In<std::int32_t, 1> image, In<std::uint8_t, 2> hit, In<double, 2> errors,
              In<double, 1> recalls, double epsilon, std::size_t place, std::size_t images)
      : offsets_(offsets), image_(image), hit_(hit), errors_(errors), recalls_(recalls), epsilon_(epsilon), place_(place),
        images_(images) {
    const std::size_t count = image.shape(0);
    require(hit.shape(0) == count && errors.shape(0) == count && place < hit.shape(1), "one outcome per detection");
    require_offsets(offsets, count);
    for (std::size_t i = 0; i < count; ++i) {
      require(image(i) >= 0 && static_cast<std::size_t>(image(i)) < images, "unknown image");
    }
  }

  void read(const In<std::int64_t, 1>& weights, const In<std::int64_t, 1>& truths, const Out<double, 3>& precision,
            const Out<double, 2>& sums, const Out<std::int64_t, 1>& found) const {
    const std::size_t classes = offsets_.shape(0) - 1;
    require(weights.shape(0) == images_ && truths.shape(0) == classes, "one weight per image, truths of each class");
    require(precision.shape(0) == classes && precision.shape(1) == hit_.shape(1) && precision.shape(2) == recalls_.shape(0) &&
                sums.shape(0) == classes && sums.shape(1) == errors_.shape(1) && found.shape(0) == classes,
            "out does not fit");
    const driving::CuboidRows rows{view(offsets_), image_.data(), hit_.data(), errors_.data(), hit_.shape(1), errors_.shape(1)};
    nb::gil_scoped_release unlocked;
    driving::read_drawn_cuboids(rows, {view(recalls_), epsilon_, place_}, view(weights), view(truths), precision.data(),
                                sums.data(), found.data());
  }

 private:
  In<std::int64_t, 1> offsets_;
  In<std::int32_t, 1> image_;
  In<std::uint8_t, 2> hit_;
  In<double, 2> errors_;
  In<double, 1> recalls_;
  double epsilon_;
  std::size_t place_, images_;
};

// Detections of nuScenes, likewise.
class CenterDraws {
 public:
  CenterDraws(In<std::int64_t, 1> offsets, In<double, 1> score, In<std::int32_t, 1> image, In<std::uint8_t, 2> hit,
              In<double, 2> errors, In<double, 1> recalls, double near, bool by_recall, std::size_t place, std::size_t images)
      : offsets_(offsets), score_(score), image_(image), hit_(hit), errors_(errors), recalls_(recalls),
        how_{view(recalls), near, by_recall, place}, images_(images) {
    const std::size_t count = image.shape(0);
    require(score.shape(0) == count && hit.shape(0) == count && errors.shape(0) == count, "one outcome per detection");
    require_offsets(offsets, count);
    for (std::size_t i = 0; i < count; ++i) {
      require(image(i) >= 0 && static_cast<std::size_t>(image(i)) < images, "unknown image");
    }
  }

  void read(const In<std::int64_t, 1>& weights, const In<std::int64_t, 1>& truths, const Out<double, 3>& precision,
            const Out<double, 3>& errors, const Out<double, 2>& whole, const Out<std::int64_t, 1>& last) const {
    const std::size_t classes = offsets_.shape(0) - 1, steps = recalls_.shape(0), numbers = errors_.shape(1);
    require(weights.shape(0) == images_ && truths.shape(0) == classes, "one weight per image, truths of each class");
    require(precision.shape(0) == classes && precision.shape(1) == hit_.shape(1) && precision.shape(2) == steps &&
                errors.shape(0) == classes && errors.shape(1) == numbers && errors.shape(2) == steps &&
                whole.shape(0) == classes && whole.shape(1) == numbers && last.shape(0) == classes,
            "out does not fit");
    const driving::CenterRows rows{view(offsets_), score_.data(),  image_.data(), hit_.data(),
                                   errors_.data(), hit_.shape(1), numbers};
    nb::gil_scoped_release unlocked;
    driving::read_drawn_centers(rows, how_, view(weights), view(truths),
                                {precision.data(), errors.data(), whole.data(), last.data()});
  }

 private:
  In<std::int64_t, 1> offsets_;
  In<double, 1> score_;
  In<std::int32_t, 1> image_;
  In<std::uint8_t, 2> hit_;
  In<double, 2> errors_;
  In<double, 1> recalls_;
  driving::CenterReading how_;
  std::size_t images_;
};

// Detections of KITTI in one view and set, likewise.
class StepDraws {
 public:
  StepDraws(In<std::int64_t, 1> offsets, In<std::int32_t, 1> image, In<std::uint8_t, 1> counted,
            std::optional<In<double, 1>> adds, In<std::int64_t, 1> sample_offsets, In<std::int32_t, 1> sample_image,
            In<std::int64_t, 1> sample_end, std::size_t images)
      : offsets_(offsets), image_(image), counted_(counted), adds_(adds), sample_offsets_(sample_offsets),
        sample_image_(sample_image), sample_end_(sample_end), images_(images) {
    const std::size_t count = image.shape(0), samples = sample_image.shape(0);
    require(counted.shape(0) == count && (!adds || adds->shape(0) == count), "one outcome per detection");
    require(sample_end.shape(0) == samples && sample_offsets.shape(0) == offsets.shape(0), "one end per sample");
    require_offsets(offsets, count);
    require_offsets(sample_offsets, samples);
    for (std::size_t i = 0; i < count; ++i) require(known(image(i)), "unknown image");
    for (std::size_t k = 0; k + 1 < offsets.shape(0); ++k) {
      for (std::int64_t i = sample_offsets(k); i < sample_offsets(k + 1); ++i) {
        const auto place = static_cast<std::size_t>(i);
        require(known(sample_image(place)), "unknown image");
        require(sample_end(place) >= offsets(k) && sample_end(place) <= offsets(k + 1), "a sample ends elsewhere");
      }
    }
  }

  void read(const In<std::int64_t, 1>& weights, const In<std::int64_t, 1>& truths, const Out<double, 2>& curve) const {
    const std::size_t classes = offsets_.shape(0) - 1;
    require(weights.shape(0) == images_ && truths.shape(0) == classes, "one weight per image, truths of each class");
    require(curve.shape(0) == classes && curve.shape(1) == driving::kRecallSteps, "out does not fit");
    for (std::size_t i = 0; i < images_; ++i) require(weights(i) >= 0, "a negative weight");
    const driving::StepRows rows{view(offsets_),        image_.data(),        counted_.data(),   adds_ ? adds_->data() : nullptr,
                                 view(sample_offsets_), sample_image_.data(), sample_end_.data()};
    nb::gil_scoped_release unlocked;
    driving::read_drawn_steps(rows, view(weights), view(truths), curve.data());
  }

 private:
  bool known(std::int32_t image) const { return image >= 0 && static_cast<std::size_t>(image) < images_; }

  In<std::int64_t, 1> offsets_;
  In<std::int32_t, 1> image_;
  In<std::uint8_t, 1> counted_;
  std::optional<In<double, 1>> adds_;
  In<std::int64_t, 1> sample_offsets_;
  In<std::int32_t, 1> sample_image_;
  In<std::int64_t, 1> sample_end_;
  std::size_t images_;
};

}  // namespace

void register_driving(nb::module_& module) {
  nb::class_<DrivingSide>(module, "Side")
      .def(nb::new_(&made_of<DrivingSide, In<std::int64_t, 1>, In<std::int64_t, 1>, In<double, 2>,
                             std::optional<In<double, 2>>, In<double, 1>>),
           "rows"_a.noconvert(), "offsets"_a.noconvert(), "boxes"_a.noconvert(), "space"_a.noconvert().none(),
           "angle"_a.noconvert());
  nb::class_<CuboidDraws>(module, "CuboidDraws")
      .def(nb::new_(&made_of<CuboidDraws, In<std::int64_t, 1>, In<std::int32_t, 1>, In<std::uint8_t, 2>, In<double, 2>,
                             In<double, 1>, double, std::size_t, std::size_t>),
           "offsets"_a.noconvert(), "image"_a.noconvert(), "hit"_a.noconvert(), "errors"_a.noconvert(),
           "recalls"_a.noconvert(), "epsilon"_a, "place"_a, "images"_a)
      .def("read", &CuboidDraws::read, "weights"_a.noconvert(), "truths"_a.noconvert(), "precision"_a.noconvert(),
           "sums"_a.noconvert(), "found"_a.noconvert());
  nb::class_<CenterDraws>(module, "CenterDraws")
      .def(nb::new_(&made_of<CenterDraws, In<std::int64_t, 1>, In<double, 1>, In<std::int32_t, 1>, In<std::uint8_t, 2>,
                             In<double, 2>, In<double, 1>, double, bool, std::size_t, std::size_t>),
           "offsets"_a.noconvert(), "score"_a.noconvert(), "image"_a.noconvert(), "hit"_a.noconvert(), "errors"_a.noconvert(),
           "recalls"_a.noconvert(), "near"_a, "by_recall"_a, "place"_a, "images"_a)
      .def("read", &CenterDraws::read, "weights"_a.noconvert(), "truths"_a.noconvert(), "precision"_a.noconvert(),
           "errors"_a.noconvert(), "whole"_a.noconvert(), "last"_a.noconvert());
  nb::class_<StepDraws>(module, "StepDraws")
      .def(nb::new_(&made_of<StepDraws, In<std::int64_t, 1>, In<std::int32_t, 1>, In<std::uint8_t, 1>,
                             std::optional<In<double, 1>>, In<std::int64_t, 1>, In<std::int32_t, 1>, In<std::int64_t, 1>,
                             std::size_t>),
           "offsets"_a.noconvert(), "image"_a.noconvert(), "counted"_a.noconvert(), "adds"_a.noconvert().none(),
           "sample_offsets"_a.noconvert(), "sample_image"_a.noconvert(), "sample_end"_a.noconvert(), "images"_a)
      .def("read", &StepDraws::read, "weights"_a.noconvert(), "truths"_a.noconvert(), "curve"_a.noconvert());
  module.def("match_driving", &match_driving, "found"_a, "score"_a.noconvert(), "found_class"_a.noconvert(), "truth"_a,
             "counts_for"_a.noconvert(), "neutral_for"_a.noconvert(), "area"_a.noconvert(), "ignored"_a.noconvert(),
             "thresholds"_a.noconvert(), "least"_a.noconvert(), "flags"_a.noconvert(),
             "likeness"_a.noconvert(), "partner"_a.noconvert(), "threads"_a);
  module.def("match_centers", &match_centers, "found"_a.noconvert(), "found_offsets"_a.noconvert(), "truth"_a.noconvert(),
             "true_offsets"_a.noconvert(), "limits"_a.noconvert(), "once"_a, "taken"_a.noconvert(), "threads"_a);
  module.def("match_assigned", &match_assigned, "found"_a.noconvert(), "found_offsets"_a.noconvert(), "truth"_a.noconvert(),
             "true_offsets"_a.noconvert(), "heading"_a.noconvert(), "true_heading"_a.noconvert(), "band"_a.noconvert(),
             "row"_a.noconvert(), "excused"_a.noconvert(), "easy"_a.noconvert(), "found_within"_a.noconvert(),
             "true_within"_a.noconvert(), "thresholds"_a.noconvert(), "view"_a, "added"_a.noconvert(), "taken"_a.noconvert(),
             "hits"_a.noconvert(), "counted"_a.noconvert(), "threads"_a);
}

}  // namespace truebox
