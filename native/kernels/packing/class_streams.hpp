// The same cells by category instead of by image: a file from which one category is read alone.
//
// A stream is, for each image that has the category, ascending: the step from the image before with the flags of the
// image in its three lowest bits, and the bytes of the cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "packing/unpack_images.hpp"

namespace truebox {


struct ClassStreams {
  ByteWriter heads;                  // of the images, one after the other
  std::vector<ByteWriter> streams;   // [K]
};

inline ClassStreams by_class(const PackedRecords& records, const PackedShape& shape) {
  ClassStreams out{{}, std::vector<ByteWriter>(shape.categories)};
  std::vector<std::uint64_t> last(shape.categories, 0);
  ImageHead head;
  CellHead cell;
  for (std::size_t image = 0; image < records.size(); ++image) {
    ByteReader in(records[image]);
    read_image_head(in, head);
    out.heads.copy(in.since(0));
    read_cells(in, shape, [&](std::size_t category) {
      const std::size_t begin = in.place();
      read_cell_head(in, shape, cell);
      skip_rows(in, shape, head.flags, kept_of(cell, shape));
      out.streams[category].number((image - last[category]) << kPackedFlagBits | head.flags);
      out.streams[category].copy(in.since(begin));
      last[category] = image;
    });
  }
  return out;
}

// visit(image, flags) for each cell of a stream; it must read the cell to its end.
template <class Visit>
void read_stream(ByteReader& in, std::size_t images, Visit&& visit) {
  std::uint64_t image = 0;
  while (!in.done()) {
    const std::uint64_t step = in.number();
    image += step >> kPackedFlagBits;
    if (image >= images) throw std::invalid_argument("packed outcomes are damaged");
    visit(static_cast<std::size_t>(image), static_cast<std::uint8_t>(step & kAllPackedFlags));
  }
}

// The records again, and where each begins: [I + 1].
inline std::vector<std::int64_t> by_image(std::span<const std::uint8_t> heads, const PackedRecords& streams,
                                          const PackedShape& shape, std::size_t images, ByteWriter& out) {
  struct Held {
    std::size_t category;
    std::span<const std::uint8_t> bytes;
  };
  std::vector<std::vector<Held>> cells(images);
  CellHead cell;
  for (std::size_t k = 0; k < streams.size(); ++k) {
    ByteReader in(streams[k]);
    read_stream(in, images, [&](std::size_t image, std::uint8_t flags) {
      const std::size_t begin = in.place();
      read_cell_head(in, shape, cell);
      skip_rows(in, shape, flags, kept_of(cell, shape));
      if (!cells[image].empty() && cells[image].back().category == k) {
        throw std::invalid_argument("packed outcomes are damaged");
      }
      cells[image].push_back({k, in.since(begin)});
    });
  }
  std::vector<std::int64_t> offsets{0};
  ByteReader in(heads);
  ImageHead head;
  for (std::size_t image = 0; image < images; ++image) {
    const std::size_t begin = in.place();
    read_image_head(in, head);
    out.copy(in.since(begin));
    out.number(cells[image].size());
    std::size_t next = 0;
    for (const Held& held : cells[image]) {
      out.number(held.category - next);
      out.copy(held.bytes);
      next = held.category + 1;
    }
    offsets.push_back(static_cast<std::int64_t>(out.size()));
  }
  if (!in.done()) throw std::invalid_argument("packed outcomes are damaged");
  return offsets;
}

}  // namespace truebox
