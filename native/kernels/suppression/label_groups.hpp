// Items that carry the same label, together and in the order they came.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace truebox {

struct LabelGroups {
  std::vector<std::uint32_t> members;  // places in the order given, group after group
  std::vector<std::size_t> starts;     // group g is members[starts[g]] .. members[starts[g + 1]]

  std::size_t size() const { return starts.size() - 1; }
  std::span<const std::uint32_t> group(std::size_t g) const {
    return std::span(members).subspan(starts[g], starts[g + 1] - starts[g]);
  }
};

namespace detail {

// Labels in a range not much wider than their number are counted.
inline LabelGroups count_groups(std::span<const std::uint32_t> order, const std::int64_t* labels, std::int64_t lowest,
                                std::size_t range) {
  std::vector<std::size_t> ends(range + 1, 0);
  const auto slot = [&](std::uint32_t item) { return static_cast<std::size_t>(labels[item] - lowest); };
  for (const std::uint32_t item : order) ++ends[slot(item) + 1];
  LabelGroups groups;
  for (std::size_t s = 0; s < range; ++s) {
    if (ends[s + 1] != 0) groups.starts.push_back(ends[s]);
    ends[s + 1] += ends[s];
  }
  groups.starts.push_back(order.size());
  groups.members.resize(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    groups.members[ends[slot(order[place])]++] = static_cast<std::uint32_t>(place);
  }
  return groups;
}

inline LabelGroups sort_groups(std::span<const std::uint32_t> order, const std::int64_t* labels) {
  LabelGroups groups;
  groups.members.resize(order.size());
  std::iota(groups.members.begin(), groups.members.end(), 0u);
  const auto label = [&](std::uint32_t place) { return labels[order[place]]; };
  std::stable_sort(groups.members.begin(), groups.members.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return label(a) < label(b); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || label(groups.members[k]) != label(groups.members[k - 1])) groups.starts.push_back(k);
  }
  groups.starts.push_back(order.size());
  return groups;
}

}  // namespace detail

// Places 0, 1, ... of `order` by the label of the item there; without labels, one group.
inline LabelGroups group_by_label(std::span<const std::uint32_t> order, const std::int64_t* labels) {
  if (labels == nullptr || order.empty()) {
    LabelGroups groups;
    groups.members.resize(order.size());
    std::iota(groups.members.begin(), groups.members.end(), 0u);
    groups.starts = {0, order.size()};
    return groups;
  }
  std::int64_t lowest = labels[order.front()], highest = lowest;
  for (const std::uint32_t item : order) {
    lowest = std::min(lowest, labels[item]);
    highest = std::max(highest, labels[item]);
  }
  // Unsigned, because the range of arbitrary labels may not fit a signed number.
  const std::uint64_t range = static_cast<std::uint64_t>(highest) - static_cast<std::uint64_t>(lowest);
  if (range < 4 * order.size() + 1024) {
    return detail::count_groups(order, labels, lowest, static_cast<std::size_t>(range) + 1);
  }
  return detail::sort_groups(order, labels);
}

}  // namespace truebox
