#include "evaluation/cell_means.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

using namespace truebox;

namespace {

// As numpy.add.reduce adds a row, after its `pairwise_sum`.
double sum_of_row(const double* values, std::size_t count) {
  if (count < 8) return std::accumulate(values, values + count, 0.0);
  if (count <= 128) {
    double lane[8];
    for (std::size_t k = 0; k < 8; ++k) lane[k] = values[k];
    std::size_t i = 8;
    for (; i + 8 <= count; i += 8) {
      for (std::size_t k = 0; k < 8; ++k) lane[k] += values[i + k];
    }
    double sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    for (; i < count; ++i) sum += values[i];
    return sum;
  }
  const std::size_t half = count / 2 / 8 * 8;
  return sum_of_row(values, half) + sum_of_row(values + half, count - half);
}

}  // namespace

TEST_CASE("cells are added as NumPy adds them in one row") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(0, 1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t t = 1 + random() % 4, r = 1 + random() % 40, k = 1 + random() % 9, a = 2, m = 1 + random() % 3;
    const std::size_t e = 1 + random() % r;
    const auto steps = [&](std::size_t recalls) {  // [K, A, M, T, R] seen as [T, R, K, A, M]
      const auto width = static_cast<std::int64_t>(recalls), curves = static_cast<std::int64_t>(t) * width;
      return std::array<std::int64_t, 5>{width, 1, static_cast<std::int64_t>(a * m) * curves,
                                         static_cast<std::int64_t>(m) * curves, curves};
    };
    std::vector<double> values(k * a * m * t * r), other_values(k * a * m * t * e);
    for (double& value : values) value = number(random);
    for (double& value : other_values) value = number(random);
    const CellTable table{values.data(), steps(r)}, others{other_values.data(), steps(e)};
    std::vector<std::int64_t> thresholds, caps, classes, stand_ins;
    for (std::size_t i = 0; i < t; ++i) thresholds.push_back(static_cast<std::int64_t>(i));
    for (std::size_t i = 0; i < m; ++i) caps.push_back(static_cast<std::int64_t>(i));
    for (std::size_t i = 0; i < k; i += 1 + random() % 2) classes.push_back(static_cast<std::int64_t>(i));
    if (round % 2 == 1) {
      stand_ins.assign(r, -1);
      for (std::size_t i = 0; i < e; ++i) stand_ins[random() % r] = static_cast<std::int64_t>(i);
    }
    const CellPlaces places{thresholds, r, random() % a, caps, stand_ins};
    const auto value = [&](std::size_t i, std::size_t j, std::int64_t c, std::size_t n) {
      const std::int64_t other = stand_ins.empty() ? -1 : stand_ins[j];
      return other < 0 ? *(table.at(i, j, places.range, n) + c * table.steps[2])
                       : *(others.at(i, static_cast<std::size_t>(other), places.range, n) + c * others.steps[2]);
    };
    std::vector<double> row, means(classes.size());
    std::vector<std::vector<double>> rows(classes.size());
    for (std::size_t i = 0; i < t; ++i) {
      for (std::size_t j = 0; j < r; ++j) {
        for (std::size_t c = 0; c < classes.size(); ++c) {
          for (std::size_t n = 0; n < m; ++n) {
            row.push_back(value(i, j, classes[c], n));
            rows[c].push_back(row.back());
          }
        }
      }
    }
    CHECK(mean_of_cells(table, others, places, classes) ==
          sum_of_row(row.data(), row.size()) / static_cast<double>(row.size()));
    means_of_classes(table, others, places, classes, means.data());
    for (std::size_t c = 0; c < classes.size(); ++c) {
      CHECK(means[c] == sum_of_row(rows[c].data(), rows[c].size()) / static_cast<double>(rows[c].size()));
    }
  }
}
