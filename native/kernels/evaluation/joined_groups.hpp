// Rows grouped by the places of their ids in two tables, without a column of places: what join_ids of both columns and
// group_rows make, in two passes over the ids.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "evaluation/grouping.hpp"
#include "evaluation/id_join.hpp"
#include "ground/shared_mark.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

using IdSpan =
    std::variant<std::span<const std::int64_t>, std::span<const std::int32_t>, std::span<const std::uint16_t>>;

struct JoinedGroups {
  // Ordered by major, then minor place, then row.
  Grouped groups;
  // Else there are no groups: an id is not in its table, or the minor places do not ascend from row to row.
  bool made = false;
};

namespace detail {

constexpr std::size_t kJoinedBlock = 2048;
using PlaceBlock = std::array<std::int32_t, kJoinedBlock>;

inline void places_of_ids(const IdSpan& ids, const IdTable& table, std::size_t begin, std::size_t end,
                          std::int32_t* places) {
  std::visit(
      [&](const auto& column) {
        auto last_id = column[begin];
        std::int32_t last = table.find(last_id);
        for (std::size_t i = begin; i < end; ++i) {
          if (column[i] != last_id) {
            last_id = column[i];
            last = table.find(last_id);
          }
          places[i - begin] = last;
        }
      },
      ids);
}

// The same of ids that mostly ascend: the table is walked along, so that nothing is built of it.
inline void places_along(const IdSpan& ids, std::span<const std::int64_t> table, std::size_t begin, std::size_t end,
                         std::int32_t* places) {
  const auto find = [&](std::int64_t id) {
    return static_cast<std::size_t>(std::lower_bound(table.begin(), table.end(), id) - table.begin());
  };
  std::visit(
      [&](const auto& column) {
        auto last_id = column[begin];
        std::size_t place = find(last_id);
        for (std::size_t i = begin; i < end; ++i) {
          if (column[i] != last_id) {
            last_id = column[i];
            ++place;
            if (place >= table.size() || table[place] != last_id) place = find(last_id);
          }
          const bool there = place < table.size() && table[place] == last_id;
          places[i - begin] = there ? static_cast<std::int32_t>(place) : -1;
        }
      },
      ids);
}

}  // namespace detail

// Both columns have one id per row, fewer than 2^32. seen[p] = 1 where some minor id is at p of its table, where the
// groups are made.
inline JoinedGroups join_and_group(const IdSpan& major, std::span<const std::int64_t> major_table, const IdSpan& minor,
                                   std::span<const std::int64_t> minor_table, std::uint8_t* seen, int threads) {
  const std::size_t count = std::visit([](const auto& column) { return column.size(); }, minor);
  const std::size_t buckets = major_table.size();
  const IdTable majors(major_table);
  // As in counting_sort: no more parts than keeps their histograms smaller than the data.
  const std::size_t most = std::max<std::size_t>(1, count / std::max(detail::kSmallestPart, buckets));
  const std::size_t parts = std::min<std::size_t>(static_cast<std::size_t>(resolve_threads(threads)), most);
  const std::size_t share = (count + parts - 1) / parts;
  std::vector<std::uint32_t> places(parts * buckets, 0);
  std::fill_n(seen, minor_table.size(), std::uint8_t{0});

  // body(part, first row, rows, major places, minor places) for block after block; false ends the part
  const auto each_block = [&](auto&& body) {
    parallel_for(parts, threads, [&](std::size_t part) {
      detail::PlaceBlock majors_here, minors_here;
      const std::size_t last = std::min(count, (part + 1) * share);
      for (std::size_t begin = part * share; begin < last; begin += detail::kJoinedBlock) {
        const std::size_t end = std::min(last, begin + detail::kJoinedBlock);
        detail::places_of_ids(major, majors, begin, end, majors_here.data());
        detail::places_along(minor, minor_table, begin, end, minors_here.data());
        if (!body(part, begin, end - begin, majors_here.data(), minors_here.data())) return;
      }
    });
  };

  std::atomic<bool> fine{true};
  each_block([&](std::size_t part, std::size_t begin, std::size_t rows, const std::int32_t* majors_here,
                 const std::int32_t* minors_here) {
    std::int32_t before = 0, least = 0;
    if (begin > 0) detail::places_along(minor, minor_table, begin - 1, begin, &before);
    bool ordered = true;
    for (std::size_t i = 0; i < rows; ++i) {
      ordered &= minors_here[i] >= before;
      before = minors_here[i];
      least = std::min(least, majors_here[i]);
    }
    // A place of -1 is below the first; after one the next block would find itself in order.
    if (!ordered || least < 0 || minors_here[0] < 0) fine.store(false, std::memory_order_relaxed);
    if (!fine.load(std::memory_order_relaxed)) return false;
    std::uint32_t* mine = places.data() + part * buckets;
    for (std::size_t i = 0; i < rows; ++i) ++mine[majors_here[i]];
    for (std::size_t i = 0; i < rows; ++i) {
      if (i == 0 || minors_here[i] != minors_here[i - 1]) set_shared_mark(seen[minors_here[i]]);
    }
    return true;
  });
  JoinedGroups made;
  if (!fine.load()) return made;

  Grouped& groups = made.groups;
  groups.offsets.resize(buckets + 1);
  std::size_t total = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    groups.offsets[bucket] = total;
    for (std::size_t part = 0; part < parts; ++part) {
      std::uint32_t& place = places[part * buckets + bucket];
      const std::uint32_t here = place;
      place = static_cast<std::uint32_t>(total);
      total += here;
    }
  }
  groups.offsets[buckets] = total;
  groups.rows = Buffer<std::uint32_t>(total);
  groups.minor = Buffer<std::int32_t>(total);
  each_block([&](std::size_t part, std::size_t begin, std::size_t rows, const std::int32_t* majors_here,
                 const std::int32_t* minors_here) {
    std::uint32_t* mine = places.data() + part * buckets;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint32_t place = mine[majors_here[i]]++;
      groups.rows[place] = static_cast<std::uint32_t>(begin + i);
      groups.minor[place] = minors_here[i];
    }
    return true;
  });
  made.made = true;
  return made;
}

}  // namespace truebox
