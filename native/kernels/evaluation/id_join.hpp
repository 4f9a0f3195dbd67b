// Ids to positions in a sorted table of distinct ids.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ground/shared_mark.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// Looks an id up by direct index where the ids span a modest range, by open hashing elsewhere.
class IdTable {
 public:
  explicit IdTable(std::span<const std::int64_t> sorted_ids) {
    if (sorted_ids.empty()) return;
    const std::size_t count = sorted_ids.size();
    lowest_ = sorted_ids.front();
    range_ = static_cast<std::uint64_t>(sorted_ids.back()) - static_cast<std::uint64_t>(lowest_);
    // COCO's own image ids reach 581,929 for 5,000 images: 2.3 MB, still faster than hashing.
    if (range_ < std::max<std::uint64_t>(std::uint64_t{1} << 20, 16 * static_cast<std::uint64_t>(count))) {
      dense_.assign(static_cast<std::size_t>(range_) + 1, -1);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t offset = static_cast<std::uint64_t>(sorted_ids[i]) - static_cast<std::uint64_t>(lowest_);
        dense_[static_cast<std::size_t>(offset)] = static_cast<std::int32_t>(i);
      }
      return;
    }
    const std::size_t places = std::bit_ceil(2 * count);
    shift_ = 64 - std::countr_zero(places);
    hashed_.assign(places, Place{0, -1});
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t place = home(sorted_ids[i]);
      while (hashed_[place].position >= 0) place = (place + 1) & (places - 1);
      hashed_[place] = {sorted_ids[i], static_cast<std::int32_t>(i)};
    }
  }

  // By direct index, in local variables of a loop; null where ids are hashed.
  struct Direct {
    const std::int32_t* places;
    std::int64_t lowest;
    std::uint64_t range;

    std::int32_t find(std::int64_t id) const {
      const std::uint64_t offset = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(lowest);
      return offset <= range ? places[static_cast<std::size_t>(offset)] : -1;
    }
  };
  Direct direct() const { return {dense_.empty() ? nullptr : dense_.data(), lowest_, range_}; }

  // -1 for an id that is not in the table.
  std::int32_t find(std::int64_t id) const {
    if (!dense_.empty()) {
      const std::uint64_t offset = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(lowest_);
      return offset <= range_ ? dense_[static_cast<std::size_t>(offset)] : -1;
    }
    if (hashed_.empty()) return -1;
    std::size_t place = home(id);
    while (hashed_[place].position >= 0) {
      if (hashed_[place].id == id) return hashed_[place].position;
      place = (place + 1) & (hashed_.size() - 1);
    }
    return -1;
  }

 private:
  struct Place {
    std::int64_t id;
    std::int32_t position;
  };

  std::size_t home(std::int64_t id) const {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15ULL) >> shift_);
  }

  std::vector<std::int32_t> dense_;
  std::vector<Place> hashed_;
  std::int64_t lowest_ = 0;
  std::uint64_t range_ = 0;
  int shift_ = 0;
};

// positions[i] = place of ids[i] in sorted_ids or -1; seen[p] = 1 where some id is at p. Returns how many are -1.
template <class Id>
std::size_t join_ids(std::span<const Id> ids, std::span<const std::int64_t> sorted_ids,
                            std::int32_t* positions, std::uint8_t* seen, int threads) {
  const IdTable table(sorted_ids);
  std::fill_n(seen, sorted_ids.size(), std::uint8_t{0});
  std::atomic<std::size_t> missing{0};
  parallel_ranges(ids.size(), std::size_t{1} << 16, threads, [&](std::size_t begin, std::size_t end) {
    std::size_t absent = 0;
    Id last_id = ids[begin];
    std::int32_t last = table.find(last_id);
    for (std::size_t i = begin; i < end; ++i) {
      if (ids[i] != last_id) {  // files are mostly grouped by image, so neighbours share their id
        last_id = ids[i];
        last = table.find(last_id);
      }
      positions[i] = last;
      if (last < 0) {
        ++absent;
      } else {
        set_shared_mark(seen[last]);
      }
    }
    missing.fetch_add(absent, std::memory_order_relaxed);
  });
  return missing.load();
}

}  // namespace truebox
