// Average precision of each class as it is, and as it were with one kind of error mended.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diagnosis/error_types.hpp"
#include "ground/interruption.hpp"
#include "ground/score_order.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

enum class Oracle : std::uint8_t {
  none,
  wrong_class,
  location,
  both,
  duplicate,
  background,
  missed,
  false_positives,
  false_negatives,
};
inline constexpr std::size_t kOracles = 9;

struct OracleInput {
  std::span<const std::int64_t> offsets;  // [K + 1] rows of each class
  const double* score;                    // [n], and so down to mends
  const std::int32_t* order;
  const std::uint8_t* standing;
  const std::uint8_t* kind;
  const std::int32_t* target;
  const std::uint8_t* mends;
  const std::int32_t* truth_category;     // [g]
  const std::int64_t* truths;             // [K] that count
  const std::int64_t* missed;             // [K]
  const std::int64_t* unfound;            // [K]
  std::span<const double> recalls;        // [R]; none for the area under the envelope
  double epsilon;                         // added to the denominator of precision
  bool mended_first;                      // of equal scores, errors come before what was right already
};

namespace detail {

// What a detection is to a class, as a place in the tables below.
enum EntryCode : std::uint8_t { kRight, kWrongClass, kLocation, kLocationMends, kBoth, kDuplicate, kBackground,
                                kNothing, kArrived, kOnlyMends, kCodes };

enum Effect : std::uint8_t { kSkipped, kTrue, kFalse };

inline std::array<std::array<Effect, kCodes>, kOracles> effects() {
  std::array<std::array<Effect, kCodes>, kOracles> table;
  for (auto& row : table) row = {kTrue, kFalse, kFalse, kFalse, kFalse, kFalse, kFalse, kSkipped, kSkipped, kSkipped};
  const auto row = [&](Oracle oracle) -> auto& { return table[static_cast<std::size_t>(oracle)]; };
  row(Oracle::wrong_class)[kWrongClass] = kSkipped;
  row(Oracle::wrong_class)[kArrived] = kTrue;
  row(Oracle::location)[kLocation] = kSkipped;
  row(Oracle::location)[kLocationMends] = kTrue;
  row(Oracle::location)[kOnlyMends] = kTrue;
  row(Oracle::both)[kBoth] = kSkipped;
  row(Oracle::duplicate)[kDuplicate] = kSkipped;
  row(Oracle::background)[kBackground] = kSkipped;
  auto& perfect = row(Oracle::false_positives);  // all false ones come after all true ones
  std::fill(perfect.begin() + 1, perfect.end(), kSkipped);
  return table;
}

inline EntryCode code_of(const OracleInput& in, std::size_t d) {
  const auto kind = static_cast<ErrorKind>(in.kind[d]);
  const bool mends = in.mends[d] != 0;
  switch (static_cast<Standing>(in.standing[d])) {
    case Standing::true_positive: return kRight;
    case Standing::ignored: return kind == ErrorKind::location && mends ? kOnlyMends : kNothing;
    case Standing::left_out: return kNothing;
    case Standing::false_positive: break;
  }
  switch (kind) {
    case ErrorKind::wrong_class: return kWrongClass;
    case ErrorKind::location: return mends ? kLocationMends : kLocation;
    case ErrorKind::both: return kBoth;
    case ErrorKind::duplicate: return kDuplicate;
    default: return kBackground;
  }
}

class ClassOracles {
 public:
  explicit ClassOracles(const OracleInput& in) : in_(in), effects_(effects()) {}

  // `arrived` are the detections of other classes that were mended into this one.
  void measure(std::size_t category, std::span<const std::uint32_t> arrived, double* precision, std::uint8_t* used) {
    gather(category, arrived);
    sort();
    walk(plain_);
    for (std::size_t o = 0; o < kOracles; ++o) {
      if (o == 1 && reordered_) walk(mended_);
      std::int64_t truths = in_.truths[category];
      if (o == static_cast<std::size_t>(Oracle::missed)) truths -= in_.missed[category];
      if (o == static_cast<std::size_t>(Oracle::false_negatives)) truths -= in_.unfound[category];
      bool any = false;
      precision[o] = average(effects_[o], truths, any);
      if (o == static_cast<std::size_t>(Oracle::false_positives)) any = (used[0] & 2) != 0;  // they are still there
      used[o] = static_cast<std::uint8_t>((truths > 0 ? 1 : 0) | (any ? 2 : 0));
    }
  }

 private:
  using Counts = std::array<std::uint32_t, kCodes>;

  struct Point {
    EntryCode code;
    Counts before;  // itself included
  };

  void gather(std::size_t category, std::span<const std::uint32_t> arrived) {
    scores_.clear();
    codes_.clear();
    places_.clear();
    const auto add = [&](std::size_t d, EntryCode code) {
      scores_.push_back(in_.score[d]);
      codes_.push_back(code);
      places_.push_back(in_.order[d]);
    };
    for (auto d = static_cast<std::size_t>(in_.offsets[category]);
         d < static_cast<std::size_t>(in_.offsets[category + 1]); ++d) {
      const EntryCode code = code_of(in_, d);
      if (code != kNothing) add(d, code);
    }
    for (const std::uint32_t d : arrived) add(d, kArrived);
  }

  void sort() {
    plain_.resize(scores_.size());
    stretches_.clear();
    order_.sort(scores_.data(), scores_.size(), plain_.data(),
                [&](std::size_t begin, std::size_t end) { stretches_.push_back({begin, end}); });
    reordered_ = in_.mended_first && !stretches_.empty();
    if (reordered_) mended_ = plain_;
    for (const auto& [begin, end] : stretches_) {
      const auto by_place = [&](std::uint32_t a, std::uint32_t b) { return places_[a] < places_[b]; };
      const auto errors_first = [&](std::uint32_t a, std::uint32_t b) {
        const bool a_right = codes_[a] == kRight, b_right = codes_[b] == kRight;
        return a_right != b_right ? b_right : places_[a] < places_[b];
      };
      std::sort(plain_.begin() + static_cast<std::ptrdiff_t>(begin), plain_.begin() + static_cast<std::ptrdiff_t>(end),
                by_place);
      if (!reordered_) continue;
      std::sort(mended_.begin() + static_cast<std::ptrdiff_t>(begin), mended_.begin() + static_cast<std::ptrdiff_t>(end),
                errors_first);
    }
  }

  // Only what can be true is a point of a curve; of the others it is enough how many of each kind came before.
  void walk(const std::vector<std::uint32_t>& order) {
    points_.clear();
    totals_.fill(0);
    for (const std::uint32_t entry : order) {
      const EntryCode code = codes_[entry];
      ++totals_[code];
      if (code == kRight || code == kLocationMends || code == kArrived || code == kOnlyMends) {
        points_.push_back({code, totals_});
      }
    }
  }

  static std::uint32_t seen_of(const std::array<Effect, kCodes>& effect, const Counts& counts) {
    std::uint32_t seen = 0;
    for (std::size_t code = 0; code < kCodes; ++code) seen += effect[code] == kSkipped ? 0 : counts[code];
    return seen;
  }

  double average(const std::array<Effect, kCodes>& effect, std::int64_t truths, bool& any) {
    precision_.clear();
    keep_going(4 * points_.size());
    for (const Point& point : points_) {
      if (effect[point.code] != kTrue) continue;
      const auto found = static_cast<double>(precision_.size() + 1);
      precision_.push_back(found / (static_cast<double>(seen_of(effect, point.before)) + in_.epsilon));
    }
    any = seen_of(effect, totals_) > 0;
    if (truths <= 0) return 0;
    for (std::size_t i = precision_.size(); i-- > 1;) precision_[i - 1] = std::max(precision_[i - 1], precision_[i]);
    double sum = 0;
    if (in_.recalls.empty()) {
      for (const double each : precision_) sum += each;
      return sum / static_cast<double>(truths);
    }
    for (const double recall : in_.recalls) {
      // The first true positive whose recall reaches this one.
      std::size_t low = 0, high = precision_.size();
      while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (static_cast<double>(middle + 1) / static_cast<double>(truths) < recall) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low < precision_.size()) sum += precision_[low];
    }
    return sum / static_cast<double>(in_.recalls.size());
  }

  struct Stretch {
    std::size_t begin, end;
  };

  const OracleInput& in_;
  std::array<std::array<Effect, kCodes>, kOracles> effects_;
  ScoreOrder order_;
  std::vector<double> scores_, precision_;
  std::vector<EntryCode> codes_;
  std::vector<std::int32_t> places_;
  std::vector<std::uint32_t> plain_, mended_;
  std::vector<Point> points_;
  Counts totals_{};
  bool reordered_ = false;
  std::vector<Stretch> stretches_;
};

}  // namespace detail

// precision [K, 9] and used [K, 9]: bit 1 where the class has truths that count, bit 2 where it has detections.
inline void measure_oracles(const OracleInput& in, double* precision, std::uint8_t* used, int threads) {
  const std::size_t categories = in.offsets.size() - 1;
  std::vector<std::vector<std::uint32_t>> arrived(categories);
  const auto count = static_cast<std::size_t>(in.offsets.back());
  for (std::size_t d = 0; d < count; ++d) {
    if (in.mends[d] != 0 && static_cast<ErrorKind>(in.kind[d]) == ErrorKind::wrong_class) {
      arrived[static_cast<std::size_t>(in.truth_category[in.target[d]])].push_back(static_cast<std::uint32_t>(d));
    }
  }
  parallel_for(categories, threads, [&](std::size_t category) {
    detail::ClassOracles oracles(in);
    oracles.measure(category, arrived[category], precision + category * kOracles, used + category * kOracles);
  });
}

}  // namespace truebox
