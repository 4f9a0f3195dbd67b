// Every allocation fails once in turn: the call says so, or does without; nothing crashes and nothing leaks (which the
// address sanitizer sees). The operators are replaced for the whole program, and fail only where a test asks for it.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "coco/shapes.hpp"
#include "coco/text.hpp"
#include "evaluation/keypoint_measures.hpp"
#include "masks/dense.hpp"
#include "masks/ragged_runs.hpp"
#include "matching/optimal.hpp"
#include "pixels/segment_pairs.hpp"
#include "suppression/box_fusion.hpp"
#include "suppression/matrix_suppression.hpp"
#include "suppression/non_maximum_suppression.hpp"
#include "texts/table_columns.hpp"

#if !defined(_WIN32)

using namespace truebox;

namespace {

constexpr long kNever = -1;
std::atomic<long> left{kNever};  // allocations until the one that fails

void* allocated(std::size_t size, std::size_t alignment) {
  if (left.load(std::memory_order_relaxed) >= 0 && left.fetch_sub(1) == 0) return nullptr;
  size = size == 0 ? 1 : size;
  return alignment <= alignof(std::max_align_t) ? std::malloc(size)
                                                : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocated_or_thrown(std::size_t size, std::size_t alignment) {
  void* const memory = allocated(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

#if defined(__GNUC__)
// Both sides are replaced here, of which GCC sees one where it inlines the other.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) { return allocated_or_thrown(size, 0); }
void* operator new(std::size_t size, std::align_val_t by) { return allocated_or_thrown(size, static_cast<std::size_t>(by)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocated(size, 0); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

// `call` returns false where it says itself that memory lacked; otherwise what it returns must be right.
// Returns how often memory lacked.
template <class Call>
long refusals_of(const Call& call) {
  long refused = 0;
  for (long which = 0;; ++which) {
    REQUIRE(which < 100'000);
    bool right = true;
    left = which;
    try {
      right = call();
    } catch (const std::bad_alloc&) {
      ++refused;
    }
    const bool failed = left.exchange(kNever) < 0;  // before doctest allocates
    CHECK((right || failed));
    if (!right) ++refused;
    if (!failed) break;
  }
  return refused;
}

template <class Call>
void fails_cleanly(const Call& call) {
  CHECK(refusals_of(call) > 0);  // or nothing here allocates, and nothing was tried
}

// A call that returned although memory lacked must be right.
bool never_wrong(bool right) {
  if (!right) std::abort();
  return true;
}

std::vector<CornerBox<double>> some_boxes(std::size_t count) {
  std::vector<CornerBox<double>> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const double at = static_cast<double>(i * 37 % 1000);
    boxes.push_back({at, at / 2, at + 30, at / 2 + 20});
  }
  return boxes;
}

}  // namespace

TEST_CASE("suppression without memory") {
  const auto boxes = some_boxes(600);
  const std::vector<double> scores(boxes.size(), 0.5);
  const auto expected = kept_rows<double>(boxes, scores, nullptr, {.threshold = 0.5});
  fails_cleanly([&] { return never_wrong(kept_rows<double>(boxes, scores, nullptr, {.threshold = 0.5}) == expected); });
  std::vector<std::uint32_t> items(boxes.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::uint32_t>(i);
  fails_cleanly([&] { return soft_suppress(BoxOverlaps(boxes, items), items, scores, {}).size() <= items.size(); });
  fails_cleanly([&] { return matrix_suppress(BoxOverlaps(boxes, items), items.size(), {}).size() == items.size(); });
  fails_cleanly([&] {
    return fuse_boxes(boxes, scores, 0.5, Fusion::weighted_boxes, false).cluster_of.size() == boxes.size();
  });
}

TEST_CASE("optimal matching without memory") {
  std::vector<double> cost;
  for (int i = 0; i < 40 * 50; ++i) cost.push_back(i * 7919 % 1013);
  const auto expected = match_at_least_cost(cost.data(), 40, 50, 800).columns;
  fails_cleanly([&] { return never_wrong(match_at_least_cost(cost.data(), 40, 50, 800).columns == expected); });
}

TEST_CASE("the reader of COCO results without memory, on two threads") {
  std::string text = "[";
  for (int i = 0; i < 400; ++i) {
    text += R"({"image_id": "a)" + std::to_string(i % 7) + R"(", "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}, )";
  }
  text.replace(text.size() - 2, 2, "]");
  for (const int threads : {1, 2}) {
    fails_cleanly([&] {
      reading::ArrayJob job{};
      job.threads = threads;
      job.part_bytes = 4096;
      reading::PredictionColumns columns;
      const auto declined = reading::read_coco_predictions(text.data(), text.data() + text.size(), job, columns);
      if (declined.fault != reading::JsonFault::none) return declined.fault != reading::JsonFault::memory;
      const double* const scores = columns.scores.as<double>();  // 0 where rows got a place and were not stored
      return never_wrong(columns.count.rows == 400 && std::count(scores, scores + 400, 0.5) == 400);
    });
  }
}

// Whether every row of 300 is there where the reader says that it read them; what it does without, Python reads.
template <class Columns, class Read, class Count>
void reads_all_or_declines(const std::string& text, const Read& read, const Count& count) {
  const auto faulty = [&] {
    reading::ArrayJob job{};
    job.threads = 2;
    job.part_bytes = 4096;
    Columns columns;
    const reading::Declined declined = read(text.data(), text.data() + text.size(), job, columns);
    if (declined.fault == reading::JsonFault::none) never_wrong(count(columns) == 300);
    return declined.fault;
  };
  REQUIRE(faulty() == reading::JsonFault::none);
  fails_cleanly([&] { return faulty() == reading::JsonFault::none; });
}

TEST_CASE("the readers of masks and keypoints without memory") {
  using namespace reading;
  std::string found = "[";
  std::string truth = R"({"images": [{"id": 1, "width": 9, "height": 9}], "categories": [{"id": 1, "name": "a"}], )";
  truth += R"("annotations": [)";
  for (int i = 1; i <= 300; ++i) {
    const std::string row = R"({"image_id": 1, "category_id": 1, "keypoints": [1, 2, 2, 3, 4, 1], )"
                            R"("segmentation": {"size": [9, 9], "counts": "P2a0"}, )";
    found += row + R"("score": 0.5}, )";
    truth += row + R"("id": )" + std::to_string(i) + R"(, "bbox": [1, 2, 3, 4], "area": 5, "iscrowd": 0, )";
    truth += R"("num_keypoints": 2}, )";
  }
  found.replace(found.size() - 2, 2, "]");
  truth.replace(truth.size() - 2, 2, "]}");
  const auto rows = [](const auto& columns) { return columns.base.count.rows; };
  const auto annotations = [](const auto& columns) { return columns.annotations.base.count.rows; };
  reads_all_or_declines<MaskPredictionColumns>(found, read_coco_predictions<MaskPredictionColumns>, rows);
  reads_all_or_declines<KeypointPredictionColumns>(found, read_coco_predictions<KeypointPredictionColumns>, rows);
  reads_all_or_declines<TruthColumnsOf<MaskAnnotationColumns>>(truth, read_coco_truth<MaskAnnotationColumns>, annotations);
  reads_all_or_declines<TruthColumnsOf<KeypointAnnotationColumns>>(truth, read_coco_truth<KeypointAnnotationColumns>,
                                                                   annotations);
}

TEST_CASE("keypoints measured without memory, on two threads") {
  const std::size_t rows = std::size_t{3} << 13;
  const std::vector<double> points(rows * 2 * 3, 1.0);
  std::vector<double> extents(rows * 4);
  std::vector<std::int64_t> visible(rows);
  // Workers that a test before has started are there: then there is nothing to allocate.
  refusals_of([&] {
    return never_wrong(measure_keypoints(points.data(), rows, 2, extents.data(), visible.data(), 2) == rows &&
                       std::count(visible.begin(), visible.end(), 2) == static_cast<std::ptrdiff_t>(rows));
  });
}

TEST_CASE("pairs of segments counted without memory") {
  std::vector<std::uint8_t> truth, predicted;
  for (std::size_t i = 0; i < 3000; ++i) {
    for (std::size_t byte = 0; byte < 3; ++byte) truth.push_back(byte == 0 ? static_cast<std::uint8_t>(i % 251) : 0);
    for (std::size_t byte = 0; byte < 3; ++byte) predicted.push_back(byte == 0 ? static_cast<std::uint8_t>(i % 7) : 0);
  }
  fails_cleanly([&] {
    std::int64_t pixels = 0;
    for (const SegmentPair& pair : count_segment_pairs<3, 3>(truth, predicted)) pixels += pair.pixels;
    return never_wrong(pixels == 3000);
  });
}

TEST_CASE("the reader of tables without memory") {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "name " + std::to_string(i % 11) + ",1.5," + std::to_string(i) + "\n";
  tables::TableLayout layout;
  layout.delimiter = ',';
  layout.kinds = {tables::CellKind::text, tables::CellKind::number, tables::CellKind::number};
  fails_cleanly([&] {
    tables::TableColumns columns;
    return tables::read_table(text.data(), text.data() + text.size(), layout, 2, columns, 1024) && columns.rows == 300;
  });
}

TEST_CASE("a pool whose workers fail") {
  fails_cleanly([&] {
    std::atomic<std::size_t> sum{0};
    parallel_for(64, 4, [&](std::size_t index) { sum += std::vector<std::size_t>(10, index)[3]; });
    return never_wrong(sum == 2016);
  });
}
#endif
