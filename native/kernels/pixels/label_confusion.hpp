// The confusion matrix of two label maps: pixels per true and predicted label.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "ground/equal_runs.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

// A map of labels of `Width` bytes; signed ones are widened with their sign.
struct LabelReading {
  bool is_signed = false;
  std::size_t width = 1;

  std::int64_t value(std::uint64_t bits) const {
    const auto unused = static_cast<unsigned>(64 - 8 * width);
    if (is_signed) return static_cast<std::int64_t>(bits << unused) >> unused;
    return static_cast<std::int64_t>(bits);
  }
};

// A label outside [0, classes): in which map, at which pixel.
struct LabelFault {
  bool in_truth;
  std::size_t pixel;
};

struct LabelRules {
  std::int64_t classes;
  std::optional<std::int64_t> ignored;  // pixels whose true label it is do not count
};

namespace label_confusion_detail {

inline constexpr std::size_t kGrain = std::size_t{1} << 20;
// A map is looked at in blocks. Where runs are shorter than kShortRun the next blocks are counted pixel by
// pixel: a run costs about as much as 8 pixels, most of it a mispredicted branch.
inline constexpr std::size_t kBlock = std::size_t{1} << 12;
inline constexpr std::size_t kShortRun = 8;
inline constexpr std::size_t kPlainBlocks = 15;

// Counts ranges into a matrix of its own and remembers the first label that does not fit.
template <std::size_t TruthWidth, std::size_t PredictedWidth>
class RangeCounter {
 public:
  RangeCounter(PixelBytes<TruthWidth> truth, PixelBytes<PredictedWidth> predicted, LabelReading read_truth,
               LabelReading read_predicted, const LabelRules& rules, std::int64_t* matrix)
      : truth_(truth), predicted_(predicted), read_truth_(read_truth), read_predicted_(read_predicted),
        rules_(rules), matrix_(matrix) {}

  std::optional<LabelFault> count(std::size_t begin, std::size_t end) {
    std::size_t plain_blocks = 0;
    while (begin < end) {
      const std::size_t stop = std::min(end, begin + kBlock);
      if (plain_blocks > 0) {
        --plain_blocks;
        for (std::size_t pixel = begin; pixel < stop; ++pixel) {
          add(truth_.at(pixel), predicted_.at(pixel), pixel, 1);
        }
      } else if (count_runs(begin, stop) * kShortRun > stop - begin) {
        plain_blocks = kPlainBlocks;
      }
      begin = stop;
    }
    return fault_;
  }

 private:
  std::size_t count_runs(std::size_t begin, std::size_t end) {
    std::size_t runs = 0;
    for_each_run(truth_, predicted_, begin, end,
                 [&](std::uint64_t t, std::uint64_t p, std::size_t first, std::size_t last) {
                   ++runs;
                   add(t, p, first, last - first);
                 });
    return runs;
  }

  void add(std::uint64_t truth_bits, std::uint64_t predicted_bits, std::size_t pixel, std::size_t pixels) {
    const std::int64_t t = read_truth_.value(truth_bits);
    if (rules_.ignored && t == *rules_.ignored) return;
    const std::int64_t p = read_predicted_.value(predicted_bits);
    const auto classes = static_cast<std::uint64_t>(rules_.classes);
    const bool truth_fits = static_cast<std::uint64_t>(t) < classes;
    if (truth_fits && static_cast<std::uint64_t>(p) < classes) {
      matrix_[t * rules_.classes + p] += static_cast<std::int64_t>(pixels);
    } else if (!fault_) {
      fault_ = LabelFault{!truth_fits, pixel};
    }
  }

  PixelBytes<TruthWidth> truth_;
  PixelBytes<PredictedWidth> predicted_;
  LabelReading read_truth_;
  LabelReading read_predicted_;
  LabelRules rules_;
  std::int64_t* matrix_;
  std::optional<LabelFault> fault_;
};

}  // namespace label_confusion_detail

// Adds to `matrix` [classes, classes], rows true and columns predicted; the first fault in pixel order.
template <std::size_t TruthWidth, std::size_t PredictedWidth>
std::optional<LabelFault> count_labels(std::span<const std::uint8_t> truth, std::span<const std::uint8_t> predicted,
                                       bool truth_signed, bool predicted_signed, const LabelRules& rules,
                                       std::span<std::int64_t> matrix, int threads) {
  using namespace label_confusion_detail;
  const PixelBytes<TruthWidth> a(truth);
  const PixelBytes<PredictedWidth> b(predicted);
  const LabelReading read_a{truth_signed, TruthWidth};
  const LabelReading read_b{predicted_signed, PredictedWidth};
  if (a.count() <= kGrain || resolve_threads(threads) == 1) {
    return RangeCounter(a, b, read_a, read_b, rules, matrix.data()).count(0, a.count());
  }
  std::mutex guard;
  std::optional<LabelFault> fault;
  parallel_ranges(a.count(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::int64_t> own(matrix.size());
    const auto found = RangeCounter(a, b, read_a, read_b, rules, own.data()).count(begin, end);
    const std::lock_guard<std::mutex> lock(guard);
    if (found && (!fault || found->pixel < fault->pixel)) fault = found;
    for (std::size_t cell = 0; cell < own.size(); ++cell) matrix[cell] += own[cell];
  });
  return fault;
}

}  // namespace truebox
