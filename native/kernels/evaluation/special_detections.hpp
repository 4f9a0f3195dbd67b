// The detections that accumulation must look at threshold by threshold, and the true positives among them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "evaluation/curve_tables.hpp"

namespace truebox::detail {

// Detections whose outcome differs between thresholds, copied out by score: every range and cap walks them.
struct Specials {
  std::vector<std::uint32_t> place;   // in the order by score
  std::vector<std::uint32_t> level;
  std::vector<double> score;
  std::vector<std::uint64_t> hits;    // [*, W] true positives
  std::vector<std::uint64_t> misses;  // [*, W] false positives

  void reserve(std::size_t count, std::size_t words) {
    place.reserve(count);
    level.reserve(count);
    score.reserve(count);
    hits.reserve(count * words);
    misses.reserve(count * words);
  }
};

// `bits` (1 to 64) bits from bit `first` on.
inline std::uint64_t bit_field(const std::uint64_t* words, std::size_t first, std::size_t bits) {
  const std::size_t word = first / 64;
  const std::size_t shift = first % 64;
  std::uint64_t value = words[word] >> shift;
  if (shift + bits > 64) value |= words[word + 1] << (64 - shift);
  return value & (~std::uint64_t{0} >> (64 - bits));
}

// The special detections that take part in one (range, cap), for up to 64 thresholds, and the true positives
// of one of these.
struct Hits {
  explicit Hits(std::size_t most)
      : special(most + 1), false_positives(most + 1), precision(most + 1), index_(most), plain_(most), hit_(most),
        miss_(most) {}

  std::vector<std::uint32_t> special;          // which special detection each true positive is
  std::vector<std::uint32_t> false_positives;  // before each
  std::vector<double> precision;               // at each

  void gather(const Specials& from, const AccumulationInput& in, std::size_t a, std::size_t m, std::size_t first,
              const std::vector<std::uint32_t>& before) {
    const std::size_t words = in.words;
    const std::size_t caps = in.caps.size();
    const std::size_t bits = std::min<std::size_t>(64, in.thresholds - first);
    const std::size_t bit = a * in.thresholds + first;
    count_ = 0;
    for (std::size_t s = 0; s < from.place.size(); ++s) {
      hit_[count_] = bit_field(from.hits.data() + s * words, bit, bits);
      miss_[count_] = bit_field(from.misses.data() + s * words, bit, bits);
      plain_[count_] = before[s * caps + m];
      index_[count_] = static_cast<std::uint32_t>(s);
      count_ += static_cast<std::size_t>(from.level[s] <= m) & static_cast<std::size_t>((hit_[count_] | miss_[count_]) != 0);
    }
  }

  // Without branches: whether the next detection is a hit is what nobody can predict.
  std::size_t list(std::size_t bit) {
    std::size_t found = 0;
    std::uint32_t missed = 0;
    for (std::size_t s = 0; s < count_; ++s) {
      special[found] = index_[s];
      false_positives[found] = plain_[s] + missed;
      found += static_cast<std::size_t>((hit_[s] >> bit) & 1);
      missed += static_cast<std::uint32_t>((miss_[s] >> bit) & 1);
    }
    return found;
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> plain_;
  std::vector<std::uint64_t> hit_, miss_;
};

TRUEBOX_CLONES inline void precision_at_hits(const std::uint32_t* false_positives, std::size_t count, double epsilon,
                                             double* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const double hits = static_cast<double>(i + 1);
    out[i] = hits / ((static_cast<double>(false_positives[i]) + hits) + epsilon);
  }
}

}  // namespace truebox::detail
