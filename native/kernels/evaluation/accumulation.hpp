// From outcomes to precision, recall and score tables, per category and area range.
//
// Precision is computed at true positives only: between two of them it can only fall, so the envelope from the
// right takes its values there, and a recall threshold is first reached at one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "ground/buffer.hpp"
#include "evaluation/curve_tables.hpp"
#include "evaluation/precision_rule.hpp"
#include "ground/interruption.hpp"
#include "ground/score_order.hpp"
#include "evaluation/special_detections.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

namespace detail {

// Per detection, in order of score: which ranges it lies in as a plain false positive, from which cap on it
// takes part, and whether its outcome differs between thresholds ("special").
constexpr std::uint32_t kSpecial = 1u << 31;
constexpr int kLevelShift = 16;
constexpr std::size_t kLanes = 4;
constexpr std::size_t kMostPlainRanges = 16;  // with more ranges every detection is special

class Accumulator {
 public:
  explicit Accumulator(const AccumulationInput& input) : in_(input), codes_(categories()) {
    levels_.assign(categories() * (in_.caps.size()), 0);
    specials_.resize(categories());
    first_score_.resize(categories());
    if (in_.narrow == nullptr) return;
    if (in_.words != 1) throw std::invalid_argument("narrow outcomes have one word");
    const std::span<const std::uint64_t> pairs = in_.narrow->pairs;
    for (std::size_t p = 0; p + 1 < pairs.size(); p += 2) {
      outcome_codes_.push_back(outcome_code(&pairs[p], &pairs[p + 1]));
    }
  }

  std::size_t categories() const { return in_.offsets.size() - 1; }
  std::size_t size() const { return static_cast<std::size_t>(in_.offsets.back()); }
  std::size_t size(std::size_t k) const { return static_cast<std::size_t>(in_.offsets[k + 1] - in_.offsets[k]); }

  // First stage, one category: order by score and classify.
  void arrange(std::size_t k, std::uint8_t* ties) {
    const auto begin = static_cast<std::size_t>(in_.offsets[k]);
    const std::size_t count = size(k);
    bool matter = false;
    if (in_.narrow != nullptr) {
      const NarrowBand rows{*in_.narrow, begin, count, {in_.ties.boxes, nullptr}, in_.by_file};
      rows.check();
      matter = arrange_band(k, 0, rows);
    } else {
      matter = arrange_band(
          k, 0, ScoreBand{in_.scores, in_.ranks, in_.matched, in_.ignored, in_.ties, begin, count, in_.words});
    }
    ties[k] = matter ? 1 : 0;
  }

  // The same for some rows of a category, of which `first` with higher scores were given before. Says whether the
  // order of equal scores could matter.
  template <class Rows>
  bool arrange_band(std::size_t k, std::size_t first, const Rows& rows) {
    const std::size_t count = rows.count, caps = in_.caps.size();
    if (count == 0) return false;
    Buffer<std::uint32_t> codes(count);
    std::size_t special = 0;
    std::int32_t rank = 0;
    for (std::size_t i = 0; i < count; ++i) {
      rank = rows.rank_after(i, rank);
      codes[i] = code(rows, i, rank);
      special += (codes[i] & kSpecial) != 0 ? 1 : 0;
      if (level_of(codes[i]) < caps) levels_[k * caps + level_of(codes[i])] = 1;
    }
    Buffer<std::uint32_t> order(count);
    bool matters = false;
    in_order(rows, order.data(), [&](std::size_t from, std::size_t last) {
      bool matters_here = false;
      for (std::size_t i = from; i < last; ++i) {
        const std::uint32_t here = codes[order[i]];
        matters_here |= (here & kSpecial) != 0 || here != codes[order[from]];
      }
      matters |= matters_here;
      // Plain false positives of one kind are alike, in whatever order they stand.
      if (matters_here) rows.arrange(order.data() + from, order.data() + last);
    });
    if (codes_[k].size() == 0) codes_[k] = Buffer<std::uint32_t>(size(k));
    std::uint32_t* ordered = codes_[k].data() + first;
    for (std::size_t i = 0; i < count; ++i) ordered[i] = codes[order[i]];
    expect_specials(k, specials_[k].place.size() + special);
    if (first == 0) first_score_[k] = rows.score(order[0]);
    gather_specials(rows, ordered, order.data(), first, specials_[k]);
    return matters;
  }

  // Room for the detections of a category whose outcome differs between thresholds, where their number is known.
  void expect_specials(std::size_t k, std::size_t count) { specials_[k].reserve(count, in_.words); }

  // When every range of a category is filled.
  void forget(std::size_t k) {
    codes_[k] = Buffer<std::uint32_t>();
    specials_[k] = Specials();
  }

  // Second stage, one category and range.
  void fill(std::size_t k, std::size_t a, const AccumulationOutput& out) const {
    const std::size_t caps = in_.caps.size();
    const std::size_t slot = (k * in_.ranges + a) * caps;
    const std::int64_t truths = in_.truths[k * in_.ranges + a];
    const Tables tables{out, in_.thresholds, in_.recalls.size(), in_.more_recalls.size()};
    if (truths <= 0) {
      for (std::size_t m = 0; m < caps; ++m) tables.set_undefined(slot + m);
      return;
    }
    const std::vector<std::int64_t> needed = hits_needed(in_.recalls, truths);
    const std::vector<std::int64_t> more_needed = hits_needed(in_.more_recalls, truths);
    const std::vector<std::uint32_t> before = plain_before(k, a);
    Hits hits(specials_[k].place.size());
    for (std::size_t m = 0; m < caps; ++m) {
      if (m > 0 && !levels_[k * caps + m]) {  // no image has detections beyond the smaller cap
        tables.repeat(slot + m);
        continue;
      }
      for (std::size_t t = 0; t < in_.thresholds; ++t) {
        keep_going(16 * specials_[k].place.size());
        if (t % 64 == 0) hits.gather(specials_[k], in_, a, m, t, before);
        const std::size_t found = hits.list(t % 64);
        if (found > static_cast<std::size_t>(truths)) throw std::invalid_argument("more matches than truths");
        precision_at_hits(hits.false_positives.data(), found, in_.epsilon, hits.precision.data());
        if (double* area = tables.area(slot + m, t)) {
          *area = area_under_envelope({hits.precision.data(), found}, truths);
        }
        *tables.recall(slot + m, t) = static_cast<double>(found) / static_cast<double>(truths);
        look_up(k, hits, found, needed, in_.stop_at_unreachable, tables.precision(slot + m, t),
                tables.scores(slot + m, t));
        look_up(k, hits, found, more_needed, false, tables.more(slot + m, t), nullptr);
      }
    }
  }

 private:
  // Places by falling score, and `on_ties` for each stretch of equal ones.
  template <class Rows, class OnTies>
  static void in_order(const Rows& rows, std::uint32_t* order, const OnTies& on_ties) {
    const auto score_of = [&](std::size_t i) { return rows.score(i); };
    if constexpr (requires { rows.kept_order(); }) {
      if (rows.kept_order().places != nullptr) {
        rows.kept_order().give(score_of, rows.count, order, on_ties);
        return;
      }
    }
    ScoreOrder().sort_by(score_of, rows.count, order, on_ties);
  }

  template <class Rows>
  void gather_specials(const Rows& rows, const std::uint32_t* codes, const std::uint32_t* order, std::size_t first,
                       Specials& out) const {
    for (std::size_t i = 0; i < rows.count; ++i) {
      if ((codes[i] & kSpecial) == 0) continue;
      const std::uint64_t *const matched = rows.matched(order[i]), *const ignored = rows.ignored(order[i]);
      out.place.push_back(static_cast<std::uint32_t>(first + i));
      out.level.push_back(static_cast<std::uint32_t>(level_of(codes[i])));
      out.score.push_back(rows.score(order[i]));
      for (std::size_t w = 0; w < in_.words; ++w) {
        out.hits.push_back(matched[w] & ~ignored[w]);
        out.misses.push_back(~matched[w] & ~ignored[w]);
      }
    }
  }

  static std::size_t level_of(std::uint32_t code) { return (code & ~kSpecial) >> kLevelShift; }

  bool bit(const std::uint64_t* words, std::size_t index) const { return (words[index / 64] >> (index % 64)) & 1; }

  template <class Rows>
  std::uint32_t code(const Rows& rows, std::size_t i, std::int32_t rank) const {
    std::size_t level = 0;
    while (level < in_.caps.size() && rank >= in_.caps[level]) ++level;
    const std::uint32_t high = static_cast<std::uint32_t>(level) << kLevelShift;
    if constexpr (requires { rows.outcome(i); }) {
      return high | outcome_codes_[rows.outcome(i)];
    } else {
      return high | outcome_code(rows.matched(i), rows.ignored(i));
    }
  }

  // Without the level.
  std::uint32_t outcome_code(const std::uint64_t* matched, const std::uint64_t* ignored) const {
    if (in_.ranges > kMostPlainRanges) return kSpecial;
    std::uint32_t inside = 0;
    if (in_.words == 1) {
      if (*matched != 0) return kSpecial;
      const std::uint64_t whole = ~std::uint64_t{0} >> (64 - in_.thresholds);
      for (std::size_t a = 0; a < in_.ranges; ++a) {
        const std::uint64_t bits = (*ignored >> (a * in_.thresholds)) & whole;
        if (bits == 0) {
          inside |= 1u << a;
        } else if (bits != whole) {
          return kSpecial;
        }
      }
      return inside;
    }
    for (std::size_t w = 0; w < in_.words; ++w) {
      if (matched[w] != 0) return kSpecial;
    }
    if (in_.thresholds <= 64) {
      const std::uint64_t whole = ~std::uint64_t{0} >> (64 - in_.thresholds);
      for (std::size_t a = 0; a < in_.ranges; ++a) {
        const std::uint64_t bits = bit_field(ignored, a * in_.thresholds, in_.thresholds);
        if (bits == 0) {
          inside |= 1u << a;
        } else if (bits != whole) {
          return kSpecial;
        }
      }
      return inside;
    }
    for (std::size_t a = 0; a < in_.ranges; ++a) {
      std::size_t ones = 0;
      for (std::size_t t = 0; t < in_.thresholds; ++t) ones += bit(ignored, a * in_.thresholds + t);
      if (ones == 0) {
        inside |= 1u << a;
      } else if (ones != in_.thresholds) {
        return kSpecial;
      }
    }
    return inside;
  }

  // Smallest number of hits whose recall reaches each threshold; truths + 1 where none does.
  static std::vector<std::int64_t> hits_needed(std::span<const double> recalls, std::int64_t truths) {
    std::vector<std::int64_t> needed(recalls.size());
    const double total = static_cast<double>(truths);
    for (std::size_t r = 0; r < needed.size(); ++r) {
      const double recall = recalls[r];
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
    std::vector<std::uint32_t> before(places.size() * caps, 0);
    if (in_.ranges > kMostPlainRanges) return before;
    const std::uint32_t* codes = codes_[k].data();
    std::vector<std::uint32_t> counts(std::max<std::size_t>(caps + 1, kLanes), 0);
    std::size_t next = 0;
    for (std::size_t s = 0; s < places.size(); ++s) {
      if (caps < kLanes) {
        count_in_lanes(codes, next, places[s], a, counts.data());
      } else {
        for (; next < places[s]; ++next) counts[codes[next] >> kLevelShift] += (codes[next] >> a) & 1;
      }
      next = places[s] + 1;
      std::uint32_t sum = 0;
      for (std::size_t m = 0; m < caps; ++m) before[s * caps + m] = sum += counts[m];
    }
    return before;
  }

  // Levels below 4 are counted in four 16-bit lanes of one register: counting in memory waited for its own stores.
  static void count_in_lanes(const std::uint32_t* codes, std::size_t begin, std::size_t end, std::size_t a,
                             std::uint32_t* counts) {
    while (begin < end) {
      const std::size_t stop = std::min(end, begin + 0xFFFF);
      std::uint64_t lanes = 0;
      for (; begin < stop; ++begin) {
        lanes += std::uint64_t{(codes[begin] >> a) & 1} << ((codes[begin] >> kLevelShift) * 16);
      }
      for (std::size_t level = 0; level < kLanes; ++level) counts[level] += static_cast<std::uint32_t>((lanes >> (16 * level)) & 0xFFFF);
    }
  }

  // Precision (and score) where each recall threshold is first reached; 0 where it never is.
  void look_up(std::size_t k, Hits& hits, std::size_t found, const std::vector<std::int64_t>& needed, bool stop,
               double* precision, double* scores) const {
    const std::size_t recalls = needed.size();
    std::fill_n(precision, recalls, 0.0);
    if (scores != nullptr) std::fill_n(scores, recalls, 0.0);
    if (in_.offsets[k + 1] == in_.offsets[k]) return;
    const bool ascending = std::is_sorted(needed.begin(), needed.end());
    if (!ascending) {
      for (std::size_t i = found; i-- > 1;) hits.precision[i - 1] = std::max(hits.precision[i - 1], hits.precision[i]);
    }
    std::size_t reachable = 0;
    while (reachable < recalls && (!(ascending || stop) || needed[reachable] <= static_cast<std::int64_t>(found))) {
      ++reachable;
    }
    double highest = 0;
    std::size_t end = found;
    for (std::size_t r = reachable; r-- > 0;) {
      const auto wanted = static_cast<std::size_t>(needed[r]);
      if (wanted > found) continue;
      // Recall 0 is reached at the very first detection, whatever it is.
      const std::size_t place = wanted == 0 ? 0 : wanted - 1;
      if (ascending) {
        if (place < end) highest = std::max(highest, largest(hits.precision.data() + place, end - place));
        end = std::min(end, place);
      } else {
        highest = found == 0 ? 0.0 : hits.precision[place];
      }
      precision[r] = highest;
      if (scores != nullptr) scores[r] = wanted == 0 ? first_score_[k] : specials_[k].score[hits.special[place]];
    }
  }

  static double largest(const double* values, std::size_t count) {
    double best[4] = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
      for (std::size_t lane = 0; lane < 4; ++lane) best[lane] = std::max(best[lane], values[i + lane]);
    }
    for (; i < count; ++i) best[0] = std::max(best[0], values[i]);
    return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
  }

  const AccumulationInput& in_;
  std::vector<std::uint32_t> outcome_codes_;  // of narrow rows: each outcome's, without the level
  std::vector<Buffer<std::uint32_t>> codes_;  // [K][n] by score
  std::vector<std::uint8_t> levels_;          // [K, M] whether some detection takes part from this cap on
  std::vector<Specials> specials_;            // [K]
  std::vector<double> first_score_;           // [K] the highest
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
  // The few that could keep one thread busy longer than the others are shared range by range; each of the others is
  // finished by the thread that began it, so that memory holds what few of them need.
  const std::size_t share = accumulator.size() / (4 * static_cast<std::size_t>(resolve_threads(threads)));
  std::size_t shared = 0;
  while (shared < categories && accumulator.size(largest_first[shared]) > share) ++shared;
  parallel_for(shared, threads, [&](std::size_t i) { accumulator.arrange(largest_first[i], output.ties); });
  parallel_for(shared * input.ranges, threads, [&](std::size_t i) {
    accumulator.fill(largest_first[i / input.ranges], i % input.ranges, output);
  });
  for (std::size_t i = 0; i < shared; ++i) accumulator.forget(largest_first[i]);
  parallel_for(categories - shared, threads, [&](std::size_t i) {
    const std::size_t k = largest_first[shared + i];
    accumulator.arrange(k, output.ties);
    for (std::size_t a = 0; a < input.ranges; ++a) accumulator.fill(k, a, output);
    accumulator.forget(k);
  });
}

}  // namespace truebox
