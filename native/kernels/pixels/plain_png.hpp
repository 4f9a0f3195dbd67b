// Pixels of plain PNG files, as they are stored. Plain is a file of greys of 8 or 16 bits, places in a palette of 8 bits,
// or colours of 8 bits, without transparency or interlacing, whose every part is as it should be. Of every other nothing
// is said: who reads it word for word knows what is wrong with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "ground/buffer.hpp"
#include "ground/crc32.hpp"
#include "ground/interruption.hpp"
#include "pixels/inflate.hpp"
#include "pixels/png_rows.hpp"

namespace truebox {

enum class PngKind : std::uint8_t { grey = 1, deep_grey = 2, colour = 4, palette = 8 };

struct PngHead {
  std::size_t width = 0;
  std::size_t height = 0;
  PngKind kind = PngKind::grey;

  std::size_t pixel_bytes() const { return kind == PngKind::colour ? 3 : kind == PngKind::deep_grey ? 2 : 1; }
  std::size_t row_bytes() const { return width * pixel_bytes(); }
};

namespace plain_png_detail {

inline constexpr std::string_view kBeginning("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
// A chunk beside the pixels that changes none of them, and its bytes: Pillow refuses some that are of another length.
struct Harmless {
  std::string_view name;
  std::size_t least;
  std::size_t most;
};
inline constexpr std::size_t kAny = ~std::size_t{0};
// Of the palette only the places are asked for.
inline constexpr std::array<Harmless, 9> kHarmless = {{{"PLTE", 3, 768},
                                                       {"pHYs", 9, 9},
                                                       {"gAMA", 4, 4},
                                                       {"sRGB", 1, 1},
                                                       {"cHRM", 32, 32},
                                                       {"tIME", 0, kAny},
                                                       {"bKGD", 0, kAny},
                                                       {"sBIT", 0, kAny},
                                                       {"tEXt", 0, kAny}}};
// Bytes of them: Pillow refuses very long texts.
inline constexpr std::size_t kMostText = std::size_t{1} << 20;
// Bytes that one byte of deflated data may become at most (zlib's manual).
inline constexpr std::size_t kMostInflated = 1032;

inline std::uint32_t big_endian(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

}  // namespace plain_png_detail

// One for many files: it keeps its memory.
class PlainPng {
 public:
  // Whether the file is plain, of one of the kinds (a sum of PngKind) and of at most `most_pixels`; `head` then tells
  // of it, and `unfilter` gives the pixels.
  bool read(std::span<const std::uint8_t> file, unsigned kinds, std::uint64_t most_pixels) {
    if (!read_head(file) || (static_cast<unsigned>(head_.kind) & kinds) == 0) return false;
    const std::uint64_t pixels = static_cast<std::uint64_t>(head_.width) * head_.height;
    if (pixels == 0 || pixels > most_pixels || !find_packed(file)) return false;
    const std::size_t size = head_.height * (1 + head_.row_bytes());
    if (size / plain_png_detail::kMostInflated > packed_.size()) return false;
    if (filtered_.size() < size + kInflateSlack) filtered_ = Buffer<std::uint8_t>(size + kInflateSlack);
    keep_going(size / 8);
    return inflater_.inflate(packed_, filtered_.data(), size);
  }

  const PngHead& head() const { return head_; }

  // `out` is [height, width * pixel_bytes]; two bytes of a deep grey are a number as the machine has it. False where a row
  // names no filter.
  bool unfilter(std::uint8_t* out) const {
    using Unfilter = bool (*)(const std::uint8_t*, std::size_t, std::size_t, std::uint8_t*);
    constexpr std::array<Unfilter, 4> kUnfilters = {nullptr, unfilter_rows<1>, unfilter_rows<2>, unfilter_rows<3>};
    const bool fine = kUnfilters[head_.pixel_bytes()](filtered_.data(), head_.height, head_.row_bytes(), out);
    if (fine && head_.kind == PngKind::deep_grey) to_machine_order(out, head_.height * head_.width);
    return fine;
  }

  // The grey pixels where they were unpacked, in rows that begin `row_bytes() + 1` apart; null where a row names no filter.
  const std::uint8_t* unfiltered_greys() {
    return unfilter_rows_here<1>(filtered_.data(), head_.height, head_.row_bytes()) ? filtered_.data() + 1 : nullptr;
  }

 private:
  bool read_head(std::span<const std::uint8_t> file) {
    using namespace plain_png_detail;
    if (file.size() < 29 || std::memcmp(file.data(), kBeginning.data(), kBeginning.size()) != 0) return false;
    const std::uint8_t* const at = file.data() + 16;
    head_.width = big_endian(at);
    head_.height = big_endian(at + 4);
    if (at[10] != 0 || at[11] != 0 || at[12] != 0) return false;
    const unsigned depth = at[8], colour = at[9];
    if (colour == 0 && depth == 16) {
      head_.kind = PngKind::deep_grey;
    } else if (depth == 8 && (colour == 0 || colour == 2 || colour == 3)) {
      head_.kind = colour == 0 ? PngKind::grey : colour == 2 ? PngKind::colour : PngKind::palette;
    } else {
      return false;
    }
    return true;
  }

  static void to_machine_order(std::uint8_t* numbers, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, numbers += 2) {
      const auto number = static_cast<std::uint16_t>(numbers[0] << 8 | numbers[1]);
      std::memcpy(numbers, &number, 2);
    }
  }

  // The packed pixels; false where a chunk is broken, out of its place, or may change them.
  bool find_packed(std::span<const std::uint8_t> file) {
    using namespace plain_png_detail;
    packed_ = {};
    joined_.clear();
    std::size_t parts = 0, beside = 0;
    std::string_view last;
    for (std::size_t place = 8; place + 12 <= file.size();) {
      const std::size_t length = big_endian(file.data() + place);
      if (length > file.size() - place - 12) return false;
      const std::uint8_t* const content = file.data() + place + 8;
      if (crc32({content - 4, length + 4}) != big_endian(content + length)) return false;
      const std::string_view name(reinterpret_cast<const char*>(content - 4), 4);
      const bool first = place == 8;
      place += 12 + length;
      if (name == "IEND") return length == 0 && place == file.size();
      if (name == "IDAT") {
        if (parts != 0 && last != "IDAT") return false;
        add_packed({content, length}, parts++);
      } else if (is_harmless(name, length)) {
        beside += length;
      } else if (!first) {  // the first is the head
        return false;
      }
      if (beside > kMostText) return false;
      last = name;
    }
    return false;
  }

  static bool is_harmless(std::string_view name, std::size_t length) {
    for (const plain_png_detail::Harmless& each : plain_png_detail::kHarmless) {
      if (each.name == name) return each.least <= length && length <= each.most;
    }
    return false;
  }

  // Most files have all in one chunk, which is read in its place.
  void add_packed(std::span<const std::uint8_t> part, std::size_t before) {
    if (before == 0) {
      packed_ = part;
      return;
    }
    if (before == 1) joined_.assign(packed_.begin(), packed_.end());
    joined_.insert(joined_.end(), part.begin(), part.end());
    packed_ = joined_;
  }

  PngHead head_;
  std::span<const std::uint8_t> packed_;
  std::vector<std::uint8_t> joined_;
  Buffer<std::uint8_t> filtered_;
  Inflater inflater_;
};

}  // namespace truebox
