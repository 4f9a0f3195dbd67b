// The quick way through a frame, against the solver over the whole frame.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "tracks/frame_assignment.hpp"

namespace {

using truebox::tracks::FrameAssignment;
using truebox::tracks::Pair;

struct Frame {
  std::size_t truths, predictions;
  std::vector<Pair> pairs;
  std::vector<double> weights;
};

// Some pairs, the heavy ones along the diagonal; `steps` makes weights equal, `carried` adds the bonus of CLEAR.
Frame made_frame(std::mt19937_64& random, int steps, bool carried) {
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const auto up_to_12 = [&random] { return static_cast<std::size_t>(1 + random() % 12); };
  Frame frame{up_to_12(), up_to_12(), {}, {}};
  for (std::uint32_t i = 0; i < frame.truths; ++i) {
    for (std::uint32_t j = 0; j < frame.predictions; ++j) {
      if (i != j && share(random) > 0.3) continue;
      double weight = i == j ? 0.4 + 0.6 * share(random) : 0.8 * share(random);
      if (steps > 0) weight = static_cast<double>(1 + static_cast<int>(weight * steps)) / steps;
      if (carried && i == j && share(random) < 0.5) weight += 1000.0;
      frame.pairs.push_back({i, j, weight});
      frame.weights.push_back(share(random) < 0.1 ? 0.0 : weight);
    }
  }
  return frame;
}

TEST_CASE("what is chosen without a solver is what the solver over the whole frame chooses") {
  std::mt19937_64 random(11);
  FrameAssignment quick, whole;
  for (const int steps : {0, 2, 4, 10}) {
    for (int round = 0; round < 20000; ++round) {
      const Frame frame = made_frame(random, steps, round % 2 == 0);
      quick.assign(frame.pairs, frame.weights, frame.truths, frame.predictions);
      whole.assign_whole(frame.pairs, frame.weights, frame.truths, frame.predictions);
      for (std::size_t i = 0; i < frame.truths; ++i) {
        // A pair that weighs nothing may stand for none.
        const auto weighs = [&](std::int32_t k) { return k >= 0 && frame.weights[static_cast<std::size_t>(k)] > 0 ? k : -1; };
        REQUIRE(weighs(quick.pair_of[i]) == weighs(whole.pair_of[i]));
      }
    }
  }
}

TEST_CASE("a chain of equal overlaps is left to the solver") {
  // Of four in a row the three between weigh more together than they do apart.
  const std::vector<Pair> pairs{{0, 0, 0.5}, {0, 1, 0.75}, {1, 1, 0.5}, {1, 2, 0.75}, {2, 2, 0.5}, {2, 3, 0.75}, {3, 3, 0.5}};
  std::vector<double> weights;
  for (const Pair& pair : pairs) weights.push_back(pair.similarity);
  FrameAssignment assignment;
  assignment.assign(pairs, weights, 4, 4);
  CHECK(assignment.pair_of == std::vector<std::int32_t>{1, 3, 5, FrameAssignment::kNone});
}

}  // namespace
