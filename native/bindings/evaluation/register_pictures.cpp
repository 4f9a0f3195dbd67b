// Python bindings for files of pictures: the pixels of one, the masks of many, the pairs of segments of two folders.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "ground/numpy_arrays.hpp"
#include "ground/owned_array.hpp"
#include "ground/ragged_arrays.hpp"
#include "ground/throwing_casters.hpp"
#include "pixels/picture_files.hpp"
#include "pixels/plain_png.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;

using Paths = std::vector<std::filesystem::path>;

nb::object new_pixels(const PngHead& head) {
  const auto height = static_cast<npy_intp>(head.height), width = static_cast<npy_intp>(head.width);
  if (head.kind == PngKind::colour) return new_array({height, width, 3}, NPY_UINT8);
  return new_array({height, width}, head.kind == PngKind::deep_grey ? NPY_UINT16 : NPY_UINT8);
}

// None, or uint8 [H, W], of deep greys uint16 [H, W], of colours uint8 [H, W, 3]
nb::object plain_png(const nb::bytes& file, unsigned kinds, std::uint64_t most_pixels) {
  const std::span bytes(static_cast<const std::uint8_t*>(file.data()), file.size());
  PlainPng png;
  bool fine = false;
  {
    const nb::gil_scoped_release released;
    fine = png.read(bytes, kinds, most_pixels);
  }
  if (!fine) return nb::none();
  nb::object out = new_pixels(png.head());
  auto* const pixels = data_of<std::uint8_t>(out);
  {
    const nb::gil_scoped_release released;
    fine = png.unfilter(pixels);
  }
  return fine ? out : nb::none();
}

// (plain uint8 [P], sizes int64 [P, 2], ends int64 [P] of the masks, values int64 [M], runs, offsets int64 [M + 1])
nb::tuple png_masks(const Paths& files, unsigned kinds, std::uint64_t most_pixels, bool apart, int threads) {
  const auto has = [kinds](PngKind kind) { return (kinds & static_cast<unsigned>(kind)) != 0; };
  if (has(PngKind::colour) || (!apart && has(PngKind::deep_grey))) {
    throw std::invalid_argument("masks are of one channel, and of all its values together where that is a byte");
  }
  std::vector<std::uint8_t> plain;
  std::vector<std::int64_t> sizes, ends, values, offsets{0};
  std::vector<std::uint32_t> runs;
  {
    const nb::gil_scoped_release released;
    for (const PictureMasks& each : masks_of_pictures(files, {kinds, most_pixels, apart}, threads)) {
      plain.push_back(each.plain ? 1 : 0);
      sizes.push_back(each.size.height);
      sizes.push_back(each.size.width);
      values.insert(values.end(), each.masks.values.begin(), each.masks.values.end());
      runs.insert(runs.end(), each.masks.runs.begin(), each.masks.runs.end());
      for (const std::size_t length : each.masks.lengths) offsets.push_back(offsets.back() + static_cast<std::int64_t>(length));
      ends.push_back(static_cast<std::int64_t>(values.size()));
    }
  }
  const std::size_t count = files.size();
  return nb::make_tuple(to_array(std::move(plain)), to_array<2>(std::move(sizes), {count, 2}), to_array(std::move(ends)),
                        to_array(std::move(values)), to_array(std::move(runs)), to_array(std::move(offsets)));
}

// (plain uint8 [P], sizes int64 [P, 2], ends int64 [P] of the pairs, true ids, predicted ids, pixels, all int64)
nb::tuple count_png_pairs(const Paths& truths, const Paths& found, std::uint64_t most_pixels, int threads) {
  if (truths.size() != found.size()) throw std::invalid_argument("the lists have different lengths");
  std::vector<std::uint8_t> plain;
  std::vector<std::int64_t> sizes, ends, true_ids, predicted_ids, pixels;
  {
    const nb::gil_scoped_release released;
    for (const PicturePairs& each : pairs_of_pictures(truths, found, most_pixels, threads)) {
      plain.push_back(each.plain ? 1 : 0);
      sizes.push_back(each.size.height);
      sizes.push_back(each.size.width);
      for (const SegmentPair& pair : each.pairs) {
        true_ids.push_back(pair.truth);
        predicted_ids.push_back(pair.predicted);
        pixels.push_back(pair.pixels);
      }
      ends.push_back(static_cast<std::int64_t>(pixels.size()));
    }
  }
  const std::size_t count = truths.size();
  return nb::make_tuple(to_array(std::move(plain)), to_array<2>(std::move(sizes), {count, 2}), to_array(std::move(ends)),
                        to_array(std::move(true_ids)), to_array(std::move(predicted_ids)), to_array(std::move(pixels)));
}

}  // namespace

void register_pictures(nb::module_& module) {
  module.def("plain_png", &plain_png);
  module.def("png_masks", &png_masks);
  module.def("count_png_pairs", &count_png_pairs);
}

}  // namespace truebox
