// Arbitrary columns of segmentations into the decoder and the measuring of masks.
// With any compiler: -fsanitize=address,undefined, then run with a number of rounds (and a seed).
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "mask_measures.hpp"

namespace {

using Random = std::mt19937_64;

struct Rows {
  std::vector<std::uint8_t> kinds, text;
  std::vector<std::int64_t> own_sizes, image_sizes, text_offsets{0}, part_offsets{0}, row_offsets{0};
  std::vector<double> numbers, boxes;

  void add(Random& random) {
    kinds.push_back(random() % 5 == 4 ? truebox::SegmentationView::kSkipped : static_cast<std::uint8_t>(random() % 4));
    for (int side = 0; side < 2; ++side) {
      own_sizes.push_back(static_cast<std::int64_t>(random() % 20 == 0 ? random() : random() % 12));
      image_sizes.push_back(random() % 3 == 0 ? 0 : random() % 10 == 0 ? 90000 : own_sizes.back() % 100000);
    }
    for (auto left = random() % 12; left > 0; --left) {
      text.push_back(static_cast<std::uint8_t>(random() % 8 != 0 ? 48 + random() % 64 : random()));
    }
    text_offsets.push_back(static_cast<std::int64_t>(text.size()));
    for (auto parts = random() % 3; parts > 0; --parts) {
      for (auto left = random() % 10; left > 0; --left) numbers.push_back(number(random));
      part_offsets.push_back(static_cast<std::int64_t>(numbers.size()));
    }
    row_offsets.push_back(static_cast<std::int64_t>(part_offsets.size()) - 1);
    for (int i = 0; i < 4; ++i) boxes.push_back(static_cast<double>(random() % 20));
  }

  static double number(Random& random) {
    switch (random() % 12) {
      case 0: return std::nan("");
      case 1: return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), static_cast<int>(random() % 1000) - 500);
      default: return static_cast<double>(random() % 40) - 10;
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  const long rounds = argc > 1 ? std::atol(argv[1]) : 20000;
  Random random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (long round = 0; round < rounds; ++round) {
    Rows rows;
    for (auto left = 1 + random() % 4; left > 0; --left) rows.add(random);
    const truebox::SegmentationView view{rows.kinds,        rows.own_sizes,   rows.text,        rows.text_offsets,
                                         rows.numbers,      rows.part_offsets, rows.row_offsets, rows.image_sizes,
                                         random() % 2 == 0 ? rows.boxes.data() : nullptr};
    const truebox::MaskMeasures found = truebox::measure_segmentations(view, true, 1);
    if (found.problem) continue;
    for (std::size_t row = 0; row < view.count(); ++row) {
      const std::int64_t begin = found.runs.offsets[row], end = found.runs.offsets[row + 1];
      const truebox::Runs runs(found.runs.runs.data() + begin, static_cast<std::size_t>(end - begin));
      if (truebox::check_runs(runs, view.size_of(row).pixels(), row)) std::abort();
    }
  }
  std::printf("%ld rounds\n", rounds);
}
