// From the columns of a match state to the records of its images.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cells/match_cells.hpp"
#include "cells/outcome_layout.hpp"
#include "packing/packed_image.hpp"

namespace truebox {

struct PackInput {
  const CellPlan& plan;
  const OutcomeLayout& layout;
  // The state, by (category, image, rank).
  const double* score;
  const std::int64_t* row;
  const std::uint64_t* matched;
  const std::uint64_t* ignored;
  const double* boxes;  // [*, 4] or null
  // Truths that matching saw, by the rows of the plan.
  const double* truth_area;
  const std::uint8_t* truth_ignored;
  const std::uint64_t* truth_outside;  // bit a: not counted in area range a, whatever its area; null: none
  // Truths as given: the cell of those that count as objects, -1 for others.
  std::span<const std::int32_t> counted_image, counted_category;
  std::span<const std::int32_t> detection_image;  // of every row given, -1 where the image is not evaluated
  std::span<const std::int32_t> truth_image;      // likewise
  std::span<const std::int64_t> ids;              // of annotations, where the truth has them
  const std::uint32_t* notes;  // [I, kNotes] or null
  // Where detections repeat others, the rows as given, by which each image's are counted; else null.
  const double* given_scores;
  const double* given_boxes;
  bool ties_by_content;
  std::size_t images;
  bool class_agnostic;
};

namespace detail {

struct PackedEntry {
  std::int32_t image;
  std::int32_t category;
  std::uint32_t kind;  // 0 detections, 1 truths, 2 counted
  std::size_t begin, end;  // in the plan's detections or truths
  std::size_t place;       // of the first row in the state
};

}  // namespace detail

class ImagePacker {
 public:
  explicit ImagePacker(const PackInput& input)
      : in_(input),
        shape_{input.plan.detections().offsets.size() - 1, input.layout.ranges(), input.layout.thresholds(),
               input.plan.cap()},
        fields_(shape_),
        heads_(input.images) {
    all_.reserve(std::min(input.plan.detections().size(), 2 * input.plan.kept()) + input.plan.truths().size() +
                 input.counted_image.size());
    for (std::size_t image = 0; input.notes && image < input.images; ++image) {
      std::copy_n(input.notes + image * kNotes, kNotes, heads_[image].notes.begin());
    }
    collect_detections();
    collect_truths();
    collect_counted();
    gather_by_image();
    number_rows();
    for (std::size_t row = 0; row < in_.truth_image.size(); ++row) {
      if (in_.truth_image[row] < 0) continue;
      ImageHead& head = heads_[static_cast<std::size_t>(in_.truth_image[row])];
      ++head.truths;
      if (!in_.ids.empty()) head.ids.push_back(in_.ids[row]);
    }
  }

  // Appends the record of each image and says where it begins: [I + 1].
  std::vector<std::int64_t> write(ByteWriter& out) {
    std::vector<std::int64_t> offsets{0};
    for (std::size_t image = 0; image < in_.images; ++image) {
      write_image(out, image);
      offsets.push_back(static_cast<std::int64_t>(out.size()));
    }
    return offsets;
  }

 private:
  void collect_detections() {
    const Grouped& found = in_.plan.detections();
    std::size_t place = 0;
    for (std::size_t k = 0; k < shape_.categories; ++k) {
      for (std::size_t begin = found.offsets[k], end = begin; begin < found.offsets[k + 1]; begin = end) {
        while (end < found.offsets[k + 1] && found.minor[end] == found.minor[begin]) ++end;
        all_.push_back({found.minor[begin], static_cast<std::int32_t>(k), 0, begin, end, place});
        if (in_.given_scores) count_repeated(found, begin, end);
        place += std::min(end - begin, shape_.cap);
      }
    }
  }

  void count_repeated(const Grouped& found, std::size_t begin, std::size_t end) {
    CellOrder order;
    order.sort(found.rows.data() + begin, end - begin, in_.given_scores,
               in_.ties_by_content ? in_.given_boxes : nullptr);
    heads_[static_cast<std::size_t>(found.minor[begin])].notes[kRepeated] +=
        detail::find_ties(order, end - begin, in_.given_boxes).repeated;
  }

  void collect_truths() {
    const Grouped& truths = in_.plan.truths();
    for (std::size_t k = 0; k < shape_.categories; ++k) {
      for (std::size_t begin = truths.offsets[k], end = begin; begin < truths.offsets[k + 1]; begin = end) {
        while (end < truths.offsets[k + 1] && truths.minor[end] == truths.minor[begin]) ++end;
        all_.push_back({truths.minor[begin], static_cast<std::int32_t>(k), 1, begin, end, 0});
      }
    }
  }

  void collect_counted() {
    for (std::size_t row = 0; row < in_.counted_image.size(); ++row) {
      const std::int32_t image = in_.counted_image[row];
      const std::int32_t category = in_.counted_category[row];
      if (image >= 0 && category >= 0) all_.push_back({image, in_.class_agnostic ? 0 : category, 2, 0, 1, 0});
    }
  }

  // By image, category and kind: two stable passes, and kinds were collected in order.
  void gather_by_image() {
    std::vector<detail::PackedEntry> by_category(all_.size());
    sort_into(by_category, all_, shape_.categories, [](const detail::PackedEntry& entry) { return entry.category; });
    begins_ = sort_into(all_, by_category, in_.images, [](const detail::PackedEntry& entry) { return entry.image; });
  }

  template <class Key>
  static std::vector<std::size_t> sort_into(std::vector<detail::PackedEntry>& out,
                                            const std::vector<detail::PackedEntry>& from, std::size_t buckets,
                                            const Key& key) {
    std::vector<std::size_t> begins(buckets + 1, 0);
    for (const detail::PackedEntry& entry : from) ++begins[static_cast<std::size_t>(key(entry)) + 1];
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) begins[bucket + 1] += begins[bucket];
    std::vector<std::size_t> place(begins.begin(), begins.end() - 1);
    for (const detail::PackedEntry& entry : from) out[place[static_cast<std::size_t>(key(entry))]++] = entry;
    return begins;
  }

  void number_rows() {
    number_.resize(in_.detection_image.size());
    for (std::size_t row = 0; row < number_.size(); ++row) {
      const std::int32_t image = in_.detection_image[row];
      if (image >= 0) number_[row] = static_cast<std::uint32_t>(heads_[static_cast<std::size_t>(image)].given++);
    }
  }

  void write_image(ByteWriter& out, std::size_t image) {
    const std::span<const detail::PackedEntry> entries(all_.data() + begins_[image],
                                                       begins_[image + 1] - begins_[image]);
    ImageHead& head = heads_[image];
    head.flags = flags_of(entries);
    write_image_head(out, head);
    std::size_t cells = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) cells += i == 0 || entries[i].category != entries[i - 1].category;
    out.number(cells);
    std::int32_t next = 0;
    for (std::size_t i = 0, after = 0; i < entries.size(); i = after) {
      while (after < entries.size() && entries[after].category == entries[i].category) ++after;
      out.number(static_cast<std::uint64_t>(entries[i].category - next));
      next = entries[i].category + 1;
      write_cell({entries.data() + i, after - i}, head.flags, out);
    }
  }

  std::uint8_t flags_of(std::span<const detail::PackedEntry> entries) const {
    std::uint8_t flags = in_.boxes ? kWithBoxes : 0;
    bool corners = true;
    const auto wide = [](double value) { return static_cast<double>(static_cast<float>(value)) != value; };
    for (const detail::PackedEntry& entry : entries) {
      if (entry.kind != 0) continue;
      const std::size_t end = entry.place + std::min(entry.end - entry.begin, shape_.cap);
      for (std::size_t i = entry.place; i < end; ++i) {
        if (wide(in_.score[i])) flags |= kWideScores;
        if (!in_.boxes) continue;
        if (std::any_of(in_.boxes + 4 * i, in_.boxes + 4 * i + 4, wide)) flags |= kWideBoxes;
        corners = corners && has_single_corners(in_.boxes + 4 * i);
      }
    }
    if ((flags & kWideBoxes) && corners) flags |= kCornerBoxes;
    return flags;
  }

  void write_cell(std::span<const detail::PackedEntry> entries, std::uint8_t flags, ByteWriter& out) {
    CellHead& head = cell_;
    head.given = head.counted = 0;
    head.truth = CellTruth::kNone;
    head.in_range.assign(shape_.ranges, 0);
    const detail::PackedEntry* found = nullptr;
    for (const detail::PackedEntry& entry : entries) {
      if (entry.kind == 0) {
        head.given = entry.end - entry.begin;
        found = &entry;
      } else if (entry.kind == 1) {
        head.truth = CellTruth::kMatched;
        count_in_ranges(entry, head);
      } else {
        if (head.truth == CellTruth::kNone) head.truth = CellTruth::kCounted;
        ++head.counted;
      }
    }
    write_cell_head(out, head);
    if (!found) return;
    const std::size_t words = shape_.words();
    for (std::size_t i = found->place; i < found->place + kept_of(head, shape_); ++i) {
      CellRow row{in_.score[i], {}, number_[static_cast<std::size_t>(in_.row[i])]};
      if (in_.boxes) std::copy_n(in_.boxes + 4 * i, 4, row.box.begin());
      write_row(out, fields_, words, flags, row, in_.matched + i * words, in_.ignored + i * words);
    }
  }

  void count_in_ranges(const detail::PackedEntry& entry, CellHead& head) const {
    for (std::size_t i = entry.begin; i < entry.end; ++i) {
      const std::size_t row = in_.plan.truths().rows[i];
      if (in_.truth_ignored[row]) continue;
      for (std::size_t a = 0; a < shape_.ranges; ++a) {
        const bool left_out = in_.truth_outside != nullptr && (in_.truth_outside[row] >> a & 1) != 0;
        head.in_range[a] += left_out || in_.layout.outside(in_.truth_area[row], a) ? 0 : 1;
      }
    }
  }

  const PackInput& in_;
  PackedShape shape_;
  RangeWords fields_;
  std::vector<detail::PackedEntry> all_;  // by image, category and kind
  std::vector<std::size_t> begins_;       // [I + 1]
  CellHead cell_;                         // the one being written
  std::vector<ImageHead> heads_;
  std::vector<std::uint32_t> number_;  // of each row given, among those of its image
};

}  // namespace truebox
