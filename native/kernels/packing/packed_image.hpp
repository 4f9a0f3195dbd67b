// The record of an image: what the evaluation of many images needs of one, whatever others there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "packing/byte_stream.hpp"
#include "packing/packed_cell.hpp"

namespace truebox {

// What was noticed in an image, by what `truebox.evaluation.streaming.notes` calls them.
constexpr std::size_t kNotes = 5;
constexpr std::size_t kRepeated = 1;

struct ImageHead {
  std::uint8_t flags = 0;
  std::uint64_t given = 0;   // rows of detections, those of classes that are not evaluated included
  std::uint64_t truths = 0;  // likewise
  std::array<std::uint64_t, kNotes> notes{};
  std::vector<std::int64_t> ids;  // of annotations, where the truth has them
};

inline void write_image_head(ByteWriter& out, const ImageHead& head) {
  out.byte(head.flags);
  out.number(head.given);
  out.number(head.truths);
  for (const std::uint64_t note : head.notes) out.number(note);
  out.number(head.ids.size());
  std::int64_t last = 0;
  for (const std::int64_t id : head.ids) {
    out.signed_number(static_cast<std::int64_t>(static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(last)));
    last = id;
  }
}

inline void read_image_head(ByteReader& in, ImageHead& head) {
  head.flags = in.byte();
  if (head.flags > kAllPackedFlags) throw std::invalid_argument("packed outcomes are damaged");
  head.given = in.number();
  head.truths = in.number();
  for (std::uint64_t& note : head.notes) note = in.number();
  head.ids.clear();
  std::int64_t last = 0;
  for (std::uint64_t left = in.number(); left > 0; --left) {
    last = static_cast<std::int64_t>(static_cast<std::uint64_t>(last) + static_cast<std::uint64_t>(in.signed_number()));
    head.ids.push_back(last);
  }
}

// visit(category) for each cell of the record; it must read the cell to its end.
template <class Visit>
void read_cells(ByteReader& in, const PackedShape& shape, Visit&& visit) {
  std::size_t category = 0;
  const std::uint64_t cells = in.number();
  for (std::uint64_t cell = 0; cell < cells; ++cell) {
    category += static_cast<std::size_t>(in.number_below(shape.categories - category));
    visit(category);
    ++category;
    if (category >= shape.categories && cell + 1 < cells) throw std::invalid_argument("packed outcomes are damaged");
  }
}

}  // namespace truebox
