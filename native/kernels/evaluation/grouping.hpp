// Rows grouped by two keys with stable counting sorts; the product of the key ranges is never allocated.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/buffer.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

struct Grouped {
  Buffer<std::uint32_t> rows;         // original row numbers, ordered by (major, minor, original order)
  Buffer<std::int32_t> minor;         // the minor key of each
  std::vector<std::size_t> offsets;   // [major_count + 1] into rows

  std::size_t size() const { return rows.size(); }
};

namespace detail {

constexpr std::size_t kSmallestPart = std::size_t{1} << 15;

// Stable counting sort of [0, count): key(i) in [0, buckets) or -1 to leave i out; emit(place, i).
// Returns the offsets of the buckets. `allocate(total)` is called once before the first emit.
template <class Key, class Allocate, class Emit>
std::vector<std::size_t> counting_sort(std::size_t count, std::size_t buckets, int threads, const Key& key,
                                       const Allocate& allocate, const Emit& emit) {
  // A histogram per part: no more parts than keeps the histograms smaller than the data.
  const std::size_t most = std::max<std::size_t>(1, count / std::max<std::size_t>({kSmallestPart, buckets, 1}));
  const std::size_t parts = std::min<std::size_t>(static_cast<std::size_t>(resolve_threads(threads)), most);
  const std::size_t share = (count + parts - 1) / parts;
  std::vector<std::uint32_t> places(parts * buckets, 0);
  const auto each = [&](auto&& body) {
    parallel_for(parts, threads, [&](std::size_t part) {
      std::uint32_t* mine = places.data() + part * buckets;
      const std::size_t end = std::min(count, (part + 1) * share);
      for (std::size_t i = part * share; i < end; ++i) {
        const std::int32_t bucket = key(i);
        if (bucket >= 0) body(mine[bucket], i);
      }
    });
  };
  each([](std::uint32_t& place, std::size_t) { ++place; });
  std::vector<std::size_t> offsets(buckets + 1);
  std::size_t total = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    offsets[bucket] = total;
    for (std::size_t part = 0; part < parts; ++part) {
      std::uint32_t& place = places[part * buckets + bucket];
      const std::uint32_t here = place;
      place = static_cast<std::uint32_t>(total);
      total += here;
    }
  }
  offsets[buckets] = total;
  allocate(total);
  each([&](std::uint32_t& place, std::size_t i) { emit(place++, i); });
  return offsets;
}

inline bool ascending_without_gaps(std::span<const std::int32_t> keys, int threads) {
  std::atomic<bool> fine{true};
  parallel_ranges(keys.size(), std::size_t{1} << 17, threads, [&](std::size_t begin, std::size_t end) {
    std::int32_t last = begin ? keys[begin - 1] : 0;
    bool ordered = true;
    for (std::size_t i = begin; i < end; ++i) {
      ordered &= keys[i] >= last && keys[i] >= 0;
      last = keys[i];
    }
    if (!ordered) fine.store(false, std::memory_order_relaxed);
  });
  return fine.load();
}

}  // namespace detail

// Rows with a negative key are left out. Fewer than 2^32 rows.
inline Grouped group_rows(std::span<const std::int32_t> major, std::size_t major_count,
                          std::span<const std::int32_t> minor, std::size_t minor_count, int threads) {
  Buffer<std::uint32_t> first;
  // Result files usually come image by image, and then the pass by the minor key changes nothing.
  const bool in_order = detail::ascending_without_gaps(minor, threads);
  if (!in_order) {
    detail::counting_sort(
        minor.size(), minor_count, threads,
        [&](std::size_t i) { return major[i] < 0 ? -1 : minor[i]; },
        [&](std::size_t total) { first = Buffer<std::uint32_t>(total); },
        [&](std::uint32_t place, std::size_t i) { first[place] = static_cast<std::uint32_t>(i); });
  }
  const auto row = [&](std::size_t i) { return in_order ? static_cast<std::uint32_t>(i) : first[i]; };
  Grouped groups;
  groups.offsets = detail::counting_sort(
      in_order ? minor.size() : first.size(), major_count, threads,
      [&](std::size_t i) { return major[row(i)]; },
      [&](std::size_t total) {
        groups.rows = Buffer<std::uint32_t>(total);
        groups.minor = Buffer<std::int32_t>(total);
      },
      [&](std::uint32_t place, std::size_t i) {
        groups.rows[place] = row(i);
        groups.minor[place] = minor[row(i)];
      });
  return groups;
}

// All classes as one: rows by (image, position of the class, original order), in a single major group.
inline Grouped group_rows_by_image(std::span<const std::int32_t> image, std::size_t image_count,
                                   std::span<const std::int32_t> position, std::size_t position_count, int threads) {
  Grouped groups = group_rows(image, image_count, position, position_count, threads);
  for (std::size_t i = 0; i < image_count; ++i) {
    std::fill(groups.minor.data() + groups.offsets[i], groups.minor.data() + groups.offsets[i + 1],
              static_cast<std::int32_t>(i));
  }
  groups.offsets = {0, groups.size()};
  return groups;
}

}  // namespace truebox
