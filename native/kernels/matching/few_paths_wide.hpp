// The search of `dense_paths.hpp` on at most 64 columns with AVX-512: same order, same numbers, same answer. Distances
// stay in registers, and which columns are open, free or just came nearer are the bits of one word; where those are
// written one by one, as that search does, the processor waits for each before it reads the registers that hold them.
#pragma once

#include "ground/wide_registers.hpp"

#ifdef TRUEBOX_WIDE_REGISTERS
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ground/interruption.hpp"
#include "matching/pad_rows.hpp"
#include "matching/wide_numbers.hpp"

namespace truebox::detail {

inline bool few_paths_are_wide() {
  static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                           __builtin_cpu_supports("bmi2");
  return wide;
}

// At most `kRegisters` registers full of columns.
template <class Numbers, std::size_t kRegisters>
class FewPathsWide {
 public:
  TRUEBOX_WIDE FewPathsWide(std::size_t rows, std::size_t columns, std::int64_t* column_of)
      : rows_(rows), columns_(columns), all_(~std::uint64_t{0} >> (64 - columns)), free_(all_), column_of_(column_of) {}

  // False, and nothing is done, where these numbers do not hold the costs.
  TRUEBOX_WIDE bool solve(const double* cost, bool turned) {
    if (!fetch(cost, turned)) return false;
    start_at_column_minima();
    std::uint8_t free_rows[kMost];
    std::size_t left = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!take_cheapest(i)) free_rows[left++] = static_cast<std::uint8_t>(i);
    }
    for (std::size_t k = 0; k < left; ++k) augment(free_rows[k]);
    return true;
  }

 private:
  using Number = typename Numbers::Number;
  using Wide = typename Numbers::Wide;
  using Bits = typename Numbers::Bits;
  static constexpr std::size_t kLanes = Numbers::kLanes, kMost = kLanes * kRegisters;

  // The bits of a word that stand for the columns of one register.
  TRUEBOX_WIDE static Bits part(std::uint64_t bits, std::size_t k) { return static_cast<Bits>(bits >> kLanes * k); }
  TRUEBOX_WIDE static std::uint64_t whole(Bits bits, std::size_t k) { return std::uint64_t{bits} << kLanes * k; }
  TRUEBOX_WIDE static std::size_t first_of(std::uint64_t bits) { return static_cast<std::size_t>(std::countr_zero(bits)); }

  TRUEBOX_WIDE const Number* row(std::size_t i) const { return padded_ + i * kMost; }

  TRUEBOX_WIDE bool fetch(const double* cost, bool turned) {
    if constexpr (Numbers::kHoldsAll) {
      if (turned) {
        pad_rows(cost, rows_, columns_, kMost, true, padded_);
        return true;
      }
    }
    std::size_t i = 0;
    do {  // there is a row, which compilers cannot know
      bool held = true;
      for (std::size_t k = 0; k < kRegisters; ++k) {
        held &= Numbers::fetch(cost + i * columns_ + kLanes * k, part(all_, k), padded_ + i * kMost + kLanes * k);
      }
      if (!held) return false;
    } while (++i < rows_);
    return true;
  }

  TRUEBOX_WIDE void start_at_column_minima() {
    Wide least[kRegisters], above[kRegisters];
    for (std::size_t k = 0; k < kRegisters; ++k) least[k] = above[k] = Numbers::load(padded_ + kLanes * k);
    std::size_t equal = 0;
    for (std::size_t i = 1; rows_ == columns_ && i < rows_; ++i) {
      std::uint64_t same = 0;
      for (std::size_t k = 0; k < kRegisters; ++k) {
        const Wide entry = Numbers::load(row(i) + kLanes * k);
        same |= whole(Numbers::equal(entry, above[k]), k);
        least[k] = Numbers::least(entry, least[k]);
        above[k] = entry;
      }
      equal += static_cast<std::size_t>(std::popcount(same & all_));
    }
    const bool helps = rows_ == columns_ && 4 * equal <= rows_ * columns_;
    for (std::size_t k = 0; k < kRegisters; ++k) {
      Numbers::store(price_ + kLanes * k, Numbers::chosen(Numbers::nothing(), helps ? part(all_, k) : Bits{0}, least[k]));
    }
  }

  TRUEBOX_WIDE bool take_cheapest(std::size_t i) {
    Wide reduced[kRegisters];
    const Wide least = reduce(i, reduced);
    const std::uint64_t hits = where_equal(reduced, least) & free_;
    if (hits == 0) return false;
    const std::size_t column = first_of(hits);
    give(i, column);
    look_at_owner(column);
    return true;
  }

  // Costs of a row less prices; the least of them.
  TRUEBOX_WIDE Wide reduce(std::size_t i, Wide (&reduced)[kRegisters]) const {
    for (std::size_t k = 0; k < kRegisters; ++k) {
      reduced[k] = Numbers::less(Numbers::load(row(i) + kLanes * k), Numbers::load(price_ + kLanes * k));
    }
    return least_of(reduced);
  }

  // The least number, in all lanes.
  TRUEBOX_WIDE static Wide least_of(const Wide (&values)[kRegisters]) {
    Wide least = values[0];
    for (std::size_t k = 1; k < kRegisters; ++k) least = Numbers::least(values[k], least);
    return Numbers::least_of_all(least);
  }

  TRUEBOX_WIDE static std::uint64_t where_equal(const Wide (&values)[kRegisters], Wide value) {
    std::uint64_t hits = 0;
    for (std::size_t k = 0; k < kRegisters; ++k) hits |= whole(Numbers::equal(values[k], value), k);
    return hits;
  }

  TRUEBOX_WIDE void give(std::size_t i, std::size_t column) {
    row_of_[column] = static_cast<std::uint8_t>(i);
    column_of_[i] = static_cast<std::int64_t>(column);
    free_ &= ~(std::uint64_t{1} << column);
  }

  TRUEBOX_WIDE void augment(std::size_t start) {
    Wide distance[kRegisters], settled[kRegisters];  // how far a column is, and how far one was that is settled
    Wide travelled = reduce(start, distance);
    // What is as near as the least is where the difference from it is nothing.
    std::uint64_t hits = where_equal(distance, travelled), open = all_;
    for (std::size_t k = 0; k < kRegisters; ++k) {
      distance[k] = Numbers::not_below_nothing(Numbers::less(distance[k], travelled));
      settled[k] = Numbers::nothing();
    }
    travelled = Numbers::nothing();
    step_[0] = {all_, static_cast<std::uint8_t>(start), 0};
    std::size_t steps = 0;
    while ((hits & free_) == 0) {
      const std::size_t column = first_of(hits);
      const Number* const entry = owner_row_[column];
      const Wide offset = Numbers::less(Numbers::all(own_[column]), travelled);
      const std::uint64_t bit = std::uint64_t{1} << column;
      step_[steps].column = static_cast<std::uint8_t>(column);
      open &= ~bit;
      std::uint64_t shorter = 0;
      for (std::size_t k = 0; k < kRegisters; ++k) {
        const Wide reduced = Numbers::less(Numbers::load(entry + kLanes * k), Numbers::load(price_ + kLanes * k));
        const Wide through = Numbers::not_below_nothing(Numbers::less(reduced, offset));
        settled[k] = Numbers::chosen(settled[k], part(bit, k), travelled);
        distance[k] = Numbers::chosen(distance[k], part(bit, k), Numbers::infinite());
        const Bits now = Numbers::nearer(part(open, k), through, distance[k]);
        distance[k] = Numbers::chosen(distance[k], now, through);
        shorter |= whole(now, k);
      }
      Wide nearest = distance[0];
      for (std::size_t k = 1; k < kRegisters; ++k) nearest = Numbers::nearer_of(distance[k], nearest);
      travelled = Numbers::nearest_of_all(nearest);
      hits = where_equal(distance, travelled);
      step_[++steps] = {shorter, row_of_[column], 0};
    }
    keep_going(kMost * (steps + 1));
    const std::size_t end = first_of(hits & free_);
    for (std::size_t k = 0; k < kRegisters; ++k) {
      const Wide price = Numbers::load(price_ + kLanes * k), change = Numbers::less(settled[k], travelled);
      Numbers::store(price_ + kLanes * k, Numbers::chosen(price, part(all_ & ~open, k), Numbers::sum(price, change)));
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

  TRUEBOX_WIDE void look_at_owner(std::size_t column) {
    owner_row_[column] = row(row_of_[column]);
    own_[column] = owner_row_[column][column] - price_[column];
  }

  struct Step {
    std::uint64_t shorter;  // a bit for each column that this row brought nearer
    std::uint8_t row, column;
  };

  alignas(64) Number padded_[kMost * kMost], price_[kMost];
  const Number* owner_row_[kMost];
  Number own_[kMost];  // what the owner of a column pays for it, less its price
  Step step_[kMost + 1];
  std::uint8_t row_of_[kMost];
  std::size_t rows_, columns_;
  std::uint64_t all_, free_;
  std::int64_t* column_of_;
};

// Sixteen columns in a register where costs are whole numbers, else eight.
template <std::size_t kRegisters>
TRUEBOX_WIDE void assign_few_wide(const double* cost, std::size_t rows, std::size_t columns, bool turned,
                                  std::int64_t* column_of) {
  if (!turned && WideWholeNumbers::may_hold(cost[0]) &&
      FewPathsWide<WideWholeNumbers, (kRegisters + 1) / 2>(rows, columns, column_of).solve(cost, turned)) {
    return;
  }
  FewPathsWide<WideReals, kRegisters>(rows, columns, column_of).solve(cost, turned);
}

// By how many registers a row takes, less one.
inline constexpr decltype(&assign_few_wide<1>) kAssignFewWide[8] = {
    &assign_few_wide<1>, &assign_few_wide<2>, &assign_few_wide<3>, &assign_few_wide<4>,
    &assign_few_wide<5>, &assign_few_wide<6>, &assign_few_wide<7>, &assign_few_wide<8>};

#undef TRUEBOX_WIDE

}  // namespace truebox::detail
#endif
