// TETA of a few boxes, worked out by hand.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tracks/teta.hpp"

namespace {

using namespace truebox::tracks;

struct Objects {
  std::vector<std::int32_t> frame;
  std::vector<std::int64_t> track, label;
  std::vector<double> boxes;

  void add(std::int32_t at, std::int64_t id, std::int64_t kind, double x, double width = 10) {
    frame.push_back(at);
    track.push_back(id);
    label.push_back(kind);
    boxes.insert(boxes.end(), {x, 0, width, 10});
  }
  Rows rows() const { return {frame, track, boxes.data(), {}}; }
};

const std::vector<double> kAlphas{0.0, 0.25, 0.5, 0.75};

TetaSums measured(const Objects& truth, const Objects& found, std::size_t frames, bool every_frame = false) {
  const std::vector<std::int64_t> classes{1, 2};
  const TetaSequence sequence{truth.rows(), found.rows(), truth.label, found.label, frames, classes};
  return TetaMeasure(sequence, {every_frame, 0.0, kAlphas, 2}).measured();
}

TEST_CASE("a class that is wrong costs the class alone, in both classes") {
  Objects truth, found;
  truth.add(0, 7, 1, 0);
  truth.add(1, 7, 1, 0);
  found.add(0, 3, 1, 0);
  found.add(1, 3, 2, 0);
  const TetaSums sums = measured(truth, found, 2);
  CHECK(sums.found == std::vector<double>{2, 2, 2, 2, 0, 0, 0, 0});
  CHECK(sums.missed == std::vector<double>(8, 0.0));
  CHECK(sums.wrong == std::vector<double>(8, 0.0));
  CHECK(sums.named == std::vector<double>{1, 1, 0, 0});
  CHECK(sums.misnamed == std::vector<double>{1, 1, 0, 0});
  CHECK(sums.mistaken == std::vector<double>{0, 0, 1, 1});
  CHECK(sums.kept == std::vector<double>{1, 1, 1, 1, 0, 0, 0, 0});
}

TEST_CASE("a box of two thirds is found up to there, and a new track keeps its share") {
  Objects truth, found;
  for (std::int32_t frame = 0; frame < 3; ++frame) {
    truth.add(frame, 7, 1, 0, 6);
    found.add(frame, frame == 2 ? 4 : 3, 1, 0, 4);
  }
  const TetaSums sums = measured(truth, found, 3);
  CHECK(std::vector<double>(sums.found.begin(), sums.found.begin() + 4) == std::vector<double>{3, 3, 3, 0});
  CHECK(std::vector<double>(sums.missed.begin(), sums.missed.begin() + 4) == std::vector<double>{0, 0, 0, 3});
  CHECK(sums.wrong[3] == 3);  // near, and not found at three quarters
  const double kept = (2.0 * (2.0 / 3.0) + 1.0 / 3.0) / 3.0;
  CHECK(sums.kept[0] == kept);
  CHECK(sums.kept_of_truth[0] == kept);
  CHECK(sums.kept_of_prediction[0] == 1.0);
}

TEST_CASE("boxes away from every truth are free, those of a near track are assigned at overlap 0") {
  Objects truth, found;
  truth.add(0, 7, 1, 0);
  truth.add(1, 7, 1, 0);
  found.add(0, 3, 1, 0);
  found.add(1, 3, 1, 500);
  found.add(1, 9, 1, 900);
  const TetaSums sums = measured(truth, found, 2);
  CHECK(std::vector<double>(sums.found.begin(), sums.found.begin() + 4) == std::vector<double>{2, 1, 1, 1});
  CHECK(sums.wrong == std::vector<double>(8, 0.0));
}

TEST_CASE("a prediction that a truth of another class has is not near") {
  Objects truth, found;
  truth.add(0, 1, 1, 0);
  truth.add(0, 2, 2, 2);
  found.add(0, 5, 1, 2);
  const TetaSums sums = measured(truth, found, 1);
  CHECK(std::vector<double>(sums.found.begin(), sums.found.begin() + 4) == std::vector<double>(4, 0.0));
  CHECK(std::vector<double>(sums.missed.begin(), sums.missed.begin() + 4) == std::vector<double>(4, 1.0));
  CHECK(std::vector<double>(sums.found.begin() + 4, sums.found.end()) == std::vector<double>(4, 1.0));
  CHECK(sums.mistaken == std::vector<double>{1, 1, 0, 0});
}

TEST_CASE("frames without truth count where they are looked at") {
  Objects truth, found;
  truth.add(0, 7, 1, 0);
  found.add(0, 3, 1, 0);
  found.add(1, 3, 1, 0);
  CHECK(measured(truth, found, 2).kept_of_prediction[0] == 1.0);
  CHECK(measured(truth, found, 2, true).kept_of_prediction[0] == 0.5);
}

TEST_CASE("a track twice in a frame") {
  Objects once, twice;
  once.add(0, 7, 1, 0);
  once.add(1, 7, 1, 0);
  twice.add(1, 7, 1, 0);
  twice.add(1, 7, 2, 50);
  CHECK_FALSE(measured(once, once, 2).repeated);
  CHECK(measured(once, twice, 2).repeated);
  CHECK(measured(twice, once, 2).repeated);
}

TEST_CASE("nothing at all") {
  const TetaSums sums = measured({}, {}, 3);
  CHECK_FALSE(sums.repeated);
  CHECK(sums.found == std::vector<double>(8, 0.0));
}

}  // namespace
