// Where labels go: beside what they name, inside the picture, off each other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/interruption.hpp"

namespace truebox {

struct LabelForm {
  int width, height;
};

struct LabelPlace {
  int x = 0, y = 0;
  int form = -1;  // -1 where no form has a free place
};

struct LabelRoom {
  int width, height;  // of the picture: no label leaves it
  int gap;            // how far a label stays off the box it names
};

using Corners = std::array<double, 4>;  // x0, y0, x1, y1

namespace label_detail {

inline constexpr std::size_t kSpots = 21;
// A label over the edge of another box costs as much as this many places further down the list.
inline constexpr std::size_t kEdgeCost = 4;
// Over the box it names a label goes only where no side is free.
inline constexpr std::size_t kOwnCost = 1000;

inline bool touching(const Corners& a, const Corners& b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

// Places for a label, the best first, all inside the picture.
TRUEBOX_CLONES inline std::array<Corners, kSpots> spots_of(const Corners& anchor, const LabelForm& form, const LabelRoom& room) {
  const auto [x0, y0, x1, y1] = anchor;
  const double width = form.width, height = form.height, gap = room.gap;
  const double left = x0 - gap, right = x1 + gap - width, middle = (x0 + x1 - width) / 2;
  const double above = y0 - gap - height, below = y1 + gap;
  const double top = y0 + gap, bottom = y1 - gap - height, level = (y0 + y1 - height) / 2;
  const double corners[kSpots][2] = {
      {left, above}, {right, above}, {left, below}, {right, below},
      {left + 2 * gap, top}, {right - 2 * gap, top},
      {left + 2 * gap, bottom}, {right - 2 * gap, bottom},
      {x0 - gap - width, y0 - gap}, {x1 + gap, y0 - gap},
      {x0 - gap - width, bottom}, {x1 + gap, bottom},
      {middle, above}, {middle, below}, {middle, level},
      {x0 - gap - width, level}, {x1 + gap, level},
      {left, above - height}, {left, below + height}, {left, top + height}, {left, bottom - height},
  };
  const double limits[2] = {std::max(room.width - width, 0.), std::max(room.height - height, 0.)};
  std::array<Corners, kSpots> spots;
  for (std::size_t k = 0; k < kSpots; ++k) {
    const double x = std::min(std::max(0., std::nearbyint(corners[k][0])), limits[0]);
    const double y = std::min(std::max(0., std::nearbyint(corners[k][1])), limits[1]);
    spots[k] = {x, y, x + width, y + height};
  }
  return spots;
}

// Boxes by their corners, beside each other in memory.
struct CornerColumns {
  std::array<std::vector<double>, 4> of;

  void clear() {
    for (auto& column : of) column.clear();
  }
  void add(const Corners& box) {
    for (std::size_t k = 0; k < 4; ++k) of[k].push_back(box[k]);
  }
  std::size_t size() const { return of[0].size(); }
  Corners at(std::size_t row) const { return {of[0][row], of[1][row], of[2][row], of[3][row]}; }
};

// How many boxes a spot touches: all of them, or those within which it does not lie.
struct Touched {
  std::uint64_t all, edges;
};

TRUEBOX_CLONES inline Touched touched(const double* x0, const double* y0, const double* x1, const double* y1,
                                      std::size_t count, const Corners& spot) {
  const double left = spot[0], top = spot[1], right = spot[2], bottom = spot[3];
  std::uint64_t all = 0, edges = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const bool touches = (left < x1[k]) & (x0[k] < right) & (top < y1[k]) & (y0[k] < bottom);
    const bool within = (x0[k] < left) & (y0[k] < top) & (right < x1[k]) & (bottom < y1[k]);
    all += touches ? 1 : 0;
    edges += (touches & !within) ? 1 : 0;
  }
  return {all, edges};
}

inline Touched touched(const CornerColumns& boxes, const Corners& spot) {
  return touched(boxes.of[0].data(), boxes.of[1].data(), boxes.of[2].data(), boxes.of[3].data(), boxes.size(), spot);
}

TRUEBOX_CLONES inline void flag_touching(const double* x0, const double* y0, const double* x1, const double* y1,
                                         std::size_t count, const Corners& spot, std::uint8_t* flags) {
  const double left = spot[0], top = spot[1], right = spot[2], bottom = spot[3];
  for (std::size_t k = 0; k < count; ++k) {
    flags[k] = (left < x1[k]) & (x0[k] < right) & (top < y1[k]) & (y0[k] < bottom);
  }
}

// Those of `boxes` that a spot touches, but for the one in row `without`.
inline void gather_touching(const CornerColumns& boxes, const Corners& spot, std::size_t without,
                            std::vector<std::uint8_t>& flags, CornerColumns& found) {
  const std::size_t count = boxes.size(), padded = (count + 7) / 8 * 8;
  flags.assign(padded, 0);
  flag_touching(boxes.of[0].data(), boxes.of[1].data(), boxes.of[2].data(), boxes.of[3].data(), count, spot, flags.data());
  found.clear();
  for (std::size_t first = 0; first < padded; first += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags.data() + first, 8);
    if (eight == 0) continue;
    for (std::size_t k = first; k < first + 8; ++k) {
      if (flags[k] != 0 && k != without) found.add(boxes.at(k));
    }
  }
}

inline Corners around(std::span<const Corners> boxes) {
  Corners all = boxes.front();
  for (const Corners& box : boxes) {
    all = {std::min(all[0], box[0]), std::min(all[1], box[1]), std::max(all[2], box[2]), std::max(all[3], box[3])};
  }
  return all;
}

}  // namespace label_detail

// Where each label goes, and in which of its forms; the first labels choose first. Label n has the forms from
// offsets[n] to offsets[n + 1], the best first, and names the box anchors[n].
inline std::vector<LabelPlace> place_labels(std::span<const LabelForm> forms, std::span<const std::int64_t> offsets,
                                            std::span<const Corners> anchors, const LabelRoom& room) {
  using namespace label_detail;
  std::vector<LabelPlace> places(anchors.size());
  CornerColumns boxes, taken, near_taken, near_boxes;
  for (const Corners& anchor : anchors) boxes.add(anchor);
  std::vector<std::uint8_t> flags;
  for (std::size_t row = 0; row < anchors.size(); ++row) {
    keep_going(anchors.size() + 1000);
    for (auto at = static_cast<std::size_t>(offsets[row]); at < static_cast<std::size_t>(offsets[row + 1]); ++at) {
      const LabelForm& form = forms[at];
      if (form.width > room.width || form.height > room.height) continue;
      const auto spots = spots_of(anchors[row], form, room);
      // Only what lies near can be touched.
      const Corners reach = around(spots);
      gather_touching(taken, reach, taken.size(), flags, near_taken);
      gather_touching(boxes, reach, row, flags, near_boxes);
      std::size_t best = kSpots, least = 0;
      for (std::size_t k = 0; k < kSpots; ++k) {
        const Corners& spot = spots[k];
        std::size_t cost = k + (touching(spot, anchors[row]) ? kOwnCost : 0);
        if (best != kSpots && cost >= least) continue;
        if (touched(near_taken, spot).all != 0) continue;
        cost += kEdgeCost * touched(near_boxes, spot).edges;
        if (best == kSpots || cost < least) {
          best = k;
          least = cost;
        }
      }
      if (best == kSpots) continue;
      const int form_number = static_cast<int>(at - static_cast<std::size_t>(offsets[row]));
      places[row] = {static_cast<int>(spots[best][0]), static_cast<int>(spots[best][1]), form_number};
      taken.add(spots[best]);
      break;
    }
  }
  return places;
}

}  // namespace truebox
