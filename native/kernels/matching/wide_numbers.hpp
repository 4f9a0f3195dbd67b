// Numbers that a search computes with, a register full at a time: reals, and whole numbers where all costs are such.
// What is computed with those is exact either way, so that both find the same, whole numbers in two thirds of the time.
#pragma once

#include "ground/wide_registers.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#include <cstddef>
#include <cstdint>
#include <limits>

namespace truebox::detail {

#define TRUEBOX_WIDE TRUEBOX_AVX512("avx512f,avx512dq,avx512bw,avx512vl,bmi,bmi2,lzcnt,popcnt")

struct WideReals {
  using Number = double;
  using Wide = __m512d;
  using Bits = __mmask8;
  static constexpr std::size_t kLanes = 8;
  static constexpr bool kHoldsAll = true;

  TRUEBOX_WIDE static Wide load(const Number* from) { return _mm512_load_pd(from); }
  TRUEBOX_WIDE static void store(Number* to, Wide values) { _mm512_store_pd(to, values); }
  TRUEBOX_WIDE static Wide all(Number value) { return _mm512_set1_pd(value); }
  TRUEBOX_WIDE static Wide nothing() { return _mm512_setzero_pd(); }
  TRUEBOX_WIDE static Wide infinite() { return _mm512_set1_pd(std::numeric_limits<double>::infinity()); }
  TRUEBOX_WIDE static Wide less(Wide a, Wide b) { return _mm512_sub_pd(a, b); }
  TRUEBOX_WIDE static Wide sum(Wide a, Wide b) { return _mm512_add_pd(a, b); }
  TRUEBOX_WIDE static Wide least(Wide a, Wide b) { return _mm512_min_pd(a, b); }
  // What is not below 0 compares as the whole numbers with the same bits, which takes processors three cycles, not four.
  TRUEBOX_WIDE static Wide not_below_nothing(Wide values) {
    return _mm512_castsi512_pd(_mm512_max_epi64(_mm512_castpd_si512(values), _mm512_setzero_si512()));
  }
  TRUEBOX_WIDE static Wide nearer_of(Wide a, Wide b) {
    return _mm512_castsi512_pd(_mm512_min_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)));
  }
  TRUEBOX_WIDE static Wide chosen(Wide where_not, Bits bits, Wide where) {
    return _mm512_mask_mov_pd(where_not, bits, where);
  }
  TRUEBOX_WIDE static Bits equal(Wide a, Wide b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
  TRUEBOX_WIDE static Bits nearer(Bits among, Wide a, Wide b) { return _mm512_mask_cmp_pd_mask(among, a, b, _CMP_LT_OQ); }

  TRUEBOX_WIDE static Wide least_of_all(Wide values) {
    values = _mm512_min_pd(_mm512_shuffle_f64x2(values, values, 0x4E), values);
    values = _mm512_min_pd(_mm512_shuffle_f64x2(values, values, 0xB1), values);
    return _mm512_min_pd(_mm512_permute_pd(values, 0x55), values);
  }

  TRUEBOX_WIDE static Wide nearest_of_all(Wide values) {
    values = nearer_of(_mm512_shuffle_f64x2(values, values, 0x4E), values);
    values = nearer_of(_mm512_shuffle_f64x2(values, values, 0xB1), values);
    return nearer_of(_mm512_permute_pd(values, 0x55), values);
  }

  // Costs that are not there are infinite; whether these numbers hold all that are.
  TRUEBOX_WIDE static bool fetch(const double* cost, Bits there, Number* to) {
    store(to, _mm512_mask_loadu_pd(infinite(), there, cost));
    return true;
  }
};

// Up to 2^24: prices lie within thrice the costs, since a free column keeps its own and every row prefers what it has
// to that, and distances within eight times.
struct WideWholeNumbers {
  using Number = std::int32_t;
  using Wide = __m512i;
  using Bits = __mmask16;
  static constexpr std::size_t kLanes = 16;
  static constexpr bool kHoldsAll = false;
  static constexpr std::int32_t kLargest = 1 << 24, kInfinite = 1 << 30;

  TRUEBOX_WIDE static Wide load(const Number* from) { return _mm512_load_si512(from); }
  TRUEBOX_WIDE static void store(Number* to, Wide values) { _mm512_store_si512(to, values); }
  TRUEBOX_WIDE static Wide all(Number value) { return _mm512_set1_epi32(value); }
  TRUEBOX_WIDE static Wide nothing() { return _mm512_setzero_si512(); }
  TRUEBOX_WIDE static Wide infinite() { return _mm512_set1_epi32(kInfinite); }
  TRUEBOX_WIDE static Wide less(Wide a, Wide b) { return _mm512_sub_epi32(a, b); }
  TRUEBOX_WIDE static Wide sum(Wide a, Wide b) { return _mm512_add_epi32(a, b); }
  TRUEBOX_WIDE static Wide not_below_nothing(Wide values) { return _mm512_max_epi32(values, nothing()); }
  TRUEBOX_WIDE static Wide least(Wide a, Wide b) { return _mm512_min_epi32(a, b); }
  TRUEBOX_WIDE static Wide nearer_of(Wide a, Wide b) { return least(a, b); }
  TRUEBOX_WIDE static Wide chosen(Wide where_not, Bits bits, Wide where) {
    return _mm512_mask_mov_epi32(where_not, bits, where);
  }
  TRUEBOX_WIDE static Bits equal(Wide a, Wide b) { return _mm512_cmpeq_epi32_mask(a, b); }
  TRUEBOX_WIDE static Bits nearer(Bits among, Wide a, Wide b) { return _mm512_mask_cmplt_epi32_mask(among, a, b); }

  TRUEBOX_WIDE static Wide least_of_all(Wide values) {
    values = _mm512_min_epi32(_mm512_shuffle_i64x2(values, values, 0x4E), values);
    values = _mm512_min_epi32(_mm512_shuffle_i64x2(values, values, 0xB1), values);
    values = _mm512_min_epi32(_mm512_shuffle_epi32(values, _MM_PERM_BADC), values);
    return _mm512_min_epi32(_mm512_shuffle_epi32(values, _MM_PERM_CDAB), values);
  }

  TRUEBOX_WIDE static Wide nearest_of_all(Wide values) { return least_of_all(values); }

  // Mostly tells matrices of other numbers by their first.
  TRUEBOX_WIDE static bool may_hold(double cost) {
    const __m128d first = _mm_set_sd(cost);
    return _mm_cvtsd_f64(_mm_roundscale_sd(first, first, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)) == cost;
  }

  TRUEBOX_WIDE static bool fetch(const double* cost, Bits there, Number* to) {
    const auto low = static_cast<__mmask8>(there), high = static_cast<__mmask8>(there >> 8);
    const bool whole = fetch_half(cost, low, to);
    return (high == 0 ? put_infinite(to + 8) : fetch_half(cost + 8, high, to + 8)) && whole;
  }

 private:
  TRUEBOX_WIDE static bool put_infinite(Number* to) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm256_set1_epi32(kInfinite));
    return true;
  }

  TRUEBOX_WIDE static bool fetch_half(const double* cost, __mmask8 there, Number* to) {
    const __m512d entry = _mm512_maskz_loadu_pd(there, cost);
    const __m256i number = _mm512_cvttpd_epi32(entry);
    const __mmask8 same = _mm512_cmp_pd_mask(_mm512_cvtepi32_pd(number), entry, _CMP_EQ_OQ);
    // As it is unsigned, a number below -kLargest is far above twice that.
    const __m256i shifted = _mm256_add_epi32(number, _mm256_set1_epi32(kLargest));
    const __mmask8 small = _mm256_cmple_epu32_mask(shifted, _mm256_set1_epi32(2 * kLargest));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm256_mask_mov_epi32(_mm256_set1_epi32(kInfinite), there, number));
    return static_cast<__mmask8>(same & small) == 0xFF;
  }
};

}  // namespace truebox::detail
#endif
