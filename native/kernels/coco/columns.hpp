// Where the rows of a COCO file go: columns, filled by several threads in the order of the text.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "coco/narrow_column.hpp"
#include "coco/row_count.hpp"
#include "coco/rows.hpp"
#include "json/array_parts.hpp"
#include "ground/reserved_buffer.hpp"

namespace truebox::reading {

using NarrowIds = NarrowColumn<std::int32_t>;
using NarrowCategories = NarrowColumn<std::uint16_t>;

struct PredictionColumns {
  using Row = PredictionRow;
  struct Batch {
    struct Kept {
      std::int64_t image, category;
      CocoBox box;
      double score;
    };
    std::vector<Kept> rows;
    IdNames image, category;

    void clear() {
      rows.clear();
      image.clear();
      category.clear();
    }
    void add(const Row& row) { rows.push_back({image.add(row.image), category.add(row.category), row.box, row.score}); }
  };
  struct Place {
    std::size_t row;
    std::vector<std::int64_t> image, category;
  };
  // {"image_id":1,"category_id":1,"bbox":[1,1,1,1],"score":1},
  static constexpr std::size_t kShortestRow = 58;

  NarrowIds image;
  NarrowCategories category;
  ReservedBuffer boxes, scores;
  IdNames image_names, category_names;
  RowCount count;

  bool reserve(std::size_t text_bytes) {
    text_bytes_ = text_bytes;
    count.capacity = text_bytes / kShortestRow + 2;
    return image.reserve(count.capacity) && category.reserve(count.capacity) &&
           boxes.reserve(count.capacity * 32) && scores.reserve(count.capacity * 8);
  }
  JsonFault allot(const Batch& batch, Place& place) {
    if (count.rows == 0) {
      decide_widths(batch, image, category);
      if (text_bytes_ > (std::size_t{16} << 20)) expect(batch.rows.size());
    }
    const bool alike =
        image_names.merge(batch.image, place.image) && category_names.merge(batch.category, place.category);
    if (!alike) return JsonFault::value;
    return count.allot(batch.rows.size(), place.row) ? JsonFault::none : JsonFault::memory;
  }
  // Whether ids need many bytes, as those of the first part do.
  static void decide_widths(const Batch& batch, NarrowIds& image, NarrowCategories& category) {
    bool small_images = true, small_categories = true;
    for (const auto& row : batch.rows) {
      small_images &= NarrowIds::fits(row.image);
      small_categories &= NarrowCategories::fits(row.category);
    }
    image.widen_unless(small_images);
    category.widen_unless(small_categories);
  }
  void store(const Batch& batch, const Place& place) {
    auto* const box = boxes.as<CocoBox>() + place.row;
    auto* const score = scores.as<double>() + place.row;
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
      const auto& row = batch.rows[i];
      image.set(place.row + i, translate(row.image, place.image));
      category.set(place.row + i, translate(row.category, place.category));
      box[i] = row.box;
      score[i] = row.score;
    }
  }
  bool settle() {
    boxes.shrink(count.rows * 32);
    scores.shrink(count.rows * 8);
    return image.settle(count.rows) && category.settle(count.rows);
  }

 private:
  // From the rows of the first part to those of all.
  void expect(std::size_t rows_of_part) {
    const std::size_t rows = text_bytes_ / static_cast<std::size_t>(kPartBytes) * rows_of_part;
    image.expect(rows);
    category.expect(rows);
    boxes.expect(rows * 32);
    scores.expect(rows * 8);
  }

  std::size_t text_bytes_ = 0;

};

struct AnnotationColumns {
  using Row = AnnotationRow;
  struct Batch {
    struct Kept {
      std::int64_t id, image, category;
      CocoBox box;
      double area;
      std::uint8_t area_missing, crowd, ignore;
    };
    std::vector<Kept> rows;
    IdNames id, image, category;

    void clear() {
      rows.clear();
      for (IdNames* names : {&id, &image, &category}) names->clear();
    }
    void add(const Row& row) {
      rows.push_back({id.add(row.id), image.add(row.image), category.add(row.category), row.box, row.area,
                      row.area_missing, row.crowd, row.ignore});
    }
  };
  struct Place {
    std::size_t row;
    std::vector<std::int64_t> id, image, category;
  };
  // {"id":1,"image_id":1,"category_id":1,"bbox":[1,1,1,1]},
  static constexpr std::size_t kShortestRow = 55;

  ReservedBuffer id, image, category, boxes, area, area_missing, crowd, ignore;
  IdNames id_names, image_names, category_names;
  RowCount count;

  bool reserve(std::size_t text_bytes) {
    const std::size_t n = count.capacity = text_bytes / kShortestRow + 2;
    return id.reserve(n * 8) && image.reserve(n * 8) && category.reserve(n * 8) && boxes.reserve(n * 32) &&
           area.reserve(n * 8) && area_missing.reserve(n) && crowd.reserve(n) && ignore.reserve(n);
  }
  JsonFault allot(const Batch& batch, Place& place) {
    const bool alike = id_names.merge(batch.id, place.id) && image_names.merge(batch.image, place.image) &&
                       category_names.merge(batch.category, place.category);
    if (!alike) return JsonFault::value;
    return count.allot(batch.rows.size(), place.row) ? JsonFault::none : JsonFault::memory;
  }
  void store(const Batch& batch, const Place& place) {
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
      const auto& row = batch.rows[i];
      const std::size_t at = place.row + i;
      id.as<std::int64_t>()[at] = translate(row.id, place.id);
      image.as<std::int64_t>()[at] = translate(row.image, place.image);
      category.as<std::int64_t>()[at] = translate(row.category, place.category);
      boxes.as<CocoBox>()[at] = row.box;
      area.as<double>()[at] = row.area;
      area_missing.as<std::uint8_t>()[at] = row.area_missing;
      crowd.as<std::uint8_t>()[at] = row.crowd;
      ignore.as<std::uint8_t>()[at] = row.ignore;
    }
  }
  bool settle() {
    for (ReservedBuffer* column : {&id, &image, &category, &area}) column->shrink(count.rows * 8);
    for (ReservedBuffer* column : {&area_missing, &crowd, &ignore}) column->shrink(count.rows);
    boxes.shrink(count.rows * 32);
    return true;
  }
};

// Few and with text: appended one part after the other.
struct ImageColumns {
  using Row = ImageRow;
  struct Batch {
    std::vector<std::int64_t> ids, sizes, ends;
    IdNames id_names;
    std::string names;
    unsigned stated = 0;

    void clear() {
      id_names.clear();
      ids.clear();
      sizes.clear();
      ends.clear();
      names.clear();
      stated = 0;
    }
    void add(const Row& row) {
      stated |= row.stated;
      ids.push_back(id_names.add(row.id));
      sizes.insert(sizes.end(), {row.width, row.height});
      append_unescaped(names, row.file_name);
      ends.push_back(static_cast<std::int64_t>(names.size()));
    }
  };
  struct Place {};

  std::vector<std::int64_t> ids, sizes, offsets{0};
  IdNames id_names;
  std::string names;
  unsigned stated = 0;

  JsonFault allot(const Batch& batch, Place&) {
    std::vector<std::int64_t> codes;
    if (!id_names.merge(batch.id_names, codes)) return JsonFault::value;
    stated |= batch.stated;
    const auto base = static_cast<std::int64_t>(names.size());
    for (const std::int64_t id : batch.ids) ids.push_back(translate(id, codes));
    sizes.insert(sizes.end(), batch.sizes.begin(), batch.sizes.end());
    for (const std::int64_t end : batch.ends) offsets.push_back(base + end);
    names += batch.names;
    return JsonFault::none;
  }
  void store(const Batch&, const Place&) {}
};

struct CategoryColumns {
  using Row = CategoryRow;
  struct Batch {
    std::vector<std::int64_t> ids;
    IdNames id_names;
    std::vector<std::string> names;

    void clear() {
      id_names.clear();
      ids.clear();
      names.clear();
    }
    void add(const Row& row) {
      ids.push_back(id_names.add(row.id));
      append_unescaped(names.emplace_back(), row.name);
    }
  };
  struct Place {};

  std::vector<std::int64_t> ids;
  IdNames id_names;
  std::vector<std::string> names;

  JsonFault allot(const Batch& batch, Place&) {
    std::vector<std::int64_t> codes;
    if (!id_names.merge(batch.id_names, codes)) return JsonFault::value;
    for (const std::int64_t id : batch.ids) ids.push_back(translate(id, codes));
    names.insert(names.end(), batch.names.begin(), batch.names.end());
    return JsonFault::none;
  }
  void store(const Batch&, const Place&) {}
};

}  // namespace truebox::reading
