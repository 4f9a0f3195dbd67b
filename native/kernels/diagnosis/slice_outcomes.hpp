// Outcomes of parts of the data, as a match state has them: a range of sizes for each part, in which everything outside
// it is ignored.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {

inline constexpr std::size_t kMostSlices = 64;

// The outcomes of all of the data at one range, true positives by their truth and false ones as bits.
struct SlicedOutcomes {
  std::size_t detections, thresholds;
  const std::uint64_t* false_ones;      // [n, ceil(thresholds / 64)]
  std::span<const std::int64_t> rows;   // [h] ascending: detections with a true positive
  const std::int32_t* partner;          // [h, thresholds] truth, or -1 where it is none
};

struct SliceSides {
  std::size_t slices, truths;
  const std::uint8_t* truth_inside;      // [slices, truths]
  const std::uint8_t* detection_inside;  // [slices, n]: counts where it is false
};

struct SliceWords {
  std::uint64_t* matched;  // [n, ceil(slices * thresholds / 64)], bit s * thresholds + t
  std::uint64_t* ignored;  // the same
  std::int64_t* counted;   // [slices] not ignored at the first threshold
};

namespace detail {

// Fields of at most 64 bits, written one behind the other.
class WordWriter {
 public:
  explicit WordWriter(std::uint64_t* to) : to_(to) {}

  void put(std::uint64_t field, std::size_t bits) {
    word_ |= field << filled_;
    filled_ += bits;
    if (filled_ < 64) return;
    *to_++ = word_;
    filled_ -= 64;
    word_ = filled_ == 0 ? 0 : field >> (bits - filled_);
  }

  void end() {
    if (filled_ != 0) *to_ = word_;
  }

 private:
  std::uint64_t* to_;
  std::uint64_t word_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace detail

inline void slice_outcomes(const SlicedOutcomes& in, const SliceSides& sides, const SliceWords& out, int threads) {
  constexpr std::size_t kShare = std::size_t{1} << 15;
  const std::size_t slices = sides.slices, thresholds = in.thresholds;
  const std::size_t own_words = (thresholds + 63) / 64, words = (slices * thresholds + 63) / 64;
  std::vector<std::uint64_t> within(sides.truths);  // of each truth the slices that hold it, as bits
  for (std::size_t s = 0; s < slices; ++s) {
    for (std::size_t g = 0; g < sides.truths; ++g) {
      within[g] |= std::uint64_t{sides.truth_inside[s * sides.truths + g] != 0} << s;
    }
  }
  std::fill_n(out.counted, slices, 0);
  std::mutex mutex;
  parallel_ranges(in.detections, kShare, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<std::int64_t> counted(slices);
    std::vector<std::uint64_t> hits(slices * own_words);  // of one detection
    auto hit = static_cast<std::size_t>(
        std::lower_bound(in.rows.begin(), in.rows.end(), static_cast<std::int64_t>(begin)) - in.rows.begin());
    keep_going(slices * (end - begin));
    for (std::size_t n = begin; n < end; ++n) {
      const bool right = hit < in.rows.size() && in.rows[hit] == static_cast<std::int64_t>(n);
      if (right) {
        std::fill(hits.begin(), hits.end(), 0);
        for (std::size_t t = 0; t < thresholds; ++t) {
          const std::int32_t truth = in.partner[hit * thresholds + t];
          if (truth < 0) continue;
          for (std::uint64_t bits = within[static_cast<std::size_t>(truth)]; bits != 0; bits &= bits - 1) {
            hits[static_cast<std::size_t>(std::countr_zero(bits)) * own_words + t / 64] |= std::uint64_t{1} << (t % 64);
          }
        }
        ++hit;
      }
      detail::WordWriter matched(out.matched + n * words), ignored(out.ignored + n * words);
      const std::uint64_t* const wrong = in.false_ones + n * own_words;
      for (std::size_t s = 0; s < slices; ++s) {
        const std::uint64_t inside = sides.detection_inside[s * in.detections + n] != 0 ? ~std::uint64_t{0} : 0;
        for (std::size_t w = 0; w < own_words; ++w) {
          const std::size_t bits = std::min<std::size_t>(64, thresholds - 64 * w);
          const std::uint64_t own = right ? hits[s * own_words + w] : 0, kept = own | (wrong[w] & inside);
          matched.put(own, bits);
          ignored.put(~kept & (~std::uint64_t{0} >> (64 - bits)), bits);
          if (w == 0) counted[s] += static_cast<std::int64_t>(kept & 1);
        }
      }
      matched.end();
      ignored.end();
    }
    const std::lock_guard<std::mutex> guard(mutex);
    for (std::size_t s = 0; s < slices; ++s) out.counted[s] += counted[s];
  });
}

}  // namespace truebox
