// A column of whole numbers that takes few bytes as long as they are small.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "ground/reserved_buffer.hpp"

namespace truebox::reading {

// Values of a reading by several threads. Whether they are small is told by those of its first part. Of a larger one that
// comes later its place holds the low bytes, and the same place of a second column, whose pages take memory only where
// such values are, what they lack.
template <class Small>
class NarrowColumn {
 public:
  bool reserve(std::size_t values) {
    wide_ = false;
    larger_ = false;
    return numbers_.reserve(values * sizeof(std::int64_t)) && lacking_.reserve(values * sizeof(std::uint64_t));
  }
  void expect(std::size_t values) { numbers_.expect(values * bytes()); }

  // Of a first part, before any value is set.
  void widen_unless(bool small) { wide_ = !small; }
  static bool fits(std::int64_t value) {
    return value >= std::numeric_limits<Small>::min() && value <= std::numeric_limits<Small>::max();
  }

  // Each place by one thread.
  void set(std::size_t place, std::int64_t value) {
    if (wide_) {
      numbers_.as<std::int64_t>()[place] = value;
      return;
    }
    const auto low = static_cast<Small>(value);
    numbers_.as<Small>()[place] = low;
    if (std::int64_t{low} != value) {
      lacking_.as<std::uint64_t>()[place] = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(std::int64_t{low});
      larger_.store(true, std::memory_order_relaxed);
    }
  }

  // When no thread sets any more: of `values` values the wide column if one of them is large. False without room.
  bool settle(std::size_t values) {
    if (larger_) {
      auto* const all = lacking_.as<std::uint64_t>();
      for (std::size_t i = 0; i < values; ++i) all[i] += static_cast<std::uint64_t>(std::int64_t{numbers_.as<Small>()[i]});
      numbers_.swap(lacking_);  // sums are the values, whose bits those of unsigned numbers are
      wide_ = true;
      larger_ = false;
    }
    lacking_ = ReservedBuffer();
    numbers_.shrink(values * bytes());
    return true;
  }

  // After `settle`.
  bool wide() const { return wide_; }
  std::int64_t at(std::size_t place) const {
    return wide_ ? numbers_.as<std::int64_t>()[place] : std::int64_t{numbers_.as<Small>()[place]};
  }
  ReservedBuffer&& take() { return std::move(numbers_); }

 private:
  std::size_t bytes() const { return wide_ ? sizeof(std::int64_t) : sizeof(Small); }

  ReservedBuffer numbers_, lacking_;
  bool wide_ = false;
  std::atomic<bool> larger_{false};
};

}  // namespace truebox::reading
