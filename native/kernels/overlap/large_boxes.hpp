// Which boxes are large enough to stay: a bit for each in one pass, then the numbers of the rows in another.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/inlining.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// What a box [4] must have; `sized` says that its last two numbers are the sides, `pixel` is what an extent grows by.
template <class Real>
struct LeastExtent {
  bool sized;
  Real pixel, side, area;
};

namespace large_detail {

inline constexpr std::size_t kWord = 64;          // boxes
inline constexpr std::size_t kRange = 256 * kWord;  // boxes that one thread looks at in a row

// A bit of `out` for each of `count` boxes that stays; false where an area is not finite.
template <bool sized, class Real>
TRUEBOX_INLINE bool mark(const Real* TRUEBOX_RESTRICT boxes, std::size_t count, LeastExtent<Real> least,
                         std::uint64_t* TRUEBOX_RESTRICT out) {
  constexpr Real kMost = std::numeric_limits<Real>::max();
  constexpr std::size_t kLanes = 16;
  // As wide as the numbers: comparisons of all lanes then stay in one register.
  using Flag = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  const auto look = [&](const Real* box, std::size_t lane, Flag& bits, Flag& odd) TRUEBOX_INLINE_LAMBDA {
    const Real first = (sized ? box[2] : box[2] - box[0]) + least.pixel, second = (sized ? box[3] : box[3] - box[1]) + least.pixel;
    const Real whole = first * second;
    const Flag stays = (first >= least.side) & (second >= least.side) & (whole >= least.area);
    bits |= stays << lane;
    odd |= Flag{!(std::fabs(whole) <= kMost)};
  };
  Flag odd = 0;
  for (std::size_t begin = 0; begin < count; begin += kWord) {
    std::uint64_t word = 0;
    for (std::size_t part = begin; part < begin + kWord && part < count; part += kLanes) {
      Flag bits = 0;
      if (part + kLanes <= count) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) look(boxes + 4 * (part + lane), lane, bits, odd);
      } else {
        for (std::size_t lane = 0; part + lane < count; ++lane) look(boxes + 4 * (part + lane), lane, bits, odd);
      }
      word |= std::uint64_t{bits} << (part - begin);
    }
    out[begin / kWord] = word;
  }
  return odd == 0;
}

TRUEBOX_CLONES inline bool mark_boxes(const float* boxes, std::size_t count, LeastExtent<float> least, std::uint64_t* out) {
  return least.sized ? mark<true>(boxes, count, least, out) : mark<false>(boxes, count, least, out);
}
TRUEBOX_CLONES inline bool mark_boxes(const double* boxes, std::size_t count, LeastExtent<double> least, std::uint64_t* out) {
  return least.sized ? mark<true>(boxes, count, least, out) : mark<false>(boxes, count, least, out);
}

inline std::size_t ones(const std::uint64_t* words, std::size_t count) {
  std::size_t found = 0;
  for (std::size_t w = 0; w < count; ++w) found += static_cast<std::size_t>(std::popcount(words[w]));
  return found;
}

struct Places {
  std::uint8_t of[256][8];
};

// Of each byte the places of its ones, ascending.
constexpr Places places_of_ones() {
  Places places{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    std::size_t found = 0;
    for (std::uint8_t k = 0; k < 8; ++k) {
      if ((byte >> k & 1) != 0) places.of[byte][found++] = k;
    }
  }
  return places;
}
inline constexpr Places kPlaces = places_of_ones();

// The numbers of the rows whose bits are set, from `first` on, in `rows` to `end`: eight are written at once while there is room.
TRUEBOX_CLONES inline void write_rows(const std::uint64_t* words, std::size_t count, std::int64_t first, std::int64_t* rows,
                                      const std::int64_t* end) {
  for (std::size_t w = 0; w < count; ++w) {
    const std::int64_t base = first + static_cast<std::int64_t>(kWord * w);
    std::uint64_t word = words[w];
    if (end - rows >= static_cast<std::ptrdiff_t>(kWord + 8)) {
      for (std::int64_t k = 0; k < 64; k += 8, word >>= 8) {
        const std::uint8_t* const places = kPlaces.of[word & 255];
        for (std::size_t l = 0; l < 8; ++l) rows[l] = base + k + places[l];
        rows += std::popcount(word & 255);
      }
      continue;
    }
    for (; word != 0; word &= word - 1) *rows++ = base + std::countr_zero(word);
  }
}

}  // namespace large_detail

// The rows of boxes [count, 4] of which neither side is shorter than the least, nor the area smaller.
template <class Real>
class LargeBoxes {
 public:
  // Looks at the boxes; false where an area is not finite.
  bool find(const Real* boxes, std::size_t count, LeastExtent<Real> least, int threads) {
    using namespace large_detail;
    words_ = (count + kWord - 1) / kWord;
    if (words_ <= few_.size()) {
      const bool good = mark_boxes(boxes, count, least, few_.data());
      size_ = ones(few_.data(), words_);
      return good;
    }
    many_.resize(words_);
    const std::size_t ranges = (count + kRange - 1) / kRange;
    starts_.assign(ranges + 1, 0);
    std::vector<std::uint8_t> finite(ranges, 0);
    parallel_for(ranges, count < kBoxesForThreads ? 1 : threads, [&](std::size_t range) {
      const std::size_t begin = range * kRange, length = std::min(kRange, count - begin);
      std::uint64_t* const words = many_.data() + begin / kWord;
      finite[range] = mark_boxes(boxes + 4 * begin, length, least, words);
      starts_[range + 1] = ones(words, (length + kWord - 1) / kWord);
    });
    bool good = true;
    for (std::size_t range = 0; range < ranges; ++range) {
      good &= finite[range] != 0;
      starts_[range + 1] += starts_[range];
    }
    size_ = starts_.back();
    return good;
  }

  std::size_t size() const { return size_; }

  // Their numbers, ascending, `size()` of them.
  void write(std::int64_t* rows, int threads) const {
    using namespace large_detail;
    if (words_ <= few_.size()) {
      write_rows(few_.data(), words_, 0, rows, rows + size_);
      return;
    }
    const std::size_t ranges = starts_.size() - 1;
    parallel_for(ranges, words_ * kWord < kBoxesForThreads ? 1 : threads, [&](std::size_t range) {
      const std::size_t begin = range * (kRange / kWord), length = std::min(kRange / kWord, words_ - begin);
      write_rows(many_.data() + begin, length, static_cast<std::int64_t>(begin * kWord), rows + starts_[range], rows + starts_[range + 1]);
    });
  }

 private:
  // Below this a second thread is awake only when the work is done.
  static constexpr std::size_t kBoxesForThreads = 200'000;

  std::array<std::uint64_t, 64> few_;
  std::vector<std::uint64_t> many_;
  std::vector<std::size_t> starts_;  // of the ranges among the rows that stay
  std::size_t words_ = 0, size_ = 0;
};

}  // namespace truebox
