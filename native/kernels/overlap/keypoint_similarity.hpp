// Object keypoint similarity in two halves, so that the exponential between them can be NumPy's own:
// its last bit differs from the C library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace truebox {

// Truths [M] with K points each; a truth without a visible point is measured by its box.
struct KeypointTruths {
  std::size_t points = 0;                // K
  std::span<const double> x, y;          // [M, K]
  std::span<const std::uint8_t> visible;  // [M, K]
  std::span<const double> variance;      // [M, K]
  std::span<const double> area;          // [M], already raised by the reference's epsilon
  std::span<const double> box;           // [M, 4] x, y, width, height

  std::size_t count() const { return area.size(); }
  // How many points the mean is taken over: the visible ones, or all when none is.
  std::size_t terms(std::size_t truth) const {
    std::size_t seen = 0;
    for (std::size_t k = 0; k < points; ++k) seen += visible[truth * points + k] != 0;
    return seen == 0 ? points : seen;
  }
  bool has_visible(std::size_t truth) const {
    for (std::size_t k = 0; k < points; ++k) {
      if (visible[truth * points + k] != 0) return true;
    }
    return false;
  }
};

namespace keypoint_detail {

// Distance to the box made three times as large; 0 inside.
inline double outside(double value, double begin, double extent) {
  const double low = begin - extent - value;
  const double high = value - (begin + extent * 2);
  return (low > 0 ? low : 0) + (high > 0 ? high : 0);
}

// The order in which NumPy adds: eight running sums, halves above 128 terms.
inline double sum_as_numpy(const double* values, std::size_t count) {
  if (count < 8) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += values[i];
    return sum;
  }
  if (count <= 128) {
    double part[8];
    for (std::size_t k = 0; k < 8; ++k) part[k] = values[k];
    std::size_t i = 8;
    for (; i + 8 <= count; i += 8) {
      for (std::size_t k = 0; k < 8; ++k) part[k] += values[i + k];
    }
    double sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    for (; i < count; ++i) sum += values[i];
    return sum;
  }
  const std::size_t half = count / 2 / 8 * 8;
  return sum_as_numpy(values, half) + sum_as_numpy(values + half, count - half);
}

}  // namespace keypoint_detail

// Writes one block [N, terms(truth)] per truth, one after the other: minus half the squared distance over
// variance and area, divided in the reference's order.
inline void keypoint_exponents(std::span<const double> x, std::span<const double> y, const KeypointTruths& truths,
                               double* out) {
  const std::size_t points = truths.points;
  const std::size_t predictions = points == 0 ? 0 : x.size() / points;
  for (std::size_t truth = 0; truth < truths.count(); ++truth) {
    const bool seen = truths.has_visible(truth);
    const double* box = &truths.box[4 * truth];
    for (std::size_t row = 0; row < predictions; ++row) {
      for (std::size_t k = 0; k < points; ++k) {
        const std::size_t at = truth * points + k;
        if (seen && truths.visible[at] == 0) continue;
        const double px = x[row * points + k];
        const double py = y[row * points + k];
        const double dx = seen ? px - truths.x[at] : keypoint_detail::outside(px, box[0], box[2]);
        const double dy = seen ? py - truths.y[at] : keypoint_detail::outside(py, box[1], box[3]);
        *out++ = -((dx * dx + dy * dy) / truths.variance[at] / truths.area[truth] / 2);
      }
    }
  }
}

// Means of the blocks that keypoint_exponents wrote, after the exponential, into out [N, M].
inline void keypoint_means(const double* values, std::size_t predictions, const KeypointTruths& truths,
                           std::size_t out_stride, double* out) {
  for (std::size_t truth = 0; truth < truths.count(); ++truth) {
    const std::size_t terms = truths.terms(truth);
    for (std::size_t row = 0; row < predictions; ++row) {
      out[row * out_stride + truth] = keypoint_detail::sum_as_numpy(values, terms) / static_cast<double>(terms);
      values += terms;
    }
  }
}

}  // namespace truebox
