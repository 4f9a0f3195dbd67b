// Which rows lie in some chosen cells: a cell is what one image has of one category.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "ground/thread_pool.hpp"

namespace truebox {

// Places are distinct and ascending: category times `images` plus image.
class ChosenCells {
 public:
  ChosenCells(std::span<const std::int64_t> places, std::size_t images, std::size_t categories)
      : begins_(images + 1, 0), categories_(places.size()) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const bool ascending = i == 0 ? places[i] >= 0 : places[i] > places[i - 1];
      if (!ascending || static_cast<std::uint64_t>(places[i]) >= images * categories) {
        throw std::invalid_argument("no such cell");
      }
      ++begins_[image_of(places[i]) + 1];
    }
    for (std::size_t i = 0; i < images; ++i) begins_[i + 1] += begins_[i];
    // In order of their categories within each image, as the places are.
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (const std::int64_t place : places) {
      categories_[next[image_of(place)]++] = static_cast<std::int32_t>(place / static_cast<std::int64_t>(images));
    }
  }

  bool hold(std::int32_t image, std::int32_t category) const {
    if (image < 0) return false;
    const auto* first = categories_.data() + begins_[static_cast<std::size_t>(image)];
    const auto* const last = categories_.data() + begins_[static_cast<std::size_t>(image) + 1];
    if (last - first > kFew) {
      first = std::lower_bound(first, last, category);
      return first != last && *first == category;
    }
    for (; first != last; ++first) {
      if (*first == category) return true;
    }
    return false;
  }
  std::size_t images() const { return begins_.size() - 1; }

 private:
  static constexpr std::ptrdiff_t kFew = 8;

  std::size_t image_of(std::int64_t place) const { return static_cast<std::size_t>(place) % images(); }

  std::vector<std::uint32_t> begins_;     // [images + 1] into categories_
  std::vector<std::int32_t> categories_;  // of the cells of each image, ascending
};

// Rows that are not evaluated, at an image or category of -1, are in no cell.
inline void rows_in_cells(const ChosenCells& cells, std::span<const std::int32_t> image,
                          std::span<const std::int32_t> category, std::uint8_t* held, int threads) {
  std::atomic<bool> fine{true};
  parallel_ranges(image.size(), std::size_t{1} << 16, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (image[i] >= 0 && static_cast<std::size_t>(image[i]) >= cells.images()) {
        fine.store(false, std::memory_order_relaxed);
        return;
      }
      held[i] = cells.hold(image[i], category[i]) ? 1 : 0;
    }
  });
  if (!fine.load()) throw std::invalid_argument("no such image");
}

// Where the rows of each cell begin and end, of rows by category and image; `offsets` says where the categories do.
inline void rows_of_cells(std::span<const std::int64_t> places, std::size_t images, std::span<const std::int32_t> image,
                          std::span<const std::int64_t> offsets, std::int64_t* begins, std::int64_t* ends) {
  const auto rows = static_cast<std::int64_t>(image.size());
  std::int64_t at = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto category = static_cast<std::uint64_t>(places[i]) / images;
    if (places[i] < 0 || category + 1 >= offsets.size() || (i > 0 && places[i] <= places[i - 1])) {
      throw std::invalid_argument("no such cell");
    }
    const std::int64_t first = offsets[category], last = offsets[category + 1];
    if (first < 0 || first > last || last > rows) throw std::invalid_argument("no such rows");
    at = std::clamp(at, first, last);
    const auto wanted = static_cast<std::int32_t>(static_cast<std::uint64_t>(places[i]) % images);
    const auto from = [&](std::int64_t begin, std::int32_t least) {
      // In growing steps: the next of many cells is near.
      std::int64_t step = 1, low = begin;
      while (low + step < last && image[static_cast<std::size_t>(low + step)] < least) low += step, step *= 2;
      const auto* const begin_of_image = image.data();
      return std::lower_bound(begin_of_image + low, begin_of_image + std::min(low + step + 1, last), least) - begin_of_image;
    };
    begins[i] = from(at, wanted);
    ends[i] = at = from(begins[i], wanted + 1);
  }
}

}  // namespace truebox
