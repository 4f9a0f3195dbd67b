// Runs of equal pixels in an image of fixed-size pixels, found by comparing the bytes with themselves one pixel on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace truebox {

namespace equal_runs_detail {

inline std::uint64_t load_word(const std::uint8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace equal_runs_detail

// Pixels of `Width` bytes each, read as one little-endian number.
template <std::size_t Width>
class PixelBytes {
 public:
  explicit PixelBytes(std::span<const std::uint8_t> bytes) : bytes_(bytes.data()), size_(bytes.size()) {}

  std::size_t count() const { return size_ / Width; }

  std::uint64_t at(std::size_t pixel) const {
    const std::uint8_t* first = bytes_ + Width * pixel;
    std::uint64_t value = 0;
    for (std::size_t byte = 0; byte < Width; ++byte) value |= static_cast<std::uint64_t>(first[byte]) << (8 * byte);
    return value;
  }

  // The first pixel after `pixel` with another value, or `stop`, behind which nothing is looked at: a run across the
  // whole image would be walked again from every place where somebody begins.
  std::size_t run_end(std::size_t pixel, std::size_t stop) const {
    using equal_runs_detail::load_word;
    std::size_t byte = Width * pixel;
    const std::size_t size = Width * stop;
    const std::size_t last = size - Width;  // bytes before it have a partner one pixel on
    while (byte + 40 + Width <= size) {     // most runs are long: 32 bytes a step until something differs
      const std::uint8_t* a = bytes_ + byte;
      const std::uint64_t first = load_word(a) ^ load_word(a + Width);
      if (first != 0) break;
      const std::uint64_t rest = (load_word(a + 8) ^ load_word(a + 8 + Width)) |
                                 (load_word(a + 16) ^ load_word(a + 16 + Width)) |
                                 (load_word(a + 24) ^ load_word(a + 24 + Width));
      if (rest != 0) {
        byte += 8;
        break;
      }
      byte += 32;
    }
    if constexpr (std::endian::native == std::endian::little) {
      for (; byte + 8 + Width <= size; byte += 8) {
        const std::uint64_t differs = load_word(bytes_ + byte) ^ load_word(bytes_ + byte + Width);
        if (differs != 0) return (byte + static_cast<std::size_t>(std::countr_zero(differs)) / 8) / Width + 1;
      }
    }
    for (; byte < last; ++byte) {
      if (bytes_[byte] != bytes_[byte + Width]) return byte / Width + 1;
    }
    return stop;
  }

 private:
  const std::uint8_t* bytes_;
  std::size_t size_;
};

// each(value_a, value_b, begin, end) for every run in [first, last) over which both images keep their values.
template <std::size_t WidthA, std::size_t WidthB, class Each>
void for_each_run(PixelBytes<WidthA> a, PixelBytes<WidthB> b, std::size_t first, std::size_t last, Each&& each) {
  if (first >= last) return;
  std::size_t end_a = a.run_end(first, last);
  std::size_t end_b = b.run_end(first, last);
  for (std::size_t pixel = first;;) {
    const std::size_t end = std::min({end_a, end_b, last});
    each(a.at(pixel), b.at(pixel), pixel, end);
    if (end == last) return;
    if (end == end_a) end_a = a.run_end(end, last);
    if (end == end_b) end_b = b.run_end(end, last);
    pixel = end;
  }
}

}  // namespace truebox
