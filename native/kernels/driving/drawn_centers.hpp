// What nuScenes reads of its curves under weights of the samples: precision at each recall, and running means of errors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox::driving {

// Detections of class k in the order in which they ask: [offsets[k], offsets[k + 1]).
struct CenterRows {
  std::span<const std::int64_t> offsets;
  const double* score;
  const std::int32_t* image;
  const std::uint8_t* hit;  // [N, distances]
  const double* errors;     // [N, numbers], NaN where unknown
  std::size_t distances, numbers;
};

struct CenterReading {
  std::span<const double> recalls;  // ascending
  double near;                      // a recall this little short of one is that one
  bool by_recall;                   // errors are read at recalls; else at the scores that stand there
  std::size_t place;                // the distance at which errors are read; none where it is not a distance
};

// Of each class what is read of its hits.
struct CenterAnswer {
  double* precision;   // [K, distances, recalls]
  double* errors;      // [K, numbers, recalls], where there are hits
  double* whole;       // [K, numbers]: of all hits, where there are any
  std::int64_t* last;  // [K]: the last recall with errors, -1 without hits
};

namespace detail {

// How far the recall has come: the most objects whose share is at most each recall.
inline std::int64_t objects_within(double recall, std::int64_t truths) {
  const auto wanted = static_cast<double>(truths);
  double most = std::floor(recall * wanted) + 1;
  for (int again = 0; again < 2; ++again) {
    if (!(most / wanted <= recall)) most -= 1;
  }
  return static_cast<std::int64_t>(most);
}

// A point `recall` along the line from the share `hits` to the next one.
inline double along(double low, double high, std::int64_t hits, double wanted, double recall) {
  const double begin = static_cast<double>(hits) / wanted;
  if (begin == recall) return low;
  const double slope = (high - low) / (static_cast<double>(hits + 1) / wanted - begin);
  return slope * (recall - begin) + low;
}

// The hits of a class at one distance, as drawn.
class DrawnHits {
 public:
  // `within` are the most objects at each recall; `precision` and `cuts` [recalls] are written as hits come.
  void begin(std::span<const std::int64_t> within, std::span<const double> recalls, std::int64_t truths, double* precision,
             double* cuts) {
    within_ = within, recalls_ = recalls, wanted_ = static_cast<double>(truths);
    precision_ = precision, cuts_ = cuts, step_ = 0, hits_ = 0;
  }

  // A hit behind `before` detections that stands `times` times; `earlier` is the score of the last of those.
  void add(std::int64_t before, std::int64_t times, double score, double earlier) {
    for (; step_ < within_.size() && within_[step_] < hits_ + times; ++step_) {
      const std::int64_t hits = within_[step_], behind = before + (hits - hits_);
      const double recall = recalls_[step_];
      const double high = static_cast<double>(hits + 1) / static_cast<double>(std::max<std::int64_t>(behind + 1, 1));
      precision_[step_] = behind <= 0 ? high
                                      : along(static_cast<double>(hits) / static_cast<double>(behind), high, hits, wanted_, recall);
      if (cuts_) cuts_[step_] = behind <= 0 ? score : along(hits > hits_ ? score : earlier, score, hits, wanted_, recall);
    }
    hits_ += times;
  }

  // `detections` are all of the class, `lowest` the score of the last.
  void end(std::int64_t detections, double lowest) {
    const double reached = static_cast<double>(hits_) / wanted_;
    const double last = static_cast<double>(hits_) / static_cast<double>(std::max<std::int64_t>(detections, 1));
    for (; step_ < within_.size(); ++step_) {
      const bool exactly = reached == recalls_[step_];
      precision_[step_] = exactly ? last : 0;
      if (cuts_) cuts_[step_] = exactly ? lowest : 0;
    }
  }

 private:
  std::span<const std::int64_t> within_;
  std::span<const double> recalls_;
  std::int64_t hits_ = 0;
  double wanted_ = 1;
  double *precision_ = nullptr, *cuts_ = nullptr;
  std::size_t step_ = 0;
};

// Running means of the errors of a class's hits, of those that are known: asked for by how many hits, then read at once.
class RunningMeans {
 public:
  explicit RunningMeans(const CenterRows& rows) : rows_(rows) {}

  // Rows from `first` on; before_hits[i] hits stand before row first + i, and the last entry are all.
  void begin(std::size_t first, std::span<const std::int64_t> before_hits) {
    first_ = first, before_ = before_hits;
    asked_.clear();
  }

  std::int64_t total() const { return before_.back(); }

  double score_of(std::int64_t count) const { return rows_.score[first_ + row_of(count)]; }

  // Hits with a higher score.
  std::int64_t above(double cut) const {
    const double *begin = rows_.score + first_, *end = begin + before_.size() - 1;
    const double* place = std::partition_point(begin, end, [cut](double score) { return score > cut; });
    return before_[static_cast<std::size_t>(place - begin)];
  }

  void ask(std::int64_t count) { asked_.push_back(count); }

  void read() {
    const std::size_t numbers = rows_.numbers;
    std::sort(asked_.begin(), asked_.end());
    asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
    means_.assign(asked_.size() * numbers, 1.0);
    sums_.assign(numbers, 0.0), known_.assign(numbers, 0.0);
    std::size_t next = 0;
    for (std::size_t i = 0; i + 1 < before_.size() && next < asked_.size(); ++i) {
      const std::int64_t times = before_[i + 1] - before_[i];
      if (times == 0) continue;
      const double* errors = rows_.errors + (first_ + i) * numbers;
      for (; next < asked_.size() && asked_[next] <= before_[i + 1]; ++next) {
        const auto copies = static_cast<double>(asked_[next] - before_[i]);
        for (std::size_t v = 0; v < numbers; ++v) {
          const bool unknown = std::isnan(errors[v]);
          const double count = known_[v] + (unknown ? 0.0 : copies), sum = sums_[v] + (unknown ? 0.0 : copies * errors[v]);
          means_[next * numbers + v] = count == 0 ? 0.0 : sum / count;
        }
      }
      for (std::size_t v = 0; v < numbers; ++v) {
        if (std::isnan(errors[v])) continue;
        sums_[v] += errors[v] * static_cast<double>(times);
        known_[v] += static_cast<double>(times);
      }
    }
    for (std::size_t v = 0; v < numbers; ++v) {
      if (known_[v] > 0) continue;
      for (std::size_t k = 0; k < asked_.size(); ++k) means_[k * numbers + v] = 1.0;
    }
  }

  // After so many hits, which were asked for; 1 where nothing is known of any.
  const double* at(std::int64_t count) const {
    const auto place = std::lower_bound(asked_.begin(), asked_.end(), count) - asked_.begin();
    return means_.data() + static_cast<std::size_t>(place) * rows_.numbers;
  }

 private:
  // The row that holds hit number `count`, from 1 on.
  std::size_t row_of(std::int64_t count) const {
    return static_cast<std::size_t>(std::lower_bound(before_.begin() + 1, before_.end(), count) - (before_.begin() + 1));
  }

  const CenterRows& rows_;
  std::size_t first_ = 0;
  std::span<const std::int64_t> before_;
  std::vector<std::int64_t> asked_;
  std::vector<double> means_, sums_, known_;
};

// Errors at the scores `cuts`, in a line between hits; `whole` is of all.
inline void read_at_scores(RunningMeans& means, std::span<const double> cuts, std::size_t numbers, double* errors, double* whole) {
  const std::int64_t total = means.total();
  const auto between = [&](std::int64_t above) {
    return std::pair{std::min(above + 1, total), std::max<std::int64_t>(above, 1)};
  };
  std::vector<std::int64_t> higher(cuts.size());
  means.ask(total);
  for (std::size_t step = 0; step < cuts.size(); ++step) {
    higher[step] = means.above(cuts[step]);
    const auto [low, high] = between(higher[step]);
    means.ask(low), means.ask(high);
  }
  means.read();
  std::copy_n(means.at(total), numbers, whole);
  for (std::size_t step = 0; step < cuts.size(); ++step) {
    const double cut = cuts[step];
    const auto [low, high] = between(higher[step]);
    const double low_score = means.score_of(low), high_score = means.score_of(high);
    const double *end = means.at(low), *start = means.at(high);
    const bool plain = higher[step] == total || higher[step] == 0 || cut == low_score;
    for (std::size_t v = 0; v < numbers; ++v) {
      const double steep = (start[v] - end[v]) / (high_score - low_score);
      errors[v * cuts.size() + step] = plain ? end[v] : steep * (cut - low_score) + end[v];
    }
  }
}

// Errors where so many objects are found as each recall needs; how many recalls are reached.
inline std::int64_t read_at_recalls(RunningMeans& means, const CenterReading& how, std::int64_t truths, std::size_t numbers,
                                    double* errors, double* whole) {
  const std::size_t steps = how.recalls.size();
  const auto wanted = static_cast<double>(truths);
  const double reached = static_cast<double>(means.total()) / wanted;
  std::vector<std::int64_t> needed(steps);
  std::int64_t count = 0;
  means.ask(means.total());
  for (std::size_t step = 0; step < steps; ++step) {
    if (reached >= how.recalls[step] - how.near) ++count;
    const double asked = std::ceil(how.recalls[step] * wanted - how.near);
    needed[step] = std::clamp<std::int64_t>(static_cast<std::int64_t>(asked), 1, means.total());
    means.ask(needed[step]);
  }
  means.read();
  std::copy_n(means.at(means.total()), numbers, whole);
  for (std::size_t step = 0; step < steps; ++step) {
    for (std::size_t v = 0; v < numbers; ++v) errors[v * steps + step] = means.at(needed[step])[v];
  }
  return count;
}

}  // namespace detail

inline void read_drawn_centers(const CenterRows& rows, const CenterReading& how, std::span<const std::int64_t> weights,
                               std::span<const std::int64_t> truths, const CenterAnswer& answer) {
  const std::size_t steps = how.recalls.size(), classes = truths.size();
  const bool measured = how.place < rows.distances;
  std::vector<detail::DrawnHits> drawn(rows.distances);
  detail::RunningMeans means(rows);
  std::vector<std::int64_t> within(steps), before_hits;
  std::vector<double> cuts(steps);
  for (std::size_t k = 0; k < classes; ++k) {
    const std::int64_t wanted = std::max<std::int64_t>(truths[k], 1);
    for (std::size_t step = 0; step < steps; ++step) within[step] = detail::objects_within(how.recalls[step], wanted);
    const auto first = static_cast<std::size_t>(rows.offsets[k]), end = static_cast<std::size_t>(rows.offsets[k + 1]);
    keep_going(end - first + rows.distances * steps);
    for (std::size_t t = 0; t < rows.distances; ++t) {
      double* precision = answer.precision + (k * rows.distances + t) * steps;
      drawn[t].begin(within, how.recalls, wanted, precision, t == how.place ? cuts.data() : nullptr);
    }
    before_hits.assign(1, 0);
    before_hits.reserve(end - first + 1);
    std::int64_t before = 0;
    double lowest = 0;
    for (std::size_t row = first; row < end; ++row) {
      const std::int64_t times = weights[static_cast<std::size_t>(rows.image[row])];
      const std::uint8_t* hit = rows.hit + row * rows.distances;
      before_hits.push_back(before_hits.back() + (measured && hit[how.place] ? times : 0));
      if (times == 0) continue;
      for (std::size_t t = 0; t < rows.distances; ++t) {
        if (hit[t]) drawn[t].add(before, times, rows.score[row], lowest);
      }
      before += times;
      lowest = rows.score[row];
    }
    for (std::size_t t = 0; t < rows.distances; ++t) drawn[t].end(before, lowest);
    answer.last[k] = -1;
    if (before_hits.back() == 0) continue;
    means.begin(first, before_hits);
    double *errors = answer.errors + k * rows.numbers * steps, *whole = answer.whole + k * rows.numbers;
    if (how.by_recall) {
      answer.last[k] = detail::read_at_recalls(means, how, wanted, rows.numbers, errors, whole) - 1;
      continue;
    }
    detail::read_at_scores(means, cuts, rows.numbers, errors, whole);
    answer.last[k] = 0;
    for (std::size_t step = 0; step < steps; ++step) {
      if (cuts[step] != 0) answer.last[k] = static_cast<std::int64_t>(step);
    }
  }
}

}  // namespace truebox::driving
