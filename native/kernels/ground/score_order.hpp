// Stable order of many scores, highest first: radix passes over the leading bits, then repair of equal prefixes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ground/buffer.hpp"
#include "ground/interruption.hpp"
#include "ground/score_key.hpp"

namespace truebox {

// order[i] = position, in [0, count), of the i-th score. `on_ties(begin, end)` is called for every stretch of
// `order` whose scores are equal; it may rearrange the stretch.
class ScoreOrder {
 public:
  template <class OnTies>
  void sort(const double* scores, std::size_t count, std::uint32_t* order, OnTies&& on_ties) {
    sort_by([scores](std::size_t i) { return scores[i]; }, count, order, std::forward<OnTies>(on_ties));
  }

  // Of the scores `score_of(i)`, each of which is asked for once, and again where others begin with the same bits.
  // Sixteen bytes a score are held meanwhile.
  template <class ScoreOf, class OnTies>
  void sort_by(const ScoreOf& score_of, std::size_t count, std::uint32_t* order, OnTies&& on_ties) {
    if (count == 0) return;
    if (entries_.size() < count) {
      entries_ = {}, spare_ = {};  // one after the other: memory holds no third
      entries_ = Buffer<std::uint64_t>(count);
      spare_ = Buffer<std::uint64_t>(count);
    }
    const auto key_of = [&](std::size_t i) { return descending_key(score_of(i)); };
    std::uint64_t lowest = ~std::uint64_t{0};
    std::uint64_t highest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      entries_[i] = key_of(i);
      lowest = std::min(lowest, entries_[i]);
      highest = std::max(highest, entries_[i]);
    }
    // Only the bits in which the scores of this list differ are worth a pass: two passes of 11 bits for short
    // lists, three for long ones, leave few equal prefixes.
    const int passes = count < 96 ? 0 : count < (std::size_t{1} << 16) ? 2 : 3;
    const int wanted = kDigit * passes;
    int shift = 0;
    while (shift + wanted < 64 && ((highest - lowest) >> (shift + wanted)) != 0) ++shift;
    // 33 bits of prefix would not fit beside the position; the lost low bit is repaired like the others.
    const int cut = wanted > kPositionBits ? shift + (wanted - kPositionBits) : shift;
    for (std::size_t i = 0; i < count; ++i) {
      entries_[i] = passes == 0 ? i : ((entries_[i] - lowest) >> cut) << kPositionBits | i;
    }
    for (int pass = 0; pass < passes; ++pass) radix_pass(count, kPositionBits + pass * kDigit);
    repair(key_of, count);
    for (std::size_t i = 0; i < count; ++i) order[i] = position(entries_[i]);
    for (const auto& [begin, end] : ties_) on_ties(begin, end);
  }

 private:
  static constexpr int kDigit = 11;
  // An entry is the leading bits of its key and, below them, its position.
  static constexpr int kPositionBits = 32;

  static std::uint32_t position(std::uint64_t entry) { return static_cast<std::uint32_t>(entry); }
  static std::uint64_t prefix(std::uint64_t entry) { return entry >> kPositionBits; }

  void radix_pass(std::size_t count, int shift) {
    constexpr std::uint64_t kMask = (1u << kDigit) - 1;
    std::uint32_t places[kMask + 1] = {};
    keep_going(2 * count);
    for (std::size_t i = 0; i < count; ++i) ++places[(entries_[i] >> shift) & kMask];
    std::uint32_t total = 0;
    for (std::uint32_t& place : places) total += std::exchange(place, total);
    for (std::size_t i = 0; i < count; ++i) spare_[places[(entries_[i] >> shift) & kMask]++] = entries_[i];
    std::swap(entries_, spare_);
  }

  template <class KeyOf>
  void repair(const KeyOf& key_of, std::size_t count) {
    ties_.clear();
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      for (end = begin + 1; end < count && prefix(entries_[end]) == prefix(entries_[begin]); ++end) {
      }
      if (end - begin == 1) continue;
      sort_stretch(key_of, begin, end);
      for (std::size_t first = begin, last = 0; first < end; first = last) {
        const std::uint64_t key = key_of(position(entries_[first]));
        for (last = first + 1; last < end && key_of(position(entries_[last])) == key; ++last) {
        }
        if (last - first > 1) ties_.emplace_back(first, last);
      }
    }
  }

  template <class KeyOf>
  void sort_stretch(const KeyOf& key_of, std::size_t begin, std::size_t end) {
    const auto before = [&](std::uint64_t a, std::uint64_t b) {
      const std::uint64_t left = key_of(position(a));
      const std::uint64_t right = key_of(position(b));
      return left != right ? left < right : position(a) < position(b);
    };
    if (!std::is_sorted(entries_.data() + begin, entries_.data() + end, before)) {
      std::sort(entries_.data() + begin, entries_.data() + end, before);
    }
  }

  Buffer<std::uint64_t> entries_;
  Buffer<std::uint64_t> spare_;
  std::vector<std::pair<std::size_t, std::size_t>> ties_;
};

}  // namespace truebox
