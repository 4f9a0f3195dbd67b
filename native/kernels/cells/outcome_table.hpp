// Outcomes of many detections in two bytes each: few pairs of words occur, and each gets a number.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace truebox {

// The pairs of `matched` and `ignored` words that occurred, numbered in the order in which threads came to them.
//
// Mostly some hundreds occur, and the room for all that could takes 6 MB: a page fault for every 4 KB of it. So they are
// kept in levels of growing size, each begun when the one before it is half full and takes no more.
class OutcomeTable {
 public:
  static constexpr std::size_t kMostPairs = std::size_t{1} << 16;

  // Room for so many pairs, at most kMostPairs.
  explicit OutcomeTable(std::size_t most) : most_(most) { levels_[0].open(kFirst); }

  // The number of a pair; any number at all once there was no room, see `full`.
  std::uint16_t number(std::uint64_t matched, std::uint64_t ignored) {
    const std::size_t home = home_of(matched, ignored);
    for (const Level& level : levels_) {
      const Slot* slots = level.begun.load(std::memory_order_acquire);
      if (slots == nullptr) break;
      for (std::size_t place = home & level.mask;; place = (place + 1) & level.mask) {
        const std::uint32_t after = slots[place].after.load(std::memory_order_acquire);
        if (after == 0) break;
        if (slots[place].matched == matched && slots[place].ignored == ignored) {
          return static_cast<std::uint16_t>(after - 1);
        }
      }
    }
    return add(matched, ignored, home);
  }

  // Whether some pair found no room, so that the numbers say nothing.
  bool full() const { return full_.load(std::memory_order_relaxed); }

  // matched and ignored of each number, one after the other; for when no thread adds any more.
  const std::vector<std::uint64_t>& pairs() const { return pairs_; }

 private:
  static constexpr std::size_t kFirst = std::size_t{1} << 11, kGrowth = 8, kLevels = 3;
  static_assert(kFirst * kGrowth * kGrowth >= 2 * kMostPairs);

  struct Slot {
    std::atomic<std::uint32_t> after{0};  // the number and one; 0 where the slot is free
    std::uint64_t matched = 0, ignored = 0;
  };

  struct Level {
    std::unique_ptr<Slot[]> slots;
    std::atomic<Slot*> begun{nullptr};  // the slots, for who holds no lock
    std::size_t mask = 0, taken = 0;

    void open(std::size_t size) {
      slots.reset(new Slot[size]);
      mask = size - 1;
      begun.store(slots.get(), std::memory_order_release);
    }
    bool closed() const { return 2 * taken > mask; }
  };

  static std::size_t home_of(std::uint64_t matched, std::uint64_t ignored) {
    std::uint64_t mixed = matched * 0x9E3779B97F4A7C15ULL ^ std::rotl(ignored * 0xC2B2AE3D27D4EB4FULL, 31);
    mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93ULL;
    return static_cast<std::size_t>(mixed >> 40);
  }

  // Slots are written under the lock, each once, so that what was no end of the search before may be one no more, and
  // a level that was no end may have been begun.
  std::uint16_t add(std::uint64_t matched, std::uint64_t ignored, std::size_t home) {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (std::size_t l = 0;; ++l) {
      Level& level = levels_[l];
      if (level.slots == nullptr) level.open((levels_[l - 1].mask + 1) * kGrowth);
      std::size_t place = home & level.mask;
      for (;; place = (place + 1) & level.mask) {
        const Slot& slot = level.slots[place];
        const std::uint32_t after = slot.after.load(std::memory_order_relaxed);
        if (after == 0) break;
        if (slot.matched == matched && slot.ignored == ignored) return static_cast<std::uint16_t>(after - 1);
      }
      if (!level.closed()) return put(level, place, matched, ignored);
    }
  }

  std::uint16_t put(Level& level, std::size_t place, std::uint64_t matched, std::uint64_t ignored) {
    const std::size_t number = pairs_.size() / 2;
    if (number == most_) {
      full_.store(true, std::memory_order_relaxed);
      return 0;
    }
    pairs_.push_back(matched);
    pairs_.push_back(ignored);
    Slot& slot = level.slots[place];
    slot.matched = matched;
    slot.ignored = ignored;
    slot.after.store(static_cast<std::uint32_t>(number + 1), std::memory_order_release);
    ++level.taken;
    return static_cast<std::uint16_t>(number);
  }

  std::size_t most_;
  std::array<Level, kLevels> levels_;
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
