#include "masks/run_lengths.hpp"

#include <doctest/doctest.h>

#include <random>

#include "masks/boundary.hpp"
#include "masks/overlap.hpp"
#include "masks/plain_masks.hpp"
#include "masks/ragged_runs.hpp"
#include "masks/dense.hpp"
#include "masks/merge.hpp"
#include "masks/text.hpp"

using namespace truebox;
using Counts = std::vector<std::uint32_t>;

namespace {

Counts random_runs(std::uint32_t pixels, std::uint32_t longest, std::mt19937& random) {
  Counts runs;
  std::uint32_t total = 0;
  while (total < pixels) {
    runs.push_back(std::min(pixels - total, static_cast<std::uint32_t>(random() % longest)));
    total += runs.back();
  }
  if (runs.empty()) runs.push_back(0);
  return runs;
}

MaskFault fault_of(const char* text, std::uint64_t pixels) {
  RunBuffer runs;
  const std::string bytes = text;
  return read_text({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, pixels, 0, runs).fault;
}

}  // namespace

TEST_CASE("sizes are accepted up to what positions can address") {
  CHECK_FALSE(check_size(0, 0, 0));
  CHECK_FALSE(check_size(1, 0xFFFFFFFFLL, 0));
  CHECK(check_size(65536, 65536, 3).fault == MaskFault::bad_size);
  CHECK(check_size(-1, 5, 0).fault == MaskFault::bad_size);
  CHECK(check_size(0, 1LL << 40, 0).fault == MaskFault::bad_size);
  CHECK(check_size(1LL << 62, 1LL << 62, 7).row == 7);
}

TEST_CASE("runs must sum to the image, without overflow") {
  CHECK_FALSE(check_runs(Counts{3, 4}, 7, 0));
  CHECK(check_runs(Counts{3, 3}, 7, 0).fault == MaskFault::too_few);
  CHECK(check_runs(Counts{}, 0, 0).fault == MaskFault::too_few);
  CHECK(check_runs(Counts{0xFFFFFFFF, 8}, 7, 0).fault == MaskFault::too_many);
}

TEST_CASE("the size of every mask is checked, and its width as well as its height") {
  const Counts runs{4, 4};
  using Columns = std::vector<std::int64_t>;
  CHECK(check_masks({runs, Columns{0, 1, 2}, Columns{2, 2, 4, 1}}).fault == MaskFault::none);
  const MaskProblem wide = check_masks({runs, Columns{0, 1, 2}, Columns{2, 2, 1, 1LL << 40}});
  CHECK(wide.fault == MaskFault::bad_size);
  CHECK(wide.row == 1);
  CHECK(check_masks({runs, Columns{0, 1, 2}, Columns{2, -2, 2, 2}}).fault == MaskFault::bad_size);
  CHECK(check_masks({runs, Columns{0, 1, 2}, Columns{2, 2, 2, 3}}).fault == MaskFault::too_few);
  CHECK(check_masks({runs, Columns{0, 1, 2}, Columns{2, 2}}).fault == MaskFault::bad_offsets);
}

TEST_CASE("offsets that do not fit are found before anything is read") {
  const Counts runs{4, 4};
  const std::vector<std::int64_t> sizes{2, 2, 2, 2};
  using Offsets = std::vector<std::int64_t>;
  CHECK_FALSE(check_masks({runs, Offsets{0, 1, 2}, sizes}));
  const std::vector<std::int64_t> three{2, 2, 2, 2, 2, 2};
  const MaskProblem back = check_masks({runs, Offsets{0, 2, 1, 2}, three});
  CHECK(back.row == 1);
  CHECK(back.found == 1);
  CHECK(back.expected == 2);
  for (const Offsets& offsets : {Offsets{}, Offsets{0}, Offsets{0, 2}, Offsets{0, 3, 2}, Offsets{1, 1, 2}, Offsets{0, -1, 2}}) {
    CHECK(check_masks({runs, offsets, sizes}));
  }
}

TEST_CASE("the writer joins what touches and drops what is empty") {
  Counts runs{9};
  RunWriter writer(runs);
  writer.add(0, 0);
  writer.add(0, 2);
  writer.add(2, 3);
  writer.add(5, 5);
  writer.add(6, 8);
  writer.finish(8);
  CHECK(runs == Counts{9, 0, 3, 3, 2});
  Counts empty;
  RunWriter(empty).finish(0);
  CHECK(empty == Counts{0});
}

TEST_CASE("text is refused where it is not the compressed form") {
  CHECK(fault_of("5", 5) == MaskFault::none);
  CHECK(fault_of("", 5) == MaskFault::too_few);
  CHECK(fault_of("6", 5) == MaskFault::too_many);
  CHECK(fault_of("/", 5) == MaskFault::bad_character);
  CHECK(fault_of("p", 5) == MaskFault::bad_character);
  CHECK(fault_of("5o", 5) == MaskFault::truncated);
  CHECK(fault_of("O", 5) == MaskFault::negative);
  CHECK(fault_of("oooooooooooooo", 5) == MaskFault::bad_character);
}

TEST_CASE("every kernel agrees with its twin on runs of every form") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const MaskSize size{1 + static_cast<std::uint32_t>(random() % 40), 1 + static_cast<std::uint32_t>(random() % 40)};
    const Counts runs = random_runs(size.pixels(), 2 + static_cast<std::uint32_t>(random() % 60), random);
    const plain::Pixels pixels = plain::pixels_of(runs);
    std::vector<std::uint8_t> text;
    append_text(runs, text);
    RunBuffer again;
    CHECK_FALSE(read_text(text, size.pixels(), 0, again));
    CHECK(Counts(again.runs().begin(), again.runs().end()) == runs);
    DenseScratch scratch;
    Counts encoded;
    encode_dense(DenseMask<const std::uint8_t>{pixels.data(), size, 1, static_cast<std::ptrdiff_t>(size.height)}, scratch, encoded);
    CHECK(encoded == plain::runs_of(pixels));
    CHECK(mask_area(runs) == static_cast<std::uint32_t>(std::count(pixels.begin(), pixels.end(), 1)));
    BoundaryScratch boundary_scratch;
    Counts band;
    mask_boundary(runs, size, 1 + static_cast<std::uint32_t>(random() % 5), boundary_scratch, band);
    CHECK_FALSE(check_runs(band, size.pixels(), 0));
  }
}

TEST_CASE("two masks intersect to the same number of pixels by layers and by runs") {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    MaskShapes shapes;
    shapes.restart({1 + static_cast<std::uint32_t>(random() % 50), 1 + static_cast<std::uint32_t>(random() % 50)});
    const Counts a = random_runs(shapes.size.pixels(), 2 + static_cast<std::uint32_t>(random() % 90), random);
    const Counts b = random_runs(shapes.size.pixels(), 2 + static_cast<std::uint32_t>(random() % 90), random);
    shapes.add(Runs(a));
    shapes.add(Runs(b));
    const plain::Pixels in_a = plain::pixels_of(a);
    const plain::Pixels in_b = plain::pixels_of(b);
    std::uint32_t expected = 0;
    for (std::size_t i = 0; i < in_a.size(); ++i) expected += in_a[i] & in_b[i];
    const MaskShape& first = shapes.shapes[0];
    const MaskShape& second = shapes.shapes[1];
    CHECK(most_shared_pixels(first, second) >= expected);
    if (most_shared_pixels(first, second) == 0) continue;
    const std::uint32_t begin = std::max(first.box.x_begin, second.box.x_begin);
    const std::uint32_t end = std::min(first.box.x_end, second.box.x_end);
    CHECK(spans_detail::intersect_runs(shapes, first, shapes, second, begin, end) == expected);
    if (first.layers * second.layers != 0) {
      CHECK(spans_detail::intersect_layers(shapes, first, shapes, second, begin, end) == expected);
    }
    CHECK(shared_pixels(shapes, first, shapes, second) == expected);
  }
}

TEST_CASE("a huge image with few runs takes little memory") {
  MaskShapes shapes;
  shapes.restart({1, 0xFFFFFFFF});
  const Counts all{0, 0xFFFFFFFF};
  for (int i = 0; i < 100; ++i) shapes.add(Runs(all));
  CHECK(shapes.low.capacity() + shapes.begins.capacity() < 1 << 16);
  CHECK(shared_pixels(shapes, shapes.shapes[0], shapes, shapes.shapes[1]) == 0xFFFFFFFF);
  MergeScratch scratch;
  Counts out;
  const Counts full{0, 0xFFFFFFFF};
  const std::vector<Runs> three{full, full, full};
  merge_runs(three, 0xFFFFFFFF, MergeRule::any, scratch, out);
  CHECK(out == full);
}

TEST_CASE("batches on threads are in order") {
  struct Nothing {};
  const auto make = [](Nothing&, std::size_t row, Counts& out) { out.insert(out.end(), row % 5, static_cast<std::uint32_t>(row)); };
  const RaggedRuns one = build_runs<Nothing>(1000, 0, 1, make);
  const RaggedRuns many = build_runs<Nothing>(1000, 1e9, 3, make);
  CHECK(one.runs == many.runs);
  CHECK(one.offsets == many.offsets);
  CHECK(build_runs<Nothing>(0, 1e9, 3, make).offsets == std::vector<std::int64_t>{0});
}
