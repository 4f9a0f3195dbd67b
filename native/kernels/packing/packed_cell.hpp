// The bytes of a cell, an image and a category: how many detections and truths it has, and the outcome of each
// detection within the cap, in order of rank. A detection that is the same false positive at every threshold takes
// seven bytes; only others need their words of outcomes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "packing/byte_stream.hpp"

namespace truebox {

constexpr std::size_t kMostCodedRanges = 24;  // with more ranges every detection has its words

struct PackedShape {
  std::size_t categories;
  std::size_t ranges;
  std::size_t thresholds;
  std::size_t cap;

  std::size_t words() const { return (ranges * thresholds + 63) / 64; }
};

// How the numbers of an image are written.
enum PackedFlag : std::uint8_t {
  kWideScores = 1,  // some score is no float32
  kWithBoxes = 2,
  kWideBoxes = 4,    // some box is no four float32 of x, y, width, height
  kCornerBoxes = 8,  // but every one is four float32 of its corners, as models give them
};
constexpr unsigned kPackedFlagBits = 4;
constexpr std::uint8_t kAllPackedFlags = (1 << kPackedFlagBits) - 1;

// Whether the corners of a box are float32, and the box comes back from them to the last bit.
inline bool has_single_corners(const double* box) {
  const auto back = [](double from, double size) {
    const float far = static_cast<float>(from + size);
    return static_cast<double>(static_cast<float>(from)) == from && static_cast<double>(far) - from == size;
  };
  return back(box[0], box[2]) && back(box[1], box[3]);
}

inline std::size_t box_bytes(std::uint8_t flags) {
  if (!(flags & kWithBoxes)) return 0;
  return (flags & kWideBoxes) && !(flags & kCornerBoxes) ? 32 : 16;
}

inline void write_box(ByteWriter& out, std::uint8_t flags, std::array<double, 4> box) {
  if (flags & kCornerBoxes) box[2] += box[0], box[3] += box[1];
  for (const double value : box) out.real(value, box_bytes(flags) == 32);
}

inline void read_box(ByteReader& in, std::uint8_t flags, std::array<double, 4>& box) {
  for (double& value : box) value = in.real(box_bytes(flags) == 32);
  if (flags & kCornerBoxes) box[2] -= box[0], box[3] -= box[1];
}

enum class CellTruth : std::uint8_t {
  kNone = 0,
  kMatched = 1,  // truths that matching saw
  kCounted = 2,  // only such as count as objects of the image: the reference took other rows for them
};

struct CellHead {
  std::uint64_t given = 0;    // detections, those beyond the cap included
  CellTruth truth = CellTruth::kNone;
  std::uint64_t counted = 0;  // objects to be found
  std::vector<std::uint64_t> in_range;  // [A] truths that count, where matching saw some
};

struct CellRow {
  double score;
  std::array<double, 4> box;
  std::uint64_t row;  // among those of its image, as given
};

// The bits of each area range, and the words of plain false positives.
class RangeWords {
 public:
  explicit RangeWords(const PackedShape& shape) : words_(shape.words()), fields_(shape.ranges * words_, 0) {
    for (std::size_t a = 0; a < shape.ranges; ++a) {
      for (std::size_t t = 0; t < shape.thresholds; ++t) {
        const std::size_t bit = a * shape.thresholds + t;
        fields_[a * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
  }

  // Of a detection in no match: the ranges it lies in at every threshold, one bit each; or kSpecial.
  static constexpr std::uint32_t kSpecial = ~std::uint32_t{0};
  std::uint32_t inside(const std::uint64_t* matched, const std::uint64_t* ignored) const {
    const std::size_t ranges = words_ ? fields_.size() / words_ : 0;
    if (ranges > kMostCodedRanges || words_ > 1) return inside_of_many(matched, ignored, ranges);
    if (words_ == 0) return 0;
    if (*matched != 0) return kSpecial;
    std::uint64_t left = *ignored;
    std::uint32_t inside = 0;
    for (std::size_t a = 0; a < ranges; ++a) {
      const std::uint64_t bits = *ignored & fields_[a];
      if (bits == 0) {
        inside |= std::uint32_t{1} << a;
      } else if (bits != fields_[a]) {
        return kSpecial;
      }
      left &= ~fields_[a];
    }
    return left == 0 ? inside : kSpecial;
  }

  void plain(std::uint32_t inside, std::uint64_t* matched, std::uint64_t* ignored) const {
    std::fill_n(matched, words_, std::uint64_t{0});
    std::fill_n(ignored, words_, std::uint64_t{0});
    for (std::size_t a = 0; a * words_ < fields_.size(); ++a) {
      if ((inside >> a) & 1) continue;
      for (std::size_t w = 0; w < words_; ++w) ignored[w] |= fields_[a * words_ + w];
    }
  }

 private:
  std::uint32_t inside_of_many(const std::uint64_t* matched, const std::uint64_t* ignored, std::size_t ranges) const {
    if (ranges > kMostCodedRanges) return kSpecial;
    for (std::size_t w = 0; w < words_; ++w) {
      if (matched[w] != 0) return kSpecial;
    }
    std::uint32_t inside = 0;
    for (std::size_t a = 0; a < ranges; ++a) {
      bool none = true;
      for (std::size_t w = 0; w < words_; ++w) none &= (ignored[w] & fields_[a * words_ + w]) == 0;
      if (none) inside |= std::uint32_t{1} << a;
    }
    std::vector<std::uint64_t> zeros(words_), again(words_);
    plain(inside, zeros.data(), again.data());
    return std::equal(again.begin(), again.end(), ignored) ? inside : kSpecial;
  }

  std::size_t words_;
  std::vector<std::uint64_t> fields_;  // [A, W]
};

inline void write_cell_head(ByteWriter& out, const CellHead& head) {
  out.number(head.given);
  out.byte(static_cast<std::uint8_t>(head.truth));
  if (head.truth == CellTruth::kNone) return;
  out.number(head.counted);
  if (head.truth == CellTruth::kMatched) {
    for (const std::uint64_t count : head.in_range) out.number(count);
  }
}

inline void write_row(ByteWriter& out, const RangeWords& ranges, std::size_t words, std::uint8_t flags,
                      const CellRow& row, const std::uint64_t* matched, const std::uint64_t* ignored) {
  out.real(row.score, flags & kWideScores);
  if (flags & kWithBoxes) write_box(out, flags, row.box);
  out.number(row.row);
  const std::uint32_t inside = ranges.inside(matched, ignored);
  if (inside != RangeWords::kSpecial) {
    out.number(std::uint64_t{inside} << 1);
    return;
  }
  out.number(1);
  for (std::size_t w = 0; w < words; ++w) out.fixed(matched[w], 8);
  for (std::size_t w = 0; w < words; ++w) out.fixed(ignored[w], 8);
}

inline void read_cell_head(ByteReader& in, const PackedShape& shape, CellHead& head) {
  head.given = in.number();
  head.truth = static_cast<CellTruth>(in.byte());
  head.counted = 0;
  head.in_range.assign(shape.ranges, 0);
  if (head.truth == CellTruth::kNone) return;
  if (head.truth > CellTruth::kCounted) throw std::invalid_argument("packed outcomes are damaged");
  head.counted = in.number();
  if (head.truth == CellTruth::kMatched) {
    for (std::uint64_t& count : head.in_range) count = in.number();
  }
}

inline std::size_t kept_of(const CellHead& head, const PackedShape& shape) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(head.given, shape.cap));
}

// The code is what `RangeWords::plain` takes, or kSpecial with matched and ignored in `words` [2 W].
inline std::uint32_t read_row(ByteReader& in, std::uint8_t flags, CellRow& row, std::vector<std::uint64_t>& words) {
  row.score = in.real(flags & kWideScores);
  if (flags & kWithBoxes) read_box(in, flags, row.box);
  row.row = in.number();
  const std::uint64_t code = in.number_below(std::uint64_t{1} << (kMostCodedRanges + 1));
  if ((code & 1) == 0) return static_cast<std::uint32_t>(code >> 1);
  for (std::uint64_t& word : words) word = in.fixed(8);
  return RangeWords::kSpecial;
}

// visit(rank, row, code, words), as `read_row` reads them.
template <class Visit>
void read_rows(ByteReader& in, const PackedShape& shape, std::uint8_t flags, std::size_t kept, Visit&& visit) {
  std::vector<std::uint64_t> words(2 * shape.words());
  CellRow row{};
  for (std::size_t rank = 0; rank < kept; ++rank) {
    const std::uint32_t code = read_row(in, flags, row, words);
    visit(rank, row, code, words.data());
  }
}

inline void skip_rows(ByteReader& in, const PackedShape& shape, std::uint8_t flags, std::size_t kept) {
  const std::size_t before = (flags & kWideScores ? 8 : 4) + box_bytes(flags);
  for (std::size_t rank = 0; rank < kept; ++rank) {
    in.skip(before);
    in.number();
    if (in.number() & 1) in.skip(16 * shape.words());
  }
}

}  // namespace truebox
