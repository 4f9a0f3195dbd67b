// Columns to the text of COCO objects; floats in the fewest digits that read back to the same value.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "coco/rows.hpp"
#include "ground/interruption.hpp"

namespace truebox::reading {

// Ids of rows [N]: integers, or indices into `names`, which are JSON strings with their quotes.
struct IdColumn {
  const std::int64_t* values;
  const std::vector<std::string>* names = nullptr;
};

inline void append_integer(std::string& out, std::int64_t value) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

// `value` must be finite.
inline void append_double(std::string& out, double value) {
  char text[40];
#if defined(__cpp_lib_to_chars)
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
#else
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  out += text;
#endif
}

inline void append_id(std::string& out, const IdColumn& ids, std::size_t row) {
  if (ids.names == nullptr) {
    append_integer(out, ids.values[row]);
  } else {
    out += (*ids.names)[static_cast<std::size_t>(ids.values[row])];
  }
}

inline void append_box(std::string& out, const CocoBox& box) {
  out += "\"bbox\": [";
  for (std::size_t i = 0; i < 4; ++i) {
    if (i > 0) out += ", ";
    append_double(out, box[i]);
  }
  out += ']';
}

// What detections and annotations share: the image, the category and the box of a row.
template <class View>
void append_place(std::string& out, const View& view, std::size_t row) {
  out += "\"image_id\": ";
  append_id(out, view.image, row);
  out += ", \"category_id\": ";
  append_id(out, view.category, row);
  out += ", ";
  append_box(out, view.boxes[row]);
}

struct PredictionView {
  std::size_t rows;
  IdColumn image, category;
  const CocoBox* boxes;
  const double* scores;
};

inline void append_rows(std::string& out, const PredictionView& view) {
  for (std::size_t row = 0; row < view.rows; ++row) {
    keep_going(500);
    out += row == 0 ? "{" : ", {";
    append_place(out, view, row);
    out += ", \"score\": ";
    append_double(out, view.scores[row]);
    out += '}';
  }
}

struct AnnotationView {
  std::size_t rows;
  IdColumn id, image, category;
  const CocoBox* boxes;
  const double* area;
  const std::uint8_t* crowd;
  const std::uint8_t* ignore;
};

inline void append_rows(std::string& out, const AnnotationView& view) {
  for (std::size_t row = 0; row < view.rows; ++row) {
    keep_going(700);
    out += row == 0 ? "{\"id\": " : ", {\"id\": ";
    append_id(out, view.id, row);
    out += ", ";
    append_place(out, view, row);
    out += ", \"area\": ";
    append_double(out, view.area[row]);
    out += view.crowd[row] ? ", \"iscrowd\": 1" : ", \"iscrowd\": 0";
    if (view.ignore[row]) out += ", \"ignore\": 1";
    out += '}';
  }
}

}  // namespace truebox::reading
