// Groups worked out by hand: who is assigned at each cut, and what each band of scores adds.
#include "driving/assigned.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

using truebox::driving::AssignedAnswer;
using truebox::driving::AssignedQuestion;
using truebox::driving::View;

struct Group {
  std::vector<double> found, truth;  // x, y, width, height
  std::vector<std::int64_t> band;    // by falling score
  std::vector<std::uint8_t> excused;
  double threshold = 0.5;

  struct Matched {
    std::vector<double> added;
    std::vector<std::int64_t> taken;
  };

  Matched match() const {
    const std::size_t detections = found.size() / 4, objects = truth.size() / 4;
    const std::vector<std::int64_t> found_offsets{0, static_cast<std::int64_t>(detections)};
    const std::vector<std::int64_t> true_offsets{0, static_cast<std::int64_t>(objects)};
    const std::vector<double> heading(detections, 0.0), true_heading(objects, 0.0);
    std::vector<std::int64_t> row(detections);
    for (std::size_t i = 0; i < detections; ++i) row[i] = static_cast<std::int64_t>(i);
    const std::vector<std::uint8_t> neutral = excused.empty() ? std::vector<std::uint8_t>(detections, 0) : excused;
    const std::vector<std::uint8_t> easy(objects, 1), within(detections, 1), true_within(objects, 1);
    Matched answer{std::vector<double>(4 * detections, 0.0), std::vector<std::int64_t>(detections, -7)};
    std::vector<std::uint64_t> hits(detections), counted(detections);
    truebox::driving::match_assigned({found_offsets, true_offsets, found.data(), truth.data(), heading.data(), true_heading.data(),
                                      band.data(), row.data(), neutral.data(), easy.data(), within.data(), true_within.data(), 1,
                                      &threshold, View::picture},
                                     {answer.added.data(), answer.taken.data(), hits.data(), counted.data()}, 1);
    return answer;
  }
};

}  // namespace

TEST_CASE("a detection that fits nothing is false, and nothing else moves") {
  const Group group{.found = {0, 0, 10, 10, 90, 90, 10, 10, 91, 91, 10, 10}, .truth = {0, 0, 10, 10}, .band = {0, 1, 2}, .excused = {0, 0, 1}};
  const Group::Matched found = group.match();
  // Found, false, right headings, found that count; the last is excused.
  CHECK(found.added == std::vector<double>{1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0});
  CHECK(found.taken == std::vector<std::int64_t>{0, -1, -1});
}

TEST_CASE("a better detection of a lower score takes the object, and the higher one turns false") {
  const Group group{.found = {0, 0, 10, 7, 0, 0, 10, 10, 50, 50, 9, 9}, .truth = {0, 0, 10, 10}, .band = {0, 1, 2}, .excused = {}};
  const Group::Matched found = group.match();
  CHECK(found.added == std::vector<double>{1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0});
  CHECK(found.taken == std::vector<std::int64_t>{-1, 0, -1});
}

TEST_CASE("detections of one score are there at once, and what they add stands at the last") {
  const Group group{.found = {0, 0, 10, 10, 70, 70, 10, 10, 40, 0, 10, 10}, .truth = {0, 0, 10, 10, 40, 0, 10, 10}, .band = {0, 0, 0}, .excused = {}};
  const Group::Matched found = group.match();
  CHECK(found.added == std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 2});
  CHECK(found.taken == std::vector<std::int64_t>{0, -1, 1});
}

TEST_CASE("a detection gives its object to one that overlaps it more, and goes on to the next") {
  // Overlaps with the objects: 9/11 and 7/13, then 1 and 3/7.
  const Group group{.found = {1, 0, 10, 10, 0, 0, 10, 10}, .truth = {0, 0, 10, 10, 4, 0, 10, 10}, .band = {0, 1}, .excused = {}};
  const Group::Matched found = group.match();
  CHECK(found.added == std::vector<double>{1, 0, 1, 1, 1, 0, 1, 1});
  CHECK(found.taken == std::vector<std::int64_t>{1, 0});
}

TEST_CASE("an overlap at the threshold is enough") {
  Group group{.found = {0, 0, 10, 5}, .truth = {0, 0, 10, 10}, .band = {0}, .excused = {}};
  CHECK(group.match().taken == std::vector<std::int64_t>{0});
  group.threshold = 0.5000001;
  CHECK(group.match().taken == std::vector<std::int64_t>{-1});
}
