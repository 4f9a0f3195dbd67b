// Python bindings of the measures of tracks.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <variant>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/mapped_file.hpp"
#include "ground/owned_array.hpp"
#include "ground/thread_pool.hpp"
#include "ground/throwing_casters.hpp"
#include "register.hpp"
#include "tracks/evaluation.hpp"
#include "tracks/path_assignment.hpp"
#include "tracks/track_text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

struct TrackRows {
  In<std::int32_t, 1> frame;
  In<std::int64_t, 1> track;
  In<double, 2> boxes;  // [0, 4] where similarities are given
  In<std::uint8_t, 1> role;

  tracks::Rows rows() const {
    return {{frame.data(), frame.shape(0)}, {track.data(), track.shape(0)}, boxes.shape(0) ? boxes.data() : nullptr,
            {role.data(), role.shape(0)}};
  }
  // Python has validated; this keeps a wrong call from reading outside its arrays.
  void check(std::size_t frames, bool has_similarities) const {
    const std::size_t count = frame.shape(0);
    require(count < 0x7fffffffu && track.shape(0) == count && role.shape(0) == count, "one entry per row");
    require(boxes.shape(1) == 4 && (boxes.shape(0) == count || has_similarities), "four numbers per row");
    for (std::size_t k = 0; k < count; ++k) {
      require(frame(k) >= 0 && static_cast<std::size_t>(frame(k)) < frames, "no such frame");
    }
  }
};

struct TrackSequence {
  TrackRows truth, predictions;
  std::size_t frames;
  In<double, 1> similarities;

  tracks::Sequence sequence() const {
    return {truth.rows(), predictions.rows(), frames, {similarities.data(), similarities.shape(0)}};
  }
  void check() const {
    require(frames < 0x7fffffffu, "too many frames");
    const bool given = similarities.shape(0) > 0;
    truth.check(frames, given);
    predictions.check(frames, given);
    if (!given) return;
    std::vector<std::uint64_t> of_truth(frames, 0), found(frames, 0);
    for (std::size_t k = 0; k < truth.frame.shape(0); ++k) ++of_truth[static_cast<std::size_t>(truth.frame(k))];
    for (std::size_t k = 0; k < predictions.frame.shape(0); ++k) ++found[static_cast<std::size_t>(predictions.frame(k))];
    std::uint64_t cells = 0;
    for (std::size_t k = 0; k < frames; ++k) cells += of_truth[k] * found[k];
    require(cells == similarities.shape(0), "one similarity per pair of a frame");
  }
};

struct TrackRules {
  bool corners, ids_of_kept, by_content;
  double epsilon, beforehand, unassigned, threshold;
  bool carries_memory, gaps_of_tracker, mostly_includes, measures_vace;
  In<double, 1> alphas;

  tracks::Rules rules() const {
    return {corners,    ids_of_kept,    by_content,      epsilon,         beforehand,    unassigned,
            threshold,  carries_memory, gaps_of_tracker, mostly_includes, measures_vace, {alphas.data(), alphas.shape(0)}};
  }
};

nb::dict outcome_to_python(tracks::Outcome&& made) {
  nb::dict found;
  found["truths"] = made.truths;
  found["predictions"] = made.predictions;
  found["true_tracks"] = owned_array(std::move(made.true_tracks));
  found["found_tracks"] = owned_array(std::move(made.found_tracks));
  found["true_lengths"] = owned_array(std::move(made.true_lengths));
  found["found_lengths"] = owned_array(std::move(made.found_lengths));
  found["hota_tp"] = owned_array(std::move(made.hota.true_positives));
  found["hota_fn"] = owned_array(std::move(made.hota.false_negatives));
  found["hota_fp"] = owned_array(std::move(made.hota.false_positives));
  found["hota_similarity"] = owned_array(std::move(made.hota.similarity));
  found["hota_kept"] = owned_array(std::move(made.hota.kept));
  found["hota_kept_of_truth"] = owned_array(std::move(made.hota.kept_of_truth));
  found["hota_kept_of_prediction"] = owned_array(std::move(made.hota.kept_of_prediction));
  found["track_matches"] = owned_array(std::move(made.hota.track_matches));
  found["track_kept"] = owned_array(std::move(made.hota.track_kept));
  found["found_of_track"] = owned_array(std::move(made.hota.found_of_track));
  found["wrong_of_track"] = owned_array(std::move(made.hota.wrong_of_track));
  found["kept_of_track"] = owned_array(std::move(made.hota.kept_of_track));
  found["kept_of_truth_of_track"] = owned_array(std::move(made.hota.kept_of_truth_of_track));
  found["kept_of_prediction_of_track"] = owned_array(std::move(made.hota.kept_of_prediction_of_track));
  found["follows"] = owned_array(std::move(made.hota.follows));
  found["clear_tp"] = made.clear.true_positives;
  found["clear_fn"] = made.clear.false_negatives;
  found["clear_fp"] = made.clear.false_positives;
  found["switches"] = made.clear.switches;
  found["fragmentations"] = made.clear.fragmentations;
  found["mostly_tracked"] = made.clear.mostly_tracked;
  found["partly_tracked"] = made.clear.partly_tracked;
  found["mostly_lost"] = made.clear.mostly_lost;
  found["frames_held"] = made.clear.frames;
  found["clear_similarity"] = made.clear.similarity;
  found["changed_at_once"] =
      nb::make_tuple(made.clear.at_once.frame, made.clear.at_once.changed, made.clear.at_once.both);
  found["track_matched"] = owned_array(std::move(made.clear.matched));
  found["identity_tp"] = made.identity.true_positives;
  found["identity_fn"] = made.identity.false_negatives;
  found["identity_fp"] = made.identity.false_positives;
  found["identity_partner"] = owned_array(std::move(made.identity.partner));
  found["identity_together"] = owned_array(std::move(made.identity.together));
  found["vace_tracks"] = made.vace.tracks;
  found["vace_detections"] = made.vace.detections;
  found["vace_frames"] = made.vace.frames;
  found["partner_of_truth"] = owned_array(std::move(made.partner_of_truth));
  found["partner_of_prediction"] = owned_array(std::move(made.partner_of_prediction));
  found["similarity_of_truth"] = owned_array(std::move(made.similarity_of_truth));
  return found;
}

// The column of each row at the least total cost, with the decisions of a solver that looks at all columns.
nb::object assign_by_paths(In<double, 2> costs) {
  const std::size_t rows = costs.shape(0), columns = costs.shape(1);
  require(rows <= columns && columns < 0x7fffffffu, "at least as many columns as rows");
  std::vector<std::uint32_t> begin(rows + 1);
  std::vector<tracks::PathAssignment::Entry> entries(rows * columns);
  for (std::size_t row = 0; row <= rows; ++row) begin[row] = static_cast<std::uint32_t>(row * columns);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    entries[k] = {static_cast<std::uint32_t>(k % columns), costs.data()[k]};
  }
  tracks::PathAssignment solver;
  {
    nb::gil_scoped_release unlocked;
    solver.solve(begin, entries, 0.0, columns);
  }
  return owned_array(std::move(solver.column_of));
}

// Of each sequence its sums, or (of the truth?, first row, second row) of a track that occurs twice in a frame.
nb::list evaluate_tracks(const std::vector<const TrackSequence*>& sequences, const TrackRules& rules, int threads) {
  std::vector<tracks::Sequence> inputs;
  for (const TrackSequence* each : sequences) {
    inputs.push_back(each->sequence());
  }
  std::vector<tracks::Outcome> outcomes(inputs.size());
  std::vector<std::unique_ptr<tracks::RepeatedTrack>> repeated(inputs.size());
  {
    nb::gil_scoped_release unlocked;
    parallel_for(inputs.size(), threads, [&](std::size_t k) {
      try {
        sequences[k]->check();
        outcomes[k] = tracks::evaluate(inputs[k], rules.rules());
      } catch (const tracks::RepeatedTrack& found) {
        repeated[k] = std::make_unique<tracks::RepeatedTrack>(found);
      }
    });
  }
  nb::list results;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (repeated[k]) {
      results.append(nb::make_tuple(repeated[k]->of_truth, repeated[k]->first, repeated[k]->second));
    } else {
      results.append(outcome_to_python(std::move(outcomes[k])));
    }
  }
  return results;
}

nb::object text_to_python(tracks::TrackText&& rows) {
  nb::list more;
  for (std::size_t k = 0; k + 6 < rows.columns && k < tracks::TrackText::kMore; ++k) {
    more.append(std::visit([](auto&& held) { return owned_array(std::move(held)); }, rows.more[k].take()));
  }
  return nb::make_tuple(owned_array(std::move(rows.frame)), owned_array(std::move(rows.track)),
                        owned_array(std::move(rows.boxes)), more);
}

// Of each file its rows; None where a file is not plain and the general reader has to judge.
nb::list read_track_files(const std::vector<std::filesystem::path>& files, int threads) {
  std::vector<tracks::TrackText> rows(files.size());
  std::vector<char> plain(files.size(), false);
  {
    nb::gil_scoped_release unlocked;
    parallel_for(files.size(), threads, [&](std::size_t k) {
      reading::MappedFile file;
      if (!file.open(files[k])) return;
      std::size_t first = 0;
      const auto forget = [&](const char* p) {
        const auto last = static_cast<std::size_t>(p - file.data());
        file.forget(first, last);
        first = last;
      };
      plain[k] = tracks::read_track_text({file.data(), file.size()}, rows[k], forget) && file.unchanged();
    });
  }
  nb::list found;
  for (std::size_t k = 0; k < files.size(); ++k) {
    found.append(plain[k] ? text_to_python(std::move(rows[k])) : nb::none());
  }
  return found;
}

}  // namespace

void register_tracks(nb::module_& module) {
  using Numbers = In<double, 1>;
  using Marks = In<std::uint8_t, 1>;
  nb::class_<TrackRows>(module, "TrackRows")
      .def(nb::new_([](In<std::int32_t, 1> frame, In<std::int64_t, 1> track, In<double, 2> boxes, Marks role) {
             return Made(TrackRows{frame, track, boxes, role});
           }),
           "frame"_a.noconvert(), "track"_a.noconvert(), "boxes"_a.noconvert(), "role"_a.noconvert());
  nb::class_<TrackSequence>(module, "TrackSequence")
      .def(nb::new_([](const TrackRows& truth, const TrackRows& predictions, std::size_t frames, Numbers similarities) {
             return Made(TrackSequence{truth, predictions, frames, similarities});
           }),
           "truth"_a, "predictions"_a, "frames"_a, "similarities"_a.noconvert());
  nb::class_<TrackRules>(module, "TrackRules")
      .def(nb::new_([](bool corners, bool ids_of_kept, bool by_content, double epsilon, double beforehand, double unassigned,
                       double threshold, bool carries_memory, bool gaps_of_tracker, bool mostly_includes, bool measures_vace,
                       Numbers alphas) {
             return Made(TrackRules{corners, ids_of_kept, by_content, epsilon, beforehand, unassigned, threshold,
                                    carries_memory, gaps_of_tracker, mostly_includes, measures_vace, alphas});
           }),
           nb::kw_only(), "corners"_a, "ids_of_kept"_a, "by_content"_a, "epsilon"_a, "beforehand"_a, "unassigned"_a,
           "threshold"_a, "carries_memory"_a, "gaps_of_tracker"_a, "mostly_includes"_a, "measures_vace"_a,
           "alphas"_a.noconvert());
  module.def("assign_by_paths", &assign_by_paths, "costs"_a);
  module.def("evaluate_tracks", &evaluate_tracks, "sequences"_a, "rules"_a, "threads"_a);
  module.def("read_track_files", &read_track_files, "files"_a, "threads"_a);
}

}  // namespace truebox
