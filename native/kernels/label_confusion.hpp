// The confusion matrix of two label maps: pixels per true and predicted label.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "equal_runs.hpp"
#include "thread_pool.hpp"

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

// Counts [begin, end) into `matrix`; the first fault of the range, if any.
template <std::size_t TruthWidth, std::size_t PredictedWidth>
std::optional<LabelFault> count_range(PixelBytes<TruthWidth> truth, PixelBytes<PredictedWidth> predicted,
                                      LabelReading read_truth, LabelReading read_predicted, const LabelRules& rules,
                                      std::size_t begin, std::size_t end, std::int64_t* matrix) {
  std::optional<LabelFault> fault;
  const auto classes = static_cast<std::uint64_t>(rules.classes);
  for_each_run(truth, predicted, begin, end,
               [&](std::uint64_t t_bits, std::uint64_t p_bits, std::size_t first, std::size_t last) {
                 const std::int64_t t = read_truth.value(t_bits);
                 if (rules.ignored && t == *rules.ignored) return;
                 const std::int64_t p = read_predicted.value(p_bits);
                 const bool truth_fits = static_cast<std::uint64_t>(t) < classes;
                 if (truth_fits && static_cast<std::uint64_t>(p) < classes) {
                   matrix[t * rules.classes + p] += static_cast<std::int64_t>(last - first);
                 } else if (!fault) {
                   fault = LabelFault{!truth_fits, first};
                 }
               });
  return fault;
}

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
    return count_range(a, b, read_a, read_b, rules, 0, a.count(), matrix.data());
  }
  std::mutex guard;
  std::optional<LabelFault> fault;
  parallel_ranges(a.count(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::int64_t> own(matrix.size());
    const auto found = count_range(a, b, read_a, read_b, rules, begin, end, own.data());
    const std::lock_guard<std::mutex> lock(guard);
    if (found && (!fault || found->pixel < fault->pixel)) fault = found;
    for (std::size_t cell = 0; cell < own.size(); ++cell) matrix[cell] += own[cell];
  });
  return fault;
}

}  // namespace truebox
