// Many files of pictures, each opened, unpacked and reduced to what is asked of it by one thread, in memory that is used
// again. What is no plain PNG is left to whoever reads it word for word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ground/buffer.hpp"
#include "ground/thread_pool.hpp"
#include "masks/dense.hpp"
#include "pixels/plain_png.hpp"
#include "pixels/segment_pairs.hpp"
#include "pixels/value_masks.hpp"
#include "texts/small_files.hpp"

namespace truebox {

// What a picture must be to be read, and whether each value is a mask of its own, or all but zero are one.
struct PictureRules {
  unsigned kinds;  // a sum of PngKind
  std::uint64_t most_pixels;
  bool apart;
};

struct PictureMasks {
  bool plain = false;  // else nothing is known
  MaskSize size;
  ValueMasks masks;
};

struct PicturePairs {
  bool plain = false;  // both, and of one size
  MaskSize size;
  std::vector<SegmentPair> pairs;
};

namespace picture_files_detail {

// A picture and its pixels as they are stored, of 16 bits in the order of the machine.
class OpenPicture {
 public:
  bool read(const std::filesystem::path& path, unsigned kinds, std::uint64_t most_pixels) {
    if (!unpack(path, kinds, most_pixels)) return false;
    const std::size_t size = byte_count();
    if (pixels_.size() < size) pixels_ = Buffer<std::uint8_t>(size);
    return png_.unfilter(pixels_.data());
  }
  // The pixels of a picture of bytes where they were unpacked, in rows that begin one byte apart; null where it is not read.
  const std::uint8_t* read_greys(const std::filesystem::path& path, unsigned kinds, std::uint64_t most_pixels) {
    return unpack(path, kinds, most_pixels) ? png_.unfiltered_greys() : nullptr;
  }
  const PngHead& head() const { return png_.head(); }
  MaskSize size() const {
    return {static_cast<std::uint32_t>(head().height), static_cast<std::uint32_t>(head().width)};
  }
  std::span<const std::uint8_t> bytes() const { return {pixels_.data(), byte_count()}; }

 private:
  bool unpack(const std::filesystem::path& path, unsigned kinds, std::uint64_t most_pixels) {
    if (read_whole(path, file_) != FileState::read) return false;
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(file_.data()), file_.size());
    return png_.read(bytes, kinds, most_pixels);
  }
  std::size_t byte_count() const { return head().height * head().row_bytes(); }

  std::string file_;
  PlainPng png_;
  Buffer<std::uint8_t> pixels_;
};

// Lent to whoever works, so that there are no more than threads.
template <class Tool>
class Spares {
 public:
  template <class Use>
  void with_one(const Use& use) {
    std::unique_ptr<Tool> tool = taken();
    use(*tool);
    const std::lock_guard<std::mutex> lock(guard_);
    spare_.push_back(std::move(tool));
  }

 private:
  std::unique_ptr<Tool> taken() {
    {
      const std::lock_guard<std::mutex> lock(guard_);
      if (!spare_.empty()) {
        std::unique_ptr<Tool> tool = std::move(spare_.back());
        spare_.pop_back();
        return tool;
      }
    }
    return std::make_unique<Tool>();
  }

  std::mutex guard_;
  std::vector<std::unique_ptr<Tool>> spare_;
};

struct MaskTools {
  OpenPicture picture;
  DenseScratch scratch;
  ValueMaskMaker<std::uint8_t> of_bytes;
  ValueMaskMaker<std::uint16_t> of_words;
  std::vector<std::uint16_t> words;
};

inline void masks_apart(MaskTools& tools, PictureMasks& out) {
  const std::span<const std::uint8_t> bytes = tools.picture.bytes();
  if (tools.picture.head().kind != PngKind::deep_grey) {
    tools.of_bytes.make(bytes.data(), out.size, out.masks);
    return;
  }
  tools.words.resize(out.size.pixels());
  std::memcpy(tools.words.data(), bytes.data(), bytes.size());
  tools.of_words.make(tools.words.data(), out.size, out.masks);
}

inline void mask_of_all(MaskTools& tools, const std::uint8_t* pixels, PictureMasks& out) {
  const DenseMask<const std::uint8_t> dense{pixels, out.size, static_cast<std::ptrdiff_t>(out.size.width) + 1, 1};
  encode_rows(dense, tools.scratch, out.masks.runs);
  if (out.masks.runs.size() == 1) {  // of zeros alone
    out.masks.runs.clear();
    return;
  }
  out.masks.values.push_back(1);
  out.masks.lengths.push_back(out.masks.runs.size());
}

}  // namespace picture_files_detail

inline std::vector<PictureMasks> masks_of_pictures(std::span<const std::filesystem::path> files, const PictureRules& rules,
                                                   int threads) {
  using namespace picture_files_detail;
  std::vector<PictureMasks> found(files.size());
  Spares<MaskTools> spares;
  parallel_for(files.size(), threads, [&](std::size_t file) {
    spares.with_one([&](MaskTools& tools) {
      const std::uint8_t* greys = nullptr;
      if (rules.apart ? !tools.picture.read(files[file], rules.kinds, rules.most_pixels)
                      : (greys = tools.picture.read_greys(files[file], rules.kinds, rules.most_pixels)) == nullptr) {
        return;
      }
      PictureMasks here;  // not in place: its neighbour there grows on another thread
      here.plain = true;
      here.size = tools.picture.size();
      rules.apart ? masks_apart(tools, here) : mask_of_all(tools, greys, here);
      found[file] = std::move(here);
    });
  });
  return found;
}

// Of pictures whose colours are ids of segments; both lists are of one length.
inline std::vector<PicturePairs> pairs_of_pictures(std::span<const std::filesystem::path> truths,
                                                   std::span<const std::filesystem::path> found,
                                                   std::uint64_t most_pixels, int threads) {
  using namespace picture_files_detail;
  constexpr auto kColour = static_cast<unsigned>(PngKind::colour);
  std::vector<PicturePairs> pairs(truths.size());
  Spares<std::pair<OpenPicture, OpenPicture>> spares;
  parallel_for(truths.size(), threads, [&](std::size_t image) {
    spares.with_one([&](std::pair<OpenPicture, OpenPicture>& both) {
      auto& [truth, predicted] = both;
      if (!truth.read(truths[image], kColour, most_pixels) || !predicted.read(found[image], kColour, most_pixels)) return;
      if (!(truth.size() == predicted.size())) return;
      PicturePairs here;
      here.plain = true;
      here.size = truth.size();
      here.pairs = count_segment_pairs<3, 3>(truth.bytes(), predicted.bytes());
      pairs[image] = std::move(here);
    });
  });
  return pairs;
}

}  // namespace truebox
