// From outcomes to precision, recall and score tables, per category and area range.
//
// Precision is computed at true positives only: between two of them it can only fall, so the envelope from the
// right takes its values there, and a recall threshold is first reached at one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "buffer.hpp"
#include "cell_order.hpp"
#include "cpu_dispatch.hpp"
#include "score_order.hpp"
#include "thread_pool.hpp"

namespace truebox {

struct AccumulationInput {
  std::size_t thresholds;  // T
  std::size_t ranges;      // A
  std::size_t words;       // W
  std::span<const std::int32_t> caps;       // [M] most detections per image, ascending
  std::span<const double> recalls;          // [R]
  std::span<const std::int64_t> offsets;    // [K + 1] rows of each category
  const double* scores;                     // [n]
  const std::int32_t* ranks;                // [n]
  const std::uint64_t* matched;             // [n, W]
  const std::uint64_t* ignored;             // [n, W]
  const double* boxes;                      // [n, 4] or null: orders equal scores
  const std::int64_t* truths;               // [K, A]
  double epsilon;                           // added to the denominator of precision
  bool stop_at_unreachable;                 // later recall thresholds stay 0 once one is out of reach
};

struct AccumulationOutput {
  double* precision;         // [K, A, M, T, R]
  double* scores;            // [K, A, M, T, R]
  double* recall;            // [K, A, M, T]
  std::uint8_t* ties;        // [K] 1 where detections of equal score had outcomes whose order could matter
};

namespace detail {

// Per detection, in order of score: which ranges it lies in as a plain false positive, from which cap on it
// takes part, and whether its outcome differs between thresholds ("special").
constexpr std::uint32_t kSpecial = 1u << 31;
constexpr int kLevelShift = 16;
constexpr std::size_t kMostPlainRanges = 16;  // with more ranges every detection is special

TRUEBOX_CLONES inline void precision_at_hits(const std::uint32_t* false_positives, std::size_t count, double epsilon,
                                             double* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const double hits = static_cast<double>(i + 1);
    out[i] = hits / ((static_cast<double>(false_positives[i]) + hits) + epsilon);
  }
}

class Accumulator {
 public:
  explicit Accumulator(const AccumulationInput& input) : in_(input), codes_(size()) {
    levels_.assign(categories() * (in_.caps.size()), 0);
    specials_.resize(categories());
    first_score_.resize(categories());
  }

  std::size_t categories() const { return in_.offsets.size() - 1; }
  std::size_t size() const { return static_cast<std::size_t>(in_.offsets.back()); }

  // First stage, one category: order by score and classify.
  void arrange(std::size_t k, std::uint8_t* ties) {
    const std::size_t begin = static_cast<std::size_t>(in_.offsets[k]);
    const std::size_t count = static_cast<std::size_t>(in_.offsets[k + 1]) - begin;
    ties[k] = 0;
    if (count == 0) return;
    std::vector<std::uint32_t> codes(count);
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = code(begin + i);
      if (level_of(codes[i]) < in_.caps.size()) levels_[k * in_.caps.size() + level_of(codes[i])] = 1;
    }
    std::vector<std::uint32_t> order_of(count);
    std::uint32_t* order = order_of.data();
    bool matters = false;
    ScoreOrder sorter;
    sorter.sort(in_.scores + begin, count, order, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const std::uint32_t here = codes[order[i]];
        matters |= (here & kSpecial) != 0 || here != codes[order[first]];
      }
      if (in_.boxes != nullptr) {
        std::sort(order + first, order + last, [&](std::uint32_t a, std::uint32_t b) {
          const int content = compare_boxes(in_.boxes + 4 * (begin + a), in_.boxes + 4 * (begin + b));
          return content != 0 ? content < 0 : a < b;
        });
      }
    });
    ties[k] = matters ? 1 : 0;
    for (std::size_t i = 0; i < count; ++i) codes_[begin + i] = codes[order[i]];
    first_score_[k] = in_.scores[begin + order[0]];
    gather_specials(begin, count, order, specials_[k]);
  }

  // Second stage, one category and range.
  void fill(std::size_t k, std::size_t a, const AccumulationOutput& out) const {
    const std::size_t caps = in_.caps.size();
    const std::size_t curve = in_.thresholds * in_.recalls.size();
    const std::size_t slot = (k * in_.ranges + a) * caps;
    const std::int64_t truths = in_.truths[k * in_.ranges + a];
    if (truths <= 0) {
      std::fill_n(out.precision + slot * curve, caps * curve, -1.0);
      std::fill_n(out.scores + slot * curve, caps * curve, -1.0);
      std::fill_n(out.recall + slot * in_.thresholds, caps * in_.thresholds, -1.0);
      return;
    }
    const std::vector<std::int64_t> needed = hits_needed(truths);
    const std::vector<std::uint32_t> before = plain_before(k, a);
    Lists lists;
    const std::size_t most = std::min<std::size_t>(static_cast<std::size_t>(truths), specials_[k].place.size());
    lists.resize(in_.thresholds, most);
    for (std::size_t m = 0; m < caps; ++m) {
      double* precision = out.precision + (slot + m) * curve;
      double* scores = out.scores + (slot + m) * curve;
      double* recall = out.recall + (slot + m) * in_.thresholds;
      if (m > 0 && !levels_[k * caps + m]) {  // no image has detections beyond the smaller cap
        std::copy_n(precision - curve, curve, precision);
        std::copy_n(scores - curve, curve, scores);
        std::copy_n(recall - in_.thresholds, in_.thresholds, recall);
        continue;
      }
      collect(k, a, m, before, lists);
      for (std::size_t t = 0; t < in_.thresholds; ++t) {
        recall[t] = static_cast<double>(lists.found[t]) / static_cast<double>(truths);
        write_curve(k, lists, t, needed, precision + t * in_.recalls.size(), scores + t * in_.recalls.size());
      }
    }
  }

 private:
  // Detections whose outcome differs between thresholds, copied out by score: every range and cap walks them.
  struct Specials {
    std::vector<std::uint32_t> place;   // in the order by score
    std::vector<std::uint32_t> level;
    std::vector<double> score;
    std::vector<std::uint64_t> hits;    // [*, W] true positives
    std::vector<std::uint64_t> misses;  // [*, W] false positives
  };

  void gather_specials(std::size_t begin, std::size_t count, const std::uint32_t* order, Specials& out) const {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t code = codes_[begin + i];
      if ((code & kSpecial) == 0) continue;
      const std::size_t row = begin + order[i];
      out.place.push_back(static_cast<std::uint32_t>(i));
      out.level.push_back(static_cast<std::uint32_t>(level_of(code)));
      out.score.push_back(in_.scores[row]);
      for (std::size_t w = row * in_.words; w < (row + 1) * in_.words; ++w) {
        out.hits.push_back(in_.matched[w] & ~in_.ignored[w]);
        out.misses.push_back(~in_.matched[w] & ~in_.ignored[w]);
      }
    }
  }

  // True positives of one (range, cap), per threshold.
  struct Lists {
    std::size_t most = 0;
    std::vector<std::size_t> found;            // [T]
    std::vector<std::uint32_t> missed;         // [T] false positives among the specials so far
    std::vector<std::uint32_t> false_positives;  // [T, most] before and including
    std::vector<std::uint32_t> special;        // [T, most] which special detection
    std::vector<double> precision;             // [most]

    void resize(std::size_t thresholds, std::size_t room) {
      most = room;
      found.resize(thresholds);
      missed.resize(thresholds);
      false_positives.resize(thresholds * room);
      special.resize(thresholds * room);
      precision.resize(room);
    }
  };

  static std::size_t level_of(std::uint32_t code) { return (code & ~kSpecial) >> kLevelShift; }

  bool bit(const std::uint64_t* words, std::size_t index) const { return (words[index / 64] >> (index % 64)) & 1; }

  std::uint32_t code(std::size_t row) const {
    std::size_t level = 0;
    while (level < in_.caps.size() && in_.ranks[row] >= in_.caps[level]) ++level;
    const std::uint32_t high = static_cast<std::uint32_t>(level) << kLevelShift;
    const std::uint64_t* matched = in_.matched + row * in_.words;
    const std::uint64_t* ignored = in_.ignored + row * in_.words;
    if (in_.ranges > kMostPlainRanges) return high | kSpecial;
    std::uint32_t inside = 0;
    if (in_.words == 1) {
      if (*matched != 0) return high | kSpecial;
      const std::uint64_t whole = ~std::uint64_t{0} >> (64 - in_.thresholds);
      for (std::size_t a = 0; a < in_.ranges; ++a) {
        const std::uint64_t bits = (*ignored >> (a * in_.thresholds)) & whole;
        if (bits == 0) {
          inside |= 1u << a;
        } else if (bits != whole) {
          return high | kSpecial;
        }
      }
      return high | inside;
    }
    for (std::size_t w = 0; w < in_.words; ++w) {
      if (matched[w] != 0) return high | kSpecial;
    }
    for (std::size_t a = 0; a < in_.ranges; ++a) {
      std::size_t ones = 0;
      for (std::size_t t = 0; t < in_.thresholds; ++t) ones += bit(ignored, a * in_.thresholds + t);
      if (ones == 0) {
        inside |= 1u << a;
      } else if (ones != in_.thresholds) {
        return high | kSpecial;
      }
    }
    return high | inside;
  }

  // Smallest number of hits whose recall reaches each threshold; truths + 1 where none does.
  std::vector<std::int64_t> hits_needed(std::int64_t truths) const {
    std::vector<std::int64_t> needed(in_.recalls.size());
    const double total = static_cast<double>(truths);
    for (std::size_t r = 0; r < needed.size(); ++r) {
      const double recall = in_.recalls[r];
      const double guess = std::clamp(recall * total, 0.0, total);
      auto hits = static_cast<std::int64_t>(guess);
      while (hits > 0 && static_cast<double>(hits - 1) / total >= recall) --hits;
      while (hits <= truths && static_cast<double>(hits) / total < recall) ++hits;
      needed[r] = hits;
    }
    return needed;
  }

  // [specials, M] plain false positives in range a before each special detection, per cap.
  std::vector<std::uint32_t> plain_before(std::size_t k, std::size_t a) const {
    const std::size_t caps = in_.caps.size();
    const std::vector<std::uint32_t>& places = specials_[k].place;
    std::vector<std::uint32_t> before(places.size() * caps);
    std::vector<std::uint32_t> counts(caps + 1, 0);
    const std::uint32_t* codes = codes_.data() + in_.offsets[k];
    std::size_t next = 0;
    for (std::size_t s = 0; s < places.size(); ++s) {
      if (in_.ranges <= kMostPlainRanges) {
        for (; next < places[s]; ++next) counts[codes[next] >> kLevelShift] += (codes[next] >> a) & 1;
      }
      next = places[s] + 1;
      std::uint32_t sum = 0;
      for (std::size_t m = 0; m < caps; ++m) before[s * caps + m] = sum += counts[m];
    }
    return before;
  }

  void collect(std::size_t k, std::size_t a, std::size_t m, const std::vector<std::uint32_t>& before,
               Lists& lists) const {
    std::fill(lists.found.begin(), lists.found.end(), std::size_t{0});
    std::fill(lists.missed.begin(), lists.missed.end(), std::uint32_t{0});
    const std::size_t caps = in_.caps.size();
    const Specials& specials = specials_[k];
    for (std::size_t done = 0; done < in_.thresholds; done += 64) {
      const std::size_t bits = std::min<std::size_t>(64, in_.thresholds - done);
      const std::size_t first = a * in_.thresholds + done;
      for (std::size_t s = 0; s < specials.place.size(); ++s) {
        if (specials.level[s] > m) continue;
        std::uint64_t misses = field(specials.misses.data() + s * in_.words, first, bits);
        std::uint64_t hits = field(specials.hits.data() + s * in_.words, first, bits);
        for (; misses != 0; misses &= misses - 1) {
          ++lists.missed[done + static_cast<std::size_t>(std::countr_zero(misses))];
        }
        const std::uint32_t plain = before[s * caps + m];
        for (; hits != 0; hits &= hits - 1) {
          const std::size_t t = done + static_cast<std::size_t>(std::countr_zero(hits));
          const std::size_t nth = lists.found[t]++;
          if (nth >= lists.most) throw std::invalid_argument("more matches than truths");
          lists.false_positives[t * lists.most + nth] = plain + lists.missed[t];
          lists.special[t * lists.most + nth] = static_cast<std::uint32_t>(s);
        }
      }
    }
  }

  std::uint64_t field(const std::uint64_t* words, std::size_t first, std::size_t bits) const {
    const std::size_t word = first / 64;
    const std::size_t shift = first % 64;
    std::uint64_t value = words[word] >> shift;
    if (shift + bits > 64) value |= words[word + 1] << (64 - shift);
    return value & (~std::uint64_t{0} >> (64 - bits));
  }

  void write_curve(std::size_t k, Lists& lists, std::size_t t, const std::vector<std::int64_t>& needed,
                   double* precision, double* scores) const {
    const std::size_t recalls = in_.recalls.size();
    std::fill_n(precision, recalls, 0.0);
    std::fill_n(scores, recalls, 0.0);
    if (in_.offsets[k + 1] == in_.offsets[k]) return;
    const std::vector<double>& special_scores = specials_[k].score;
    const std::size_t found = lists.found[t];
    double* envelope = lists.precision.data();
    precision_at_hits(lists.false_positives.data() + t * lists.most, found, in_.epsilon, envelope);
    for (std::size_t i = found; i-- > 1;) {
      if (envelope[i] > envelope[i - 1]) envelope[i - 1] = envelope[i];
    }
    const std::uint32_t* special = lists.special.data() + t * lists.most;
    for (std::size_t r = 0; r < recalls; ++r) {
      const auto hits = static_cast<std::size_t>(needed[r]);
      if (hits > found) {
        if (in_.stop_at_unreachable) return;
        continue;
      }
      // Recall 0 is reached at the very first detection, whatever it is.
      precision[r] = found == 0 ? 0.0 : envelope[hits == 0 ? 0 : hits - 1];
      scores[r] = hits == 0 ? first_score_[k] : special_scores[special[hits - 1]];
    }
  }

  const AccumulationInput& in_;
  Buffer<std::uint32_t> codes_;  // [n] by score
  std::vector<std::uint8_t> levels_;  // [K, M] whether some detection takes part from this cap on
  std::vector<Specials> specials_;    // [K]
  std::vector<double> first_score_;   // [K] the highest
};

}  // namespace detail

inline void accumulate(const AccumulationInput& input, const AccumulationOutput& output, int threads) {
  detail::Accumulator accumulator(input);
  const std::size_t categories = accumulator.categories();
  std::vector<std::size_t> largest_first(categories);
  std::iota(largest_first.begin(), largest_first.end(), std::size_t{0});
  std::stable_sort(largest_first.begin(), largest_first.end(), [&](std::size_t a, std::size_t b) {
    return input.offsets[a + 1] - input.offsets[a] > input.offsets[b + 1] - input.offsets[b];
  });
  parallel_for(categories, threads, [&](std::size_t i) { accumulator.arrange(largest_first[i], output.ties); });
  parallel_for(categories * input.ranges, threads, [&](std::size_t i) {
    accumulator.fill(largest_first[i / input.ranges], i % input.ranges, output);
  });
}

}  // namespace truebox
