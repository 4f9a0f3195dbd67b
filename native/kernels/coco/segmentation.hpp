// The value of "segmentation" in a COCO text: run lengths as text or as numbers, or polygons.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "json/number.hpp"
#include "json/numbers.hpp"
#include "json/string.hpp"
#include "json/value.hpp"
#include "coco/packed_points.hpp"
#include "coco/segmentation_kind.hpp"

namespace truebox::reading {

// One value as read: nothing is decoded, and what the numbers mean is checked where they are used.
struct SegmentationValue {
  static constexpr std::array<std::string_view, 1> kKeys{"segmentation"};

  SegmentationKind kind = SegmentationKind::none;
  std::int64_t height = 0, width = 0;
  JsonString text;
  std::vector<double> numbers;           // of all parts
  std::vector<std::size_t> part_ends;    // into numbers

  void start() {
    kind = SegmentationKind::none;
    height = width = 0;
    text = {};
    numbers.clear();
    part_ends.clear();
  }

  bool read(std::size_t, JsonCursor& c) {
    if (c.at('{')) {
      const char* const first = c.p;
      if (read_usual_runs(c)) return true;
      start();
      c.p = first;
      c.fault = JsonFault::none;
      return read_runs(c);
    }
    if (c.at('[')) return read_polygons(c);
    return c.fail(JsonFault::shape);
  }

 private:
  static bool take_word(JsonCursor& c, std::string_view word) {
    if (static_cast<std::size_t>(c.end - c.p) < word.size() + 1) return false;
    if (std::memcmp(c.p, word.data(), word.size()) != 0) return false;
    c.p += word.size();
    c.p += *c.p == ' ';
    return true;
  }

  // {"size":[480,640],"counts":"..."}, as most programs write it; false for all else, whatever is wrong with it.
  bool read_usual_runs(JsonCursor& c) {
    if (!take_word(c, "{\"size\":") || !c.at('[') || !read_size_pair(c)) return false;
    if (!take_word(c, ",") || !take_word(c, "\"counts\":") || !c.at('"')) return false;
    kind = SegmentationKind::text;
    return read_string(c, text) && c.take('}');
  }

  bool read_runs(JsonCursor& c) {
    bool closed;
    enter_container(c, '}', closed);
    unsigned seen = 0;
    KeySet keys;
    while (!closed) {
      JsonString key;
      if (!read_plain_key(c, keys, key)) return false;
      bool good;
      if (key.raw == "size") {
        good = read_size_pair(c);
        seen |= 1;
      } else if (key.raw == "counts") {
        good = read_counts(c);
        seen |= 2;
      } else {
        good = skip_value(c, 3);
      }
      if (!good || !next_element(c, '}', closed)) return false;
    }
    return seen == 3 || c.fail(JsonFault::shape);
  }

  bool read_size_pair(JsonCursor& c) {
    if (!c.at('[')) return c.fail(JsonFault::shape);
    ++c.p;
    c.skip_blanks();
    if (!read_integer(c, height)) return false;
    c.skip_blanks();
    if (!c.take(',')) return false;
    c.skip_blanks();
    if (!read_integer(c, width)) return false;
    c.skip_blanks();
    return c.take(']');
  }

  bool read_counts(JsonCursor& c) {
    if (c.at('"')) {
      kind = SegmentationKind::text;
      return read_string(c, text);
    }
    if (!c.at('[')) return c.fail(JsonFault::shape);
    kind = SegmentationKind::counts;
    bool closed;
    enter_container(c, ']', closed);
    while (!closed) {
      std::int64_t count;
      if (!read_integer(c, count) || !next_element(c, ']', closed)) return false;
      numbers.push_back(static_cast<double>(count));
    }
    part_ends.push_back(numbers.size());
    return true;
  }

  bool read_polygons(JsonCursor& c) {
    kind = SegmentationKind::polygons;
    bool closed;
    enter_container(c, ']', closed);
    while (!closed) {
      if (!c.at('[')) return c.fail(JsonFault::shape);
      bool ended;
      enter_container(c, ']', ended);
      if (!(tries_ && !ended && read_hundredths(c)) && !read_numbers(c, ended, numbers)) return false;
      part_ends.push_back(numbers.size());
      if (!next_element(c, ']', closed)) return false;
    }
    return true;
  }

  // As `read_numbers`, of short decimals alone; a polygon of others is likely to be followed by more of them.
  bool read_hundredths(JsonCursor& c) {
    std::int32_t hundredths[kMostNumbers + 16];
    std::size_t count = 0;
    const char* const after = packed_detail::read_hundredths_wide(c.p, c.end, hundredths, kMostNumbers, count);
    if (after == nullptr) return tries_ = false;
    const std::size_t begin = numbers.size();
    numbers.resize(begin + count);
    for (std::size_t i = 0; i < count; ++i) numbers[begin + i] = hundredths[i] / kPackedUnit;
    c.p = after + 1;
    return true;
  }

  static constexpr std::size_t kMostNumbers = 1024;

  bool tries_ = kPacksPoints && packed_detail::reads_points_wide();
};

}  // namespace truebox::reading
