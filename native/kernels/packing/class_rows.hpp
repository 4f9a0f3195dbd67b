// One category from the streams of many parts: its totals, and its cells in the order of all images.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "packing/class_streams.hpp"

namespace truebox {

// A part's stream of the category, and the place of each of its images among all, -1 for those left out.
struct ClassPart {
  std::span<const std::uint8_t> stream;
  std::span<const std::int32_t> places;
};

class ClassRows {
 public:
  ClassRows(std::vector<ClassPart> parts, const PackedShape& shape)
      : parts_(std::move(parts)), shape_(shape), truths_(shape.ranges, 0) {
    CellHead cell;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      ByteReader in(parts_[p].stream);
      read_stream(in, parts_[p].places.size(), [&](std::size_t image, std::uint8_t flags) {
        const std::size_t begin = in.place();
        read_cell_head(in, shape_, cell);
        const std::size_t kept = kept_of(cell, shape_);
        skip_rows(in, shape_, flags, kept);
        const std::int32_t place = parts_[p].places[image];
        if (place < 0) return;
        add(cell, kept);
        if (kept > 0) cells_.push_back({place, flags, in.since(begin)});
      });
    }
    std::sort(cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) { return a.place < b.place; });
  }

  std::int64_t kept() const { return kept_; }
  std::int64_t given() const { return given_; }
  std::int64_t truth_images() const { return truth_images_; }
  std::int64_t counted() const { return counted_; }
  std::span<const std::int64_t> truths() const { return truths_; }

  // The detections of one image, by rank.
  struct Cell {
    std::int32_t place;  // of the image
    std::uint8_t flags;
    std::span<const std::uint8_t> bytes;
  };
  std::span<const Cell> cells() const { return cells_; }  // by place; each with some detection
  const PackedShape& shape() const { return shape_; }

 private:
  void add(const CellHead& cell, std::size_t kept) {
    kept_ += static_cast<std::int64_t>(kept);
    given_ += static_cast<std::int64_t>(cell.given);
    truth_images_ += cell.truth == CellTruth::kMatched ? 1 : 0;
    counted_ += static_cast<std::int64_t>(cell.counted);
    for (std::size_t a = 0; a < shape_.ranges; ++a) truths_[a] += static_cast<std::int64_t>(cell.in_range[a]);
  }

  std::vector<ClassPart> parts_;
  PackedShape shape_;
  std::vector<Cell> cells_;
  std::int64_t kept_ = 0, given_ = 0, truth_images_ = 0, counted_ = 0;
  std::vector<std::int64_t> truths_;  // [A]
};

// What there is of each image beside its cells: [I] detections and truths given, [I, kNotes], ids of annotations.
struct HeadColumns {
  std::vector<std::int64_t> given, truths, notes, id_image, ids;
};

inline HeadColumns read_heads(std::span<const std::uint8_t> bytes, std::size_t images) {
  HeadColumns out;
  ByteReader in(bytes);
  ImageHead head;
  for (std::size_t image = 0; image < images; ++image) {
    read_image_head(in, head);
    out.given.push_back(static_cast<std::int64_t>(head.given));
    out.truths.push_back(static_cast<std::int64_t>(head.truths));
    for (const std::uint64_t note : head.notes) out.notes.push_back(static_cast<std::int64_t>(note));
    for (const std::int64_t id : head.ids) {
      out.id_image.push_back(static_cast<std::int64_t>(image));
      out.ids.push_back(id);
    }
  }
  if (!in.done()) throw std::invalid_argument("packed outcomes are damaged");
  return out;
}

}  // namespace truebox
