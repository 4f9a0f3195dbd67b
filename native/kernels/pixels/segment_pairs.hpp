// How many pixels each pair of a true and a predicted segment shares, from two images of segment ids.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/equal_runs.hpp"

namespace truebox {

struct SegmentPair {
  std::uint32_t truth;
  std::uint32_t predicted;
  std::int64_t pixels;
};

// Pixels per pair of ids: open addressing, the load kept at or below one half.
class PairCounts {
 public:
  PairCounts() : slots_(kFirstSize) {}

  void add(std::uint32_t truth, std::uint32_t predicted, std::int64_t pixels) {
    std::size_t slot = place(truth, predicted);
    if (slots_[slot].pixels == 0) {
      if (2 * (used_ + 1) > slots_.size()) {
        grow();
        slot = place(truth, predicted);
      }
      slots_[slot].truth = truth;
      slots_[slot].predicted = predicted;
      ++used_;
    }
    slots_[slot].pixels += pixels;
  }

  // By true id, then by predicted id.
  std::vector<SegmentPair> sorted() const {
    std::vector<SegmentPair> pairs;
    pairs.reserve(used_);
    for (const SegmentPair& slot : slots_) {
      if (slot.pixels != 0) pairs.push_back(slot);
    }
    std::sort(pairs.begin(), pairs.end(), [](const SegmentPair& a, const SegmentPair& b) {
      return a.truth != b.truth ? a.truth < b.truth : a.predicted < b.predicted;
    });
    return pairs;
  }

 private:
  static constexpr std::size_t kFirstSize = 256;

  // The slot of the pair, or the empty one where it belongs.
  std::size_t place(std::uint32_t truth, std::uint32_t predicted) const {
    const std::uint64_t key = static_cast<std::uint64_t>(truth) << 32 | predicted;
    // Multiplication by 2^64 over the golden ratio spreads neighbouring ids (Knuth, vol. 3, 6.4).
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>((key ^ key >> 29) * 0x9E3779B97F4A7C15ull >> 32) & mask;
    while (slots_[slot].pixels != 0 && (slots_[slot].truth != truth || slots_[slot].predicted != predicted)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void grow() {
    std::vector<SegmentPair> old(2 * slots_.size());
    old.swap(slots_);
    for (const SegmentPair& pair : old) {
      if (pair.pixels != 0) slots_[place(pair.truth, pair.predicted)] = pair;
    }
  }

  std::vector<SegmentPair> slots_;
  std::size_t used_ = 0;
};

// Both images have the same number of pixels; of 3 bytes (R + 256 G + 65536 B) or 4.
template <std::size_t TruthWidth, std::size_t PredictedWidth>
std::vector<SegmentPair> count_segment_pairs(std::span<const std::uint8_t> truth, std::span<const std::uint8_t> predicted) {
  PairCounts counts;
  const PixelBytes<TruthWidth> a(truth);
  for_each_run(a, PixelBytes<PredictedWidth>(predicted), 0, a.count(),
               [&](std::uint64_t t, std::uint64_t p, std::size_t begin, std::size_t end) {
                 counts.add(static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(p),
                            static_cast<std::int64_t>(end - begin));
               });
  return counts.sorted();
}

}  // namespace truebox
