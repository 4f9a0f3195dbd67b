// Overlaps of one cell's quadrilaterals: the source of candidates for rotated boxes (see cells/box.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "cells/cell_matching.hpp"
#include "cells/overlap_table.hpp"
#include "ground/interruption.hpp"
#include "polygons/fan_overlap.hpp"
#include "polygons/overlap.hpp"
#include "rotated/gaussian.hpp"

namespace truebox {

// The upright box around four corners, and what they enclose.
struct QuadBounds {
  double x0, y0, x1, y1, area;
  bool convex;  // else the corners may cross, and enclose more than their area says

  // Of an outline with another number of corners only the box counts, as if it were not convex.
  static QuadBounds of(std::span<const double> corners) {
    if (corners.size() == 8) return of(corners.data());
    QuadBounds bounds{corners[0], corners[1], corners[0], corners[1], 0, false};
    for (std::size_t i = 2; i + 1 < corners.size(); i += 2) {
      bounds.x0 = std::min(bounds.x0, corners[i]);
      bounds.x1 = std::max(bounds.x1, corners[i]);
      bounds.y0 = std::min(bounds.y0, corners[i + 1]);
      bounds.y1 = std::max(bounds.y1, corners[i + 1]);
    }
    return bounds;
  }

  static QuadBounds of(const double* corners) {
    QuadBounds bounds{corners[0], corners[1], corners[0], corners[1], 0, true};
    const double ax = corners[4] - corners[0], ay = corners[5] - corners[1];
    const double bx = corners[6] - corners[2], by = corners[7] - corners[3];
    bounds.area = std::fabs(ax * by - ay * bx) / 2;  // half the product of the diagonals
    for (std::size_t i = 1; i < 4; ++i) {
      bounds.x0 = std::min(bounds.x0, corners[2 * i]);
      bounds.x1 = std::max(bounds.x1, corners[2 * i]);
      bounds.y0 = std::min(bounds.y0, corners[2 * i + 1]);
      bounds.y1 = std::max(bounds.y1, corners[2 * i + 1]);
    }
    std::size_t left = 0, right = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double* a = corners + 2 * i;
      const double* b = corners + 2 * ((i + 1) % 4);
      const double* c = corners + 2 * ((i + 2) % 4);
      const double turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
      left += turn > 0;
      right += turn < 0;
    }
    bounds.convex = left == 4 || right == 4;
    return bounds;
  }

  // Whether the overlap may be as large as `lowest`: what both share fits into the upright boxes' intersection.
  static bool may_reach(const QuadBounds& found, const QuadBounds& truth, bool crowd, double lowest) {
    constexpr double kSlack = 1e-6;
    const double width = std::min(found.x1, truth.x1) - std::max(found.x0, truth.x0);
    const double height = std::min(found.y1, truth.y1) - std::max(found.y0, truth.y0);
    if (!(width > 0) || !(height > 0)) return false;
    if (!found.convex || !truth.convex) return true;
    const double most = std::min({width * height, found.area, truth.area});
    const double whole = crowd ? found.area : found.area + truth.area - most;
    return !(most < (lowest - kSlack) * whole);
  }
};

// The area that two quadrilaterals share, exactly.
struct ExactQuads {
  using Shape = PolygonEdges;
  using Scratch = std::vector<polygon_detail::OneEdge>;
  static void load(std::span<const double> corners, Shape& shape, Scratch& scratch) {
    load_polygon_edges(corners, shape, scratch);
  }
  static bool may_reach(const QuadBounds& found, const QuadBounds& truth, bool crowd, double lowest) {
    return QuadBounds::may_reach(found, truth, crowd, lowest);
  }
  static double overlap(const Shape& found, const Shape& truth) { return polygon_iou(found, truth); }
  static double with_crowd(const Shape& found, const Shape& truth) {
    return found.area > 0 ? std::min(shared_polygon_area(found, truth) / found.area, 1.0) : 0.0;
  }
};

// ProbIoU: every two boxes have some.
struct GaussianQuads {
  using Shape = BoxGaussian;
  struct Scratch {};
  static void load(std::span<const double> corners, Shape& shape, Scratch&) { shape = gaussian_of(corners.data()); }
  static bool may_reach(const QuadBounds&, const QuadBounds&, bool, double) { return true; }
  static double overlap(const Shape& found, const Shape& truth) { return gaussian_overlap(found, truth); }
  static double with_crowd(const Shape& found, const Shape& truth) { return gaussian_overlap(found, truth); }
};

// As the DOTA development kit computes. It looks at boxes whose upright boxes are no pixel apart; where these do not
// meet, what it finds is rounding.
struct FanQuads {
  using Shape = std::array<double, 8>;
  struct Scratch {};
  static void load(std::span<const double> corners, Shape& shape, Scratch&) {
    std::copy_n(corners.data(), 8, shape.begin());
  }
  static bool may_reach(const QuadBounds& found, const QuadBounds& truth, bool crowd, double lowest) {
    return QuadBounds::may_reach(found, truth, crowd, lowest);
  }
  static double overlap(const Shape& found, const Shape& truth) { return fan_overlap(truth.data(), found.data()); }
  static double with_crowd(const Shape& found, const Shape& truth) { return overlap(found, truth); }
};

// By number, which truebox/evaluation/matching/policy.py shares.
inline constexpr std::size_t kQuadMeasures = 3;

template <class Fn>
auto with_quads(std::size_t measure, const Fn& fn) {
  if (measure == 1) return fn(GaussianQuads{});
  if (measure == 2) return fn(FanQuads{});
  return fn(ExactQuads{});
}

// The corners of one side, x, y, x, y, ...: four a row, or from one offset to the next.
struct OutlineRows {
  const double* corners;
  const std::int64_t* offsets;  // [N + 1], or none where each row has four corners

  std::span<const double> operator[](std::size_t row) const {
    if (offsets == nullptr) return {corners + 8 * row, 8};
    return {corners + 2 * offsets[row], 2 * static_cast<std::size_t>(offsets[row + 1] - offsets[row])};
  }
};

// Everything the cells of one evaluation share.
struct QuadSides {
  OutlineRows detections;                // [N]
  OutlineRows truths;                    // [M]
  const double* detection_area;          // [N] what decides size classes
  const std::uint32_t* truth_rows;       // [n] row of each truth in the order of the cells
  const std::int64_t* truth_places;      // row -> quadrilateral
  OverlapTable* table;                   // what is known already
  const std::uint32_t* places_in_cells;  // [rows of truths]
};

template <class Measure>
class QuadCell {
 public:
  QuadCell(const QuadSides& sides, const std::uint8_t* flags)
      : sides_(sides), flags_(flags), arena_(sides.table->open_arena()) {}

  void begin_cell(const std::uint32_t* rows, std::size_t, std::size_t first, std::size_t count) {
    rows_ = rows;
    first_ = first;
    count_ = count;
    ready_ = false;
  }

  double area(std::size_t d) const { return sides_.detection_area[rows_[d]]; }

  void collect(std::size_t d, double lowest, std::vector<Candidate>& out) {
    if (!sides_.table->knows(rows_[d])) find(d, sides_.table->lowest());
    for (const TableEntry& entry : sides_.table->entries(rows_[d])) {
      if (entry.overlap < lowest) continue;
      out.push_back({entry.overlap, static_cast<std::uint32_t>(sides_.places_in_cells[entry.truth] - first_)});
    }
  }

 private:
  // Truths of cells in which nothing must be found take no time.
  void get_ready() {
    ready_ = true;
    bounds_.clear();
    if (shapes_.size() < count_) shapes_.resize(count_);  // shapes keep their memory from cell to cell
    for (std::size_t g = 0; g < count_; ++g) {
      const std::span<const double> corners = truth(g);
      bounds_.push_back(QuadBounds::of(corners));
      Measure::load(corners, shapes_[g], scratch_);
    }
  }

  std::span<const double> truth(std::size_t g) const {
    return sides_.truths[static_cast<std::size_t>(sides_.truth_places[sides_.truth_rows[first_ + g]])];
  }

  void find(std::size_t d, double lowest) {
    if (!ready_) get_ready();
    keep_going(64 * count_);
    entries_.clear();
    const std::span<const double> corners = sides_.detections[rows_[d]];
    const QuadBounds bounds = QuadBounds::of(corners);
    bool made = false;
    for (std::size_t g = 0; g < count_; ++g) {
      const bool crowd = (flags_[first_ + g] & kCrowd) != 0;
      if (!Measure::may_reach(bounds, bounds_[g], crowd, lowest)) continue;
      if (!made) Measure::load(corners, found_, scratch_);
      made = true;
      const double overlap = crowd ? Measure::with_crowd(found_, shapes_[g]) : Measure::overlap(found_, shapes_[g]);
      if (overlap >= lowest) entries_.push_back({overlap, sides_.truth_rows[first_ + g], 0});
    }
    sides_.table->keep(rows_[d], arena_, entries_);
  }

  const QuadSides& sides_;
  const std::uint8_t* flags_;
  OverlapTable::Arena& arena_;
  std::vector<TableEntry> entries_;  // of one detection
  const std::uint32_t* rows_ = nullptr;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  bool ready_ = false;
  std::vector<QuadBounds> bounds_;
  std::vector<typename Measure::Shape> shapes_;
  typename Measure::Shape found_;
  typename Measure::Scratch scratch_;
};

}  // namespace truebox
