// Which of a detection's candidates comes first: the greater overlap, and of equal overlaps the later or the earlier
// truth. A candidate is anything with an `overlap` and a `position`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace truebox {

// COCO's walk over the truths replaces the best by whatever is no worse.
struct LaterOfEqual {
  template <class Candidate>
  bool operator()(const Candidate& a, const Candidate& b) const {
    return a.overlap != b.overlap ? a.overlap > b.overlap : a.position > b.position;
  }
};

// An argmax: PASCAL VOC's walk replaces the best by what is better.
struct EarlierOfEqual {
  template <class Candidate>
  bool operator()(const Candidate& a, const Candidate& b) const {
    return a.overlap != b.overlap ? a.overlap > b.overlap : a.position < b.position;
  }
};

// Most detections have a handful of candidates, which insertion sorts fastest.
template <class Order, class Candidate>
void sort_candidates(std::vector<Candidate>& candidates) {
  constexpr std::size_t kFew = 32;
  const Order before;
  if (candidates.size() > kFew) {
    std::sort(candidates.begin(), candidates.end(), before);
    return;
  }
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const Candidate moving = candidates[i];
    std::size_t place = i;
    for (; place > 0 && before(moving, candidates[place - 1]); --place) candidates[place] = candidates[place - 1];
    candidates[place] = moving;
  }
}

}  // namespace truebox
