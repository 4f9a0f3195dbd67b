// Matching of one image where truth after truth takes a detection, anew for every cut of the scores.
//
// At a cut, each truth in the order of its file takes, of the detections that are left, that of the greatest overlap.
// One more detection changes little: it is taken by the first truth that prefers it, whose former detection goes on to
// the truths behind, until one that had none takes it, or nobody does. So every detection, by falling score, adds one
// hit, or one false detection, or nothing, and sums over these are the counts at any cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace truebox::driving {

// What a detection adds; kSampled: its score may become a threshold, kSampledAlone: it may where other classes take no part.
enum Flag : std::uint8_t { kNothing = 0, kHit = 1, kFalse = 2, kSampled = 4, kSampledAlone = 8 };

enum class Part : std::uint8_t { kNone, kCounting, kNeutral, kOther };  // of a detection in one class and set; other: neutral, of another class

// The sides of one image that one class looks at in one set. Overlaps and likenesses lie in rows of `width`; `truths`
// are columns of them, in the order of the file, and `ignored` has one entry per column.
struct Sides {
  std::span<const Part> part;
  std::span<const std::uint32_t> falling;  // those that overlap a truth enough, by falling score, equal ones as in the file
  std::span<const std::uint32_t> truths;
  const std::uint8_t* ignored;
  const std::uint8_t* excused;
  const double* overlap;
  const double* likeness;
  std::size_t width;
  bool others;  // whether any part is another class's
};

class TruthByTruth {
 public:
  static constexpr std::int32_t kNobody = -1;

  std::vector<std::uint8_t> flags;
  std::vector<double> likeness;        // what each adds to the sum over hits
  std::vector<std::int32_t> partner;   // column of the truth that is taken since this detection is there

  // Room for so many detections.
  void resize(std::size_t count) {
    flags.resize(count);
    likeness.resize(count);
    partner.resize(count);
    taken_.resize(count);
  }

  // Entries of detections that `falling` lacks are not touched.
  void match(const Sides& sides, double threshold) {
    for (const std::uint32_t row : sides.falling) {
      flags[row] = kNothing;
      likeness[row] = 0.0;
      partner[row] = kNobody;
    }
    holder_.assign(sides.truths.size(), kNobody);
    for (const std::uint32_t first : sides.falling) {
      if (sides.part[first] == Part::kCounting) add(sides, threshold, first);
    }
    sample(sides, threshold, kSampled, true);
    if (sides.others) {
      sample(sides, threshold, kSampledAlone, false);
    } else {
      for (const std::uint32_t row : sides.falling) flags[row] |= static_cast<std::uint8_t>((flags[row] & kSampled) << 1);
    }
  }

 private:
  void add(const Sides& sides, double threshold, std::uint32_t first) {
    std::int32_t extra = static_cast<std::int32_t>(first);
    for (std::size_t k = 0; k < holder_.size(); ++k) {
      const std::uint32_t column = sides.truths[k];
      const auto at = [&](std::int32_t row) { return static_cast<std::size_t>(row) * sides.width + column; };
      const double overlap = sides.overlap[at(extra)];
      if (!(overlap > threshold)) continue;
      const std::int32_t held = holder_[k];
      if (held != kNobody) {
        const double other = sides.overlap[at(held)];
        if (overlap < other || (overlap == other && extra > held)) continue;
      }
      holder_[k] = extra;
      if (!sides.ignored[column]) {
        likeness[first] += sides.likeness[at(extra)];
        if (held != kNobody) likeness[first] -= sides.likeness[at(held)];
      }
      extra = held;
      if (held == kNobody) {
        partner[first] = static_cast<std::int32_t>(column);
        if (!sides.ignored[column]) flags[first] = kHit;
        return;
      }
    }
    if (!sides.excused[extra]) flags[first] = kFalse;
  }

  // The pass that chooses thresholds: each truth takes the highest score of what is left, neutral ones included.
  void sample(const Sides& sides, double threshold, Flag flag, bool others) {
    for (const std::uint32_t row : sides.falling) taken_[row] = 0;
    for (const std::uint32_t column : sides.truths) {
      for (const std::uint32_t row : sides.falling) {
        if (sides.part[row] == Part::kNone || (sides.part[row] == Part::kOther && !others) || taken_[row] || !(sides.overlap[row * sides.width + column] > threshold)) continue;
        taken_[row] = 1;
        if (!sides.ignored[column] && sides.part[row] == Part::kCounting) flags[row] |= flag;
        break;
      }
    }
  }

  std::vector<std::int32_t> holder_;
  std::vector<std::uint8_t> taken_;
};

}  // namespace truebox::driving
