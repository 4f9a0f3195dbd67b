// Lines of plain letters, put together from letters that were drawn once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "drawing/canvas.hpp"

namespace truebox {

// One letter: its covers [height, width] begin at `start`; `left` and `top` are where they lie around the place of the
// letter on the base line, `advance` how far on the next one stands, `ascent` and `descent` how far the line reaches.
struct LetterShape {
  std::int64_t known, start, width, height, left, top, advance, ascent, descent;
};

inline constexpr std::size_t kFirstLetter = 32, kLetters = 95, kLongestLine = 60;

// The printable letters of ASCII in one font and size.
struct LetterSet {
  std::span<const LetterShape> shapes;  // kLetters
  std::span<const std::uint8_t> covers;
  std::int64_t ascent, descent;  // of a line at least
  std::int64_t padding;          // around the lines of a caption

  std::int64_t between() const { return std::max<std::int64_t>(1, padding / 2); }
  const LetterShape& shape(char letter) const { return shapes[static_cast<unsigned char>(letter) - kFirstLetter]; }
};

enum class Setting { done, other_letters, unknown_letters };

struct SetLine {
  std::int64_t width = 0, ascent = 0, descent = 0;

  std::int64_t height() const { return ascent + descent; }
};

// A line that has only letters of the set, and at least one.
inline Setting set_line(std::string_view text, const LetterSet& letters, SetLine& line) {
  line = {0, letters.ascent, letters.descent};
  if (text.empty() || text.size() > kLongestLine) return Setting::other_letters;
  bool known = true;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < kFirstLetter || code >= kFirstLetter + kLetters) return Setting::other_letters;
    const LetterShape& shape = letters.shape(letter);
    known = known && shape.known != 0;
    line.width += shape.advance;
    line.ascent = std::max(line.ascent, shape.ascent);
    line.descent = std::max(line.descent, shape.descent);
  }
  return known ? Setting::done : Setting::unknown_letters;
}

// Puts the covers of a letter over those that are there, [rows, columns], cut at the edges.
inline void lay_letter(std::uint8_t* below, std::int64_t rows, std::int64_t columns, const std::uint8_t* covers,
                       const LetterShape& shape, std::int64_t left, std::int64_t top) {
  const std::int64_t first = std::max<std::int64_t>(0, -left), last = std::min(shape.width, columns - left);
  for (std::int64_t y = std::max<std::int64_t>(0, -top); y < std::min(shape.height, rows - top); ++y) {
    std::uint8_t* const to = below + (top + y) * columns + left;
    const std::uint8_t* const from = covers + y * shape.width;
    for (std::int64_t x = first; x < last; ++x) to[x] = mixed(to[x], 255, from[x]);
  }
}

// Lines above each other.
struct SetCaption {
  std::vector<std::string_view> texts;
  std::vector<SetLine> lines;

  std::int64_t width(std::size_t count, const LetterSet& letters) const {
    std::int64_t most = 0;
    for (std::size_t k = 0; k < count; ++k) most = std::max(most, lines[k].width);
    return most + 2 * letters.padding;
  }
  std::int64_t height(std::size_t count, const LetterSet& letters) const {
    std::int64_t all = static_cast<std::int64_t>(count - 1) * letters.between() + 2 * letters.padding;
    for (std::size_t k = 0; k < count; ++k) all += lines[k].height();
    return all;
  }

  // What the letters of the first `count` lines cover of their block.
  void lay(std::size_t count, const LetterSet& letters, std::vector<std::uint8_t>& covers) const {
    const std::int64_t columns = width(count, letters), rows = height(count, letters);
    covers.assign(static_cast<std::size_t>(columns * rows), 0);
    std::int64_t top = letters.padding;
    for (std::size_t k = 0; k < count; ++k) {
      std::int64_t reached = letters.padding;
      for (const char letter : texts[k]) {
        const LetterShape& shape = letters.shape(letter);
        lay_letter(covers.data(), rows, columns, letters.covers.data() + shape.start, shape, reached + shape.left,
                   top + lines[k].ascent + shape.top);
        reached += shape.advance;
      }
      top += lines[k].height() + letters.between();
    }
  }
};

// A field of one colour with letters of another: how the field looks at each cover.
class LabelShades {
 public:
  LabelShades(const Colour& field, const Colour& ink) : field_(field), ink_(ink) {
    for (std::size_t cover = 0; cover < 256; ++cover) {
      std::array<std::uint8_t, 4> pixel{field[0], field[1], field[2], 255};
      mix_pixel(pixel.data(), PairedColour(ink), static_cast<std::uint32_t>(cover));
      std::memcpy(&shades_[cover], pixel.data(), 4);
    }
  }
  bool is_of(const Colour& field, const Colour& ink) const { return field == field_ && ink == ink_; }

  // A label that lies inside the canvas.
  void draw(const Canvas& canvas, const std::uint8_t* covers, int left, int top, std::size_t width,
            std::size_t height) const {
    for (std::size_t row = 0; row < height; ++row, covers += width) {
      std::uint8_t* const pixels = canvas.at(left, top + static_cast<int>(row));
      for (std::size_t x = 0; x < width; ++x) std::memcpy(pixels + 4 * x, &shades_[covers[x]], 4);
    }
  }

 private:
  Colour field_, ink_;
  std::array<std::uint32_t, 256> shades_;
};

}  // namespace truebox
