// The covers of a piece of a line, sixteen pixels in one step, on processors with registers of 512 bits. As in
// swift_cover.hpp they are worked out in single precision, and again by `LinePiece` where the error could reach the
// next byte.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "drawing/piece_cover.hpp"
#include "drawing/piece_look.hpp"
#include "ground/interruption.hpp"
#include "ground/wide_registers.hpp"

namespace truebox {

#if defined(TRUEBOX_WIDE_REGISTERS)

#define TRUEBOX_WIDE_COVER TRUEBOX_AVX512("avx512f,avx512bw,avx512dq,avx512vl")

namespace wide_detail {

using swift_detail::Look;

inline bool has_wide_cover() {
  static const bool found = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                            __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return found;
}

// Rows beside each other of what a piece may reach: see LinePiece::Row. Of a row the pixels from `first` up to, not with,
// `end` lie neither before the piece nor behind it; the middle of the first lies so far along it, beyond its end and
// beside it.
struct RowGroup {
  static constexpr int kRows = 8;
  alignas(64) std::array<double, kRows> along, across;
  alignas(32) std::array<std::int32_t, kRows> begin, stop, first, end;
  alignas(32) std::array<float, kRows> first_along, first_beyond, first_across;
};

// Where a piece begins and ends along its way, and one over how far a pixel leads along it: 0 where that is too little to
// say where in a row it begins and ends.
struct Extent {
  double from, to, per_pixel;

  explicit Extent(const LinePiece& piece, double radius)
      : from(piece.first_covered(radius)), to(piece.last_covered(radius)),
        per_pixel(std::fabs(piece.direction().x) > 1e-3 ? 1 / piece.direction().x : 0) {}
};

// Eight rows from `y` on, as LinePiece::row_at has them.
TRUEBOX_WIDE_COVER inline void find_rows(const LinePiece& piece, const LinePiece::Rows& rows, const Extent& extent, int y,
                                         RowGroup& found) {
  const Point a = piece.start(), way = piece.direction();
  const __m512d half_pixel = _mm512_set1_pd(0.5), ux = _mm512_set1_pd(way.x), uy = _mm512_set1_pd(way.y);
  const __m512d height = _mm512_add_pd(_mm512_set1_pd(y), _mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7));
  const __m512d dy = _mm512_sub_pd(_mm512_add_pd(height, half_pixel), _mm512_set1_pd(a.y));
  const __m512d middle = _mm512_add_pd(_mm512_set1_pd(a.x), _mm512_mul_pd(_mm512_set1_pd(rows.slant), dy));
  const __m512d half = _mm512_set1_pd(rows.half), low = _mm512_set1_pd(rows.begin), high = _mm512_set1_pd(rows.end);
  const __m512d left = _mm512_max_pd(_mm512_set1_pd(rows.left), _mm512_sub_pd(middle, half));
  const __m512d right = _mm512_min_pd(_mm512_set1_pd(rows.right), _mm512_add_pd(middle, half));
  const __m256i begin = _mm512_cvttpd_epi32(_mm512_min_pd(high, _mm512_max_pd(low, _mm512_sub_pd(left, half_pixel))));
  const __m256i stop = _mm512_cvttpd_epi32(_mm512_min_pd(high, _mm512_max_pd(low, _mm512_add_pd(right, half_pixel))));
  const __m512d dx = _mm512_sub_pd(_mm512_add_pd(_mm512_cvtepi32_pd(begin), half_pixel), _mm512_set1_pd(a.x));
  _mm256_store_si256(reinterpret_cast<__m256i*>(found.begin.data()), begin);
  _mm256_store_si256(reinterpret_cast<__m256i*>(found.stop.data()), stop);
  const __m512d along = _mm512_add_pd(_mm512_mul_pd(dx, ux), _mm512_mul_pd(dy, uy));
  const __m512d across = _mm512_sub_pd(_mm512_mul_pd(dy, ux), _mm512_mul_pd(dx, uy));
  _mm512_store_pd(found.along.data(), along);
  _mm512_store_pd(found.across.data(), across);
  __m256i first = begin, end = stop;
  __m512d skipped = _mm512_setzero_pd();
  if (extent.per_pixel != 0) {
    // Pixels from the first one on; far more than what roundings change is kept.
    const __m512d kept = _mm512_set1_pd(1e-6), most = _mm512_set1_pd(rows.end), none = _mm512_set1_pd(-1);
    const __m512d per_pixel = _mm512_set1_pd(extent.per_pixel);
    const __m512d a_end = _mm512_mul_pd(_mm512_sub_pd(_mm512_set1_pd(extent.from), along), per_pixel);
    const __m512d b_end = _mm512_mul_pd(_mm512_sub_pd(_mm512_set1_pd(extent.to), along), per_pixel);
    const __m512d nearer = _mm512_sub_pd(_mm512_min_pd(a_end, b_end), kept);
    const __m512d farther = _mm512_add_pd(_mm512_max_pd(a_end, b_end), kept);
    skipped = _mm512_ceil_pd(_mm512_min_pd(most, _mm512_max_pd(_mm512_setzero_pd(), nearer)));
    const __m512d reached = _mm512_floor_pd(_mm512_min_pd(most, _mm512_max_pd(none, farther)));
    first = _mm256_add_epi32(begin, _mm512_cvttpd_epi32(skipped));
    end = _mm256_min_epi32(stop, _mm256_add_epi32(_mm256_add_epi32(begin, _mm512_cvttpd_epi32(reached)), _mm256_set1_epi32(1)));
  }
  const __m512d first_along = _mm512_add_pd(along, _mm512_mul_pd(skipped, ux));
  const __m512d first_across = _mm512_sub_pd(across, _mm512_mul_pd(skipped, uy));
  _mm256_store_si256(reinterpret_cast<__m256i*>(found.first.data()), first);
  _mm256_store_si256(reinterpret_cast<__m256i*>(found.end.data()), end);
  _mm256_store_ps(found.first_along.data(), _mm512_cvtpd_ps(first_along));
  _mm256_store_ps(found.first_beyond.data(), _mm512_cvtpd_ps(_mm512_sub_pd(first_along, _mm512_set1_pd(piece.length()))));
  _mm256_store_ps(found.first_across.data(), _mm512_cvtpd_ps(first_across));
}

// Where sixteen pixels lie: along the piece, beyond its end and beside it.
struct Places {
  __m512 along, beyond, across;
};

// 255 times the area on the inner side of an edge, and a half: `cut` of 255 is cut off on the nearer side.
TRUEBOX_WIDE_COVER inline __m512 value_of(__m512 cut, __m512 depth) {
  const __m512 rest = _mm512_sub_ps(_mm512_set1_ps(127.5F), cut);
  return _mm512_add_ps(_mm512_set1_ps(128), _mm512_xor_ps(rest, _mm512_and_ps(depth, _mm512_set1_ps(-0.F))));
}

// Where one of the values is too near to a whole number.
template <std::size_t Count>
TRUEBOX_WIDE_COVER inline __mmask16 in_doubt(const __m512* values, float error) {
  constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC, kSmallerSize = 0b1010;
  const __m512 from_whole = _mm512_reduce_ps(values[0], kNearest);
  const __m512 other = Count == 1 ? from_whole : _mm512_reduce_ps(values[Count - 1], kNearest);
  return _mm512_cmp_ps_mask(_mm512_range_ps(from_whole, other, kSmallerSize), _mm512_set1_ps(error), _CMP_LT_OQ);
}

// The margin of the buffer takes what is beyond the row.
TRUEBOX_WIDE_COVER inline void raise(std::uint8_t* covers, __m512 values, __mmask16 where) {
  auto* const at = reinterpret_cast<__m128i*>(covers);
  const __m128i found = _mm512_maskz_cvtepi32_epi8(where, _mm512_cvttps_epi32(values));
  _mm_storeu_si128(at, _mm_max_epu8(_mm_loadu_si128(at), found));
}

// Pixels that all lie beside the piece; those in doubt.
template <std::size_t Count>
TRUEBOX_WIDE_COVER inline __mmask16 cover_strip(const Look& look, const std::array<std::uint8_t*, Count>& covers,
                                                std::size_t place, const Places& at, __mmask16 lanes) {
  const __m512 off = _mm512_abs_ps(at.across), zero = _mm512_setzero_ps();
  const __m512 reach = _mm512_set1_ps(look.reach), small = _mm512_set1_ps(look.small);
  __m512 values[Count];
  for (std::size_t k = 0; k < Count; ++k) {
    const __m512 depth = _mm512_sub_ps(_mm512_set1_ps(look.radius[k]), off);
    const __m512 away = _mm512_max_ps(_mm512_sub_ps(reach, _mm512_abs_ps(depth)), zero);
    const __m512 corner = _mm512_mul_ps(_mm512_mul_ps(away, away), _mm512_set1_ps(look.quadratic));
    const __m512 side = _mm512_fmsub_ps(away, _mm512_set1_ps(look.linear), _mm512_set1_ps(look.shift));
    const __mmask16 is_corner = _mm512_cmp_ps_mask(away, small, _CMP_LT_OQ);
    values[k] = value_of(_mm512_mask_mov_ps(side, is_corner, corner), depth);
  }
  const auto unsure = static_cast<__mmask16>(lanes & in_doubt<Count>(values, look.strip_error));
  const auto sure = static_cast<__mmask16>(lanes & ~unsure);
  for (std::size_t k = 0; k < Count; ++k) raise(covers[k] + place, values[k], sure);
  return unsure;
}

// One over values from 1e-8 on, exact but for three roundings.
TRUEBOX_WIDE_COVER inline __m512 inverse(__m512 value) {
  const __m512 about = _mm512_rcp14_ps(value);
  return _mm512_fmadd_ps(about, _mm512_fnmadd_ps(value, about, _mm512_set1_ps(1)), about);
}

// Pixels some of which lie beyond the ends, `at_a` and `at_b`: how far it is to the nearest point of the piece decides,
// beside it and in the discs around its ends alike. At straight ends all is in doubt.
template <std::size_t Count, bool Straight>
TRUEBOX_WIDE_COVER inline __mmask16 cover_ends(const Look& look, const std::array<std::uint8_t*, Count>& covers,
                                               std::size_t place, const Places& at, __mmask16 lanes, __mmask16 at_a,
                                               __mmask16 at_b) {
  const __m512 zero = _mm512_setzero_ps(), half = _mm512_set1_ps(0.5F), one = _mm512_set1_ps(1);
  const __m512 across = at.across;
  const __m512 side = _mm512_mask_mov_ps(_mm512_maskz_mov_ps(at_b, at.beyond), at_a, at.along);
  const auto ends = static_cast<__mmask16>(at_a | at_b);
  __mmask16 straight = 0;
  if constexpr (Straight) straight = static_cast<__mmask16>((look.straight_a ? at_a : 0) | (look.straight_b ? at_b : 0));
  // How far it is from there to where the piece ends altogether.
  const __m512 left = _mm512_mask_add_ps(_mm512_sub_ps(_mm512_set1_ps(look.limit_b), side), at_a,
                                         _mm512_set1_ps(look.limit_a), side);
  const __m512 squared = _mm512_fmadd_ps(side, side, _mm512_mul_ps(across, across));
  const __m512 widest = _mm512_set1_ps(look.widest);
  __mmask16 near = _mm512_mask_cmp_ps_mask(lanes, squared, _mm512_mul_ps(widest, widest), _CMP_LT_OQ);
  if constexpr (Straight) {
    near = static_cast<__mmask16>(
        (near & ~straight) | _mm512_mask_cmp_ps_mask(straight, _mm512_abs_ps(across), widest, _CMP_LT_OQ));
  }
  const __mmask16 left_out = _mm512_mask_cmp_ps_mask(ends, left, _mm512_set1_ps(-look.place_doubt), _CMP_LE_OQ);
  const auto wanted = static_cast<__mmask16>(near & ~left_out);
  if (wanted == 0) return 0;
  // Whether the piece still reaches so far, or whether it is cut straight there.
  __mmask16 unsure = static_cast<__mmask16>(
      straight | _mm512_mask_cmp_ps_mask(ends, left, _mm512_set1_ps(look.place_doubt), _CMP_LT_OQ));
  const __m512 held = _mm512_max_ps(squared, _mm512_set1_ps(1e-6F));
  const __m512 about = _mm512_rsqrt14_ps(held);
  const __m512 lost = _mm512_fnmadd_ps(_mm512_mul_ps(held, about), about, one);
  const __m512 over = _mm512_fmadd_ps(_mm512_mul_ps(about, half), lost, about);
  const __m512 away = _mm512_mul_ps(squared, over);
  const __m512 ux = _mm512_set1_ps(look.ux), uy = _mm512_set1_ps(look.uy);
  const __m512 dx = _mm512_fmsub_ps(side, ux, _mm512_mul_ps(across, uy));
  const __m512 dy = _mm512_fmadd_ps(side, uy, _mm512_mul_ps(across, ux));
  const __m512 nx = _mm512_mul_ps(_mm512_abs_ps(dx), over), ny = _mm512_mul_ps(_mm512_abs_ps(dy), over);
  const __m512 large = _mm512_max_ps(_mm512_max_ps(nx, ny), half), small = _mm512_min_ps(nx, ny);
  const __m512 reach = _mm512_mul_ps(half, _mm512_add_ps(large, small)), half_small = _mm512_mul_ps(half, small);
  // One over both sides of a corner serves the strip as well.
  const __m512 twice = _mm512_max_ps(_mm512_add_ps(small, small), _mm512_set1_ps(2e-8F));
  const __m512 quadratic = _mm512_mul_ps(_mm512_set1_ps(255), inverse(_mm512_mul_ps(twice, large)));
  const __m512 linear = _mm512_mul_ps(quadratic, twice);
  __m512 values[Count];
  for (std::size_t k = 0; k < Count; ++k) {
    const __m512 depth = _mm512_sub_ps(_mm512_set1_ps(look.radius[k]), away);
    const __m512 inwards = _mm512_max_ps(_mm512_sub_ps(reach, _mm512_abs_ps(depth)), zero);
    const __mmask16 is_corner = _mm512_cmp_ps_mask(inwards, small, _CMP_LT_OQ);
    const __m512 strip = _mm512_mul_ps(_mm512_sub_ps(inwards, half_small), linear);
    const __m512 cut = _mm512_mask_mul_ps(strip, is_corner, _mm512_mul_ps(inwards, inwards), quadratic);
    values[k] = value_of(cut, depth);
  }
  unsure = static_cast<__mmask16>(wanted & (unsure | in_doubt<Count>(values, look.wide_error)));
  const auto sure = static_cast<__mmask16>(wanted & ~unsure);
  for (std::size_t k = 0; k < Count; ++k) raise(covers[k] + place, values[k], sure);
  return unsure;
}

template <std::size_t Count, bool Straight>
TRUEBOX_WIDE_COVER void cover_all(const LinePiece& piece, const std::array<LineLayer, Count>& layers,
                                    const PixelBounds& whole, const Look& look) {
  constexpr int kLanes = 16;
  const LinePiece::Rows rows = piece.rows_of(layers[0], whole);
  const CoverBuffer& buffer = *layers[0].buffer;
  std::array<std::uint8_t*, Count> covers;
  for (std::size_t k = 0; k < Count; ++k) covers[k] = layers[k].buffer->covers.data();
  const double length = piece.length();
  const Point way = piece.direction();
  const Extent extent(piece, 0.5 * layers[0].width);
  const __m512 lane = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512 along_lanes = _mm512_mul_ps(lane, _mm512_set1_ps(look.ux));
  const __m512 across_lanes = _mm512_mul_ps(lane, _mm512_set1_ps(-look.uy));
  const __m512 first = _mm512_set1_ps(look.first), last = _mm512_set1_ps(look.last);
  RowGroup group;
  for (int top = rows.first; top < rows.last; top += RowGroup::kRows) {
    find_rows(piece, rows, extent, top, group);
    const int count = std::min(RowGroup::kRows, rows.last - top);
    std::size_t work = 0;
    for (int r = 0; r < count; ++r) {
      const auto row = static_cast<std::size_t>(r);
      const std::size_t start = static_cast<std::size_t>(top + r - buffer.bounds.top) * buffer.stride;
      const int begin = group.begin[row], stop = group.stop[row], first_x = group.first[row], end = group.end[row];
      Places at{_mm512_add_ps(_mm512_set1_ps(group.first_along[row]), along_lanes),
                _mm512_add_ps(_mm512_set1_ps(group.first_beyond[row]), along_lanes),
                _mm512_add_ps(_mm512_set1_ps(group.first_across[row]), across_lanes)};
      for (int x = first_x; x < end; work += 8) {
        const auto lanes = static_cast<__mmask16>(end - x >= kLanes ? 0xffff : (1U << (end - x)) - 1);
        const __mmask16 at_a = _mm512_mask_cmp_ps_mask(lanes, at.along, first, _CMP_LT_OQ);
        const auto at_b = static_cast<__mmask16>(_mm512_mask_cmp_ps_mask(lanes, at.beyond, last, _CMP_GT_OQ) & ~at_a);
        const std::size_t place = start + static_cast<std::size_t>(x - whole.left);
        std::uint32_t unsure = (at_a | at_b) == 0 ? cover_strip<Count>(look, covers, place, at, lanes)
                                                  : cover_ends<Count, Straight>(look, covers, place, at, lanes, at_a, at_b);
        for (; unsure != 0; unsure &= unsure - 1) {
          const LinePiece::Row exact{top + r, begin, stop, group.along[row], group.across[row]};
          piece.cover_alone(layers, whole, exact, x + std::countr_zero(unsure));
        }
        x += kLanes;
        if (x >= end) break;
        const double behind = x - begin, along = group.along[row] + behind * way.x;
        const double across = group.across[row] - behind * way.y;
        at = {_mm512_add_ps(_mm512_set1_ps(static_cast<float>(along)), along_lanes),
              _mm512_add_ps(_mm512_set1_ps(static_cast<float>(along - length)), along_lanes),
              _mm512_add_ps(_mm512_set1_ps(static_cast<float>(across)), across_lanes)};
      }
    }
    keep_going(work);
  }
}

template <std::size_t Count>
void cover_piece(const LinePiece& piece, const std::array<LineLayer, Count>& layers, const PixelBounds& whole,
                 const Look& look) {
  if (look.straight_a || look.straight_b) {
    cover_all<Count, true>(piece, layers, whole, look);
  } else {
    cover_all<Count, false>(piece, layers, whole, look);
  }
}

}  // namespace wide_detail

#endif

}  // namespace truebox
