// How often each image is drawn in a bootstrap replicate: with replacement, as many as there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace truebox {

// Replicates that are computed side by side, one to a lane.
inline constexpr std::size_t kSideBySide = 16;

// SplitMix64 (Steele, Lea, Flood, 2014): the seed alone decides, on every machine and in every version.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t state) : state_(state) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  // Below `bound` (under 2^32); no value is more likely than another by more than 2^-32.
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

 private:
  std::uint64_t state_;
};

// weights[image * kSideBySide + lane] = times the image is drawn in replicate first + lane; 255 at most.
inline void draw_images(std::span<const std::int32_t> sampled, std::uint64_t seed, std::size_t first,
                        std::size_t count, std::vector<std::uint8_t>& weights) {
  const std::size_t images = weights.size() / kSideBySide;
  std::fill(weights.begin(), weights.end(), std::uint8_t{0});
  // A lane's images lie together while they are drawn: at a distance of sixteen bytes they would leave the first cache.
  std::vector<std::uint8_t> own(images);
  for (std::size_t lane = 0; lane < count; ++lane) {
    std::fill(own.begin(), own.end(), std::uint8_t{0});
    SplitMix random(SplitMix(seed).next() ^ SplitMix(~static_cast<std::uint64_t>(first + lane)).next());
    for (std::size_t i = 0; i < sampled.size(); ++i) {
      std::uint8_t& weight = own[static_cast<std::size_t>(sampled[random.below(static_cast<std::uint32_t>(sampled.size()))])];
      weight = static_cast<std::uint8_t>(weight + (weight != 255));
    }
    for (std::size_t image = 0; image < images; ++image) weights[image * kSideBySide + lane] = own[image];
  }
}

}  // namespace truebox
