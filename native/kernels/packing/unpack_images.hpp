// From the records of images, in any order of arrival, to the columns of a match state and its totals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "packing/packed_image.hpp"

namespace truebox {

using PackedRecords = std::vector<std::span<const std::uint8_t>>;  // one per image

// Sums over all records; per category unless said otherwise.
struct PackedTotals {
  std::vector<std::int64_t> kept, given, truth_images, counted;
  std::vector<std::int64_t> truths;      // [K, A]
  std::vector<std::int64_t> first_row;   // [I] detections given for the images before
  std::array<std::int64_t, kNotes> notes{};
  std::int64_t given_rows = 0, truth_rows = 0;

  explicit PackedTotals(const PackedShape& shape, std::size_t images)
      : kept(shape.categories), given(shape.categories), truth_images(shape.categories), counted(shape.categories),
        truths(shape.categories * shape.ranges), first_row(images) {}

  void add(const PackedShape& shape, std::size_t category, const CellHead& cell) {
    kept[category] += static_cast<std::int64_t>(kept_of(cell, shape));
    given[category] += static_cast<std::int64_t>(cell.given);
    truth_images[category] += cell.truth == CellTruth::kMatched ? 1 : 0;
    counted[category] += static_cast<std::int64_t>(cell.counted);
    for (std::size_t a = 0; a < shape.ranges; ++a) {
      truths[category * shape.ranges + a] += static_cast<std::int64_t>(cell.in_range[a]);
    }
  }
  void add(std::size_t image, const ImageHead& head) {
    first_row[image] = given_rows;
    given_rows += static_cast<std::int64_t>(head.given);
    truth_rows += static_cast<std::int64_t>(head.truths);
    for (std::size_t n = 0; n < kNotes; ++n) notes[n] += static_cast<std::int64_t>(head.notes[n]);
  }
};

inline PackedTotals total_images(const PackedRecords& records, const PackedShape& shape) {
  PackedTotals totals(shape, records.size());
  ImageHead head;
  CellHead cell;
  for (std::size_t image = 0; image < records.size(); ++image) {
    ByteReader in(records[image]);
    read_image_head(in, head);
    totals.add(image, head);
    read_cells(in, shape, [&](std::size_t category) {
      read_cell_head(in, shape, cell);
      totals.add(shape, category, cell);
      skip_rows(in, shape, head.flags, kept_of(cell, shape));
    });
    if (!in.done()) throw std::invalid_argument("packed outcomes are damaged");
  }
  return totals;
}

// The columns of a state to fill; `boxes` may be null.
struct UnpackedColumns {
  double* score;
  std::int32_t* category;
  std::int32_t* image;
  std::int64_t* row;
  std::int32_t* rank;
  std::uint64_t* matched;
  std::uint64_t* ignored;
  double* boxes;

  void set(std::size_t place, std::size_t words, const RangeWords& ranges, std::size_t at_category,
           std::size_t at_image, std::size_t at_rank, const CellRow& from, std::int64_t first_row, std::uint32_t code,
           const std::uint64_t* both) const {
    score[place] = from.score;
    category[place] = static_cast<std::int32_t>(at_category);
    image[place] = static_cast<std::int32_t>(at_image);
    row[place] = first_row + static_cast<std::int64_t>(from.row);
    rank[place] = static_cast<std::int32_t>(at_rank);
    if (code == RangeWords::kSpecial) {
      std::copy_n(both, words, matched + place * words);
      std::copy_n(both + words, words, ignored + place * words);
    } else {
      ranges.plain(code, matched + place * words, ignored + place * words);
    }
    if (boxes) std::copy(from.box.begin(), from.box.end(), boxes + 4 * place);
  }
};

// Records in the order of their images; `rows` is how many the columns hold.
inline void unpack_images(const PackedRecords& records, const PackedShape& shape, const PackedTotals& totals,
                          std::size_t rows, const UnpackedColumns& out) {
  const RangeWords ranges(shape);
  std::vector<std::size_t> place(shape.categories + 1, 0);
  for (std::size_t k = 0; k < shape.categories; ++k) place[k + 1] = place[k] + static_cast<std::size_t>(totals.kept[k]);
  if (place.back() != rows) throw std::invalid_argument("columns must have one row per kept detection");
  ImageHead head;
  CellHead cell;
  for (std::size_t image = 0; image < records.size(); ++image) {
    ByteReader in(records[image]);
    read_image_head(in, head);
    read_cells(in, shape, [&](std::size_t category) {
      read_cell_head(in, shape, cell);
      read_rows(in, shape, head.flags, kept_of(cell, shape),
                [&](std::size_t rank, const CellRow& row, std::uint32_t code, const std::uint64_t* words) {
                  out.set(place[category]++, shape.words(), ranges, category, image, rank, row,
                          totals.first_row[image], code, words);
                });
    });
  }
}

}  // namespace truebox
