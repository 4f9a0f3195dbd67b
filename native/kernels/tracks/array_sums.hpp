// Sums in the order in which NumPy adds an array, so that their last bits are those of tools that are built on it:
// up to 7 numbers one after another, up to 128 in eight lanes, more in two halves (the first a multiple of 8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace truebox::tracks {

// Of `count` numbers, `stride` apart.
inline double array_sum(const double* values, std::size_t count, std::size_t stride = 1) {
  if (count < 8) {
    double sum = 0.0;
    for (std::size_t k = 0; k < count; ++k) sum += values[k * stride];
    return sum;
  }
  if (count <= 128) {
    double lanes[8];
    for (std::size_t lane = 0; lane < 8; ++lane) lanes[lane] = values[lane * stride];
    std::size_t k = 8;
    for (; k + 8 <= count; k += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) lanes[lane] += values[(k + lane) * stride];
    }
    double sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    for (; k < count; ++k) sum += values[k * stride];
    return sum;
  }
  const std::size_t half = count / 2 - (count / 2) % 8;
  return array_sum(values, half, stride) + array_sum(values + half * stride, count - half, stride);
}

// One number of an array that is zero elsewhere.
struct Entry {
  std::uint64_t place;
  double value;
};

// The same sum of an array of `count` numbers, none negative, of which only `entries` are not zero, by ascending
// place; `first` is the place of its first number.
inline double sparse_sum(std::span<const Entry> entries, std::uint64_t first, std::uint64_t count) {
  if (entries.empty()) return 0.0;
  if (entries.size() == 1) return entries[0].value;
  if (count < 8) {
    double sum = 0.0;
    for (const Entry& entry : entries) sum += entry.value;
    return sum;
  }
  if (count <= 128) {
    double lanes[8] = {};
    const std::uint64_t in_lanes = first + count / 8 * 8;
    std::size_t k = 0;
    for (; k < entries.size() && entries[k].place < in_lanes; ++k) lanes[(entries[k].place - first) % 8] += entries[k].value;
    double sum = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    for (; k < entries.size(); ++k) sum += entries[k].value;
    return sum;
  }
  const std::uint64_t half = count / 2 - (count / 2) % 8;
  std::size_t low = 0, high = entries.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (entries[middle].place < first + half) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return sparse_sum(entries.first(low), first, half) + sparse_sum(entries.subspan(low), first + half, count - half);
}

}  // namespace truebox::tracks
