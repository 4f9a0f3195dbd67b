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

// Replicates whose weights of one image lie together: a cache line, counted at once where registers are that wide.
inline constexpr std::size_t kAbreast = 64;

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

struct alignas(64) WeightLine {
  std::uint8_t at[kAbreast];
};

// The weights of every image in some lanes, of which kSideBySide are walked at a time.
struct LaneWeights {
  const std::uint8_t* first;
  std::size_t lanes;  // between an image and the next

  const std::uint8_t* of(std::int32_t image) const { return first + static_cast<std::size_t>(image) * lanes; }
};

// How often each image stands in each of some replicates: all lanes of an image lie together.
class DrawnWeights {
 public:
  // `lanes`: kSideBySide or kAbreast.
  DrawnWeights(std::size_t images, std::size_t lanes)
      : images_(images), lanes_(lanes), lines_((images * lanes + kAbreast - 1) / kAbreast) {}

  std::size_t images() const { return images_; }
  std::size_t lanes() const { return lanes_; }
  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(lines_.data()); }
  const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(lines_.data()); }
  std::uint8_t* of(std::size_t image) { return data() + image * lanes_; }
  void clear() { std::fill_n(data(), images_ * lanes_, std::uint8_t{0}); }
  std::uint8_t most() const { return images_ == 0 ? std::uint8_t{0} : *std::max_element(data(), data() + images_ * lanes_); }

  // From the lane `first` on.
  LaneWeights side(std::size_t first) const { return {data() + first, lanes_}; }

  void set_lane(std::size_t lane, const std::uint8_t* weights) {
    for (std::size_t image = 0; image < images_; ++image) of(image)[lane] = weights[image];
  }

 private:
  std::size_t images_, lanes_;
  std::vector<WeightLine> lines_;
};

// Lane l holds the times the image is drawn in replicate first + l, 255 at most; lanes from `count` on nothing.
inline void draw_images(std::span<const std::int32_t> sampled, std::uint64_t seed, std::size_t first,
                        std::size_t count, DrawnWeights& weights) {
  weights.clear();
  // A lane's images lie together while they are drawn: at a distance of sixteen bytes they would leave the first cache.
  std::vector<std::uint8_t> own(weights.images());
  for (std::size_t lane = 0; lane < count; ++lane) {
    std::fill(own.begin(), own.end(), std::uint8_t{0});
    SplitMix random(SplitMix(seed).next() ^ SplitMix(~static_cast<std::uint64_t>(first + lane)).next());
    for (std::size_t i = 0; i < sampled.size(); ++i) {
      std::uint8_t& weight = own[static_cast<std::size_t>(sampled[random.below(static_cast<std::uint32_t>(sampled.size()))])];
      weight = static_cast<std::uint8_t>(weight + (weight != 255));
    }
    weights.set_lane(lane, own.data());
  }
}

}  // namespace truebox
