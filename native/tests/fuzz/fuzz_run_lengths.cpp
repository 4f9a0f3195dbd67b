// Any bytes as compressed counts: refused, or masks on which every kernel agrees with its plain twin.
#include <cstdlib>
#include <string>
#include <vector>

#include "fuzz/fuzz_driver.hpp"
#include "masks/boundary.hpp"
#include "masks/overlap.hpp"
#include "masks/plain_masks.hpp"
#include "masks/dense.hpp"
#include "masks/merge.hpp"
#include "masks/text.hpp"

using namespace truebox;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

using Counts = std::vector<std::uint32_t>;

Counts counts_of(const RunBuffer& buffer) { return {buffer.runs().begin(), buffer.runs().end()}; }

void check_text(const Counts& runs, std::uint64_t pixels) {
  std::vector<std::uint8_t> text;
  RunBuffer again;
  append_text(runs, text);
  require(!read_text(text, pixels, 0, again) && counts_of(again) == runs);
}

// Where the runs end is what their lengths sum to.
void check_places(const RunBuffer& buffer) {
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    place += buffer.runs()[i];
    require(buffer.ends().places[i] == place);
  }
}

// More characters than any count needs, which the wide way leaves to the other.
bool has_overlong_count(std::span<const std::uint8_t> text) {
  std::size_t length = 0;
  for (const std::uint8_t character : text) {
    if (++length > 7) return true;
    if (character - 48U < 32U) length = 0;
  }
  return false;
}

// The wide way and the one character by character accept the same texts and find the same runs.
void check_both_ways(std::span<const std::uint8_t> text, std::uint64_t pixels) {
  if (pixels > text_detail::kWidePixels || !text_detail::reads_wide()) return;
  RunBuffer wide, narrow;
  wide.restart(text.size());
  narrow.restart(text.size());
  const bool good = text_detail::read_text_wide(text, static_cast<std::uint32_t>(pixels), wide);
  const bool also = text_detail::read_correct(text, pixels, narrow);
  require(good == also || (also && has_overlong_count(text)));
  if (good) require(counts_of(wide) == counts_of(narrow));
}

void check_dense(const Counts& runs, MaskSize size) {
  const auto height = static_cast<std::ptrdiff_t>(size.height);
  const auto width = static_cast<std::ptrdiff_t>(size.width);
  const plain::Pixels expected = plain::pixels_of(runs);
  DenseScratch scratch;
  Counts again;
  plain::Pixels columns(size.pixels(), 0);
  decode_dense(runs, DenseMask<std::uint8_t>{columns.data(), size, 1, height}, scratch);
  require(columns == expected);
  encode_dense(DenseMask<const std::uint8_t>{columns.data(), size, 1, height}, scratch, again);
  require(again == plain::runs_of(expected));
  plain::Pixels rows(size.pixels(), 0);
  decode_dense(runs, DenseMask<std::uint8_t>{rows.data(), size, width, 1}, scratch);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    require(rows[i] == expected[(i % size.width) * size.height + i / size.width]);
  }
  Counts from_rows;
  encode_dense(DenseMask<const std::uint8_t>{rows.data(), size, width, 1}, scratch, from_rows);
  require(from_rows == again);
  BoundaryScratch boundary_scratch;
  Counts band;
  const int distance = 1 + static_cast<int>(runs.size() % 4);
  mask_boundary(runs, size, static_cast<std::uint32_t>(distance), boundary_scratch, band);
  require(band == plain::runs_of(plain::boundary(expected, size, distance)));
}

void check_batch(const std::vector<Counts>& masks, MaskSize size, bool small) {
  MaskShapes shapes;
  shapes.restart(size);
  std::vector<Runs> views(masks.begin(), masks.end());
  for (const Runs runs : views) shapes.add(runs);
  MergeScratch scratch;
  Counts any, all;
  merge_runs(views, size.pixels(), MergeRule::any, scratch, any);
  merge_runs(views, size.pixels(), MergeRule::all, scratch, all);
  require(!check_runs(any, size.pixels(), 0) && !check_runs(all, size.pixels(), 0));
  require(mask_area(all) <= mask_area(any));
  std::vector<double> row(masks.size());
  for (std::size_t i = 0; i < masks.size(); ++i) {
    mask_overlap_row(shapes, i, shapes, {}, MaskMeasure::intersection_over_union, 0.0, row.data());
    require(row[i] == (mask_area(masks[i]) == 0 ? 0.0 : 1.0));
  }
  if (!small) return;
  plain::Pixels in_any = plain::pixels_of(masks[0]);
  plain::Pixels in_all = in_any;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    const plain::Pixels pixels = plain::pixels_of(masks[i]);
    for (std::size_t at = 0; at < pixels.size(); ++at) {
      in_any[at] |= pixels[at];
      in_all[at] &= pixels[at];
    }
    mask_overlap_row(shapes, i, shapes, {}, MaskMeasure::intersection_over_union, 0.0, row.data());
    for (std::size_t j = 0; j < masks.size(); ++j) {
      const plain::Pixels other = plain::pixels_of(masks[j]);
      std::uint32_t shared = 0;
      for (std::size_t at = 0; at < pixels.size(); ++at) shared += pixels[at] & other[at];
      require(row[j] == mask_measure(shared, mask_area(masks[i]), mask_area(masks[j]), MaskMeasure::intersection_over_union));
    }
  }
  if (masks.size() > 1) require(any == plain::runs_of(in_any) && all == plain::runs_of(in_all));
}

}  // namespace

// Two bytes of size, then texts divided by spaces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const bool large = data[0] > 127;
  const MaskSize shape = large ? MaskSize{60000U + data[0], 60000U + data[1]} : MaskSize{data[0] / 2U, data[1] / 4U};
  const bool compared = !large && shape.pixels() != 0 && fuzz::is_compared(data, size);
  std::vector<Counts> masks;
  std::size_t begin = 2;
  while (begin <= size) {
    std::size_t end = begin;
    while (end < size && data[end] != ' ') ++end;
    RunBuffer buffer;
    const MaskProblem problem = read_text({data + begin, end - begin}, shape.pixels(), masks.size(), buffer);
    check_places(buffer);
    check_both_ways({data + begin, end - begin}, shape.pixels());
    Counts runs = counts_of(buffer);
    if (!problem) {
      require(!check_runs(runs, shape.pixels(), 0));
      check_text(runs, shape.pixels());
      if (compared) check_dense(runs, shape);
      masks.push_back(runs);
    } else if (!large) {
      // Whatever was read before the fault, filled up, is a mask too: mutations then reach the kernels.
      std::uint64_t total = 0;
      for (const std::uint32_t run : runs) total += run;
      if (total <= shape.pixels()) {
        runs.push_back(static_cast<std::uint32_t>(shape.pixels() - total));
        if (compared) check_dense(runs, shape);
        masks.push_back(runs);
      }
    }
    begin = end + 1;
  }
  if (!masks.empty()) check_batch(masks, shape, !large && fuzz::is_compared(data, size));
  return 0;
}

#if !defined(TRUEBOX_LIBFUZZER)
// The first holds an ellipse, rings and noise in 20 x 15 as pycocotools 2.0.11 writes them; the others are
// built by hand.
int main(int count, char** arguments) {
  return fuzz::run(count, arguments,
                   {R"((<^18:4M2N2O00000001N2N3LT1 023260JO70I1001NO1030L01030L01030L02010N002NO3O060K032L0O332MH35OL3N135 0321ON0205070B00080I01070J09010B030M0d01\OO31:O30e00lN1OOj00I0B0L01)",
                    "((00d0 d0 0d0", "\x7F\xFF" "0", "((5555500000 1111111111 5O2N3",
                    "\xFF\xFF" "000oooo2 ooo1000 00", "@@11111111111111 :O:O:O:O:O 0123456789"});
}
#endif
