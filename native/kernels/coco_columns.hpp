// Where the rows of a COCO file go: columns, filled by several threads in the order of the text.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "coco_rows.hpp"
#include "json_array_parts.hpp"
#include "reserved_buffer.hpp"

namespace truebox {

// Rows of a part, kept until it is known where they go.
template <class RowType>
struct RowBatch {
  std::vector<RowType> rows;

  void clear() { rows.clear(); }
  void add(const RowType& row) { rows.push_back(row); }
};

// How many rows fit and how many there are.
struct RowCount {
  std::size_t capacity = 0, rows = 0;

  bool allot(std::size_t count, std::size_t& place) {
    if (count > capacity - rows) return false;
    place = rows;
    rows += count;
    return true;
  }
};

struct PredictionColumns {
  using Row = PredictionRow;
  using Batch = RowBatch<Row>;
  using Place = std::size_t;
  // {"image_id":1,"category_id":1,"bbox":[1,1,1,1],"score":1},
  static constexpr std::size_t kShortestRow = 58;

  ReservedBuffer image, category, boxes, scores;
  RowCount count;

  bool reserve(std::size_t text_bytes) {
    text_bytes_ = text_bytes;
    count.capacity = text_bytes / kShortestRow + 2;
    return image.reserve(count.capacity * 8) && category.reserve(count.capacity * 8) &&
           boxes.reserve(count.capacity * 32) && scores.reserve(count.capacity * 8);
  }
  bool allot(const Batch& batch, Place& place) {
    if (count.rows == 0 && text_bytes_ > (std::size_t{16} << 20)) expect(batch.rows.size());
    return count.allot(batch.rows.size(), place);
  }
  void store(const Batch& batch, Place place) {
    auto* const images = image.as<std::int64_t>() + place;
    auto* const categories = category.as<std::int64_t>() + place;
    auto* const box = boxes.as<CocoBox>() + place;
    auto* const score = scores.as<double>() + place;
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
      const Row& row = batch.rows[i];
      images[i] = row.image;
      categories[i] = row.category;
      box[i] = row.box;
      score[i] = row.score;
    }
  }
  void shrink() {
    image.shrink(count.rows * 8);
    category.shrink(count.rows * 8);
    boxes.shrink(count.rows * 32);
    scores.shrink(count.rows * 8);
  }

 private:
  // From the rows of the first part to those of all.
  void expect(std::size_t rows_of_part) {
    const std::size_t rows = text_bytes_ / static_cast<std::size_t>(kPartBytes) * rows_of_part;
    image.expect(rows * 8);
    category.expect(rows * 8);
    boxes.expect(rows * 32);
    scores.expect(rows * 8);
  }

  std::size_t text_bytes_ = 0;

};

struct AnnotationColumns {
  using Row = AnnotationRow;
  using Batch = RowBatch<Row>;
  using Place = std::size_t;
  // {"id":1,"image_id":1,"category_id":1,"bbox":[1,1,1,1]},
  static constexpr std::size_t kShortestRow = 55;

  ReservedBuffer id, image, category, boxes, area, area_missing, crowd, ignore;
  RowCount count;

  bool reserve(std::size_t text_bytes) {
    const std::size_t n = count.capacity = text_bytes / kShortestRow + 2;
    return id.reserve(n * 8) && image.reserve(n * 8) && category.reserve(n * 8) && boxes.reserve(n * 32) &&
           area.reserve(n * 8) && area_missing.reserve(n) && crowd.reserve(n) && ignore.reserve(n);
  }
  bool allot(const Batch& batch, Place& place) { return count.allot(batch.rows.size(), place); }
  void store(const Batch& batch, Place place) {
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
      const Row& row = batch.rows[i];
      const std::size_t at = place + i;
      id.as<std::int64_t>()[at] = row.id;
      image.as<std::int64_t>()[at] = row.image;
      category.as<std::int64_t>()[at] = row.category;
      boxes.as<CocoBox>()[at] = row.box;
      area.as<double>()[at] = row.area;
      area_missing.as<std::uint8_t>()[at] = row.area_missing;
      crowd.as<std::uint8_t>()[at] = row.crowd;
      ignore.as<std::uint8_t>()[at] = row.ignore;
    }
  }
  void shrink() {
    for (ReservedBuffer* column : {&id, &image, &category, &area}) column->shrink(count.rows * 8);
    for (ReservedBuffer* column : {&area_missing, &crowd, &ignore}) column->shrink(count.rows);
    boxes.shrink(count.rows * 32);
  }
};

// Few and with text: appended one part after the other.
struct ImageColumns {
  using Row = ImageRow;
  struct Batch {
    std::vector<std::int64_t> ids, sizes, ends;
    std::string names;

    void clear() {
      ids.clear();
      sizes.clear();
      ends.clear();
      names.clear();
    }
    void add(const Row& row) {
      ids.push_back(row.id);
      sizes.insert(sizes.end(), {row.width, row.height});
      append_unescaped(names, row.file_name);
      ends.push_back(static_cast<std::int64_t>(names.size()));
    }
  };
  struct Place {};

  std::vector<std::int64_t> ids, sizes, offsets{0};
  std::string names;

  bool allot(const Batch& batch, Place&) {
    const auto base = static_cast<std::int64_t>(names.size());
    ids.insert(ids.end(), batch.ids.begin(), batch.ids.end());
    sizes.insert(sizes.end(), batch.sizes.begin(), batch.sizes.end());
    for (const std::int64_t end : batch.ends) offsets.push_back(base + end);
    names += batch.names;
    return true;
  }
  void store(const Batch&, Place) {}
};

struct CategoryColumns {
  using Row = CategoryRow;
  struct Batch {
    std::vector<std::int64_t> ids;
    std::vector<std::string> names;

    void clear() {
      ids.clear();
      names.clear();
    }
    void add(const Row& row) {
      ids.push_back(row.id);
      append_unescaped(names.emplace_back(), row.name);
    }
  };
  struct Place {};

  std::vector<std::int64_t> ids;
  std::vector<std::string> names;

  bool allot(const Batch& batch, Place&) {
    ids.insert(ids.end(), batch.ids.begin(), batch.ids.end());
    names.insert(names.end(), batch.names.begin(), batch.names.end());
    return true;
  }
  void store(const Batch&, Place) {}
};

}  // namespace truebox
