// Numbers of pairs of tracks, in the order in which they meet: memory by the pairs that do, not by all there could be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace truebox::tracks {

class PairNumbers {
 public:
  std::vector<std::uint32_t> truth, prediction;  // tracks of a pair

  std::size_t size() const { return truth.size(); }

  std::uint32_t number(std::uint32_t a, std::uint32_t b) {
    for (std::size_t slot = hash(a, b) & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t held = slots_[slot];
      if (held == kEmpty) {
        const auto fresh = static_cast<std::uint32_t>(truth.size());
        truth.push_back(a);
        prediction.push_back(b);
        slots_[slot] = fresh;
        if (truth.size() * 2 > slots_.size()) grow();
        return fresh;
      }
      if (truth[held] == a && prediction[held] == b) return held;
    }
  }

  // No further pair will be numbered.
  void finish() { slots_ = {}; }

 private:
  static constexpr std::uint32_t kEmpty = 0xffffffffu;

  static std::size_t hash(std::uint32_t a, std::uint32_t b) {
    std::uint64_t mixed = (static_cast<std::uint64_t>(a) << 32 | b) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed ^ (mixed >> 29));
  }
  void grow() {
    slots_.assign(slots_.size() * 2, kEmpty);
    for (std::size_t k = 0; k < truth.size(); ++k) {
      std::size_t slot = hash(truth[k], prediction[k]) & (slots_.size() - 1);
      while (slots_[slot] != kEmpty) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(k);
    }
  }

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024, kEmpty);
};

}  // namespace truebox::tracks
