// Python bindings of TETA.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/owned_array.hpp"
#include "ground/thread_pool.hpp"
#include "ground/throwing_casters.hpp"
#include "register.hpp"
#include "tracks/teta.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

struct TetaSide {
  In<std::int32_t, 1> frame;
  In<std::int64_t, 1> track;
  In<double, 2> boxes;
  In<std::int64_t, 1> label;

  tracks::Rows rows() const { return {view(frame), view(track), boxes.data(), {}}; }
  // Python has validated; this keeps a wrong call from reading outside its arrays.
  void check(std::size_t frames) const {
    const std::size_t count = frame.shape(0);
    require(count < 0x7fffffffu && track.shape(0) == count && label.shape(0) == count, "one entry per row");
    require(boxes.shape(0) == count && boxes.shape(1) == 4, "four numbers per row");
    for (std::size_t k = 0; k < count; ++k) {
      require(frame(k) >= 0 && static_cast<std::size_t>(frame(k)) < frames, "no such frame");
    }
  }
};

struct TetaSequence {
  TetaSide truth, predictions;
  std::size_t frames;
  In<std::int64_t, 1> classes;

  tracks::TetaSequence sequence() const {
    return {truth.rows(), predictions.rows(), view(truth.label), view(predictions.label), frames, view(classes)};
  }
  void check() const {
    require(frames < 0x7fffffffu, "too many frames");
    truth.check(frames);
    predictions.check(frames);
    for (std::size_t k = 0; k + 1 < classes.shape(0); ++k) require(classes(k) < classes(k + 1), "classes must ascend");
  }
};

nb::object sums_to_python(tracks::TetaSums&& sums) {
  if (sums.repeated) return nb::none();
  nb::dict found;
  found["Loc_TP"] = owned_array(std::move(sums.found));
  found["Loc_FN"] = owned_array(std::move(sums.missed));
  found["Loc_FP"] = owned_array(std::move(sums.wrong));
  found["Cls_TP"] = owned_array(std::move(sums.named));
  found["Cls_FN"] = owned_array(std::move(sums.misnamed));
  found["Cls_FP"] = owned_array(std::move(sums.mistaken));
  found["AssocA"] = owned_array(std::move(sums.kept));
  found["AssocRe"] = owned_array(std::move(sums.kept_of_truth));
  found["AssocPr"] = owned_array(std::move(sums.kept_of_prediction));
  return found;
}

// Of each sequence its sums by name, those of its classes one after another; None where a track is twice in a frame.
nb::list measure_teta(const std::vector<const TetaSequence*>& sequences, In<double, 1> alphas,
                      std::size_t first_of_classes, double epsilon, bool every_frame, int threads) {
  const tracks::TetaRules rules{every_frame, epsilon, view(alphas), first_of_classes};
  std::vector<tracks::TetaSequence> inputs;
  for (const TetaSequence* each : sequences) {
    each->check();
    inputs.push_back(each->sequence());
  }
  std::vector<tracks::TetaSums> sums(inputs.size());
  {
    nb::gil_scoped_release unlocked;
    parallel_for(inputs.size(), threads, [&](std::size_t k) { sums[k] = tracks::TetaMeasure(inputs[k], rules).measured(); });
  }
  nb::list found;
  for (auto& each : sums) found.append(sums_to_python(std::move(each)));
  return found;
}

}  // namespace

void register_teta(nb::module_& module) {
  nb::class_<TetaSide>(module, "TetaSide")
      .def(nb::new_([](In<std::int32_t, 1> frame, In<std::int64_t, 1> track, In<double, 2> boxes, In<std::int64_t, 1> label) {
             return Made(TetaSide{frame, track, boxes, label});
           }),
           "frame"_a.noconvert(), "track"_a.noconvert(), "boxes"_a.noconvert(), "label"_a.noconvert());
  nb::class_<TetaSequence>(module, "TetaSequence")
      .def(nb::new_([](const TetaSide& truth, const TetaSide& predictions, std::size_t frames, In<std::int64_t, 1> classes) {
             return Made(TetaSequence{truth, predictions, frames, classes});
           }),
           "truth"_a, "predictions"_a, "frames"_a, "classes"_a.noconvert());
  module.def("measure_teta", &measure_teta, "sequences"_a, nb::kw_only(), "alphas"_a.noconvert(), "first_of_classes"_a,
             "epsilon"_a, "every_frame"_a, "threads"_a);
}

}  // namespace truebox
