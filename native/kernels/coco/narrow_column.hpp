// A column of whole numbers that takes few bytes as long as they are small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "ground/reserved_buffer.hpp"

namespace truebox::reading {

// Values of a reading by several threads. Whether they are small is told by those of its first part; the few larger
// ones that come later are noted beside, and put in when all has been read.
template <class Small>
class NarrowColumn {
 public:
  bool reserve(std::size_t values) {
    wide_ = false;
    larger_.clear();
    return numbers_.reserve(values * sizeof(std::int64_t));
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
    } else if (fits(value)) {
      numbers_.as<Small>()[place] = static_cast<Small>(value);
    } else {
      const std::lock_guard<std::mutex> guard(mutex_);
      larger_.emplace_back(place, value);
    }
  }

  // When no thread sets any more: of `values` values the wide column if one of them is large. False without room.
  bool settle(std::size_t values) {
    if (!larger_.empty()) {
      ReservedBuffer all;
      if (!all.reserve(values * sizeof(std::int64_t))) return false;
      for (std::size_t i = 0; i < values; ++i) all.as<std::int64_t>()[i] = numbers_.as<Small>()[i];
      for (const auto& [place, value] : larger_) all.as<std::int64_t>()[place] = value;
      numbers_ = std::move(all);
      wide_ = true;
      larger_.clear();
    }
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

  ReservedBuffer numbers_;
  bool wide_ = false;
  std::mutex mutex_;
  std::vector<std::pair<std::size_t, std::int64_t>> larger_;
};

}  // namespace truebox::reading
