// Columns of segmentations and keypoints beside the columns of their rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "coco/columns.hpp"
#include "coco/keypoint_columns.hpp"
#include "coco/ragged_column.hpp"
#include "coco/segmentation.hpp"

namespace truebox::reading {

// A detection that may have no box, as results of masks and keypoints are written.
struct ShapeRow {
  static constexpr std::array<std::string_view, 4> kKeys = PredictionRow::kKeys;
  PredictionRow row;
  std::uint8_t boxed;

  void start() {
    row.box = {};
    boxed = 0;
  }
  bool read(std::size_t key, JsonCursor& c) {
    if (key != 2) return row.read(key, c);
    if (c.end - c.p >= 2 && c.p[0] == '[' && c.p[1] == ']') {
      c.p += 2;
      return true;
    }
    boxed = 1;
    return read_box(c, row.box);
  }
  // The end of the value at p, or null for `read`.
  TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_wide(std::size_t key, const char* p) {
    const char* const after = row.read_wide(key, p);
    boxed |= static_cast<std::uint8_t>(key == 2 && after != nullptr);
    return after;
  }
  bool finish(unsigned seen, JsonCursor& c) const { return (seen & 0b1011) == 0b1011 || c.fail(JsonFault::shape); }
};

struct ShapeRowColumns {
  using Row = ShapeRow;
  struct Batch {
    PredictionColumns::Batch rows;
    std::vector<std::uint8_t> boxed;

    void clear() {
      rows.clear();
      boxed.clear();
    }
    void add(const Row& row) {
      rows.add(row.row);
      boxed.push_back(row.boxed);
    }
  };
  using Place = PredictionColumns::Place;
  // {"image_id":1,"category_id":1,"score":1,"keypoints":[]},
  static constexpr std::size_t kShortestRow = 40;

  NarrowIds image;
  NarrowCategories category;
  ReservedBuffer boxes, scores, boxed;
  IdNames image_names, category_names;
  RowCount count;

  bool reserve(std::size_t text_bytes) {
    const std::size_t n = count.capacity = text_bytes / kShortestRow + 2;
    return image.reserve(n) && category.reserve(n) && boxes.reserve(n * 32) && scores.reserve(n * 8) &&
           boxed.reserve(n);
  }
  JsonFault allot(const Batch& batch, Place& place) {
    const bool alike = image_names.merge(batch.rows.image, place.image) &&
                       category_names.merge(batch.rows.category, place.category);
    if (!alike) return JsonFault::value;
    if (count.rows == 0) PredictionColumns::decide_widths(batch.rows, image, category);
    return count.allot(batch.boxed.size(), place.row) ? JsonFault::none : JsonFault::memory;
  }
  void store(const Batch& batch, const Place& place) {
    for (std::size_t i = 0; i < batch.boxed.size(); ++i) {
      const auto& row = batch.rows.rows[i];
      const std::size_t at = place.row + i;
      image.set(at, translate(row.image, place.image));
      category.set(at, translate(row.category, place.category));
      if (batch.boxed[i]) boxes.as<CocoBox>()[at] = row.box;  // untouched pages are zero, and free
      scores.as<double>()[at] = row.score;
      boxed.as<std::uint8_t>()[at] = batch.boxed[i];
    }
  }
  bool settle() {
    scores.shrink(count.rows * 8);
    boxes.shrink(count.rows * 32);
    boxed.shrink(count.rows);
    return image.settle(count.rows) && category.settle(count.rows);
  }
};

// Texts of a part where they stand in the file, which stays mapped until they are stored: a copy less.
struct TextBatch {
  struct Text {
    const char* held;  // null where it stands in `unescaped`
    std::size_t begin, length;
  };
  std::vector<Text> texts;
  std::string unescaped;
  std::size_t length = 0;

  void clear() {
    texts.clear();
    unescaped.clear();
    length = 0;
  }
  void add(const JsonString& text) {
    if (text.escaped) {
      const std::size_t begin = unescaped.size();
      append_unescaped(unescaped, text);
      texts.push_back({nullptr, begin, unescaped.size() - begin});
    } else {
      texts.push_back({text.raw.data(), 0, text.raw.size()});
    }
    length += texts.back().length;
  }
  const char* at(const Text& text) const { return text.held != nullptr ? text.held : unescaped.data() + text.begin; }
};

struct TextColumn : RaggedColumn<char> {
  bool allot(const TextBatch& batch, Place& place) {
    return value_count.allot(batch.length, place.value) && row_count.allot(batch.texts.size(), place.row);
  }
  void store(const TextBatch& batch, Place place) {
    std::size_t end = place.value;
    for (std::size_t i = 0; i < batch.texts.size(); ++i) {
      const TextBatch::Text& text = batch.texts[i];
      if (text.length != 0) std::memcpy(values.as<char>() + end, batch.at(text), text.length);
      end += text.length;
      if (end != 0) ends.as<std::int64_t>()[place.row + i + 1] = static_cast<std::int64_t>(end);
    }
  }
};

struct SegmentationColumns {
  using Value = SegmentationValue;
  struct Batch {
    std::vector<std::uint8_t> kinds;
    std::vector<std::int64_t> sizes;
    TextBatch text;
    RaggedColumn<double>::Batch parts;
    std::vector<std::size_t> row_ends;  // into parts

    void clear() {
      kinds.clear();
      sizes.clear();
      text.clear();
      parts.clear();
      row_ends.clear();
    }
    void add(const Value& value) {
      kinds.push_back(static_cast<std::uint8_t>(value.kind));
      sizes.insert(sizes.end(), {value.height, value.width});
      text.add(value.text);
      std::size_t begin = 0;
      for (const std::size_t end : value.part_ends) {
        const auto at = value.numbers.begin();
        parts.add(at + static_cast<std::ptrdiff_t>(begin), at + static_cast<std::ptrdiff_t>(end));
        begin = end;
      }
      row_ends.push_back(parts.ends.size());
    }
  };
  struct Place {
    std::size_t row;
    RaggedColumn<char>::Place text;
    RaggedColumn<double>::Place parts;
  };

  ReservedBuffer kinds, row_ends;
  NarrowColumn<std::uint16_t> sizes;
  RowCount count;
  TextColumn text;
  RaggedColumn<double> parts;

  bool reserve(std::size_t most_rows, std::size_t text_bytes) {
    count.capacity = most_rows;
    return kinds.reserve(most_rows) && sizes.reserve(most_rows * 2) && row_ends.reserve((most_rows + 1) * 8) &&
           text.reserve(text_bytes, most_rows) && parts.reserve(text_bytes / 2 + 1, text_bytes / 2 + 1);
  }
  bool allot(const Batch& batch, Place& place) {
    if (count.rows == 0) {
      sizes.widen_unless(std::all_of(batch.sizes.begin(), batch.sizes.end(), NarrowColumn<std::uint16_t>::fits));
    }
    return count.allot(batch.kinds.size(), place.row) && text.allot(batch.text, place.text) &&
           parts.allot(batch.parts, place.parts);
  }
  void store(const Batch& batch, Place place) {
    text.store(batch.text, place.text);
    parts.store(batch.parts, place.parts);
    for (std::size_t i = 0; i < batch.kinds.size(); ++i) {
      const std::size_t at = place.row + i;
      kinds.as<std::uint8_t>()[at] = batch.kinds[i];
      sizes.set(2 * at, batch.sizes[2 * i]);
      sizes.set(2 * at + 1, batch.sizes[2 * i + 1]);
      const std::size_t row_end = place.parts.row + batch.row_ends[i];
      if (row_end != 0) row_ends.as<std::int64_t>()[at + 1] = static_cast<std::int64_t>(row_end);
    }
  }
  bool settle() {
    kinds.shrink(count.rows);
    row_ends.shrink((count.rows + 1) * 8);
    text.shrink();
    parts.shrink();
    return sizes.settle(count.rows * 2);
  }
};

template <class Base, class Extra>
struct RowWith {
  static constexpr std::size_t kBaseKeys = Base::kKeys.size();
  static constexpr auto kKeys = [] {
    std::array<std::string_view, kBaseKeys + Extra::kKeys.size()> keys{};
    for (std::size_t i = 0; i < kBaseKeys; ++i) keys[i] = Base::kKeys[i];
    for (std::size_t i = 0; i < Extra::kKeys.size(); ++i) keys[kBaseKeys + i] = Extra::kKeys[i];
    return keys;
  }();
  Base base;
  Extra extra;

  void start() {
    base.start();
    extra.start();
  }
  bool read(std::size_t key, JsonCursor& c) { return key < kBaseKeys ? base.read(key, c) : extra.read(key - kBaseKeys, c); }
  // The end of the value at p, or null for `read`.
  TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_wide(std::size_t key, const char* p) {
    return key < kBaseKeys ? base.read_wide(key, p) : nullptr;
  }
  bool finish(unsigned seen, JsonCursor& c) const { return base.finish(seen & ((1U << kBaseKeys) - 1), c); }
};

// Columns of rows, each with a shape.
template <class Base, class Extra>
struct ColumnsWith {
  using Row = RowWith<typename Base::Row, typename Extra::Value>;
  struct Batch {
    typename Base::Batch base;
    typename Extra::Batch extra;

    void clear() {
      base.clear();
      extra.clear();
    }
    void add(const Row& row) {
      base.add(row.base);
      extra.add(row.extra);
    }
  };
  struct Place {
    typename Base::Place base;
    typename Extra::Place extra;
  };

  Base base;
  Extra extra;

  bool reserve(std::size_t text_bytes) {
    return base.reserve(text_bytes) && extra.reserve(base.count.capacity, text_bytes);
  }
  JsonFault allot(const Batch& batch, Place& place) {
    const JsonFault fault = base.allot(batch.base, place.base);
    if (fault != JsonFault::none) return fault;
    return extra.allot(batch.extra, place.extra) ? JsonFault::none : JsonFault::memory;
  }
  void store(const Batch& batch, const Place& place) {
    base.store(batch.base, place.base);
    extra.store(batch.extra, place.extra);
  }
  bool settle() { return base.settle() && extra.settle(); }
};

using MaskPredictionColumns = ColumnsWith<ShapeRowColumns, SegmentationColumns>;
using KeypointPredictionColumns = ColumnsWith<ShapeRowColumns, KeypointColumns>;
using MaskAnnotationColumns = ColumnsWith<AnnotationColumns, SegmentationColumns>;
using KeypointAnnotationColumns = ColumnsWith<AnnotationColumns, KeypointColumns>;

}  // namespace truebox::reading
