// Which outlines are rings: neither crossing nor touching themselves, with something inside.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace truebox {

struct RingPoint {
  double x, y;

  bool operator==(const RingPoint&) const = default;
};

namespace rings_detail {

inline int turn(RingPoint a, RingPoint b, RingPoint c) {
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return (area > 0) - (area < 0);
}

// Whether the way from a to b goes back over itself to c.
inline bool turns_back(RingPoint a, RingPoint b, RingPoint c) {
  return turn(a, b, c) == 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0;
}

// Whether the edges from a to b and from c to d have a point in common.
inline bool meet(RingPoint a, RingPoint b, RingPoint c, RingPoint d) {
  if (std::max(std::min(a.x, b.x), std::min(c.x, d.x)) > std::min(std::max(a.x, b.x), std::max(c.x, d.x))) return false;
  if (std::max(std::min(a.y, b.y), std::min(c.y, d.y)) > std::min(std::max(a.y, b.y), std::max(c.y, d.y))) return false;
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

}  // namespace rings_detail

// A point that repeats the one before it says nothing; of what is left no two edges meet but at the corner they share.
inline bool is_ring(std::span<const RingPoint> corners, std::vector<RingPoint>& kept) {
  using namespace rings_detail;
  kept.clear();
  for (std::size_t k = 0; k < corners.size(); ++k) {
    if (!(corners[k] == corners[(k + 1) % corners.size()])) kept.push_back(corners[k]);
  }
  const std::size_t count = kept.size();
  if (count < 3) return false;
  for (std::size_t one = 0; one < count; ++one) {
    for (std::size_t other = one + 1; other < count; ++other) {
      const RingPoint a = kept[one], b = kept[(one + 1) % count], c = kept[other], d = kept[(other + 1) % count];
      const bool bad = other == one + 1               ? turns_back(a, b, d)
                       : (other + 1) % count == one ? turns_back(c, d, b)
                                                    : meet(a, b, c, d);
      if (bad) return false;
    }
  }
  return true;
}

}  // namespace truebox
