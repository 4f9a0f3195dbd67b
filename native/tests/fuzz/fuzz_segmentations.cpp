// Arbitrary columns of segmentations into the decoder and the measuring of masks.
// With any compiler: -fsanitize=address,undefined, then run with a number of rounds (and a seed).
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "evaluation/mask_measures.hpp"

namespace {

using Random = std::mt19937_64;

struct Rows {
  std::vector<std::uint8_t> kinds, text;
  std::vector<std::int64_t> own_sizes, image_sizes, text_offsets{0}, part_offsets{0}, row_offsets{0};
  std::vector<std::int32_t> images;
  std::vector<double> numbers, boxes;

  void add(Random& random) {
    kinds.push_back(random() % 5 == 4 ? truebox::SegmentationView::kSkipped : static_cast<std::uint8_t>(random() % 4));
    images.push_back(random() % 8 == 0 ? -1 : static_cast<std::int32_t>(kinds.size()) - 1);
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
    const truebox::SegmentationView view{
        rows.kinds,        rows.own_sizes,   rows.text,   rows.text_offsets, rows.numbers,
        rows.part_offsets, rows.row_offsets, rows.images, rows.image_sizes,  random() % 2 == 0 ? rows.boxes.data() : nullptr};
    std::vector<double> area(view.count()), boxes(4 * view.count());
    const truebox::MaskNotes found = truebox::measure_segmentations(view, area.data(), boxes.data(), 1);
    // What would be refused when it is read is refused when it is checked, and the other way round.
    const truebox::MaskNotes checked = truebox::check_segmentations(view, 1);
    if (checked.problem.fault != found.problem.fault || checked.problem.row != found.problem.row) std::abort();
    if (checked.far != found.far) std::abort();
    if (found.problem) continue;
    truebox::SegmentationScratch scratch;
    for (std::size_t row = 0; row < view.count(); ++row) {
      if (view.read(row, scratch)) std::abort();
      const truebox::MaskSize size = view.size_of(row);
      if (truebox::check_runs(scratch.runs.runs(), size.pixels(), row)) std::abort();
      if (area[row] > size.pixels() || boxes[4 * row] + boxes[4 * row + 2] > size.width) std::abort();
    }
  }
  std::printf("%ld rounds\n", rounds);
}
