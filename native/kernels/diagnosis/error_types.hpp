// Why a detection is false: the error types of TIDE (Bolya et al., 2020), from the overlaps of a match table.
//
// Either the matching is the caller's, or it is TIDE's own: the best `cap` detections of an image over all
// classes in the order of their scores, each taking its best free truth, and ignored regions afterwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/grouping.hpp"
#include "ground/counted_ranks.hpp"
#include "ground/prefetch.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

enum class ErrorKind : std::uint8_t { none, wrong_class, location, both, duplicate, background };

enum class Standing : std::uint8_t { false_positive, true_positive, ignored, left_out };

struct ErrorRules {
  double foreground;   // overlap that matches
  double background;   // overlap up to which a detection is on the background
  bool tide_matching;  // match here, and count an overlap of exactly `foreground` as badly placed
  std::size_t cap;     // of an image; TIDE's matching only
};

struct ErrorTable {
  std::span<const std::int32_t> category;
  const std::int64_t* row;
  const double* score;
  const std::int64_t* offsets;
  const std::int32_t* pair_truth;
  const double* pair_overlap;
  const std::int32_t* truth_category;
  const std::uint8_t* truth_ignored;
};

struct ErrorColumns {
  std::uint8_t* standing;  // [n] Standing; with TIDE's matching in: ignored unless it matches, and out
  std::int32_t* holder;    // [g] the detection that found the truth or -1; the same
  std::int32_t* order;     // [n] by image, then score, then row; -1 where left out
  std::uint8_t* kind;      // [n] ErrorKind; in TIDE's matching ignored detections have one too
  std::int32_t* target;    // [n] the truth the error is about or -1
  std::uint8_t* mends;     // [n] whether mending the error finds its truth
  std::uint8_t* missed;    // [g] no detection that could be mended finds it
};

namespace detail {

class ImageErrors {
 public:
  ImageErrors(const ErrorTable& table, const ErrorRules& rules, const ErrorColumns& out)
      : table_(table), rules_(rules), out_(out) {}

  // `rows` are the detections of an image; `first` is where their order begins.
  void find(std::span<const std::uint32_t> rows, std::size_t first) {
    order(rows);
    for (std::size_t i = 0; i < ordered_.size(); ++i) out_.order[ordered_[i]] = static_cast<std::int32_t>(first + i);
    if (rules_.tide_matching) match();
    for (const std::uint32_t d : ordered_) {
      const auto standing = static_cast<Standing>(out_.standing[d]);
      if (standing == Standing::true_positive || standing == Standing::left_out ||
          (standing == Standing::ignored && !rules_.tide_matching)) {
        out_.kind[d] = static_cast<std::uint8_t>(ErrorKind::none);
      } else if (table_.offsets[d] != table_.offsets[d + 1]) {
        classify(d);
      }
    }
  }

 private:
  struct Ranked {
    double score;
    std::int64_t row;
    std::uint32_t detection;
  };

  // By score, then row.
  void order(std::span<const std::uint32_t> rows) {
    const std::size_t count = rows.size();
    ordered_.resize(count);
    if (count <= kCountedRanks) {
      for (std::size_t i = 0; i < count; ++i) {
        scores_[i] = table_.score[rows[i]];
        places_[i] = table_.row[rows[i]];
      }
      count_ranks(scores_.data(), places_.data(), count, ranks_.data());
      for (std::size_t i = 0; i < count; ++i) ordered_[ranks_[i]] = rows[i];
      return;
    }
    sorted_.clear();
    for (const std::uint32_t d : rows) sorted_.push_back({table_.score[d], table_.row[d], d});
    std::sort(sorted_.begin(), sorted_.end(), [](const Ranked& a, const Ranked& b) {
      return a.score != b.score ? a.score > b.score : a.row < b.row;
    });
    for (std::size_t i = 0; i < count; ++i) ordered_[i] = sorted_[i].detection;
  }

  struct Best {
    double overlap = 0;
    std::int32_t truth = -1;

    // Of equal overlaps the first row of the file.
    void offer(double value, std::int32_t candidate) {
      if (value > overlap || (value == overlap && truth >= 0 && candidate < truth)) {
        overlap = value;
        truth = candidate;
      }
    }
  };

  template <class Fn>
  void each_pair(std::uint32_t d, Fn&& fn) const {
    for (std::int64_t p = table_.offsets[d]; p < table_.offsets[d + 1]; ++p) {
      const std::int32_t truth = table_.pair_truth[p];
      fn(truth, table_.pair_overlap[p], table_.truth_category[truth] == table_.category[d],
         table_.truth_ignored[truth] != 0);
    }
  }

  void match() {
    for (std::size_t i = 0; i < ordered_.size(); ++i) {
      const std::uint32_t d = ordered_[i];
      if (i < rules_.cap && table_.offsets[d] == table_.offsets[d + 1]) continue;
      if (i >= rules_.cap) {
        out_.standing[d] = static_cast<std::uint8_t>(Standing::left_out);
        out_.order[d] = -1;
        continue;
      }
      Best free;
      bool in_ignored = out_.standing[d] == static_cast<std::uint8_t>(Standing::ignored);
      each_pair(d, [&](std::int32_t truth, double overlap, bool same, bool ignored) {
        if (same && ignored) in_ignored |= overlap > rules_.foreground;
        if (same && !ignored && out_.holder[truth] < 0) free.offer(overlap, truth);
      });
      Standing standing = in_ignored ? Standing::ignored : Standing::false_positive;
      if (free.truth >= 0 && free.overlap >= rules_.foreground) {
        out_.holder[free.truth] = static_cast<std::int32_t>(d);
        standing = Standing::true_positive;
      }
      out_.standing[d] = static_cast<std::uint8_t>(standing);
    }
  }

  void classify(std::uint32_t d) {
    Best own, other, held, any;
    each_pair(d, [&](std::int32_t truth, double overlap, bool same, bool ignored) {
      if (ignored) return;
      any.offer(overlap, truth);
      (same ? own : other).offer(overlap, truth);
      if (same && out_.holder[truth] >= 0) held.offer(overlap, truth);
    });
    const bool reaches = rules_.tide_matching ? own.overlap > rules_.foreground : own.overlap >= rules_.foreground;
    if (own.truth >= 0 && own.overlap >= rules_.background && !reaches) return set(d, ErrorKind::location, own.truth);
    if (other.truth >= 0 && other.overlap >= rules_.foreground) return set(d, ErrorKind::wrong_class, other.truth);
    if (held.truth >= 0 && held.overlap >= rules_.foreground) return set(d, ErrorKind::duplicate, held.truth);
    if (any.overlap <= rules_.background) return set(d, ErrorKind::background, -1);
    set(d, ErrorKind::both, any.truth);
  }

  // Of several errors about one free truth the first in order is the one that finds it when mended.
  void set(std::uint32_t d, ErrorKind kind, std::int32_t truth) {
    out_.kind[d] = static_cast<std::uint8_t>(kind);
    out_.target[d] = truth;
    if (kind != ErrorKind::wrong_class && kind != ErrorKind::location) return;
    if (out_.holder[truth] >= 0 || out_.missed[truth] == 0) return;
    out_.missed[truth] = 0;
    out_.mends[d] = 1;
  }

  const ErrorTable& table_;
  const ErrorRules& rules_;
  const ErrorColumns& out_;
  std::vector<std::uint32_t> ordered_;
  std::vector<Ranked> sorted_;
  std::array<double, kCountedRanks> scores_;
  std::array<std::int64_t, kCountedRanks> places_;
  std::array<std::uint64_t, kCountedRanks> ranks_;
};

}  // namespace detail

// `by_image` are the detections grouped by image, `image_order` [I] the order in which images are looked at.
inline void find_errors(const ErrorTable& table, const Grouped& by_image, std::span<const std::int32_t> image_order,
                        std::size_t truths, const ErrorRules& rules, const ErrorColumns& out, int threads) {
  constexpr std::size_t kImages = 64;
  if (rules.tide_matching) std::fill_n(out.holder, truths, -1);
  for (std::size_t g = 0; g < truths; ++g) {
    out.missed[g] = static_cast<std::uint8_t>(table.truth_ignored[g] == 0 && out.holder[g] < 0);
  }
  // What overlaps nothing lies on the background: half of all detections, which need no look.
  std::fill_n(out.kind, by_image.size(), static_cast<std::uint8_t>(ErrorKind::background));
  std::fill_n(out.target, by_image.size(), -1);
  std::fill_n(out.mends, by_image.size(), std::uint8_t{0});
  std::vector<std::size_t> first(image_order.size());
  std::size_t next = 0;
  for (const std::int32_t image : image_order) {
    first[static_cast<std::size_t>(image)] = next;
    next += by_image.offsets[static_cast<std::size_t>(image) + 1] - by_image.offsets[static_cast<std::size_t>(image)];
  }
  parallel_ranges(first.size(), kImages, threads, [&](std::size_t begin, std::size_t end) {
    detail::ImageErrors errors(table, rules, out);
    for (std::size_t image = begin; image < end; ++image) {
      const std::size_t from = by_image.offsets[image], to = by_image.offsets[image + 1];
      // The rows of an image lie far apart in columns that are sorted by class.
      const std::size_t next_end = image + 1 < end ? by_image.offsets[image + 2] : to;
      for (std::size_t i = to; i < next_end; ++i) {
        const std::uint32_t d = by_image.rows[i];
        const auto pair = static_cast<std::size_t>(table.offsets[d]);
        prefetch(table.score + d);
        prefetch(table.row + d);
        prefetch(table.pair_truth + pair);
        prefetch(table.pair_overlap + pair);
        prefetch(out.order + d);
      }
      const std::size_t later_end = image + 2 < end ? by_image.offsets[image + 3] : next_end;
      for (std::size_t i = next_end; i < later_end; ++i) prefetch(table.offsets + by_image.rows[i]);
      errors.find({by_image.rows.data() + from, to - from}, first[image]);
    }
  });
  if (!rules.tide_matching) return;
  for (std::size_t g = 0; g < truths; ++g) {
    if (out.holder[g] >= 0) out.missed[g] = 0;
  }
}

}  // namespace truebox
