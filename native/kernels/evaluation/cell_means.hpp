// Means over cells of a table of curves, added in NumPy's order: pairwise, in blocks of 128 with eight sums each, so
// that they are to the last bit what `numpy.mean` of the same numbers in one row is.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace truebox {

// A table [thresholds, recalls, classes, ranges, caps] anywhere in memory; steps are in numbers.
struct CellTable {
  const double* values;
  std::array<std::int64_t, 5> steps;

  const double* at(std::size_t threshold, std::size_t recall, std::size_t range, std::size_t cap) const {
    return values + static_cast<std::int64_t>(threshold) * steps[0] + static_cast<std::int64_t>(recall) * steps[1] +
           static_cast<std::int64_t>(range) * steps[3] + static_cast<std::int64_t>(cap) * steps[4];
  }
};

// Which cells: some thresholds, every recall, one area range and some caps.
struct CellPlaces {
  std::span<const std::int64_t> thresholds;
  std::size_t recalls;
  std::size_t range;
  std::span<const std::int64_t> caps;
  // Of each recall the place in `others` that stands in for it, or -1; empty: none does.
  std::span<const std::int64_t> stand_ins;
};

namespace detail {

constexpr std::size_t kPairwiseBlock = 128;

// At most kPairwiseBlock numbers.
inline double sum_of_block(const double* values, std::size_t count) {
  if (count < 8) {
    double sum = -0.0;
    for (std::size_t i = 0; i < count; ++i) sum += values[i];
    return sum;
  }
  double sums[8];
  std::copy_n(values, 8, sums);
  std::size_t i = 8;
  for (; i < count - count % 8; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += values[i + lane];
  }
  double sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  for (; i < count; ++i) sum += values[i];
  return sum;
}

// `next(count)` gives the address of the next numbers of the row.
template <class Next>
double pairwise_sum(std::size_t count, Next&& next) {
  if (count <= kPairwiseBlock) return sum_of_block(next(count), count);
  std::size_t half = count / 2;
  half -= half % 8;
  const double first = pairwise_sum(half, next);
  return first + pairwise_sum(count - half, next);
}

// The numbers of cells in the order of a row: thresholds, recalls, classes, caps.
class CellRow {
 public:
  CellRow(const CellTable& table, const CellTable& others, const CellPlaces& places,
          std::span<const std::int64_t> classes)
      : table_(table), others_(others), places_(places), classes_(classes) {}

  std::size_t size() const {
    return places_.thresholds.size() * places_.recalls * classes_.size() * places_.caps.size();
  }

  const double* operator()(std::size_t count) {
    for (std::size_t filled = 0; filled < count;) {
      if (class_ == 0) begin_recall();
      const std::size_t more = std::min((count - filled) / places_.caps.size(), classes_.size() - class_);
      if (cap_ == 0 && more > 0) {
        filled += whole_classes(filled, more);
      } else {
        block_[filled++] = starts_[cap_][classes_[class_] * step_];
        if (++cap_ == places_.caps.size()) {
          cap_ = 0;
          ++class_;
        }
      }
      if (class_ == classes_.size()) {
        class_ = 0;
        if (++recall_ == places_.recalls) {
          recall_ = 0;
          ++threshold_;
        }
      }
    }
    return block_.data();
  }

 private:
  void begin_recall() {
    const std::int64_t other = places_.stand_ins.empty() ? -1 : places_.stand_ins[recall_];
    const CellTable& from = other < 0 ? table_ : others_;
    const auto threshold = static_cast<std::size_t>(places_.thresholds[threshold_]);
    step_ = from.steps[2];
    starts_.resize(places_.caps.size());
    for (std::size_t m = 0; m < starts_.size(); ++m) {
      starts_[m] = from.at(threshold, other < 0 ? recall_ : static_cast<std::size_t>(other), places_.range,
                           static_cast<std::size_t>(places_.caps[m]));
    }
  }

  std::size_t whole_classes(std::size_t filled, std::size_t more) {
    const std::size_t caps = places_.caps.size();
    for (std::size_t k = 0; k < more; ++k) {
      for (std::size_t m = 0; m < caps; ++m) {
        block_[filled + k * caps + m] = starts_[m][classes_[class_ + k] * step_];
      }
    }
    class_ += more;
    return more * caps;
  }

  const CellTable table_, others_;
  const CellPlaces places_;
  const std::span<const std::int64_t> classes_;
  std::array<double, kPairwiseBlock> block_;
  std::vector<const double*> starts_;  // of each cap, at the threshold and recall
  std::int64_t step_ = 0;              // from class to class
  std::size_t threshold_ = 0, recall_ = 0, class_ = 0, cap_ = 0;
};

}  // namespace detail

// The mean of all cells in one row, thresholds first, then recalls, classes and caps; there is at least one.
inline double mean_of_cells(const CellTable& table, const CellTable& others, const CellPlaces& places,
                            std::span<const std::int64_t> classes) {
  detail::CellRow row(table, others, places, classes);
  const std::size_t count = row.size();
  return detail::pairwise_sum(count, row) / static_cast<double>(count);
}

// The same of each class alone.
inline void means_of_classes(const CellTable& table, const CellTable& others, const CellPlaces& places,
                             std::span<const std::int64_t> classes, double* means) {
  std::vector<double> row(places.thresholds.size() * places.recalls * places.caps.size());
  for (std::size_t k = 0; k < classes.size(); ++k) {
    double* next = row.data();
    for (const std::int64_t threshold : places.thresholds) {
      const auto from_cap = [&](const CellTable& from, std::size_t recall, std::int64_t cap) {
        return from.at(static_cast<std::size_t>(threshold), recall, places.range, static_cast<std::size_t>(cap)) +
               classes[k] * from.steps[2];
      };
      if (places.caps.size() == 1 && places.stand_ins.empty()) {
        const double* const first = from_cap(table, 0, places.caps[0]);
        const std::int64_t step = table.steps[1];
        for (std::size_t recall = 0; recall < places.recalls; ++recall) {
          next[recall] = first[static_cast<std::int64_t>(recall) * step];
        }
        next += places.recalls;
        continue;
      }
      for (std::size_t recall = 0; recall < places.recalls; ++recall) {
        const std::int64_t other = places.stand_ins.empty() ? -1 : places.stand_ins[recall];
        for (const std::int64_t cap : places.caps) {
          *next++ = other < 0 ? *from_cap(table, recall, cap) : *from_cap(others, static_cast<std::size_t>(other), cap);
        }
      }
    }
    const double* place = row.data();
    const auto along = [&](std::size_t count) { return std::exchange(place, place + count); };
    means[k] = detail::pairwise_sum(row.size(), along) / static_cast<double>(row.size());
  }
}

}  // namespace truebox
