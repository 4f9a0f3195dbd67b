// The runs of one mask twice over: how long each is, and where it ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "masks/run_lengths.hpp"

namespace truebox {

// Kept between masks, so that a batch allocates once.
class RunBuffer {
 public:
  Runs runs() const { return {counts_.data() + kBefore, size_}; }
  RunEnds ends() const { return {{places_.data() + kBefore, size_}}; }
  std::size_t size() const { return size_; }

  // Empty, with room for so many runs.
  void restart(std::size_t most) {
    const std::size_t needed = kBefore + most + kBeyond;
    if (counts_.size() < needed) {
      counts_.assign(2 * needed, 0);
      places_.assign(2 * needed, 0);
    }
    size_ = 0;
  }
  void add(std::uint32_t count) {
    counts()[size_] = count;
    places()[size_] = place_before() + count;
    ++size_;
  }
  void fill(Runs runs) {
    restart(runs.size());
    std::uint32_t* const lengths = counts();
    std::uint32_t* const ends = places();
    std::uint32_t place = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      lengths[i] = runs[i];
      ends[i] = place += runs[i];
    }
    grow(runs.size());
  }

  // For those who write many at once: behind size(), then grow.
  std::uint32_t* counts() { return counts_.data() + kBefore; }
  std::uint32_t* places() { return places_.data() + kBefore; }
  std::uint32_t place_before() const { return places_[kBefore + size_ - 1]; }
  void grow(std::size_t by) { size_ += by; }

 private:
  static constexpr std::size_t kBefore = 2;   // zeros
  static constexpr std::size_t kBeyond = 16;  // whole vectors are written

  std::vector<std::uint32_t> counts_, places_;
  std::size_t size_ = 0;
};

}  // namespace truebox
