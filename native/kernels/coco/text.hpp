// A whole COCO text to columns; accepts the shape it knows and declines everything else.
#pragma once

#include <cstddef>

#include "coco/columns.hpp"
#include "json/array_parts.hpp"

namespace truebox::reading {

// Why and where (byte offset) a text was declined; `none` when it was read.
struct Declined {
  JsonFault fault = JsonFault::none;
  std::size_t offset = 0;
};

inline Declined end_of_text(JsonCursor& c, bool good) {
  if (good) {
    c.skip_blanks();
    if (c.p < c.end) c.fail(JsonFault::trailing, c.p);
  }
  return {c.fault, c.offset()};
}

template <class Columns>
Declined read_coco_predictions(const char* begin, const char* end, const ArrayJob& job, Columns& columns) {
  JsonCursor c(begin, end);
  if (!columns.reserve(static_cast<std::size_t>(end - begin))) return {JsonFault::memory, 0};
  c.skip_blanks();
  const Declined declined = end_of_text(c, read_array(c, job, columns));
  if (!columns.settle() && declined.fault == JsonFault::none) return {JsonFault::memory, 0};
  return declined;
}

template <class Annotations>
struct TruthColumnsOf {
  ImageColumns images;
  Annotations annotations;
  CategoryColumns categories;
};

using TruthColumns = TruthColumnsOf<AnnotationColumns>;

template <class Annotations>
bool read_truth_object(JsonCursor& c, const ArrayJob& job, TruthColumnsOf<Annotations>& columns) {
  c.skip_blanks();
  if (!c.at('{')) return c.fail(JsonFault::shape);
  bool closed;
  enter_container(c, '}', closed);
  unsigned seen = 0;
  KeySet keys;
  while (!closed) {
    JsonString key;
    if (!read_plain_key(c, keys, key)) return false;
    bool good;
    if (key.raw == "images") {
      good = read_array(c, job, columns.images);
      seen |= 1;
    } else if (key.raw == "annotations") {
      good = columns.annotations.reserve(static_cast<std::size_t>(c.end - c.p)) || c.fail(JsonFault::memory);
      good = good && read_array(c, job, columns.annotations);
      seen |= 2;
    } else if (key.raw == "categories") {
      good = read_array(c, job, columns.categories);
      seen |= 4;
    } else {
      good = skip_value(c, 1);
    }
    if (!good || !next_element(c, '}', closed)) return false;
  }
  return seen == 7 || c.fail(JsonFault::shape);
}

template <class Annotations>
Declined read_coco_truth(const char* begin, const char* end, const ArrayJob& job, TruthColumnsOf<Annotations>& columns) {
  JsonCursor c(begin, end);
  const Declined declined = end_of_text(c, read_truth_object(c, job, columns));
  if (!columns.annotations.settle() && declined.fault == JsonFault::none) return {JsonFault::memory, 0};
  return declined;
}

}  // namespace truebox::reading
