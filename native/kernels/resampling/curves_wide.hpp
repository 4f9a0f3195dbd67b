// The walk of weighted_curves.hpp for sixteen lanes in registers of 512 bits, number for number the same.
//
// Divisions and look-ups are most of the walk. A quotient of whole numbers is made from the processor's estimate of the
// reciprocal with fused multiplications, which takes a third of the time of its division and has the same bits (see
// `Denominators`); the recall thresholds of all lanes are one gathering load.
#pragma once

#include "ground/wide_registers.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#define TRUEBOX_WIDE_CURVES 1

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluation/curve_rows.hpp"
#include "resampling/curve_lanes.hpp"

#define TRUEBOX_CURVES_512 TRUEBOX_AVX512("avx512f,avx512bw,avx512dq,avx512vl,fma")

namespace truebox::detail {

static_assert(kSideBySide == 16, "one register of whole numbers, two of real ones");

inline bool has_wide_curves() {
  static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("fma");
  return has;
}

// Denominators below it have correctly rounded quotients.
inline constexpr std::int32_t kMostDivided = 1 << 26;

TRUEBOX_CURVES_512 inline __m512i lanes_of(const CurveLanes::Whole& from) { return _mm512_load_si512(from.at); }
TRUEBOX_CURVES_512 inline void keep_lanes(CurveLanes::Whole& to, __m512i lanes) { _mm512_store_si512(to.at, lanes); }

// The four registers of whole numbers that the lanes of a cache line of weights fill.
struct LaneSums {
  __m512i at[4];

  TRUEBOX_CURVES_512 static LaneSums zero() {
    const __m512i none = _mm512_setzero_si512();
    return {{none, none, none, none}};
  }
  TRUEBOX_CURVES_512 static LaneSums of_bytes(__m512i bytes) {
    return {{_mm512_cvtepu8_epi32(_mm512_castsi512_si128(bytes)), _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(bytes, 1)),
             _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(bytes, 2)), _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(bytes, 3))}};
  }
  TRUEBOX_CURVES_512 static LaneSums of_words(__m512i low, __m512i high) {
    return {{_mm512_cvtepu16_epi32(_mm512_castsi512_si256(low)), _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(low, 1)),
             _mm512_cvtepu16_epi32(_mm512_castsi512_si256(high)), _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(high, 1))}};
  }
  TRUEBOX_CURVES_512 void add(const LaneSums& other) {
    for (std::size_t side = 0; side < 4; ++side) at[side] = _mm512_add_epi32(at[side], other.at[side]);
  }
};

static_assert(kAbreast == 64 && kAbreast / kSideBySide == 4, "a cache line of weights, four registers of numbers");

// What is read of the weights for the rows of a class in a block of lanes, in order: it is looked up once, in whole
// cache lines, and walked side by side.
struct CountedRows {
  struct alignas(64) Between {
    std::uint16_t at[kAbreast];
  };
  std::vector<WeightLine> weight;  // of each row
  std::vector<Between> between;    // the plain false positives since the row before
};

TRUEBOX_CURVES_512 inline __m512i line_of(const std::uint8_t* weights, std::int32_t image) {
  return _mm512_load_si512(weights + static_cast<std::size_t>(image) * kAbreast);
}

// Bytes hold the sums of so many weights.
inline std::size_t summed_in_bytes(std::uint8_t most) { return most == 0 ? 255 : 255u / most; }

TRUEBOX_CURVES_512 inline void count_truths_wide(const CountedTruths& truths, std::size_t k, std::size_t range,
                                                 const std::uint8_t* weights, std::uint8_t most, CurveLanes* sides) {
  LaneSums total = LaneSums::zero();
  const std::size_t together = summed_in_bytes(most);
  auto i = static_cast<std::size_t>(truths.offsets[k]);
  const auto end = static_cast<std::size_t>(truths.offsets[k + 1]);
  while (i < end) {
    __m512i bytes = _mm512_setzero_si512();
    for (const std::size_t stop = end - i < together ? end : i + together; i < stop; ++i) {
      // No branch: of four ranges any two truths differ.
      const __mmask64 counts = std::uint64_t{0} - ((truths.inside[i] >> range) & 1);
      bytes = _mm512_mask_add_epi8(bytes, counts, bytes, line_of(weights, truths.images[i]));
    }
    total.add(LaneSums::of_bytes(bytes));
  }
  for (std::size_t side = 0; side < 4; ++side) keep_lanes(sides[side].truths, total.at[side]);
}

// The sum of the weights of `count` images, at most kMostBetween, in words of 16 bits.
TRUEBOX_CURVES_512 inline void sum_between(const std::int32_t* images, std::size_t count, const std::uint8_t* weights,
                                           std::size_t together, __m512i& low, __m512i& high) {
  low = high = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count;) {
    __m512i bytes = _mm512_setzero_si512();
    for (const std::size_t stop = count - i < together ? count : i + together; i < stop; ++i) {
      bytes = _mm512_add_epi8(bytes, line_of(weights, images[i]));
    }
    low = _mm512_add_epi16(low, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(bytes)));
    high = _mm512_add_epi16(high, _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(bytes, 1)));
  }
}

TRUEBOX_CURVES_512 inline void add_to_sides(const LaneSums& weight, CurveLanes::Whole* const* to, std::size_t place) {
  for (std::size_t side = 0; side < 4; ++side) {
    keep_lanes(to[side][place], _mm512_add_epi32(lanes_of(to[side][place]), weight.at[side]));
  }
}

// What counts at no, or not at every, threshold is rare, so that all that stand before a place are counted once for all
// thresholds, and what a threshold leaves out is counted apart: `plain` holds the former, `missed` the latter.
// Returns whether anything is left out.
TRUEBOX_CURVES_512 inline bool count_outcomes_wide(const CurveRows& rows, const std::uint8_t* weights, std::uint8_t most,
                                                   bool precise, CountedRows& counted, CurveLanes* sides) {
  const std::size_t thresholds = sides[0].found.size(), count = rows.image.size(), together = summed_in_bytes(most);
  CurveLanes::Whole *found[4], *left[4], *first[4];  // `first`: hits at the first thresholds and no other, by how many
  for (std::size_t side = 0; side < 4; ++side) {
    found[side] = sides[side].found.data(), left[side] = sides[side].missed.data(), first[side] = sides[side].reached.data();
    for (std::size_t t = 0; t < thresholds; ++t) found[side][t] = left[side][t] = first[side][t] = {};
    first[side][thresholds] = {};
  }
  if (counted.weight.size() < count) counted.weight.resize(count), counted.between.resize(count);
  LaneSums all = LaneSums::zero();
  const std::uint64_t whole = precise ? ~std::uint64_t{0} >> (64 - thresholds) : 0;
  std::uint64_t any_left = 0;
  std::size_t place = 0;
  for (std::size_t i = 0; i < count; ++i) {
    __m512i low, high;
    sum_between(rows.plain.data() + place, rows.before[i] - place, weights, together, low, high);
    place = rows.before[i];
    _mm512_store_si512(counted.between[i].at, low);
    _mm512_store_si512(counted.between[i].at + kAbreast / 2, high);
    all.add(LaneSums::of_words(low, high));
    const __m512i line = line_of(weights, rows.image[i]);
    _mm512_store_si512(counted.weight[i].at, line);
    const LaneSums weight = LaneSums::of_bytes(line);
    all.add(weight);
    const std::uint64_t hits = rows.hits[i], absent = whole & ~(hits | rows.misses[i]);
    if ((hits & (hits + 1)) == 0) {
      add_to_sides(weight, first, static_cast<std::size_t>(std::bit_width(hits)));
    } else {
      for (std::uint64_t bits = hits; bits != 0; bits &= bits - 1) {
        add_to_sides(weight, found, static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
    any_left |= absent;
    for (std::uint64_t bits = absent; bits != 0; bits &= bits - 1) {
      add_to_sides(weight, left, static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
  for (std::size_t side = 0; side < 4; ++side) {
    __m512i more = _mm512_setzero_si512();
    for (std::size_t t = thresholds; t-- > 0;) {
      more = _mm512_add_epi32(more, lanes_of(first[side][t + 1]));
      keep_lanes(found[side][t], _mm512_add_epi32(lanes_of(found[side][t]), more));
    }
    keep_lanes(sides[side].plain, all.at[side]);
  }
  return any_left != 0;
}

// Whether the quotients of this walk may be made so: no denominator is too large, and epsilon changes none but 1.
inline bool are_divided_wide(const CurveLanes& lanes, double epsilon) {
  std::int32_t most = 0;
  for (const std::int32_t all : lanes.plain.at) most = all > most ? all : most;
  return most < kMostDivided && epsilon >= 0.0 && 2.0 + epsilon == 2.0;
}

// Eight denominators and what is divided by them.
struct Denominators {
  __m512d all, reciprocal;
  __mmask8 alone;  // where it is 1

  TRUEBOX_CURVES_512 static Denominators of(__m256i counted) {
    // Without a single detection before it the precision is 0 of 1, as it is where nothing divides by nothing.
    const __m256i ones = _mm256_set1_epi32(1);
    const __m256i least = _mm256_max_epi32(counted, ones);
    const __m512d all = _mm512_cvtepi32_pd(least);
    const __m512d estimate = _mm512_rcp14_pd(all);
    const __m512d error = _mm512_fnmadd_pd(all, estimate, _mm512_set1_pd(1.0));
    return {all, _mm512_fmadd_pd(estimate, error, estimate), _mm256_cmpeq_epi32_mask(least, ones)};
  }

  // hits / all, correctly rounded as a division is; 0 <= hits <= all < kMostDivided. `one` is 1 of 1.
  // With a reciprocal within 2^-28 the remainders hits - q all are exact: they are multiples of the last place of q
  // and below 2^53 of them. The first correction leaves less than one place, the second 2^-28 of one, before it is
  // rounded. hits / all lies at least 1 / (2 all) of a place from every midpoint of two numbers (a midpoint itself has
  // 54 digits, which no quotient of numbers so short has), so that the rounding falls as that of hits / all does.
  TRUEBOX_CURVES_512 __m512d precision(__m256i found, __m512d one) const {
    const __m512d hits = _mm512_cvtepi32_pd(found);
    __m512d q = _mm512_mul_pd(hits, reciprocal);
    q = _mm512_fmadd_pd(_mm512_fnmadd_pd(q, all, hits), reciprocal, q);
    q = _mm512_fmadd_pd(_mm512_fnmadd_pd(q, all, hits), reciprocal, q);
    return _mm512_mask_mul_pd(q, alone, hits, one);
  }
};

TRUEBOX_CURVES_512 inline __m256i low_half(__m512i lanes) { return _mm512_castsi512_si256(lanes); }
TRUEBOX_CURVES_512 inline __m256i high_half(__m512i lanes) { return _mm512_extracti64x4_epi64(lanes, 1); }

TRUEBOX_CURVES_512 inline void raise_and_add(__m512d precision, __m256i passed, double* highest, double* sum) {
  const __m512d now = _mm512_max_pd(precision, _mm512_load_pd(highest));
  _mm512_store_pd(highest, now);
  _mm512_store_pd(sum, _mm512_add_pd(_mm512_load_pd(sum), _mm512_mul_pd(now, _mm512_cvtepi32_pd(passed))));
}

// `kLeft`: some threshold leaves something out; otherwise one denominator serves all of a row.
template <bool kLeft>
TRUEBOX_CURVES_512 inline void sum_precision_wide(const CurveRows& rows, const CountedRows& counted, std::size_t side,
                                                  const std::int32_t* steps, double epsilon, CurveLanes& lanes) {
  CurveLanes::Whole* const found = lanes.found.data();
  CurveLanes::Whole* const left = lanes.missed.data();
  CurveLanes::Whole* const reached = lanes.reached.data();
  CurveLanes::Real* const highest = lanes.highest.data();
  CurveLanes::Real* const sum = lanes.sum.data();
  const __m512i table = lanes_of(lanes.table);
  for (std::size_t t = 0; t < lanes.found.size(); ++t) {
    highest[t] = sum[t] = {};
    keep_lanes(reached[t], _mm512_i32gather_epi32(_mm512_add_epi32(table, lanes_of(found[t])), steps, 4));
  }
  const __m512d one = _mm512_set1_pd(1.0 / (1.0 + epsilon));
  __m512i all = lanes_of(lanes.plain);
  const std::uint64_t* const hits = rows.hits.data();
  const std::uint64_t* const misses = rows.misses.data();
  const std::uint64_t whole = ~std::uint64_t{0} >> (64 - lanes.found.size());
  const std::size_t lane = side * kSideBySide;
  for (std::size_t i = rows.image.size(); i-- > 0;) {
    const __m512i weight =
        _mm512_cvtepu8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(counted.weight[i].at + lane)));
    Denominators low = Denominators::of(low_half(all)), high = Denominators::of(high_half(all));
    for (std::uint64_t bits = hits[i]; bits != 0; bits &= bits - 1) {
      const auto t = static_cast<std::size_t>(std::countr_zero(bits));
      if constexpr (kLeft) {
        const __m512i those = _mm512_sub_epi32(all, lanes_of(left[t]));
        low = Denominators::of(low_half(those)), high = Denominators::of(high_half(those));
      }
      const __m512i right = lanes_of(found[t]), rest = _mm512_sub_epi32(right, weight);
      const __m512i next = _mm512_i32gather_epi32(_mm512_add_epi32(table, rest), steps, 4);
      const __m512i passed = _mm512_sub_epi32(lanes_of(reached[t]), next);
      keep_lanes(found[t], rest);
      keep_lanes(reached[t], next);
      raise_and_add(low.precision(low_half(right), one), low_half(passed), highest[t].at, sum[t].at);
      raise_and_add(high.precision(high_half(right), one), high_half(passed), highest[t].at + 8, sum[t].at + 8);
    }
    const __m512i between =
        _mm512_cvtepu16_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(counted.between[i].at + lane)));
    all = _mm512_sub_epi32(_mm512_sub_epi32(all, weight), between);
    if constexpr (kLeft) {
      for (std::uint64_t bits = whole & ~(hits[i] | misses[i]); bits != 0; bits &= bits - 1) {
        CurveLanes::Whole& at = left[std::countr_zero(bits)];
        keep_lanes(at, _mm512_sub_epi32(lanes_of(at), weight));
      }
    }
  }
}

}  // namespace truebox::detail

#endif
