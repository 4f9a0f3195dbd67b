// Arbitrary columns of segmentations into the decoder and the measuring of masks; the bytes decide what they hold.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "evaluation/mask_measures.hpp"
#include "fuzz/fuzz_driver.hpp"

namespace {

// Numbers out of the input, as far as it reaches: first a byte that says how many follow.
class Random {
 public:
  Random(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}

  std::uint64_t operator()() {
    std::uint64_t number = 0;
    if (next_ == end_) return 0;
    const std::size_t bytes = std::min<std::size_t>(1 + (*next_ >= 0xF0 ? 8u : *next_ % 2u), static_cast<std::size_t>(end_ - next_));
    std::memcpy(&number, next_, std::min<std::size_t>(bytes, 8));
    next_ += bytes;
    return number;
  }

 private:
  const std::uint8_t* next_;
  const std::uint8_t* end_;
};

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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Random random(data, size);
  Rows rows;
  for (auto left = 1 + random() % 4; left > 0; --left) rows.add(random);
  const truebox::SegmentationView view{
      rows.kinds,        std::span<const std::int64_t>(rows.own_sizes), rows.text,   rows.text_offsets, rows.numbers,
      rows.part_offsets, rows.row_offsets, rows.images, rows.image_sizes,  random() % 2 == 0 ? rows.boxes.data() : nullptr};
  std::vector<double> area(view.count()), boxes(4 * view.count());
  const truebox::MaskNotes found = truebox::measure_segmentations(view, {area.data(), boxes.data()}, 1);
  // What would be refused when it is read is refused when it is checked, and the other way round.
  const truebox::MaskNotes checked = truebox::check_segmentations(view, 1);
  if (checked.problem.fault != found.problem.fault || checked.problem.row != found.problem.row) std::abort();
  if (checked.far != found.far) std::abort();
  if (found.problem) return 0;
  truebox::SegmentationScratch scratch;
  for (std::size_t row = 0; row < view.count(); ++row) {
    if (view.read(row, scratch)) std::abort();
    const truebox::MaskSize pixels = view.size_of(row);
    if (truebox::check_runs(scratch.runs.runs(), pixels.pixels(), row)) std::abort();
    if (area[row] > pixels.pixels() || boxes[4 * row] + boxes[4 * row + 2] > pixels.width) std::abort();
  }
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
int main(int count, char** arguments) {
  std::mt19937_64 random(7);
  std::vector<std::string> seeds;
  for (std::size_t length = 8; length <= 512; length += 8) {
    seeds.emplace_back();
    for (std::size_t i = 0; i < length; ++i) seeds.back() += static_cast<char>(random());
  }
  return fuzz::run(count, arguments, seeds);
}
#endif
