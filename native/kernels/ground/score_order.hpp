// Stable order of many scores, highest first: radix passes over the leading bits, then repair of equal prefixes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/score_key.hpp"

namespace truebox {

// order[i] = position, in [0, count), of the i-th score. `on_ties(begin, end)` is called for every stretch of
// `order` whose scores are equal; it may rearrange the stretch.
class ScoreOrder {
 public:
  template <class OnTies>
  void sort(const double* scores, std::size_t count, std::uint32_t* order, OnTies&& on_ties) {
    if (count == 0) return;
    keys_.resize(count);
    std::uint64_t lowest = ~std::uint64_t{0};
    std::uint64_t highest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      keys_[i] = descending_key(scores[i]);
      lowest = std::min(lowest, keys_[i]);
      highest = std::max(highest, keys_[i]);
    }
    // Only the bits in which the scores of this list differ are worth a pass: two passes of 11 bits for short
    // lists, three for long ones, leave few equal prefixes.
    const int passes = count < 96 ? 0 : count < (std::size_t{1} << 16) ? 2 : 3;
    const int wanted = kDigit * passes;
    int shift = 0;
    while (shift + wanted < 64 && ((highest - lowest) >> (shift + wanted)) != 0) ++shift;
    entries_.resize(count);
    if (passes == 0) {
      for (std::size_t i = 0; i < count; ++i) entries_[i] = {0, static_cast<std::uint32_t>(i)};
    } else {
      // 33 bits of prefix would not fit beside the position; the lost low bit is repaired like the others.
      const int cut = wanted > 32 ? shift + (wanted - 32) : shift;
      for (std::size_t i = 0; i < count; ++i) {
        entries_[i] = {static_cast<std::uint32_t>((keys_[i] - lowest) >> cut), static_cast<std::uint32_t>(i)};
      }
      spare_.resize(count);
      for (int pass = 0; pass < passes; ++pass) radix_pass(pass * kDigit);
    }
    repair();
    for (std::size_t i = 0; i < count; ++i) order[i] = entries_[i].position;
    for (const auto& [begin, end] : ties_) on_ties(begin, end);
  }

 private:
  static constexpr int kDigit = 11;
  struct Entry {
    std::uint32_t prefix;
    std::uint32_t position;
  };

  void radix_pass(int shift) {
    constexpr std::uint32_t kMask = (1u << kDigit) - 1;
    std::uint32_t places[kMask + 1] = {};
    keep_going(2 * entries_.size());
    for (const Entry& entry : entries_) ++places[(entry.prefix >> shift) & kMask];
    std::uint32_t total = 0;
    for (std::uint32_t& place : places) total += std::exchange(place, total);
    for (const Entry& entry : entries_) spare_[places[(entry.prefix >> shift) & kMask]++] = entry;
    entries_.swap(spare_);
  }

  void repair() {
    ties_.clear();
    const std::size_t count = entries_.size();
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      for (end = begin + 1; end < count && entries_[end].prefix == entries_[begin].prefix; ++end) {
      }
      if (end - begin == 1) continue;
      sort_stretch(begin, end);
      for (std::size_t first = begin, last = 0; first < end; first = last) {
        const std::uint64_t key = keys_[entries_[first].position];
        for (last = first + 1; last < end && keys_[entries_[last].position] == key; ++last) {
        }
        if (last - first > 1) ties_.emplace_back(first, last);
      }
    }
  }

  void sort_stretch(std::size_t begin, std::size_t end) {
    const auto before = [&](const Entry& a, const Entry& b) {
      const std::uint64_t left = keys_[a.position];
      const std::uint64_t right = keys_[b.position];
      return left != right ? left < right : a.position < b.position;
    };
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = entries_.begin() + static_cast<std::ptrdiff_t>(end);
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Entry> entries_;
  std::vector<Entry> spare_;
  std::vector<std::pair<std::size_t, std::size_t>> ties_;
};

}  // namespace truebox
