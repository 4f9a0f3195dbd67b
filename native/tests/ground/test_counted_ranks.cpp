#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "ground/counted_ranks.hpp"

using namespace truebox;

TEST_CASE("counted places are those of a sort, equal scores by their rows") {
  std::mt19937 random(3);
  for (std::size_t count = 0; count <= kCountedRanks; count += 1 + count / 3) {
    for (const int values : {2, 7, 1'000'000}) {
      std::vector<double> scores(count);
      std::vector<std::int64_t> rows(count);
      std::iota(rows.begin(), rows.end(), 100);
      std::shuffle(rows.begin(), rows.end(), random);
      for (double& score : scores) score = static_cast<double>(random() % static_cast<unsigned>(values)) - 1;
      for (std::size_t i = 0; i < count; i += 5) scores[i] = i % 2 == 0 ? 0.0 : -0.0;
      std::vector<std::size_t> order(count);
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return scores[a] != scores[b] ? scores[a] > scores[b] : rows[a] < rows[b];
      });
      std::vector<std::uint64_t> ranks(count);
      count_ranks(scores.data(), rows.data(), count, ranks.data());
      for (std::size_t place = 0; place < count; ++place) CHECK(ranks[order[place]] == place);
    }
  }
}
