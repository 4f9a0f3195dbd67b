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
        const auto* const first = column.data() + begin;
        const std::size_t rows = end - begin;
        if (const IdTable::Direct direct = table.direct(); direct.places != nullptr) {
          for (std::size_t i = 0; i < rows; ++i) places[i] = direct.find(first[i]);
          return;
        }
        for (std::size_t i = 0; i < rows; ++i) places[i] = table.find(first[i]);
      },
      ids);
}

// The same of ids that ascend from `before`, a place, on: the table is walked along, so that nothing is built of it.
// on_run(place) for each stretch of equal ones; false where they do not ascend, or one is not in the table.
template <class OnRun>
bool places_along(const IdSpan& ids, std::span<const std::int64_t> table, std::size_t begin, std::size_t end,
                  std::size_t before, std::int32_t* places, const OnRun& on_run) {
  return std::visit(
      [&](const auto& column) {
        const auto* const first = column.data() + begin;
        const std::size_t rows = end - begin;
        std::size_t place = before;
        for (std::size_t i = 0; i < rows;) {
          const auto id = first[i];
          for (std::size_t near = 0; near < 2 && place < table.size() && table[place] < id; ++near) ++place;
          if (place < table.size() && table[place] < id) {
            place = static_cast<std::size_t>(
                std::lower_bound(table.begin() + static_cast<std::ptrdiff_t>(place), table.end(), std::int64_t{id}) -
                table.begin());
          }
          if (place >= table.size() || table[place] != id) return false;
          on_run(place);
          for (; i < rows && first[i] == id; ++i) places[i] = static_cast<std::int32_t>(place);
        }
        return true;
      },
      ids);
}

inline std::int64_t id_at(const IdSpan& ids, std::size_t row) {
  return std::visit([&](const auto& column) { return std::int64_t{column[row]}; }, ids);
}

// Of the first entry that is not below an id.
inline std::size_t place_from(std::span<const std::int64_t> table, std::int64_t id) {
  return static_cast<std::size_t>(std::lower_bound(table.begin(), table.end(), id) - table.begin());
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

  // body(part, first row, rows, major places, minor places) for block after block, until one says false
  std::atomic<bool> fine{true};
  const auto each_block = [&](const auto& on_run, const auto& body) {
    parallel_for(parts, threads, [&](std::size_t part) {
      detail::PlaceBlock majors_here, minors_here;
      const std::size_t last = std::min(count, (part + 1) * share);
      std::size_t before = 0;
      for (std::size_t begin = part * share; begin < last; begin += detail::kJoinedBlock) {
        const std::size_t end = std::min(last, begin + detail::kJoinedBlock);
        if (begin > 0) before = detail::place_from(minor_table, detail::id_at(minor, begin - 1));
        detail::places_of_ids(major, majors, begin, end, majors_here.data());
        const bool along =
            detail::places_along(minor, minor_table, begin, end, before, minors_here.data(), on_run) &&
            std::all_of(majors_here.data(), majors_here.data() + (end - begin), [](std::int32_t at) { return at >= 0; });
        if (!along) fine.store(false, std::memory_order_relaxed);
        if (!fine.load(std::memory_order_relaxed)) return;
        body(part, begin, end - begin, majors_here.data(), minors_here.data());
      }
    });
  };

  each_block([&](std::size_t place) { set_shared_mark(seen[place]); },
             [&](std::size_t part, std::size_t, std::size_t rows, const std::int32_t* majors_here, const std::int32_t*) {
               std::uint32_t* mine = places.data() + part * buckets;
               for (std::size_t i = 0; i < rows; ++i) ++mine[majors_here[i]];
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
  std::uint32_t* const sorted = groups.rows.data();
  std::int32_t* const sorted_minors = groups.minor.data();
  each_block([](std::size_t) {},
             [&](std::size_t part, std::size_t begin, std::size_t rows, const std::int32_t* majors_here,
                 const std::int32_t* minors_here) {
               std::uint32_t* const mine = places.data() + part * buckets;
               for (std::size_t i = 0; i < rows; ++i) {
                 const std::uint32_t place = mine[majors_here[i]]++;
                 sorted[place] = static_cast<std::uint32_t>(begin + i);
                 sorted_minors[place] = minors_here[i];
               }
             });
  made.made = true;
  return made;
}

}  // namespace truebox
