// What is seldom in a file, told by one pass over its columns.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "ground/cpu_dispatch.hpp"
#include "ground/thread_pool.hpp"

namespace truebox {
namespace detail {

constexpr std::size_t kOddGrain = std::size_t{1} << 16;

TRUEBOX_CLONES inline bool any_beyond(const double* values, std::size_t count, double limit) {
  std::uint64_t beyond = 0;
  for (std::size_t i = 0; i < count; ++i) beyond |= static_cast<std::uint64_t>(std::fabs(values[i]) > limit);
  return beyond != 0;
}

TRUEBOX_CLONES inline bool any_larger_area(const double* boxes, const double* area, std::size_t count) {
  std::uint64_t larger = 0;
  for (std::size_t i = 0; i < count; ++i) {
    larger |= static_cast<std::uint64_t>(area[i] > (boxes[4 * i + 2] + 1) * (boxes[4 * i + 3] + 1));
  }
  return larger != 0;
}

inline std::uint64_t mixed(std::uint64_t before, std::uint64_t number) {
  before = (before ^ number) * 0x9E3779B97F4A7C15u;
  return before ^ before >> 29;
}

// Whether two of so many numbers, which are as good as random, are equal.
template <class Number>
bool any_equal(std::size_t count, Number&& number) {
  std::vector<std::uint64_t> held(std::bit_ceil(2 * count + 1), 0);
  const std::size_t last = held.size() - 1;
  bool zero = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t asked = number(i);
    if (asked == 0) {
      if (zero) return true;
      zero = true;
      continue;
    }
    std::size_t place = static_cast<std::size_t>(asked >> 7) & last;
    for (; held[place] != 0; place = (place + 1) & last) {
      if (held[place] == asked) return true;
    }
    held[place] = asked;
  }
  return false;
}

}  // namespace detail

// Whether a value is beyond the limit, on either side.
inline bool any_beyond(std::span<const double> values, double limit, int threads) {
  std::atomic<bool> found{false};
  parallel_ranges(values.size(), detail::kOddGrain, threads, [&](std::size_t begin, std::size_t end) {
    if (!found.load(std::memory_order_relaxed) && detail::any_beyond(values.data() + begin, end - begin, limit)) {
      found.store(true, std::memory_order_relaxed);
    }
  });
  return found.load();
}

// Whether rows may repeat another exactly: true wherever they do, false nearly always where none does.
template <class Image, class Category>
bool may_repeat(std::span<const Image> image, std::span<const Category> category, const double* boxes,
                std::span<const std::uint8_t> crowd) {
  return detail::any_equal(image.size(), [&](std::size_t i) {
    std::uint64_t number = detail::mixed(0, static_cast<std::uint64_t>(static_cast<std::int64_t>(image[i])));
    number = detail::mixed(number, static_cast<std::uint64_t>(static_cast<std::int64_t>(category[i])));
    for (std::size_t k = 0; k < 4; ++k) {
      number = detail::mixed(number, std::bit_cast<std::uint64_t>(boxes[4 * i + k] + 0.0));  // -0 is 0
    }
    return detail::mixed(number, crowd[i]);
  });
}

// The same of texts that lie one after another.
inline bool texts_may_repeat(std::string_view buffer, std::span<const std::int64_t> offsets) {
  const std::size_t count = offsets.empty() ? 0 : offsets.size() - 1;
  return detail::any_equal(count, [&](std::size_t i) {
    const std::size_t begin = static_cast<std::size_t>(offsets[i]), end = static_cast<std::size_t>(offsets[i + 1]);
    std::uint64_t number = detail::mixed(0, end - begin);
    for (std::size_t at = begin; at < end; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, buffer.data() + at, std::min<std::size_t>(8, end - at));
      number = detail::mixed(number, word);
    }
    return number;
  });
}

namespace detail {

// How many of the values, in whole blocks from the first, lie in [low, low + many).
TRUEBOX_CLONES inline std::size_t rows_within(const std::int32_t* values, std::size_t count, std::uint32_t low,
                                              std::uint32_t many) {
  constexpr std::size_t kBlock = 32;
  std::size_t passed = 0;
  for (; passed + kBlock <= count; passed += kBlock) {
    std::uint32_t outside = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      outside |= static_cast<std::uint32_t>(static_cast<std::uint32_t>(values[passed + i]) - low >= many);
    }
    if (outside != 0) break;
  }
  return passed;
}

}  // namespace detail

// Places whose image is one of those chosen, in order. Rows that ascend by image are passed over in blocks.
inline std::vector<std::int64_t> rows_of_images(std::span<const std::int32_t> image,
                                                std::span<const std::uint8_t> chosen) {
  std::vector<std::int64_t> rows;
  const auto images = static_cast<std::uint32_t>(chosen.size());
  std::vector<std::uint32_t> next(images);  // the next that is chosen
  for (std::uint32_t place = images, after = images; place-- > 0;) {
    if (chosen[place] != 0) after = place;
    next[place] = after;
  }
  for (std::size_t i = 0; i < image.size(); ++i) {
    const auto place = static_cast<std::uint32_t>(image[i]);
    if (place >= images) continue;
    if (next[place] == place) {
      rows.push_back(static_cast<std::int64_t>(i));
      continue;
    }
    i += detail::rows_within(image.data() + i + 1, image.size() - i - 1, place, next[place] - place);
  }
  return rows;
}

}  // namespace truebox
