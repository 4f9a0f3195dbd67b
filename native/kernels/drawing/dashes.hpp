// A line as dashes: pieces of one length, gaps of another between them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "ground/interruption.hpp"

namespace truebox {

struct Dashes {
  double dash, gap;  // in pixels

  double period() const { return dash + gap; }
};

// Calls take(piece) with the points x, y, x, y, ... of every dash along a line, its corners included. A whole number
// of dashes fits, so that a closed line has no stump; one that is too short is a dash altogether.
template <class Take>
void for_each_dash(std::span<const double> xy, bool closed, const Dashes& dashes, Take take) {
  std::vector<double> path(xy.begin(), xy.end());
  if (path.size() < 4) return;
  if (closed) path.insert(path.end(), xy.begin(), xy.begin() + 2);
  const std::size_t points = path.size() / 2;
  std::vector<double> reached(points, 0);
  for (std::size_t k = 1; k < points; ++k) {
    reached[k] = reached[k - 1] + std::hypot(path[2 * k] - path[2 * k - 2], path[2 * k + 1] - path[2 * k - 1]);
  }
  const double length = reached.back();
  if (!(length > dashes.period())) {
    take(std::span<const double>(path));
    return;
  }
  const double whole = length + (closed ? 0 : dashes.gap);
  const double count = std::max(1., std::nearbyint(whole / dashes.period()));
  const double period = whole / count;
  std::vector<double> piece;
  std::size_t before = 0;  // the last corner at or before a place
  const auto add = [&](double place) {
    while (before + 1 < points && reached[before + 1] <= place) ++before;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double here = path[2 * before + axis];
      if (before + 1 == points || reached[before] == place) {
        piece.push_back(here);
        continue;
      }
      const double slope = (path[2 * before + 2 + axis] - here) / (reached[before + 1] - reached[before]);
      piece.push_back(slope * (place - reached[before]) + here);
    }
  };
  for (double number = 0; number < count; ++number) {
    keep_going(100);
    const double start = period * number, end = std::min(start + dashes.dash, length);
    piece.clear();
    add(start);
    const auto corner = std::upper_bound(reached.begin(), reached.end(), start);
    for (auto place = corner; place != reached.end() && *place < end; ++place) add(*place);
    add(end);
    take(std::span<const double>(piece));
  }
}

}  // namespace truebox
