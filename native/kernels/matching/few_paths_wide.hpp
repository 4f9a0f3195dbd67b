// The search of `dense_paths.hpp` on at most 64 columns with AVX-512: same order, same numbers, same answer. Distances
// stay in registers, and which columns are open, free or just came nearer are the bits of one word; where those are
// written one by one, as that search does, the processor waits for each before it reads the registers that hold them.
#pragma once

#include "ground/wide_registers.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ground/interruption.hpp"
#include "matching/pad_rows.hpp"

namespace truebox::detail {

#define TRUEBOX_WIDE TRUEBOX_AVX512("avx512f,avx512dq,avx512bw,avx512vl,bmi,bmi2,lzcnt,popcnt")

inline bool few_paths_are_wide() {
  static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                           __builtin_cpu_supports("bmi2");
  return wide;
}

// At most `kRegisters` times eight columns.
template <std::size_t kRegisters>
class FewPathsWide {
 public:
  TRUEBOX_WIDE FewPathsWide(std::size_t rows, std::size_t columns, std::int64_t* column_of)
      : rows_(rows), columns_(columns), all_(~std::uint64_t{0} >> (64 - columns)), free_(all_), column_of_(column_of) {}

  TRUEBOX_WIDE void solve(const double* cost, bool turned) {
    fetch(cost, turned);
    start_at_column_minima();
    std::uint8_t free_rows[kMost];
    std::size_t left = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!take_cheapest(i)) free_rows[left++] = static_cast<std::uint8_t>(i);
    }
    for (std::size_t k = 0; k < left; ++k) augment(free_rows[k]);
  }

 private:
  static constexpr std::size_t kMost = 8 * kRegisters;

  TRUEBOX_WIDE static __m512d infinite() { return _mm512_set1_pd(std::numeric_limits<double>::infinity()); }
  // The eight bits of a word that stand for the columns of one register.
  TRUEBOX_WIDE static __mmask8 part(std::uint64_t bits, std::size_t k) { return static_cast<__mmask8>(bits >> 8 * k); }
  TRUEBOX_WIDE static std::uint64_t whole(__mmask8 bits, std::size_t k) { return std::uint64_t{bits} << 8 * k; }
  TRUEBOX_WIDE static std::size_t first_of(std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

  TRUEBOX_WIDE const double* row(std::size_t i) const { return padded_ + i * kMost; }

  TRUEBOX_WIDE void fetch(const double* cost, bool turned) {
    if (turned) return pad_rows(cost, rows_, columns_, kMost, true, padded_);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t k = 0; k < kRegisters; ++k) {
        const __m512d entry = _mm512_mask_loadu_pd(infinite(), part(all_, k), cost + i * columns_ + 8 * k);
        _mm512_store_pd(padded_ + i * kMost + 8 * k, entry);
      }
    }
  }

  TRUEBOX_WIDE void start_at_column_minima() {
    __m512d least[kRegisters], above[kRegisters];
    for (std::size_t k = 0; k < kRegisters; ++k) least[k] = above[k] = _mm512_load_pd(padded_ + 8 * k);
    std::size_t equal = 0;
    for (std::size_t i = 1; rows_ == columns_ && i < rows_; ++i) {
      std::uint64_t same = 0;
      for (std::size_t k = 0; k < kRegisters; ++k) {
        const __m512d entry = _mm512_load_pd(row(i) + 8 * k);
        same |= whole(_mm512_cmp_pd_mask(entry, above[k], _CMP_EQ_OQ), k);
        least[k] = _mm512_min_pd(entry, least[k]);
        above[k] = entry;
      }
      equal += static_cast<std::size_t>(std::popcount(same & all_));
    }
    const bool helps = rows_ == columns_ && 4 * equal <= rows_ * columns_;
    for (std::size_t k = 0; k < kRegisters; ++k) {
      _mm512_store_pd(price_ + 8 * k, _mm512_maskz_mov_pd(helps ? part(all_, k) : __mmask8{0}, least[k]));
    }
  }

  TRUEBOX_WIDE bool take_cheapest(std::size_t i) {
    __m512d reduced[kRegisters];
    const __m512d least = reduce(i, reduced);
    const std::uint64_t hits = where_equal(reduced, least) & free_;
    if (hits == 0) return false;
    const std::size_t column = first_of(hits);
    give(i, column);
    own_[column] = row(i)[column] - price_[column];
    return true;
  }

  // Costs of a row less prices; the least of them.
  TRUEBOX_WIDE __m512d reduce(std::size_t i, __m512d (&reduced)[kRegisters]) const {
    for (std::size_t k = 0; k < kRegisters; ++k) {
      reduced[k] = _mm512_sub_pd(_mm512_load_pd(row(i) + 8 * k), _mm512_load_pd(price_ + 8 * k));
    }
    return least_of(reduced);
  }

  // The least number, eight times.
  TRUEBOX_WIDE static __m512d least_of(const __m512d (&values)[kRegisters]) {
    __m512d least = values[0];
    for (std::size_t k = 1; k < kRegisters; ++k) least = _mm512_min_pd(values[k], least);
    least = _mm512_min_pd(_mm512_shuffle_f64x2(least, least, 0x4E), least);
    least = _mm512_min_pd(_mm512_shuffle_f64x2(least, least, 0xB1), least);
    return _mm512_min_pd(_mm512_permute_pd(least, 0x55), least);
  }

  TRUEBOX_WIDE static std::uint64_t where_equal(const __m512d (&values)[kRegisters], __m512d value) {
    std::uint64_t hits = 0;
    for (std::size_t k = 0; k < kRegisters; ++k) hits |= whole(_mm512_cmp_pd_mask(values[k], value, _CMP_EQ_OQ), k);
    return hits;
  }

  TRUEBOX_WIDE void give(std::size_t i, std::size_t column) {
    row_of_[column] = static_cast<std::uint8_t>(i);
    column_of_[i] = static_cast<std::int64_t>(column);
    free_ &= ~(std::uint64_t{1} << column);
  }

  TRUEBOX_WIDE void augment(std::size_t start) {
    __m512d distance[kRegisters], settled[kRegisters];  // how far a column is, and how far one was that is settled
    __m512d travelled = reduce(start, distance);
    // What is as near as the least is where the difference from it is nothing.
    std::uint64_t hits = where_equal(distance, travelled), open = all_;
    for (std::size_t k = 0; k < kRegisters; ++k) {
      distance[k] = _mm512_max_pd(_mm512_sub_pd(distance[k], travelled), _mm512_setzero_pd());
      settled[k] = _mm512_setzero_pd();
    }
    travelled = _mm512_setzero_pd();
    step_[0] = {all_, static_cast<std::uint8_t>(start), 0};
    std::size_t steps = 0;
    while ((hits & free_) == 0) {
      const std::size_t column = first_of(hits), at = row_of_[column];
      const __m512d offset = _mm512_sub_pd(_mm512_set1_pd(own_[column]), travelled);
      const std::uint64_t bit = std::uint64_t{1} << column;
      step_[steps].column = static_cast<std::uint8_t>(column);
      open &= ~bit;
      std::uint64_t shorter = 0;
      for (std::size_t k = 0; k < kRegisters; ++k) {
        const __m512d reduced = _mm512_sub_pd(_mm512_load_pd(row(at) + 8 * k), _mm512_load_pd(price_ + 8 * k));
        const __m512d through = _mm512_max_pd(_mm512_sub_pd(reduced, offset), _mm512_setzero_pd());
        settled[k] = _mm512_mask_mov_pd(settled[k], part(bit, k), travelled);
        distance[k] = _mm512_mask_mov_pd(distance[k], part(bit, k), infinite());
        const __mmask8 now = _mm512_mask_cmp_pd_mask(part(open, k), through, distance[k], _CMP_LT_OQ);
        distance[k] = _mm512_mask_mov_pd(distance[k], now, through);
        shorter |= whole(now, k);
      }
      travelled = least_of(distance);
      hits = where_equal(distance, travelled);
      step_[++steps] = {shorter, static_cast<std::uint8_t>(at), 0};
    }
    keep_going(kMost * (steps + 1));
    const std::size_t end = first_of(hits & free_);
    for (std::size_t k = 0; k < kRegisters; ++k) {
      const __m512d price = _mm512_load_pd(price_ + 8 * k), change = _mm512_sub_pd(settled[k], travelled);
      _mm512_store_pd(price_ + 8 * k, _mm512_mask_add_pd(price, part(all_ & ~open, k), price, change));
    }
    turn_path(start, end, steps);
    for (std::size_t k = 0; k < steps; ++k) look_at_owner(step_[k].column);
    look_at_owner(end);
  }

  // Back along the path: a column was reached from the last row that brought it nearer.
  TRUEBOX_WIDE void turn_path(std::size_t start, std::size_t column, std::size_t step) {
    for (;; --step) {
      if ((step_[step].shorter >> column & 1) == 0) continue;
      const std::size_t i = step_[step].row, before = static_cast<std::size_t>(column_of_[i]);
      give(i, column);
      if (i == start) return;
      column = before;
    }
  }

  TRUEBOX_WIDE void look_at_owner(std::size_t column) { own_[column] = row(row_of_[column])[column] - price_[column]; }

  struct Step {
    std::uint64_t shorter;  // a bit for each column that this row brought nearer
    std::uint8_t row, column;
  };

  alignas(64) double padded_[kMost * kMost], price_[kMost];
  double own_[kMost];  // what the owner of a column pays for it, less its price
  Step step_[kMost + 1];
  std::uint8_t row_of_[kMost];
  std::size_t rows_, columns_;
  std::uint64_t all_, free_;
  std::int64_t* column_of_;
};

template <std::size_t kRegisters>
TRUEBOX_WIDE void assign_few_wide(const double* cost, std::size_t rows, std::size_t columns, bool turned,
                                  std::int64_t* column_of) {
  FewPathsWide<kRegisters>(rows, columns, column_of).solve(cost, turned);
}

// By how many registers a row takes, less one.
inline constexpr decltype(&assign_few_wide<1>) kAssignFewWide[8] = {
    &assign_few_wide<1>, &assign_few_wide<2>, &assign_few_wide<3>, &assign_few_wide<4>,
    &assign_few_wide<5>, &assign_few_wide<6>, &assign_few_wide<7>, &assign_few_wide<8>};

#undef TRUEBOX_WIDE

}  // namespace truebox::detail
#endif
