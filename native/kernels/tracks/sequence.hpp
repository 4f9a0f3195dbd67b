// What one sequence of one class is evaluated from: the rows of both sides, in the order of their files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace truebox::tracks {

// Bits of a truth's role.
inline constexpr std::uint8_t kCounts = 1;   // it is evaluated
inline constexpr std::uint8_t kRemoves = 2;  // a prediction that is assigned to it beforehand is left out

// One side. A row has its frame (from 0, below the length of the sequence), its track, and four numbers.
struct Rows {
  std::span<const std::int32_t> frame;
  std::span<const std::int64_t> track;
  const double* boxes = nullptr;  // [rows, 4]; none where similarities are given
  std::span<const std::uint8_t> role;  // of a truth as above; of a prediction 1: left out where unassigned beforehand

  std::size_t size() const { return frame.size(); }
};

struct Sequence {
  Rows truth, predictions;
  std::size_t frames = 0;
  // Of all frames one after another, each [truths, predictions] of its rows in file order; empty: from the boxes.
  std::span<const double> similarities;
};

// How the rows are compared and what comes before; the thresholds of the measures.
struct Rules {
  bool corners = false;            // boxes are x0 y0 x1 y1, else x y width height
  bool ids_of_kept = false;        // an id may come twice in a frame, if at most one of the rows is evaluated
  bool by_content = false;         // rows of a frame are ordered by boxes and tracks, not as in the file
  double epsilon = 0.0;            // taken off thresholds
  double beforehand = -1.0;        // from this similarity on a prediction is assigned beforehand; below 0: none is
  double unassigned = 0.0;         // what other pairs weigh then
  double threshold = 0.5;          // of CLEAR, Identity and VACE
  bool carries_memory = false;     // CLEAR as motmetrics has it
  bool gaps_of_tracker = false;    // fragmentations only where the tracker loses an object that is there
  bool mostly_includes = false;    // exactly 80 % tracked is mostly tracked
  bool measures_vace = true;
  std::span<const double> alphas;  // ascending; none: neither HOTA nor Identity is measured
};

}  // namespace truebox::tracks
