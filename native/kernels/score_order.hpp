// The order of scores, highest first; equal scores keep the order they came in.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace truebox {

// Finite scores become integers whose ascending order is the scores' descending order; both zeros are one key.
inline std::uint64_t descending_key(double score) {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
  const std::uint64_t ascending = (bits >> 63) ? ~bits : bits | (std::uint64_t{1} << 63);
  return ~ascending;
}

namespace detail {

struct KeyedIndex {
  std::uint64_t key;
  std::uint32_t index;
};

// Least significant digit first. A digit that all keys share is skipped: scores that came as float32 leave 29 bits 0.
inline void radix_sort(std::vector<KeyedIndex>& items) {
  constexpr int kBits = 11;
  constexpr std::size_t kBins = std::size_t{1} << kBits;
  constexpr int kPasses = 6;
  std::vector<std::array<std::uint32_t, kBins>> counts(kPasses);
  for (const KeyedIndex& item : items) {
    for (int pass = 0; pass < kPasses; ++pass) ++counts[pass][(item.key >> (pass * kBits)) & (kBins - 1)];
  }
  std::vector<KeyedIndex> other(items.size());
  for (int pass = 0; pass < kPasses; ++pass) {
    const int shift = pass * kBits;
    auto& bins = counts[pass];
    if (bins[(items.front().key >> shift) & (kBins - 1)] == items.size()) continue;
    std::uint32_t before = 0;
    for (std::uint32_t& bin : bins) before += std::exchange(bin, before);
    for (const KeyedIndex& item : items) other[bins[(item.key >> shift) & (kBins - 1)]++] = item;
    items.swap(other);
  }
}

}  // namespace detail

// Indices of the scores not below `lowest`, highest score first. Scores are finite and fewer than 2^32.
inline std::vector<std::uint32_t> score_order(std::span<const double> scores, double lowest) {
  std::vector<detail::KeyedIndex> items;
  items.reserve(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] >= lowest) items.push_back({descending_key(scores[i]), static_cast<std::uint32_t>(i)});
  }
  // Below about 1,500 the histograms cost more than comparing does (measured).
  constexpr std::size_t kWorthRadix = 1500;
  if (items.size() >= kWorthRadix) {
    detail::radix_sort(items);
  } else {
    std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) {
      return a.key != b.key ? a.key < b.key : a.index < b.index;
    });
  }
  std::vector<std::uint32_t> order(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) order[i] = items[i].index;
  return order;
}

}  // namespace truebox
