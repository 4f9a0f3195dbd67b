// The letters of a font and size, out of the arrays that Python keeps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "drawing/captions.hpp"
#include "drawing/drawing_bindings.hpp"

namespace truebox {

inline LetterSet letters_of(const In<std::int64_t, 2>& shapes, const In<std::uint8_t, 1>& covers, std::int64_t ascent,
                     std::int64_t descent, std::int64_t padding) {
  constexpr std::int64_t kMost = 1 << 20;
  require(shapes.shape(0) == kLetters && shapes.shape(1) * sizeof(std::int64_t) == sizeof(LetterShape), "no letters");
  require(padding >= 0 && padding <= kMost && ascent >= 0 && ascent <= kMost && descent >= 0 && descent <= kMost, "sizes");
  const LetterSet letters{{reinterpret_cast<const LetterShape*>(shapes.data()), kLetters},
                          {covers.data(), covers.shape(0)}, ascent, descent, padding};
  for (const LetterShape& shape : letters.shapes) {
    for (const std::int64_t side : {shape.width, shape.height, shape.advance}) require(side >= 0 && side <= kMost, "sizes");
    for (const std::int64_t place : {shape.left, shape.top, shape.ascent, shape.descent}) {
      require(place >= -kMost && place <= kMost, "places");
    }
    const auto there = static_cast<std::int64_t>(covers.shape(0));
    require(shape.start >= 0 && shape.start <= there && shape.width * shape.height <= there - shape.start, "covers");
  }
  return letters;
}

}  // namespace truebox
