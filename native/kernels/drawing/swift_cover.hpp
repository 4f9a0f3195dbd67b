// The covers of a piece of a line, eight pixels in one step: worked out in single precision, and once more in double
// precision, as `LinePiece::cover` does it, wherever the error could reach the next byte. The bytes are those of `cover`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "drawing/area_cover.hpp"
#include "drawing/piece_cover.hpp"
#include "drawing/piece_look.hpp"
#include "drawing/wide_cover.hpp"
#include "ground/interruption.hpp"
#include "ground/wide_registers.hpp"

namespace truebox {

#if defined(TRUEBOX_WIDE_REGISTERS)

namespace swift_detail {

// Eight pixels beside each other. The middle of the first lies so far along the piece, beyond its end and beside it.
struct Chunk {
  float along, beyond, across;
  std::uint32_t place;  // of its first pixel among the covers of each layer
};

// Pixels of a chunk, a bit for each.
struct ChunkPart {
  std::uint32_t chunk, pixels;
};

TRUEBOX_AVX2 inline __m256 without_sign(__m256 values) { return _mm256_andnot_ps(_mm256_set1_ps(-0.F), values); }

TRUEBOX_AVX2 inline __m256 in_chunk(float first, float step) {
  const __m256 places = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_add_ps(_mm256_set1_ps(first), _mm256_mul_ps(places, _mm256_set1_ps(step)));
}

// 255 times the area on the inner side of an edge, and a half: `cut` of 255 is cut off on the nearer side.
TRUEBOX_AVX2 inline __m256 value_of(__m256 cut, __m256 depth) {
  const __m256 rest = _mm256_sub_ps(_mm256_set1_ps(127.5F), cut);
  return _mm256_add_ps(_mm256_set1_ps(128), _mm256_xor_ps(rest, _mm256_and_ps(depth, _mm256_set1_ps(-0.F))));
}

// The values as whole numbers, where they are not too near to the next one; `unsure` gathers where they are.
TRUEBOX_AVX2 inline __m256i bytes_of(__m256 values, __m256 doubt, __m256& unsure) {
  const __m256i whole = _mm256_cvttps_epi32(values);
  const __m256 rest = _mm256_sub_ps(values, _mm256_cvtepi32_ps(whole));
  const __m256 near = _mm256_cmp_ps(without_sign(_mm256_sub_ps(rest, _mm256_set1_ps(0.5F))), doubt, _CMP_GT_OQ);
  unsure = _mm256_or_ps(unsure, near);
  return whole;
}

TRUEBOX_AVX2 inline void raise_chunk(std::uint8_t* covers, __m256i values) {
  const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
  const __m128i found = _mm_packus_epi16(words, words);
  const __m128i there = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(covers));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(covers), _mm_max_epu8(there, found));
}

template <std::size_t Count>
TRUEBOX_AVX2 inline void raise_chunks(const std::array<std::uint8_t*, Count>& covers, std::size_t place,
                                      const __m256i* values, __m256 where) {
  for (std::size_t k = 0; k < Count; ++k) {
    raise_chunk(covers[k] + place, _mm256_and_si256(values[k], _mm256_castps_si256(where)));
  }
}

// What of chunks lies beside the piece; lists those that reach beyond its ends, and pixels that are in doubt.
template <std::size_t Count>
TRUEBOX_AVX2 void cover_strip(const Look& look, const std::array<std::uint8_t*, Count>& covers, const Chunk* chunks,
                              std::uint32_t count, std::uint32_t* ended, std::uint32_t& all_ended, ChunkPart* doubts,
                              std::uint32_t& all_doubts) {
  std::uint32_t ended_count = 0, doubt_count = all_doubts;
  const __m256 reach = _mm256_set1_ps(look.reach), small = _mm256_set1_ps(look.small), zero = _mm256_setzero_ps();
  const __m256 quadratic = _mm256_set1_ps(look.quadratic), linear = _mm256_set1_ps(look.linear);
  const __m256 shift = _mm256_set1_ps(look.shift), doubt = _mm256_set1_ps(look.strip_doubt);
  const __m256 first = _mm256_set1_ps(look.first), last = _mm256_set1_ps(look.last);
  for (std::uint32_t c = 0; c < count; ++c) {
    const Chunk& chunk = chunks[c];
    const __m256 along = in_chunk(chunk.along, look.ux), beyond = in_chunk(chunk.beyond, look.ux);
    const __m256 off = without_sign(in_chunk(chunk.across, -look.uy));
    const __m256 inside = _mm256_and_ps(_mm256_cmp_ps(along, first, _CMP_GE_OQ), _mm256_cmp_ps(beyond, last, _CMP_LE_OQ));
    __m256 unsure = zero;
    __m256i values[Count];
    for (std::size_t k = 0; k < Count; ++k) {
      const __m256 depth = _mm256_sub_ps(_mm256_set1_ps(look.radius[k]), off);
      const __m256 away = _mm256_max_ps(_mm256_sub_ps(reach, without_sign(depth)), zero);
      const __m256 corner = _mm256_mul_ps(_mm256_mul_ps(away, away), quadratic);
      const __m256 side = _mm256_sub_ps(_mm256_mul_ps(away, linear), shift);
      const __m256 cut = _mm256_blendv_ps(side, corner, _mm256_cmp_ps(away, small, _CMP_LT_OQ));
      values[k] = bytes_of(value_of(_mm256_max_ps(cut, zero), depth), doubt, unsure);
    }
    raise_chunks<Count>(covers, chunk.place, values, _mm256_andnot_ps(unsure, inside));
    const auto doubtful = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_and_ps(unsure, inside)));
    doubts[doubt_count] = {c, doubtful};
    doubt_count += doubtful != 0;
    ended[ended_count] = c;
    ended_count += _mm256_movemask_ps(inside) != 0xff;
  }
  all_ended = ended_count;
  all_doubts = doubt_count;
}

// What of chunks lies beyond the ends of the piece: discs around round ones; at straight ones all is in doubt.
template <std::size_t Count>
TRUEBOX_AVX2 void cover_ends(const Look& look, const std::array<std::uint8_t*, Count>& covers, const Chunk* chunks,
                             const std::uint32_t* ended, std::uint32_t count, ChunkPart* doubts,
                             std::uint32_t& all_doubts) {
  std::uint32_t doubt_count = all_doubts;
  const __m256 zero = _mm256_setzero_ps(), half = _mm256_set1_ps(0.5F), all = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
  const __m256 ux = _mm256_set1_ps(look.ux), uy = _mm256_set1_ps(look.uy);
  const __m256 straight_a = look.straight_a ? all : zero, straight_b = look.straight_b ? all : zero;
  const __m256 place_doubt = _mm256_set1_ps(look.place_doubt), doubt = _mm256_set1_ps(look.round_doubt);
  for (std::uint32_t place = 0; place < count; ++place) {
    const Chunk& chunk = chunks[ended[place]];
    const __m256 along = in_chunk(chunk.along, look.ux), beyond = in_chunk(chunk.beyond, look.ux);
    const __m256 across = in_chunk(chunk.across, -look.uy);
    const __m256 at_a = _mm256_cmp_ps(along, _mm256_set1_ps(look.first), _CMP_LT_OQ);
    const __m256 at_b = _mm256_andnot_ps(at_a, _mm256_cmp_ps(beyond, _mm256_set1_ps(look.last), _CMP_GT_OQ));
    const __m256 side = _mm256_blendv_ps(beyond, along, at_a);
    const __m256 straight = _mm256_blendv_ps(straight_b, straight_a, at_a);
    // How far it is from there to where the piece ends altogether.
    const __m256 far = _mm256_blendv_ps(beyond, _mm256_sub_ps(zero, along), at_a);
    const __m256 limit = _mm256_blendv_ps(_mm256_set1_ps(look.limit_b), _mm256_set1_ps(look.limit_a), at_a);
    const __m256 left = _mm256_sub_ps(limit, far);
    const __m256 away = _mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(side, side), _mm256_mul_ps(across, across)));
    const __m256 off = without_sign(across);
    const __m256 distance = _mm256_blendv_ps(away, off, straight);
    const __m256 near = _mm256_cmp_ps(distance, _mm256_set1_ps(look.widest), _CMP_LT_OQ);
    const __m256 reached = _mm256_and_ps(_mm256_cmp_ps(left, _mm256_sub_ps(zero, place_doubt), _CMP_GT_OQ), near);
    const __m256 wanted = _mm256_and_ps(_mm256_or_ps(at_a, at_b), reached);
    if (_mm256_movemask_ps(wanted) == 0) continue;
    // Whether the piece still reaches so far, or whether it is cut straight there.
    __m256 unsure = _mm256_or_ps(straight, _mm256_cmp_ps(left, place_doubt, _CMP_LT_OQ));
    const __m256 over = _mm256_div_ps(_mm256_set1_ps(1), _mm256_max_ps(away, _mm256_set1_ps(1e-3F)));
    const __m256 dx = _mm256_sub_ps(_mm256_mul_ps(side, ux), _mm256_mul_ps(across, uy));
    const __m256 dy = _mm256_add_ps(_mm256_mul_ps(side, uy), _mm256_mul_ps(across, ux));
    const __m256 nx = _mm256_mul_ps(without_sign(dx), over), ny = _mm256_mul_ps(without_sign(dy), over);
    const __m256 large = _mm256_max_ps(_mm256_max_ps(nx, ny), half), small = _mm256_min_ps(nx, ny);
    const __m256 reach = _mm256_mul_ps(half, _mm256_add_ps(large, small));
    __m256i values[Count];
    for (std::size_t k = 0; k < Count; ++k) {
      const __m256 depth = _mm256_sub_ps(_mm256_set1_ps(look.radius[k]), away);
      const __m256 inwards = _mm256_max_ps(_mm256_sub_ps(reach, without_sign(depth)), zero);
      const __m256 is_corner = _mm256_cmp_ps(inwards, small, _CMP_LT_OQ);
      const __m256 side_cut = _mm256_max_ps(_mm256_sub_ps(inwards, _mm256_mul_ps(half, small)), zero);
      const __m256 above = _mm256_blendv_ps(side_cut, _mm256_mul_ps(inwards, inwards), is_corner);
      const __m256 twice = _mm256_mul_ps(_mm256_add_ps(small, small), large);
      const __m256 cut = _mm256_div_ps(_mm256_mul_ps(_mm256_set1_ps(255), above), _mm256_blendv_ps(large, twice, is_corner));
      values[k] = bytes_of(value_of(cut, depth), doubt, unsure);
    }
    raise_chunks<Count>(covers, chunk.place, values, _mm256_andnot_ps(unsure, wanted));
    const auto doubtful = static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_and_ps(unsure, wanted)));
    doubts[doubt_count] = {ended[place], doubtful};
    doubt_count += doubtful != 0;
  }
  all_doubts = doubt_count;
}

// Chunks of a piece, covered when there are many.
template <std::size_t Count>
class ChunkList {
 public:
  static constexpr std::uint32_t kMost = 64;

  ChunkList(const LinePiece& piece, const std::array<LineLayer, Count>& layers, const PixelBounds& whole,
            const Roundings& roundings)
      : piece_(piece), layers_(layers), whole_(whole), look_(look_of(piece, layers, roundings)),
        rows_(piece.rows_of(layers[0], whole)) {
    for (std::size_t k = 0; k < Count; ++k) covers_[k] = layers[k].buffer->covers.data();
  }

  void cover() {
    constexpr int step = static_cast<int>(CoverBuffer::kChunk);
    const CoverBuffer& buffer = *layers_[0].buffer;
    const double length = piece_.length(), ux = step * piece_.direction().x, uy = step * piece_.direction().y;
    std::uint32_t count = 0;
    std::size_t row_place = static_cast<std::size_t>(rows_.first - buffer.bounds.top) * buffer.stride;
    for (int y = rows_.first; y < rows_.last; ++y, row_place += buffer.stride) {
      const LinePiece::Row row = piece_.row_at(rows_, y);
      double along = row.along, across = row.across;
      auto place = static_cast<std::uint32_t>(row_place + static_cast<std::size_t>(row.begin - whole_.left));
      for (int left = row.stop - row.begin; left > 0; left -= step, along += ux, across -= uy, place += step) {
        chunks_[count++] = {static_cast<float>(along), static_cast<float>(along - length), static_cast<float>(across), place};
        if (count == kMost) {
          cover_chunks(count);
          count = 0;
        }
      }
    }
    cover_chunks(count);
  }

 private:
  void cover_chunks(std::uint32_t count) {
    keep_going(4 * count);
    std::uint32_t ended_count = 0, doubt_count = 0;
    cover_strip<Count>(look_, covers_, chunks_.data(), count, ended_.data(), ended_count, doubts_.data(), doubt_count);
    cover_ends<Count>(look_, covers_, chunks_.data(), ended_.data(), ended_count, doubts_.data(), doubt_count);
    for (std::uint32_t k = 0; k < doubt_count; ++k) {
      const std::size_t place = chunks_[doubts_[k].chunk].place, stride = layers_[0].buffer->stride;
      const LinePiece::Row row = piece_.row_at(rows_, layers_[0].buffer->bounds.top + static_cast<int>(place / stride));
      for (int pixel = 0; pixel < static_cast<int>(CoverBuffer::kChunk); ++pixel) {
        const int x = whole_.left + static_cast<int>(place % stride) + pixel;
        if ((doubts_[k].pixels >> pixel & 1) != 0 && x < row.stop) piece_.cover_alone(layers_, whole_, row, x);
      }
    }
  }

  const LinePiece& piece_;
  const std::array<LineLayer, Count>& layers_;
  const PixelBounds& whole_;
  const Look look_;
  const LinePiece::Rows rows_;
  std::array<std::uint8_t*, Count> covers_;
  std::array<Chunk, kMost> chunks_;
  std::array<std::uint32_t, kMost + 1> ended_;
  std::array<ChunkPart, 2 * kMost + 1> doubts_;
};

}  // namespace swift_detail

// Covers pieces of one line.
template <std::size_t Count>
class SwiftCover {
 public:
  SwiftCover(const std::array<LineLayer, Count>& layers, const PixelBounds& whole)
      : layers_(layers), whole_(whole), roundings_(0.5 * layers[0].width, 0.5 * layers[Count - 1].width) {
    constexpr double kThinnest = 1.9, kWidest = 80;
    static const bool wide_registers = __builtin_cpu_supports("avx2") != 0;
    is_able_ = wide_registers && layers[Count - 1].width >= kThinnest && layers[0].width <= kWidest;
    for (const LineLayer& layer : layers) {
      is_able_ = is_able_ && layer.buffer->has_margin &&
                 layer.buffer->covers.size() <= std::numeric_limits<std::uint32_t>::max();
    }
  }

  // False where the line is too thin or too wide for it, or its rows have no margin: then nothing is covered.
  bool cover(const LinePiece& piece) const {
    if (!is_able_) return false;
    if (wide_detail::has_wide_cover()) {
      wide_detail::cover_piece<Count>(piece, layers_, whole_, swift_detail::look_of(piece, layers_, roundings_));
    } else {
      swift_detail::ChunkList<Count>(piece, layers_, whole_, roundings_).cover();
    }
    return true;
  }

 private:
  const std::array<LineLayer, Count>& layers_;
  const PixelBounds& whole_;
  const swift_detail::Roundings roundings_;
  bool is_able_;
};

#else

template <std::size_t Count>
class SwiftCover {
 public:
  SwiftCover(const std::array<LineLayer, Count>&, const PixelBounds&) {}
  bool cover(const LinePiece&) const { return false; }
};

#endif

}  // namespace truebox
