// Outcomes of many detections in two bytes each: few pairs of words occur, and each gets a number.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace truebox {

// The pairs of `matched` and `ignored` words that occurred, numbered in the order in which threads came to them.
class OutcomeTable {
 public:
  static constexpr std::size_t kMostPairs = std::size_t{1} << 16;

  // Room for so many pairs, at most kMostPairs.
  explicit OutcomeTable(std::size_t most)
      : most_(most), slots_(new Slot[std::bit_ceil(2 * most + 1)]), mask_(std::bit_ceil(2 * most + 1) - 1) {}

  // The number of a pair; any number at all once there was no room, see `full`.
  std::uint16_t number(std::uint64_t matched, std::uint64_t ignored) {
    std::size_t place = home(matched, ignored);
    for (;; place = (place + 1) & mask_) {
      const Slot& slot = slots_[place];
      const std::uint32_t after = slot.after.load(std::memory_order_acquire);
      if (after == 0) break;
      if (slot.matched == matched && slot.ignored == ignored) return static_cast<std::uint16_t>(after - 1);
    }
    return add(matched, ignored, place);
  }

  // Whether some pair found no room, so that the numbers say nothing.
  bool full() const { return full_.load(std::memory_order_relaxed); }

  // matched and ignored of each number, one after the other; for when no thread adds any more.
  const std::vector<std::uint64_t>& pairs() const { return pairs_; }

 private:
  struct Slot {
    std::atomic<std::uint32_t> after{0};  // the number and one; 0 where the slot is free
    std::uint64_t matched = 0, ignored = 0;
  };

  std::size_t home(std::uint64_t matched, std::uint64_t ignored) const {
    std::uint64_t mixed = matched * 0x9E3779B97F4A7C15ULL ^ std::rotl(ignored * 0xC2B2AE3D27D4EB4FULL, 31);
    mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93ULL;
    return static_cast<std::size_t>(mixed >> 40) & mask_;
  }

  // Slots are written under the lock, each once, so that what was no end of the search before may be one no more.
  std::uint16_t add(std::uint64_t matched, std::uint64_t ignored, std::size_t place) {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (;; place = (place + 1) & mask_) {
      Slot& slot = slots_[place];
      const std::uint32_t after = slot.after.load(std::memory_order_relaxed);
      if (after == 0) break;
      if (slot.matched == matched && slot.ignored == ignored) return static_cast<std::uint16_t>(after - 1);
    }
    const std::size_t number = pairs_.size() / 2;
    if (number == most_) {
      full_.store(true, std::memory_order_relaxed);
      return 0;
    }
    pairs_.push_back(matched);
    pairs_.push_back(ignored);
    slots_[place].matched = matched;
    slots_[place].ignored = ignored;
    slots_[place].after.store(static_cast<std::uint32_t>(number + 1), std::memory_order_release);
    return static_cast<std::uint16_t>(number);
  }

  std::size_t most_;
  std::unique_ptr<Slot[]> slots_;
  std::size_t mask_;
  std::mutex mutex_;
  std::vector<std::uint64_t> pairs_;
  std::atomic<bool> full_{false};
};

// Of each kept detection its row in the file, its image and the number of its outcome.
struct NarrowColumns {
  std::uint32_t* row;
  std::int32_t* image;  // or null: they stand there already
  std::uint16_t* outcome;
  OutcomeTable* table;
};

}  // namespace truebox
