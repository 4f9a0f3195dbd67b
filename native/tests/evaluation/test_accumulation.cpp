#include "evaluation/accumulation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <vector>

using namespace truebox;

TEST_CASE("scores are ordered stably, highest first, for every size and spread") {
  std::mt19937 random(1);
  const auto spreads = {0, 1, 2, 3, 4};
  for (const int spread : spreads) {
    for (const std::size_t count : std::initializer_list<std::size_t>{0, 1, 2, 50, 97, 3000, 70'000}) {
      std::vector<double> scores(count);
      for (double& score : scores) {
        const double unit = std::generate_canonical<double, 53>(random);
        score = spread == 0   ? unit
                : spread == 1 ? static_cast<double>(random() % 5) / 4
                : spread == 2 ? -unit * 1e300
                : spread == 3 ? (random() % 2 ? 0.0 : -0.0)
                              : 0.5 + unit * 1e-14;
      }
      if (spread == 4 && count > 2) scores[1] = 1e300;  // one value stretches the range of the rest
      std::vector<std::uint32_t> expected(count);
      std::iota(expected.begin(), expected.end(), 0u);
      std::stable_sort(expected.begin(), expected.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
      std::vector<std::uint32_t> order(count);
      std::size_t tied = 0;
      ScoreOrder sorter;
      sorter.sort(scores.data(), count, order.data(), [&](std::size_t begin, std::size_t end) {
        CHECK(scores[order[begin]] == scores[order[end - 1]]);
        tied += end - begin - 1;
      });
      CHECK(order == expected);
      std::size_t equal = 0;
      for (std::size_t i = 1; i < count; ++i) equal += scores[expected[i]] == scores[expected[i - 1]];
      CHECK(tied == equal);
    }
  }
}

namespace {

// Running sums over all detections, one (range, cap, threshold) at a time.
void check_against_sums(std::mt19937& random, std::size_t thresholds, std::size_t ranges, bool stop) {
  const std::size_t words = (thresholds * ranges + 63) / 64;
  const std::size_t categories = random() % 2 ? 3 : 24;  // of many, one thread finishes each
  const std::vector<std::int32_t> caps{1, 3, 8};
  const std::vector<double> recalls{0.0, 0.25, 1.0, 0.5};
  std::vector<std::int64_t> offsets{0};
  std::vector<double> scores;
  std::vector<std::int32_t> ranks;
  std::vector<std::uint64_t> matched, ignored;
  std::vector<std::int64_t> truths;
  for (std::size_t k = 0; k < categories; ++k) {
    std::vector<std::size_t> hits(ranges * thresholds, 0);
    const std::size_t images = random() % 6;
    for (std::size_t image = 0; image < images; ++image) {
      const int here = static_cast<int>(random() % 9);
      std::vector<double> own(static_cast<std::size_t>(here));
      for (double& score : own) score = static_cast<double>(random() % 12);
      std::sort(own.rbegin(), own.rend());
      for (int rank = 0; rank < here; ++rank) {
        scores.push_back(own[static_cast<std::size_t>(rank)]);
        ranks.push_back(rank);
        const bool plain = random() % 2;
        for (std::size_t w = 0; w < words; ++w) {
          matched.push_back(plain ? 0 : (std::uint64_t{random()} << 32) ^ random());
          ignored.push_back(plain ? 0 : (std::uint64_t{random()} << 32) & (std::uint64_t{random()} << 32));
        }
        const std::size_t row = scores.size() - 1;
        for (std::size_t bit = 0; bit < ranges * thresholds; ++bit) {
          const std::uint64_t word = matched[row * words + bit / 64] & ~ignored[row * words + bit / 64];
          hits[bit] += static_cast<std::size_t>(word >> (bit % 64) & 1);
        }
      }
    }
    offsets.push_back(static_cast<std::int64_t>(scores.size()));
    for (std::size_t a = 0; a < ranges; ++a) {
      const auto most = *std::max_element(hits.begin() + static_cast<std::ptrdiff_t>(a * thresholds),
                                          hits.begin() + static_cast<std::ptrdiff_t>((a + 1) * thresholds));
      truths.push_back(static_cast<std::int64_t>(most + random() % 2));
    }
  }
  const std::size_t curves = categories * ranges * caps.size() * thresholds;
  std::vector<double> precision(curves * recalls.size()), table(curves * recalls.size()), recall(curves);
  const std::vector<double> more_recalls{0.0, 0.25, 0.5, 1.0};
  std::vector<double> more(curves * more_recalls.size());
  std::vector<double> area(curves);
  std::vector<std::uint8_t> ties(categories);
  std::vector<std::int64_t> rows_in_file(scores.size());
  std::iota(rows_in_file.begin(), rows_in_file.end(), 0);
  const bool by_file = random() % 2;
  if (by_file) std::shuffle(rows_in_file.begin(), rows_in_file.end(), random);
  const AccumulationInput input{thresholds,     ranges,         words,   caps,          recalls, more_recalls, offsets,
                                scores.data(),  ranks.data(),   matched.data(), ignored.data(), {nullptr, by_file ? rows_in_file.data() : nullptr}, truths.data(),
                                0x1p-52,        stop};
  accumulate(input, {precision.data(), table.data(), recall.data(), more.data(), area.data(), ties.data()}, 2);

  // The order of equal scores cannot matter among false positives that count alike everywhere.
  for (std::size_t k = 0; k < categories; ++k) {
    bool matters = false;
    for (auto x = static_cast<std::size_t>(offsets[k]); x < static_cast<std::size_t>(offsets[k + 1]); ++x) {
      for (std::size_t y = x + 1; y < static_cast<std::size_t>(offsets[k + 1]); ++y) {
        if (scores[x] != scores[y]) continue;
        const auto cap_of = [&](std::size_t row) {
          return std::find_if(caps.begin(), caps.end(), [&](std::int32_t cap) { return ranks[row] < cap; });
        };
        matters |= ranges > 16 || cap_of(x) != cap_of(y);
        for (const std::size_t row : {x, y}) {
          for (std::size_t w = 0; w < words; ++w) matters |= matched[row * words + w] != 0;
          for (std::size_t bit = 0; bit < ranges * thresholds; ++bit) {
            const auto out = [&](std::size_t one, std::size_t at) {
              return (ignored[one * words + at / 64] >> (at % 64)) & 1;
            };
            matters |= out(x, bit) != out(y, bit) || out(row, bit) != out(row, bit - bit % thresholds);
          }
        }
      }
    }
    CHECK(static_cast<bool>(ties[k]) == matters);
  }

  std::size_t curve = 0;
  for (std::size_t k = 0; k < categories; ++k) {
    for (std::size_t a = 0; a < ranges; ++a) {
      for (std::size_t m = 0; m < caps.size(); ++m) {
        for (std::size_t t = 0; t < thresholds; ++t, ++curve) {
          const double* ours = precision.data() + curve * recalls.size();
          const std::int64_t count = truths[k * ranges + a];
          if (count == 0) {
            CHECK(ours[0] == -1);
            CHECK(recall[curve] == -1);
            CHECK(area[curve] == -1);
            continue;
          }
          std::vector<std::size_t> rows;
          for (auto row = static_cast<std::size_t>(offsets[k]); row < static_cast<std::size_t>(offsets[k + 1]); ++row) {
            if (ranks[row] < caps[m]) rows.push_back(row);
          }
          std::stable_sort(rows.begin(), rows.end(), [&](std::size_t x, std::size_t y) {
            return scores[x] != scores[y] ? scores[x] > scores[y] : rows_in_file[x] < rows_in_file[y];
          });
          std::vector<double> values, reached;
          double hits = 0, misses = 0;
          for (const std::size_t row : rows) {
            const std::size_t bit = a * thresholds + t;
            const bool hit = (matched[row * words + bit / 64] >> (bit % 64)) & 1;
            const bool out = (ignored[row * words + bit / 64] >> (bit % 64)) & 1;
            hits += hit && !out;
            misses += !hit && !out;
            values.push_back(hits / ((misses + hits) + 0x1p-52));
            reached.push_back(hits / static_cast<double>(count));
          }
          for (std::size_t i = values.size(); i-- > 1;) values[i - 1] = std::max(values[i - 1], values[i]);
          CHECK(recall[curve] == (rows.empty() ? 0.0 : reached.back()));
          double below = 0, last = 0;
          for (std::size_t i = 0; i < values.size(); ++i) {
            below += (reached[i] - last) * values[i];
            last = reached[i];
          }
          CHECK(area[curve] == doctest::Approx(below).epsilon(1e-12));
          bool stopped = false;
          for (std::size_t r = 0; r < recalls.size(); ++r) {
            const auto place = static_cast<std::size_t>(
                std::lower_bound(reached.begin(), reached.end(), recalls[r]) - reached.begin());
            stopped |= stop && place == rows.size();
            const bool there = !stopped && place < rows.size();
            CHECK(ours[r] == (there ? values[place] : 0.0));
            CHECK(table[curve * recalls.size() + r] == (there ? scores[rows[place]] : 0.0));
          }
          for (std::size_t r = 0; r < more_recalls.size(); ++r) {
            const auto place = static_cast<std::size_t>(
                std::lower_bound(reached.begin(), reached.end(), more_recalls[r]) - reached.begin());
            CHECK(more[curve * more_recalls.size() + r] == (place < rows.size() ? values[place] : 0.0));
          }
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("curves equal running sums over all detections") {
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    check_against_sums(random, 10, 4, round % 2 == 0);
    check_against_sums(random, 1 + random() % 70, 1 + random() % 3, true);
    check_against_sums(random, 64, 1, true);
    check_against_sums(random, 3, 18, true);  // more ranges than the plain code has bits
  }
}
