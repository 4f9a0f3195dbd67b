// Pairs of tracks that ever overlap, each with a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/interruption.hpp"
#include "tracks/pair_numbers.hpp"
#include "tracks/prepared.hpp"

namespace truebox::tracks {

struct MetPairs : PairNumbers {
  std::vector<std::uint32_t> of_overlap;  // number of the pair of every overlap of `Prepared::pairs`

  explicit MetPairs(const Prepared& made) {
    of_overlap.reserve(made.pairs.size());
    for (std::size_t frame = 0; frame < made.frames(); ++frame) {
      keep_going(100 + 20 * made.pairs_in(frame).size());
      const std::uint32_t* truths = made.truth.track.data() + made.truth.offsets[frame];
      const std::uint32_t* found = made.predictions.track.data() + made.predictions.offsets[frame];
      for (const Pair& pair : made.pairs_in(frame)) of_overlap.push_back(number(truths[pair.truth], found[pair.prediction]));
    }
    finish();
  }
};

}  // namespace truebox::tracks
