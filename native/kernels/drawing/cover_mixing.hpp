// Two layers of covers mixed into a canvas at once, and zero again afterwards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "drawing/byte_mixing.hpp"
#include "drawing/canvas.hpp"
#include "drawing/piece_cover.hpp"
#include "drawing/wide_mixing.hpp"
#include "ground/wide_registers.hpp"

namespace truebox {

// Covers of rows with a margin, and the paint that comes through them. Without covers nothing is painted.
struct PaintedLayer {
  CoverBuffer* buffer;
  const Paint* paint;
};

namespace mixing_detail {

constexpr std::size_t kChunk = CoverBuffer::kChunk;

inline std::uint64_t eight_covers(const std::uint8_t* covers) {
  std::uint64_t eight;
  std::memcpy(&eight, covers, kChunk);
  return eight;
}

#if defined(TRUEBOX_WIDE_REGISTERS)

// Where eight pixels have covers: of their first one, counted in pixels of the canvas and in covers of the buffer.
struct CoveredChunk {
  std::size_t pixel, cover;
};

// Adds those of two rows that lie above each other.
inline std::size_t list_covered(const std::uint8_t* below, const std::uint8_t* above, std::size_t count,
                                const CoveredChunk& begin, CoveredChunk* chunks) {
  std::size_t found = 0;
  for (std::size_t x = 0; x < count; x += kChunk) {
    chunks[found] = {begin.pixel + x, begin.cover + x};
    found += (eight_covers(below + x) | eight_covers(above + x)) != 0;
  }
  return found;
}

// Strengths of eight covers, as `Paint` has them.
TRUEBOX_AVX2 inline __m256i strengths_of(const std::uint8_t* covers, double opacity) {
  const __m256i whole = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(covers)));
  if (opacity == 1) return whole;
  const __m256d factor = _mm256_set1_pd(opacity);
  const __m256d low = _mm256_cvtepi32_pd(_mm256_castsi256_si128(whole));
  const __m256d high = _mm256_cvtepi32_pd(_mm256_extracti128_si256(whole, 1));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm256_cvtpd_epi32(_mm256_mul_pd(low, factor))),
                                 _mm256_cvtpd_epi32(_mm256_mul_pd(high, factor)), 1);
}

// `mixed` of sixteen parts.
TRUEBOX_AVX2 inline __m256i mixed_parts(__m256i below, __m256i above, __m256i cover) {
  const __m256i kept = _mm256_sub_epi16(_mm256_set1_epi16(255), cover);
  const __m256i sum = _mm256_add_epi16(_mm256_add_epi16(_mm256_mullo_epi16(below, kept), _mm256_mullo_epi16(above, cover)),
                                       _mm256_set1_epi16(128));
  return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
}

// Eight pixels as the parts of each first and of each second pair of a half.
struct Parts {
  __m256i low, high;
};

// Kept outside of loops, as bytes that are written could be a paint's.
struct PaintParts {
  __m256i colour;
  double opacity;
};

TRUEBOX_AVX2 inline PaintParts parts_of(const Paint& paint) {
  const Colour& colour = paint.colour();
  const auto words = static_cast<long long>(colour[0] | std::uint64_t{colour[1]} << 16 | std::uint64_t{colour[2]} << 32 |
                                            std::uint64_t{255} << 48);
  return {_mm256_set1_epi64x(words), paint.opacity()};
}

TRUEBOX_AVX2 inline void mix_parts(Parts& parts, const std::uint8_t* covers, const PaintParts& paint) {
  const __m256i first = _mm256_setr_epi8(0, -1, 0, -1, 0, -1, 0, -1, 4, -1, 4, -1, 4, -1, 4, -1, 0, -1, 0, -1, 0, -1, 0,
                                         -1, 4, -1, 4, -1, 4, -1, 4, -1);
  const __m256i second = _mm256_add_epi8(first, _mm256_set1_epi16(8));
  const __m256i strengths = strengths_of(covers, paint.opacity);
  parts.low = mixed_parts(parts.low, paint.colour, _mm256_shuffle_epi8(strengths, first));
  parts.high = mixed_parts(parts.high, paint.colour, _mm256_shuffle_epi8(strengths, second));
}

TRUEBOX_AVX2 inline void mix_chunk(std::uint8_t* pixels, std::uint8_t* below, std::uint8_t* above, const PaintParts& under,
                                   const PaintParts& over) {
  const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pixels)), zero = _mm256_setzero_si256();
  Parts parts{_mm256_unpacklo_epi8(eight, zero), _mm256_unpackhi_epi8(eight, zero)};
  if (below != above) mix_parts(parts, below, under);
  mix_parts(parts, above, over);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(pixels), _mm256_packus_epi16(parts.low, parts.high));
  std::memset(below, 0, kChunk);
  std::memset(above, 0, kChunk);
}

// Chunks of all rows, a number of them at once: their pixels are fetched before they are needed.
TRUEBOX_AVX2 inline void mix_rows(const Canvas& canvas, const PaintedLayer& under, const PaintedLayer& over) {
  constexpr std::size_t kMost = 256;
  const PixelBounds& part = over.buffer->bounds;
  const std::size_t width = over.buffer->width(), whole = width / kChunk * kChunk, left = width - whole;
  const std::size_t stride = over.buffer->stride;
  std::uint8_t* const above = over.buffer->row(part.top);
  std::uint8_t* const below = under.buffer == nullptr ? above : under.buffer->row(part.top);
  std::uint8_t* const pixels = canvas.at(part.left, part.top);
  const PaintParts first = parts_of(under.buffer == nullptr ? *over.paint : *under.paint), second = parts_of(*over.paint);
  CoveredChunk chunks[2 * kMost + 1];
  std::size_t listed = 0;
  const auto mix_listed = [&]() TRUEBOX_AVX2 {
    for (std::size_t k = 0; k < listed; ++k) {
      const CoveredChunk& chunk = chunks[k];
      mix_chunk(pixels + 4 * chunk.pixel, below + chunk.cover, above + chunk.cover, first, second);
    }
    listed = 0;
  };
  for (int y = part.top; y < part.bottom; ++y) {
    const auto row = static_cast<std::size_t>(y - part.top);
    const CoveredChunk begin{row * static_cast<std::size_t>(canvas.width), row * stride};
    for (std::size_t x = 0; x < whole; x += kMost * kChunk) {
      const std::size_t place = begin.cover + x;
      const std::size_t found = list_covered(below + place, above + place, std::min(kMost * kChunk, whole - x),
                                             {begin.pixel + x, place}, chunks + listed);
      for (std::size_t k = listed; k < listed + found; ++k) __builtin_prefetch(pixels + 4 * chunks[k].pixel, 1);
      listed += found;
      if (listed >= kMost) mix_listed();
    }
    // What is left of the row, and the margin.
    std::uint8_t *const last_below = below + begin.cover + whole, *const last_above = above + begin.cover + whole;
    if (left > 0 && (eight_covers(last_below) | eight_covers(last_above)) != 0) {
      std::uint8_t last[4 * kChunk] = {};
      std::uint8_t* const at = pixels + 4 * (begin.pixel + whole);
      std::memcpy(last, at, 4 * left);
      mix_chunk(last, last_below, last_above, first, second);
      std::memcpy(at, last, 4 * left);
    }
    std::memset(above + begin.cover + stride - kChunk, 0, kChunk);
    std::memset(below + begin.cover + stride - kChunk, 0, kChunk);
  }
  mix_listed();
}

TRUEBOX_WIDE_MIXING inline void mix_widely(const Canvas& canvas, const PaintedLayer& under, const PaintedLayer& over) {
  const PixelBounds& part = over.buffer->bounds;
  std::uint8_t* const above = over.buffer->row(part.top);
  std::uint8_t* const below = under.buffer == nullptr ? above : under.buffer->row(part.top);
  mix_wide_rows(canvas.at(part.left, part.top), 4 * static_cast<std::size_t>(canvas.width), below, above,
                static_cast<std::size_t>(part.bottom - part.top), over.buffer->width(), over.buffer->stride,
                wide_paint(under.buffer == nullptr ? *over.paint : *under.paint), wide_paint(*over.paint));
}

TRUEBOX_BYTE_PERMUTES inline void mix_by_bytes(const Canvas& canvas, const PaintedLayer& under, const PaintedLayer& over) {
  constexpr std::ptrdiff_t kHeld = std::ptrdiff_t{1} << 21;
  const bool far = kPixelBytes * canvas.width * (canvas.end() - canvas.first_row) > kHeld;
  const PixelBounds& part = over.buffer->bounds;
  std::uint8_t* const above = over.buffer->row(part.top);
  std::uint8_t* const below = under.buffer == nullptr ? above : under.buffer->row(part.top);
  mix_byte_rows(canvas.at(part.left, part.top), 4 * static_cast<std::size_t>(canvas.width), below, above,
                static_cast<std::size_t>(part.bottom - part.top), over.buffer->width(), over.buffer->stride,
                under.buffer == nullptr ? *over.paint : *under.paint, *over.paint, far);
}

#endif

}  // namespace mixing_detail

// Mixes the layers in their order; the second has covers.
inline void mix_layers(const Canvas& canvas, const PaintedLayer& under, const PaintedLayer& over) {
#if defined(TRUEBOX_WIDE_REGISTERS)
  if (has_byte_permutes()) {
    mixing_detail::mix_by_bytes(canvas, under, over);
    return;
  }
  if (mixing_detail::has_wide_mixing()) {
    mixing_detail::mix_widely(canvas, under, over);
    return;
  }
  static const bool wide_registers = __builtin_cpu_supports("avx2") != 0;
  if (wide_registers) {
    mixing_detail::mix_rows(canvas, under, over);
    return;
  }
#endif
  const PixelBounds& part = over.buffer->bounds;
  for (const PaintedLayer& layer : {under, over}) {
    if (layer.buffer == nullptr) continue;
    for (int y = part.top; y < part.bottom; ++y) {
      std::uint8_t* const covers = layer.buffer->row(y);
      mix_row(canvas.at(part.left, y), covers, layer.buffer->width(), *layer.paint);
      std::memset(covers, 0, layer.buffer->stride);
    }
  }
}

}  // namespace truebox
