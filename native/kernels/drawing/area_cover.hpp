// How much of each pixel lies inside polygons: the area under their edges, summed up row by row, as FreeType's smooth
// rasterizer does (an outline that goes round an area twice leaves it empty: even-odd).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox {

// Corners x, y, x, y of polygons; polygon k has the corners offsets[k] to offsets[k + 1].
struct Outlines {
  std::span<const double> xy;
  std::span<const std::int64_t> offsets;

  std::size_t count() const { return offsets.size() - 1; }
  std::span<const double> corners(std::size_t k) const {
    const auto begin = static_cast<std::size_t>(offsets[k]);
    return xy.subspan(2 * begin, 2 * (static_cast<std::size_t>(offsets[k + 1]) - begin));
  }
};

// A rectangle of pixels: from the first up to, not with, the second.
struct PixelBounds {
  int left = 0, top = 0, right = 0, bottom = 0;

  bool empty() const { return left >= right || top >= bottom; }
};

// The pixels that points reach, and `margin` around them, inside a picture; NaN and infinity reach none.
inline PixelBounds bounds_of(std::span<const double> xy, double margin, int width, int height) {
  if (xy.size() < 2) return {};
  double low[2] = {xy[0], xy[1]}, high[2] = {xy[0], xy[1]};
  for (std::size_t k = 0; k + 1 < xy.size(); k += 2) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (!std::isfinite(xy[k + axis])) return {};
      low[axis] = std::min(low[axis], xy[k + axis]);
      high[axis] = std::max(high[axis], xy[k + axis]);
    }
  }
  const auto first = [&](double value, int most) {
    return static_cast<int>(std::clamp(std::floor(value - margin), 0., static_cast<double>(most)));
  };
  const auto last = [&](double value, int most) {
    return static_cast<int>(std::clamp(std::ceil(value + margin), 0., static_cast<double>(most)));
  };
  return {first(low[0], width), first(low[1], height), last(high[0], width), last(high[1], height)};
}

// Memory kept between rows and polygons.
struct AreaScratch {
  struct Edge {
    double x, y, slope, y_end, sign;  // from (x, y) down to y_end; x grows by slope
  };
  std::vector<Edge> edges;
  std::vector<std::size_t> active;
  std::vector<float> area;  // of one row: what each pixel adds to the cover of itself and all to its right
  std::vector<std::uint8_t> row;
};

namespace area_detail {

// Of an edge from (x0, y0) to (x1, y1) inside one row of pixels and between the patch's sides.
inline void add_inside(float* area, double x0, double x1, double down, double sign) {
  if (x1 < x0) std::swap(x0, x1);
  const auto first = static_cast<std::size_t>(x0);
  const auto last = static_cast<std::size_t>(x1);
  const double height = sign * down;
  if (first == last) {
    const double covered = height * (1 - (0.5 * (x0 + x1) - static_cast<double>(first)));
    area[first] += static_cast<float>(covered);
    area[first + 1] += static_cast<float>(height - covered);
    return;
  }
  // Over several pixels: in each the share of the height that lies in it, and the area right of the edge.
  const double per_pixel = height / (x1 - x0);
  double behind = 0;  // cover that earlier pixels have handed on
  double reached = x0;
  double height_so_far = 0;
  for (std::size_t x = first; x <= last; ++x) {
    const double end = std::min(x1, static_cast<double>(x + 1));
    const double here = per_pixel * (end - reached);
    const double covered = height_so_far + here * (1 - (0.5 * (reached + end) - static_cast<double>(x)));
    area[x] += static_cast<float>(covered - behind);
    behind = covered;
    height_so_far += here;
    reached = end;
  }
  area[last + 1] += static_cast<float>(height - behind);
}

// The same of an edge that may leave the patch: what lies left of it covers all, what lies right of it nothing.
inline void add_edge(float* area, double width, double x0, double x1, double down, double sign) {
  if (x0 >= 0 && x0 <= width && x1 >= 0 && x1 <= width) {
    add_inside(area, x0, x1, down, sign);
    return;
  }
  const double low = std::min(x0, x1), high = std::max(x0, x1);
  const double run = high - low;
  const double before = run > 0 ? std::clamp(-low, 0., run) / run : (low < 0 ? 1. : 0.);
  const double beyond = run > 0 ? std::clamp(high - width, 0., run) / run : (low > width ? 1. : 0.);
  if (before > 0) add_inside(area, 0, 0, down * before, sign);
  const double inside = 1 - before - beyond;
  if (inside > 0) add_inside(area, std::clamp(low, 0., width), std::clamp(high, 0., width), down * inside, sign);
}

// Covers out of areas, which are zero again afterwards. Most pixels lie between edges, covered as the one before them.
inline void sum_up(float* area, std::uint8_t* row, std::size_t width) {
  float sum = 0;
  for (std::size_t x = 0; x < width;) {
    sum += area[x];
    area[x] = 0;
    float turns = std::fabs(sum);
    turns -= 2 * std::floor(turns / 2);
    const auto cover = static_cast<std::uint8_t>((turns > 1 ? 2 - turns : turns) * 255 + 0.5F);
    std::size_t end = x + 1;
    for (std::uint64_t next[4]; end + 8 <= width; end += 8) {
      std::memcpy(next, area + end, sizeof next);
      if ((next[0] | next[1] | next[2] | next[3]) != 0) break;
    }
    while (end < width && area[end] == 0) ++end;
    std::memset(row + x, cover, end - x);
    x = end;
  }
  area[width] = area[width + 1] = 0;
}

inline void list_edges(std::span<const double> corners, const PixelBounds& bounds, AreaScratch& scratch) {
  scratch.edges.clear();
  scratch.active.clear();
  const std::size_t count = corners.size() / 2;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t next = k + 1 == count ? 0 : k + 1;
    double x0 = corners[2 * k], y0 = corners[2 * k + 1];
    double x1 = corners[2 * next], y1 = corners[2 * next + 1];
    if (y0 == y1) continue;
    const double sign = y0 < y1 ? 1 : -1;
    if (sign < 0) {
      std::swap(x0, x1);
      std::swap(y0, y1);
    }
    if (y1 <= bounds.top || y0 >= bounds.bottom) continue;
    const double slope = (x1 - x0) / (y1 - y0);
    if (!std::isfinite(slope)) continue;
    if (y0 < bounds.top) {
      x0 += slope * (bounds.top - y0);
      y0 = bounds.top;
    }
    scratch.edges.push_back({x0 - bounds.left, y0, slope, y1, sign});
  }
  std::sort(scratch.edges.begin(), scratch.edges.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
}

}  // namespace area_detail

// Rows of pixels: from the first up to, not with, the second.
struct RowRange {
  int begin, end;
};

// Calls take(y, covers) with the covers [right - left] of each row of `bounds` that one polygon reaches and that is
// among `rows`.
template <class Take>
void for_each_covered_row(std::span<const double> corners, const PixelBounds& bounds, const RowRange& rows,
                          AreaScratch& scratch, Take take) {
  if (corners.size() < 6) return;
  area_detail::list_edges(corners, bounds, scratch);
  const auto width = static_cast<std::size_t>(bounds.right - bounds.left);
  scratch.area.assign(width + 2, 0.F);
  scratch.row.resize(width);
  std::size_t next = 0;
  for (int y = bounds.top; y < std::min(bounds.bottom, rows.end); ++y) {
    const bool wanted = y >= rows.begin;
    keep_going(wanted ? width : 50);
    while (next < scratch.edges.size() && scratch.edges[next].y < y + 1) scratch.active.push_back(next++);
    if (scratch.active.empty()) continue;
    for (std::size_t place = 0; place < scratch.active.size();) {
      AreaScratch::Edge& edge = scratch.edges[scratch.active[place]];
      const double end = std::min(edge.y_end, static_cast<double>(y + 1));
      const double x_end = edge.x + edge.slope * (end - edge.y);
      if (wanted) {
        area_detail::add_edge(scratch.area.data(), static_cast<double>(width), edge.x, x_end, end - edge.y, edge.sign);
      }
      edge.x = x_end;
      edge.y = end;
      if (end >= edge.y_end) {
        scratch.active[place] = scratch.active.back();
        scratch.active.pop_back();
      } else {
        ++place;
      }
    }
    if (!wanted) continue;
    area_detail::sum_up(scratch.area.data(), scratch.row.data(), width);
    take(y, scratch.row.data());
  }
}

template <class Take>
void for_each_covered_row(std::span<const double> corners, const PixelBounds& bounds, AreaScratch& scratch, Take take) {
  for_each_covered_row(corners, bounds, {bounds.top, bounds.bottom}, scratch, take);
}

}  // namespace truebox
