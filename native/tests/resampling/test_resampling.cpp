#include "resampling/resampling.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <vector>

#include "resampling/image_precision.hpp"
#include "resampling/tied_curves.hpp"

using namespace truebox;

namespace {

// One category, one range, thresholds as bits; each image holds two truths.
struct Made {
  std::size_t images;
  std::vector<double> scores;
  std::vector<std::int32_t> image, rank;
  std::vector<std::uint64_t> matched, ignored;
  std::vector<std::int64_t> offsets, truth_offsets;
  std::vector<std::int32_t> truth_image;
  std::vector<std::uint64_t> truth_inside;

  MatchRows rows(std::size_t thresholds) const {
    return {thresholds, 1, 1, offsets, scores.data(), image.data(), rank.data(), matched.data(), ignored.data(), {nullptr, nullptr}};
  }
  CountedTruths truths() const { return {truth_offsets, truth_image.data(), truth_inside.data()}; }
};

Made make(std::mt19937& random, std::size_t images, std::size_t thresholds) {
  Made made{images, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  const std::uint64_t whole = (std::uint64_t{1} << thresholds) - 1;
  for (std::size_t i = 0; i < images; ++i) {
    std::uint64_t once = 0;
    std::uint64_t twice = 0;
    for (std::int32_t rank = 0; rank < 4; ++rank) {
      const std::uint64_t wanted = random() & whole & ~twice;
      twice |= once & wanted;
      once |= wanted;
      made.scores.push_back(1.0 - 0.2 * rank - 1e-6 * static_cast<double>(random() % 100'000));
      made.image.push_back(static_cast<std::int32_t>(i));
      made.rank.push_back(rank);
      made.matched.push_back(wanted);
      made.ignored.push_back(random() & whole & random());
    }
    for (int t = 0; t < 2; ++t) {
      made.truth_image.push_back(static_cast<std::int32_t>(i));
      made.truth_inside.push_back(1);
    }
  }
  made.offsets = {0, static_cast<std::int64_t>(made.scores.size())};
  made.truth_offsets = {0, static_cast<std::int64_t>(made.truth_image.size())};
  return made;
}

// One curve, copies written out: average precision and recall.
std::pair<double, double> written_out(const Made& made, std::size_t t, const std::vector<std::uint8_t>& weights,
                                      const std::vector<double>& recalls) {
  std::vector<std::size_t> order(made.scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return made.scores[a] > made.scores[b]; });
  double truths = 0;
  for (const std::int32_t image : made.truth_image) truths += weights[static_cast<std::size_t>(image)];
  std::vector<double> precision, recall;
  double hits = 0;
  double misses = 0;
  for (const std::size_t row : order) {
    if ((made.ignored[row] >> t) & 1) continue;
    for (int copy = 0; copy < weights[static_cast<std::size_t>(made.image[row])]; ++copy) {
      ((made.matched[row] >> t) & 1 ? hits : misses) += 1;
      precision.push_back(hits / (hits + misses));
      recall.push_back(hits / truths);
    }
  }
  double sum = 0;
  for (const double threshold : recalls) {
    double highest = 0;
    for (std::size_t i = 0; i < recall.size(); ++i) {
      if (recall[i] >= threshold) highest = std::max(highest, precision[i]);
    }
    sum += highest;
  }
  return {sum / static_cast<double>(recalls.size()), hits / truths};
}

}  // namespace

TEST_CASE("weights are copies: precision and recall equal those of the data written out") {
  std::mt19937 random(1);
  std::vector<double> recalls(101);
  for (std::size_t r = 0; r < recalls.size(); ++r) recalls[r] = static_cast<double>(r) / 100;
  for (const std::size_t images : std::initializer_list<std::size_t>{1, 3, 17}) {
    const std::size_t thresholds = 3;
    const Made made = make(random, images, thresholds);
    const std::size_t replicates = 83;  // more than a block, and no multiple of it
    std::vector<std::uint8_t> weights(replicates * images);
    for (auto& weight : weights) weight = static_cast<std::uint8_t>(random() % 4);
    const std::vector<CurveQuestion> questions{{0, 100, true}, {0, 2, false}};
    const std::vector<std::uint64_t> selections{1, 2, 4};
    std::vector<double> precision(replicates * 2 * 3), recall(replicates * 2 * 3);
    resample({made.rows(thresholds), made.truths(), images, recalls, 0.0, questions, selections, 0, replicates, {}, 0,
              weights.data()},
             {precision.data(), recall.data()}, 2);
    for (std::size_t r = 0; r < replicates; ++r) {
      const std::vector<std::uint8_t> own(weights.begin() + static_cast<std::ptrdiff_t>(r * images),
                                          weights.begin() + static_cast<std::ptrdiff_t>((r + 1) * images));
      const bool drawn = std::any_of(own.begin(), own.end(), [](std::uint8_t w) { return w != 0; });
      for (std::size_t t = 0; t < thresholds; ++t) {
        const std::size_t place = (r * 2 + 0) * 3 + t;
        if (!drawn) {
          CHECK(precision[place] != precision[place]);
          continue;
        }
        const auto [expected, reached] = written_out(made, t, own, recalls);
        CHECK(precision[place] == doctest::Approx(expected).epsilon(1e-12));
        CHECK(recall[place] == doctest::Approx(reached).epsilon(1e-12));
        CHECK(recall[(r * 2 + 1) * 3 + t] <= recall[place]);  // fewer detections find fewer
      }
    }
  }
}

TEST_CASE("many false positives in a row count as they do one by one") {
  // A hit, then more misses than one stretch holds, each time; what follows the last hit is left out.
  std::mt19937 random(6);
  const std::size_t images = 40, stretches = 3;
  Made made{images, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  for (std::size_t stretch = 0; stretch <= stretches; ++stretch) {
    for (std::size_t i = 0; i < 2 * kMostBetween + 3 * stretch; ++i) {
      if (i == 0 && stretch == stretches) continue;
      made.scores.push_back(1.0 - 1e-4 * static_cast<double>(made.scores.size()));
      made.image.push_back(static_cast<std::int32_t>(i == 0 ? stretch : random() % images));
      made.rank.push_back(0);
      made.matched.push_back(i == 0 ? 1 : 0);
      made.ignored.push_back(0);
    }
  }
  for (std::size_t i = 0; i < images; ++i) {
    made.truth_image.push_back(static_cast<std::int32_t>(i));
    made.truth_inside.push_back(1);
  }
  made.offsets = {0, static_cast<std::int64_t>(made.scores.size())};
  made.truth_offsets = {0, static_cast<std::int64_t>(images)};
  const std::vector<double> recalls{0.0, 0.05, 0.5};
  const std::vector<CurveQuestion> questions{{0, 100, true}};
  const std::vector<std::uint64_t> selections{1};
  const std::size_t replicates = 70;
  std::vector<std::uint8_t> weights(replicates * images);
  for (auto& weight : weights) weight = static_cast<std::uint8_t>(random() % 2 == 0 ? random() % 256 : 1);
  std::vector<double> precision(replicates), recall(replicates);
  resample({made.rows(1), made.truths(), images, recalls, 0.0, questions, selections, 0, replicates, {}, 0, weights.data()},
           {precision.data(), recall.data()}, 1);
  for (const std::size_t r : std::initializer_list<std::size_t>{0, 15, 16, 63, 64, 69}) {
    const std::vector<std::uint8_t> own(weights.begin() + static_cast<std::ptrdiff_t>(r * images),
                                        weights.begin() + static_cast<std::ptrdiff_t>((r + 1) * images));
    const auto [expected, reached] = written_out(made, 0, own, recalls);
    CHECK(precision[r] == doctest::Approx(expected).epsilon(1e-12));
    CHECK(recall[r] == doctest::Approx(reached).epsilon(1e-12));
  }
}

TEST_CASE("more matches than truths are refused") {
  std::mt19937 random(2);
  Made made = make(random, 2, 1);
  std::fill(made.matched.begin(), made.matched.end(), 1);
  std::fill(made.ignored.begin(), made.ignored.end(), 0);
  const std::vector<double> recalls{0.0, 1.0};
  const std::vector<CurveQuestion> questions{{0, 100, true}};
  const std::vector<std::uint64_t> selections{1};
  const std::vector<std::uint8_t> weights{1, 1};
  double precision = 0;
  double recall = 0;
  CHECK_THROWS(resample({made.rows(1), made.truths(), 2, recalls, 0.0, questions, selections, 0, 1, {}, 0, weights.data()},
                        {&precision, &recall}, 1));
}

TEST_CASE("recall steps count the thresholds that hits reach") {
  const std::vector<double> recalls{0.0, 0.25, 0.5, 0.5, 1.0};
  RecallSteps steps(recalls);
  for (const std::int64_t truths : {1, 2, 3, 4, 1000}) {
    const std::int32_t offset = steps.offset(truths);
    CHECK(steps.data()[offset] == 0);
    for (std::int64_t hits = 1; hits <= truths; ++hits) {
      const double recall = static_cast<double>(hits) / static_cast<double>(truths);
      const auto reached = std::count_if(recalls.begin(), recalls.end(), [&](double r) { return r <= recall; });
      CHECK(steps.data()[offset + hits] == reached);
    }
    CHECK(steps.offset(truths) == offset);
  }
}

TEST_CASE("without recall thresholds every true positive is a step, and their mean the area") {
  RecallSteps steps(std::span<const double>{});
  const std::int32_t offset = steps.offset(3);
  for (std::int32_t hits = 0; hits <= 3; ++hits) CHECK(steps.data()[offset + hits] == hits);
  CHECK(steps.recalls(3) == 3);
}

TEST_CASE("draws add up, repeat with their seed, and stay among the sampled images") {
  const std::vector<std::int32_t> sampled{1, 4, 6};
  DrawnWeights weights(8, kSideBySide), again(8, kSideBySide), other(8, kSideBySide), abreast(8, kAbreast);
  draw_images(sampled, 5, 32, kSideBySide, weights);
  draw_images(sampled, 5, 32, kSideBySide, again);
  draw_images(sampled, 6, 32, kSideBySide, other);
  draw_images(sampled, 5, 32, kSideBySide + 1, abreast);
  CHECK(std::equal(weights.data(), weights.data() + 8 * kSideBySide, again.data()));
  CHECK_FALSE(std::equal(weights.data(), weights.data() + 8 * kSideBySide, other.data()));
  for (std::size_t lane = 0; lane < kAbreast; ++lane) {
    int sum = 0;
    for (const std::int32_t image : sampled) sum += abreast.side(lane).of(image)[0];
    CHECK(sum == (lane <= kSideBySide ? 3 : 0));
    for (std::size_t image = 0; lane < kSideBySide && image < 8; ++image) {
      CHECK(abreast.of(image)[lane] == weights.of(image)[lane]);
    }
  }
}

#ifdef TRUEBOX_WIDE_CURVES
namespace {

// Sixteen quotients of whole numbers as the wide walk makes them, against the processor's divisions.
TRUEBOX_CURVES_512 bool divides_alike(const std::int32_t* hits, const std::int32_t* all) {
  bool alike = true;
  for (std::size_t half = 0; half < 16; half += 8) {
    const auto load = [half](const std::int32_t* from) TRUEBOX_CURVES_512 {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + half));
    };
    double made[8];
    _mm512_storeu_pd(made, detail::Denominators::of(load(all)).precision(load(hits), _mm512_set1_pd(1.0)));
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const double exact = all[half + lane] == 0 ? 0.0 : static_cast<double>(hits[half + lane]) / all[half + lane];
      alike = alike && made[lane] == exact;
    }
  }
  return alike;
}

}  // namespace

TEST_CASE("quotients without a division are correctly rounded") {
  if (!detail::has_wide_curves()) return;
  std::int32_t hits[16], all[16];
  bool alike = true;
  for (std::int32_t most = 0; most < 1200; ++most) {
    for (std::int32_t first = 0; first <= most; first += 16) {
      for (std::int32_t lane = 0; lane < 16; ++lane) {
        hits[lane] = std::min(first + lane, most);
        all[lane] = most;
      }
      alike = alike && divides_alike(hits, all);
    }
  }
  std::mt19937 random(3);
  for (int round = 0; round < 100'000; ++round) {
    for (std::size_t lane = 0; lane < 16; ++lane) {
      all[lane] = detail::kMostDivided - 1 - static_cast<std::int32_t>(random() % (1u << (random() % 27)));
      hits[lane] = static_cast<std::int32_t>(random() % static_cast<unsigned>(all[lane] + 1));
    }
    alike = alike && divides_alike(hits, all);
  }
  CHECK(alike);
}

TEST_CASE("the wide walk has the bits of the plain one, whatever thresholds leave out") {
  if (!detail::has_wide_curves()) return;
  std::mt19937 random(4);
  std::vector<double> recalls(101);
  for (std::size_t r = 0; r < recalls.size(); ++r) recalls[r] = static_cast<double>(r) / 100;
  for (const double epsilon : {0.0, 0x1p-52, 0.25}) {
    const unsigned most = epsilon == 0.0 ? 256 : 3;  // weights beyond any draw
    for (const std::size_t thresholds : std::initializer_list<std::size_t>{1, 3, 10}) {
      for (const bool leaves_out : {false, true}) {
        Made made = make(random, 300, thresholds);
        if (!leaves_out) std::fill(made.ignored.begin(), made.ignored.end(), 0);
        const MatchRows rows = made.rows(thresholds);
        const CurveQuestion question{0, 100, true};
        ScoreOrder sorter;
        std::vector<std::uint32_t> order;
        order_category(rows, 0, sorter, order);
        CurveRowsRoom room;
        const CurveRows walked = curve_rows(rows, 0, order, question, room);
        DrawnWeights weights(made.images, kAbreast);
        for (std::size_t i = 0; i < made.images * kAbreast; ++i) weights.data()[i] = static_cast<std::uint8_t>(random() % most);
        CurveBlock wide(weights, thresholds, recalls, epsilon);
        wide.begin(kAbreast);
        wide.count_truths(made.truths(), 0, 0);
        wide.walk(walked, question);
        for (std::size_t side = 0; side < wide.sides(); ++side) {
          RecallSteps steps(recalls);
          CurveLanes plain(thresholds);
          detail::count_truths(made.truths(), 0, 0, weights.side(side * kSideBySide), plain.truths);
          detail::walk_plain(walked, question, weights.side(side * kSideBySide), steps, epsilon, plain);
          const CurveLanes& found = wide.side(side);
          CHECK(std::equal(std::begin(plain.truths.at), std::end(plain.truths.at), std::begin(found.truths.at)));
          for (std::size_t t = 0; t < thresholds; ++t) {
            CHECK(std::equal(std::begin(plain.hits[t].at), std::end(plain.hits[t].at), std::begin(found.hits[t].at)));
            CHECK(std::equal(std::begin(plain.sum[t].at), std::end(plain.sum[t].at), std::begin(found.sum[t].at)));
          }
        }
      }
    }
  }
}
#endif
