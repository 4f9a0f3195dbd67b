// One object of a COCO file: which keys it has, and which values this reader takes.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "coco/ids.hpp"
#include "json/number.hpp"
#include "json/string.hpp"
#include "json/value.hpp"
#include "json/wide_decimals.hpp"

namespace truebox::reading {

// Beyond this, products of two coordinates leave the range of float64 and an overlap would be NaN.
inline constexpr double kLargestCoordinate = 1e100;

using CocoBox = std::array<double, 4>;

inline bool read_box_slowly(JsonCursor& c, CocoBox& box) {
  if (!c.at('[')) return c.fail(JsonFault::shape);
  ++c.p;
  for (std::size_t i = 0; i < 4; ++i) {
    c.skip_blanks();
    if (!read_double(c, box[i])) return false;
    c.skip_blanks();
    if (!c.at(i < 3 ? ',' : ']')) return c.fail(JsonFault::shape);
    ++c.p;
  }
  return true;
}

// "[" and four numbers with "," or ", " between them; returns the end, or nullptr for the general way.
inline const char* read_plain_box(const char* p, CocoBox& box) {
  if (*p != '[') return nullptr;
  for (std::size_t i = 0; i < 4; ++i) {
    ++p;
    p += *p == ' ';
    p = read_plain_double(p, box[i]);
    if (p == nullptr || *p != (i < 3 ? ',' : ']')) return nullptr;
  }
  return p + 1;
}

inline bool read_box(JsonCursor& c, CocoBox& box) {
  const char* const first = c.p;
  const char* const after = c.end - c.p >= 4 * (kFloatBytes + 2) + 1 ? read_plain_box(c.p, box) : nullptr;
  if (after == nullptr && !read_box_slowly(c, box)) return false;
  if (after != nullptr) c.p = after;
  bool good = box[2] >= 0 && box[3] >= 0;
  for (const double number : box) good = good && std::abs(number) <= kLargestCoordinate;
  return good || c.fail(JsonFault::value, first);
}

// 0 or 1; anything else is for the general path.
inline bool read_flag(JsonCursor& c, std::uint8_t& flag) {
  std::int64_t value;
  if (!read_integer(c, value)) return false;
  flag = static_cast<std::uint8_t>(value);
  return value == 0 || value == 1 || c.fail(JsonFault::value);
}

// A number of pixels; 2^53 because the general path also takes whole floats.
inline bool read_size(JsonCursor& c, std::int64_t& size) {
  if (!read_integer(c, size)) return false;
  return (size >= 0 && size < (std::int64_t{1} << 53)) || c.fail(JsonFault::value);
}

struct PredictionRow {
  static constexpr std::array<std::string_view, 4> kKeys{"image_id", "category_id", "bbox", "score"};
  CocoId image, category;
  CocoBox box;
  double score;

  void start() {}
  bool read(std::size_t key, JsonCursor& c) {
    switch (key) {
      case 0: return read_id(c, image);
      case 1: return read_id(c, category);
      case 2: return read_box(c, box);
      default: return read_double(c, score);
    }
  }
  // The end of the value at p, or null for `read`.
  TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_wide(std::size_t key, const char* p) {
    switch (key) {
      case 0: image.text = nullptr; return read_integer_wide(p, image.number);
      case 1: category.text = nullptr; return read_integer_wide(p, category.number);
      case 2: return read_four_decimals_wide(p, box.data());
      default: return read_one_decimal_wide(p, score);
    }
  }
  bool finish(unsigned seen, JsonCursor& c) const { return seen == 0b1111 || c.fail(JsonFault::shape); }
};

struct AnnotationRow {
  static constexpr std::array<std::string_view, 7> kKeys{"id",   "image_id", "category_id", "bbox",
                                                         "area", "iscrowd",  "ignore"};
  CocoId id, image, category;
  CocoBox box;
  double area;
  std::uint8_t area_missing, crowd, ignore;

  void start() {
    area = 0;
    area_missing = 1;
    crowd = ignore = 0;
  }
  bool read(std::size_t key, JsonCursor& c) {
    switch (key) {
      case 0: return read_id(c, id);
      case 1: return read_id(c, image);
      case 2: return read_id(c, category);
      case 3: return read_box(c, box);
      case 4: return read_area(c);
      case 5: return read_flag(c, crowd);
      default: return read_flag(c, ignore);
    }
  }
  // The end of the value at p, or null for `read`.
  TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_wide(std::size_t key, const char* p) {
    switch (key) {
      case 0: id.text = nullptr; return read_integer_wide(p, id.number);
      case 1: image.text = nullptr; return read_integer_wide(p, image.number);
      case 2: category.text = nullptr; return read_integer_wide(p, category.number);
      case 3: return read_four_decimals_wide(p, box.data());
      case 4: return read_area_wide(p);
      default: return nullptr;
    }
  }
  bool finish(unsigned seen, JsonCursor& c) const { return (seen & 0b1111) == 0b1111 || c.fail(JsonFault::shape); }

 private:
  bool read_area(JsonCursor& c) {
    const char* first = c.p;
    if (c.at('n')) return skip_literal(c, "null");
    area_missing = 0;
    return read_double(c, area) && (area >= 0 || c.fail(JsonFault::value, first));
  }
  TRUEBOX_WIDE_DECIMALS TRUEBOX_INLINE const char* read_area_wide(const char* p) {
    const char* const after = read_one_decimal_wide(p, area);
    if (after != nullptr) area_missing = 0;
    return after;
  }
};

struct ImageRow {
  // The last two only say which protocol the truth was made for; their values are read by those who ask for it.
  static constexpr std::array<std::string_view, 6> kKeys{
      "id", "width", "height", "file_name", "neg_category_ids", "not_exhaustive_category_ids"};
  static constexpr std::size_t kStatements = 4;
  CocoId id;
  std::int64_t width, height;
  JsonString file_name;
  unsigned stated;

  void start() {
    width = height = 0;
    stated = 0;
    file_name = {};
  }
  bool read(std::size_t key, JsonCursor& c) {
    switch (key) {
      case 0: return read_id(c, id);
      case 1: return read_size(c, width);
      case 2: return read_size(c, height);
      case 3: return c.at('"') ? read_string(c, file_name) : c.fail(JsonFault::shape);
      default: stated |= 1u << (key - kStatements); return skip_value(c, 2);
    }
  }
  bool finish(unsigned seen, JsonCursor& c) const { return (seen & 1) == 1 || c.fail(JsonFault::shape); }
};

struct CategoryRow {
  static constexpr std::array<std::string_view, 2> kKeys{"id", "name"};
  CocoId id;
  JsonString name;

  void start() {}
  bool read(std::size_t key, JsonCursor& c) {
    if (key == 0) return read_id(c, id);
    return c.at('"') ? read_string(c, name) : c.fail(JsonFault::shape);
  }
  bool finish(unsigned seen, JsonCursor& c) const { return seen == 0b11 || c.fail(JsonFault::shape); }
};

}  // namespace truebox::reading
