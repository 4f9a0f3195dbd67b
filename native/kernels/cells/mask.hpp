// Overlaps of one cell's masks: the source of candidates for masks and boundaries (see cells/box.hpp).
//
// A detection is decoded when a truth of its cell could reach the lowest threshold by the two boxes and
// areas, which many never do; its runs are forgotten with the cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cells/cell_matching.hpp"
#include "ground/interruption.hpp"
#include "ground/prefetch.hpp"
#include "masks/column_spans.hpp"
#include "masks/boundary.hpp"
#include "masks/overlap.hpp"
#include "cells/overlap_table.hpp"
#include "masks/segmentations.hpp"

namespace truebox {

struct MeasuredMasks {
  const double* area;   // [N]
  const double* boxes;  // [N, 4] x, y, width, height in whole pixels

  MaskShape bound(std::size_t row) const {
    const double* box = boxes + 4 * row;
    MaskShape shape;
    shape.area = static_cast<std::uint32_t>(area[row]);
    shape.box = {static_cast<std::uint32_t>(box[0]), static_cast<std::uint32_t>(box[1]),
                 static_cast<std::uint32_t>(box[0] + box[2]), static_cast<std::uint32_t>(box[1] + box[3])};
    return shape;
  }
};

// Everything the cells of one evaluation share.
struct MaskSides {
  SegmentationView detections;
  MeasuredMasks measured_detections;
  const double* detection_area;         // [N] what decides size classes
  SegmentationView truths;
  const std::uint32_t* truth_rows;      // [n] row of each truth in the order of the cells
  const std::int64_t* truth_places;     // row -> mask
  const std::int64_t* distances;        // [truths] width of the boundary in pixels; null: masks alone
  OverlapTable* table;                  // what is known already
  const std::uint32_t* places_in_cells; // [rows of truths]
  bool single;                          // overlaps are rounded to single precision before anything compares them

  // Of two whole numbers below 2^24 this is their quotient in single precision: it rounds to the same number twice.
  double rounded(double overlap) const { return single ? static_cast<double>(static_cast<float>(overlap)) : overlap; }
};

// Of one mask of a batch with one of another.
inline double overlap_of(const MaskShapes& all_a, std::size_t a, const MaskShapes& all_b, std::size_t b, MaskMeasure rule) {
  const MaskShape& first = all_a.shapes[a];
  const MaskShape& second = all_b.shapes[b];
  if (most_shared_pixels(first, second) == 0) return 0.0;
  return mask_measure(shared_pixels(all_a, first, all_b, second), first.area, second.area, rule);
}

// Boundaries of masks, one at a time.
class EdgeMaker {
 public:
  // Puts the boundary of a mask, so many pixels wide, into `shapes`, and says where.
  std::uint32_t put(MaskShapes& shapes, Runs runs, std::int64_t distance) {
    edge_.clear();
    keep_going(50 * runs.size());
    mask_boundary(runs, shapes.size, static_cast<std::uint32_t>(distance), scratch_, edge_);
    shapes.add(Runs(edge_));
    return static_cast<std::uint32_t>(shapes.shapes.size() - 1);
  }

 private:
  BoundaryScratch scratch_;
  std::vector<std::uint32_t> edge_;
};

class MaskCell {
 public:
  MaskCell(const MaskSides& sides, const std::uint8_t* flags)
      : sides_(sides), flags_(flags), arena_(sides.table->open_arena()) {}

  void begin_cell(const std::uint32_t* rows, std::size_t detections, std::size_t first, std::size_t count) {
    rows_ = rows;
    first_ = first;
    count_ = count;
    detections_ = detections;
    ready_ = false;
  }

  // That a detection will be looked at soon.
  void fetch(std::size_t row) const {
    sides_.table->fetch(row);
    prefetch(sides_.detection_area + row);
  }

  double area(std::size_t d) const { return sides_.detection_area[rows_[d]]; }

  void collect(std::size_t d, double lowest, std::vector<Candidate>& out) {
    if (!sides_.table->knows(rows_[d])) find(d, sides_.table->lowest());
    for (const TableEntry& entry : sides_.table->entries(rows_[d])) {
      if (entry.overlap < lowest) continue;
      // What was found before the cells were made may be of truths that are in none.
      const std::size_t place = sides_.places_in_cells[entry.truth];
      if (place - first_ >= count_ || sides_.truth_rows[place] != entry.truth) continue;
      out.push_back({entry.overlap, static_cast<std::uint32_t>(place - first_)});
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  struct MaskSet {
    MaskShapes shapes, edges;
    std::vector<std::uint32_t> edge_place;  // of each mask of the cell, once it is made
  };

  // The cell's truths are drawn here, so that none is where no detection could match, and none is kept.
  void get_ready() {
    ready_ = true;
    const MaskSize size = sides_.truths.size_of(mask_of(0));
    for (MaskSet* set : {&found_, &true_}) {
      set->shapes.restart(size);
      set->edges.restart(size);
    }
    found_place_.assign(detections_, kNone);
    found_.edge_place.assign(detections_, kNone);
    true_.edge_place.assign(count_, kNone);
    for (std::size_t g = 0; g < count_; ++g) true_.shapes.add(read(sides_.truths, mask_of(g)).ends());
  }

  void find(std::size_t d, double lowest) {
    if (!ready_) get_ready();
    keep_going(64 * count_);
    entries_.clear();
    const MaskShape bound = sides_.measured_detections.bound(rows_[d]);
    for (std::size_t g = 0; g < count_; ++g) {
      const bool crowd = (flags_[first_ + g] & kCrowd) != 0;
      const MaskMeasure rule = crowd ? MaskMeasure::intersection_over_first : MaskMeasure::intersection_over_union;
      const MaskShape& truth = true_.shapes.shapes[g];
      const std::uint32_t most = most_shared_pixels(bound, truth);
      double overlap = sides_.rounded(mask_measure(most, bound.area, truth.area, rule));
      if (overlap < lowest) continue;
      if (most != 0) overlap = sides_.rounded(measure(d, g, rule));
      if (overlap < lowest) continue;
      if (sides_.distances != nullptr && !crowd && overlap > 0) overlap = std::min(overlap, measure_edges(d, g));
      if (overlap >= lowest) entries_.push_back({overlap, sides_.truth_rows[first_ + g], 0});
    }
    sides_.table->keep(rows_[d], arena_, entries_);
  }

  std::size_t mask_of(std::size_t g) const {
    return static_cast<std::size_t>(sides_.truth_places[sides_.truth_rows[first_ + g]]);
  }

  // Every row was checked before; what was changed since then is taken for an empty mask.
  const RunBuffer& read(const SegmentationView& rows, std::size_t row) {
    if (rows.read(row, scratch_)) scratch_.runs.restart(0);
    return scratch_.runs;
  }

  double measure(std::size_t d, std::size_t g, MaskMeasure rule) {
    keep_going(1000);
    if (found_place_[d] == kNone) {
      found_place_[d] = static_cast<std::uint32_t>(found_.shapes.shapes.size());
      const MaskShape bound = sides_.measured_detections.bound(rows_[d]);
      found_.shapes.add(read(sides_.detections, rows_[d]).ends(), {bound.area, bound.box});
    }
    return overlap_of(found_.shapes, found_place_[d], true_.shapes, g, rule);
  }

  double measure_edges(std::size_t d, std::size_t g) {
    if (found_.edge_place[d] == kNone) {
      found_.edge_place[d] = put_edge(found_.edges, read(sides_.detections, rows_[d]).runs(), g);
    }
    if (true_.edge_place[g] == kNone) {
      true_.edge_place[g] = put_edge(true_.edges, read(sides_.truths, mask_of(g)).runs(), g);
    }
    return overlap_of(found_.edges, found_.edge_place[d], true_.edges, true_.edge_place[g],
                   MaskMeasure::intersection_over_union);
  }

  std::uint32_t put_edge(MaskShapes& shapes, Runs runs, std::size_t g) {
    return edge_maker_.put(shapes, runs, sides_.distances[mask_of(g)]);
  }

  const MaskSides& sides_;
  const std::uint8_t* flags_;
  const std::uint32_t* rows_ = nullptr;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::size_t detections_ = 0;
  bool ready_ = false;
  OverlapTable::Arena& arena_;
  std::vector<TableEntry> entries_;  // of one detection
  MaskSet found_, true_;
  std::vector<std::uint32_t> found_place_;  // of each detection that was read
  SegmentationScratch scratch_;
  EdgeMaker edge_maker_;
};

}  // namespace truebox
