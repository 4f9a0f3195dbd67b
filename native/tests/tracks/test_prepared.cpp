// Ids that occur twice in a frame, found with a place for each id or, where ids are far apart, by sorting.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "tracks/prepared.hpp"

namespace {

using truebox::tracks::Rows;
using truebox::tracks::detail::SeenTracks;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(), kMost = std::numeric_limits<std::int64_t>::max();

Rows rows_of(const std::vector<std::int64_t>& ids) {
  Rows rows;
  rows.track = ids;
  return rows;
}

std::vector<std::uint32_t> members(std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> made(end - begin);
  std::iota(made.begin(), made.end(), begin);
  return made;
}

TEST_CASE("an id twice in one frame is found, in two frames it is none") {
  for (const std::int64_t far : {std::int64_t{3}, std::int64_t{-5}, std::int64_t{5'000'000'000}, kMost, kLeast}) {
    CAPTURE(far);
    const std::vector<std::int64_t> ids{0, far, 0, far, 1, far, far};
    const Rows rows = rows_of(ids);
    SeenTracks seen(rows);
    CHECK_FALSE(seen.repeats(members(0, 2), 0));
    CHECK_FALSE(seen.repeats(members(2, 4), 1));
    CHECK_FALSE(seen.repeats({}, 2));
    CHECK(seen.repeats(members(4, 7), 3));
    CHECK_FALSE(seen.repeats(members(0, 2), 4));
  }
}

TEST_CASE("the least and the largest id stand beside each other") {
  const std::vector<std::int64_t> ids{kLeast, kMost, kMost};
  const Rows rows = rows_of(ids);
  SeenTracks seen(rows);
  CHECK_FALSE(seen.repeats(members(0, 2), 0));
  CHECK(seen.repeats(members(0, 3), 1));
}

TEST_CASE("no rows have no repetition") {
  const Rows rows = rows_of({});
  SeenTracks seen(rows);
  CHECK_FALSE(seen.repeats({}, 0));
}

TEST_CASE("with ids of kept rows alone, rows that are left out may repeat one") {
  const std::vector<std::int32_t> frame{0, 0, 1, 1};
  const std::vector<std::int64_t> track{7, 7, 7, 8};
  const std::vector<double> boxes(16, 1.0);
  const std::vector<std::uint8_t> one_counts{truebox::tracks::kCounts, truebox::tracks::kRemoves, 1, 1}, all(4, truebox::tracks::kCounts);
  truebox::tracks::Sequence sequence;
  sequence.frames = 2;
  sequence.truth = {frame, track, boxes.data(), one_counts};
  truebox::tracks::Rules rules;
  CHECK_THROWS_AS(truebox::tracks::prepare(sequence, rules), truebox::tracks::RepeatedTrack);
  rules.ids_of_kept = true;
  CHECK(truebox::tracks::prepare(sequence, rules).truth.row == std::vector<std::uint32_t>{0, 2, 3});
  sequence.truth.role = all;
  CHECK_THROWS_AS(truebox::tracks::prepare(sequence, rules), truebox::tracks::RepeatedTrack);
}

TEST_CASE("the same as a set of each frame's ids, whatever their range") {
  std::mt19937_64 random(11);
  for (int round = 0; round < 400; ++round) {
    const auto frames = static_cast<std::uint32_t>(1 + random() % 12), most = static_cast<std::uint32_t>(1 + random() % 8);
    const std::uint64_t range = std::uint64_t{1} << (2 + random() % 40);
    std::vector<std::int64_t> ids;
    std::vector<std::uint32_t> offsets{0};
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      for (auto k = static_cast<std::uint32_t>(random() % (most + 1)); k-- > 0;) {
        ids.push_back(static_cast<std::int64_t>(random() % range) - static_cast<std::int64_t>(range / 2));
      }
      offsets.push_back(static_cast<std::uint32_t>(ids.size()));
    }
    const Rows rows = rows_of(ids);
    SeenTracks seen(rows);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      const std::set<std::int64_t> own(ids.begin() + offsets[frame], ids.begin() + offsets[frame + 1]);
      CHECK(seen.repeats(members(offsets[frame], offsets[frame + 1]), frame) == (own.size() < offsets[frame + 1] - offsets[frame]));
    }
  }
}

}  // namespace
