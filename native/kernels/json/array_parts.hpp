// A long array of objects, read by several threads: cut where an object seems to begin, checked afterwards.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ground/interruption.hpp"
#include "json/cursor.hpp"
#include "json/objects.hpp"

namespace truebox::reading {

// Small enough that a part and its rows stay in a core's own cache.
inline constexpr std::ptrdiff_t kPartBytes = std::ptrdiff_t{256} << 10;

// The text an array lies in and how to go about it.
struct ArrayJob {
  const char* begin;  // of the whole text, for offsets
  const char* first;  // on the '{' of the first object
  const char* end;    // of the whole text
  int threads = 1;
  const std::atomic<bool>* cancelled = nullptr;
  std::function<void(const char*, const char*)> forget;  // these bytes are not needed soon
  std::ptrdiff_t part_bytes = kPartBytes;
};

// Where the array ended (after its ']'), or what is wrong.
struct ArrayEnd {
  const char* p = nullptr;
  JsonFault fault = JsonFault::none;
};

inline bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// The first '{' in [from, stop) that follows "}" and ","; `stop` when there is none: any place will do,
// since what is read from it only counts when the part before ends there.
inline const char* find_cut(const char* first, const char* from, const char* stop) {
  while (from < stop) {
    const auto* brace = static_cast<const char*>(std::memchr(from, '{', static_cast<std::size_t>(stop - from)));
    if (brace == nullptr) return stop;
    const char* p = brace;
    while (p > first && is_blank(p[-1])) --p;
    if (p > first && p[-1] == ',') {
      --p;
      while (p > first && is_blank(p[-1])) --p;
      if (p > first && p[-1] == '}') return brace;
    }
    from = brace + 1;
  }
  return stop;
}

// Columns has
//   using Row;                          what ObjectReader fills
//   struct Batch { clear(); add(const Row&); };
//   JsonFault allot(const Batch&, Place&);     called in the order of the text, one at a time
//   void store(const Batch&, const Place&);    called concurrently
// Between two parts the thread that called can be asked to stop; what it then throws comes out of `read`.
template <class Columns>
class ArrayParts {
 public:
  ArrayParts(const ArrayJob& job, Columns& columns) : job_(job), columns_(columns), carry_(job.first) {
    parts_ = static_cast<std::size_t>((job.end - job.first) / job.part_bytes) + 1;
    threads_ = std::min<std::size_t>(parts_, static_cast<std::size_t>(std::max(job.threads, 1)));
    waiting_.resize(threads_ * kAhead);
  }

  ArrayEnd read() {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads_; ++i) {
      try {
        others.emplace_back([this] { work(false); });
      } catch (...) {
        break;  // no more threads to be had: the ones there are do it
      }
    }
    work(true);
    for (auto& other : others) other.join();
    if (asked_to_stop_) std::rethrow_exception(asked_to_stop_);
    return end_;
  }

 private:
  using Row = typename Columns::Row;
  using Batch = typename Columns::Batch;
  using Place = typename Columns::Place;

  // How many parts per thread may wait for an earlier one: a thread that lost its processor for a
  // moment must not stop the others.
  static constexpr std::size_t kAhead = 8;

  // What was read from one part; it means something once the part before is known to end at `start`.
  struct Piece {
    const char* start;
    const char* limit;
    JsonCursor cursor;
    bool good, closed;
    Batch batch;
    Place place;
  };

  const char* cut(std::size_t part) const {
    const auto at = static_cast<std::ptrdiff_t>(part) * job_.part_bytes;
    if (part == 0) return job_.first;
    const std::ptrdiff_t left = job_.end - job_.first - at;
    if (left <= 0) return job_.end;
    // Not further than to the next part: else an object without end would be searched once per part.
    return find_cut(job_.first, job_.first + at, job_.first + at + std::min(left, job_.part_bytes));
  }

  void work(bool asks) {
    try {
      ObjectReader<Row> reader;
      while (!done_.load(std::memory_order_relaxed) && (!asks || goes_on())) {
        const std::size_t part = next_.fetch_add(1);
        if (part >= parts_) return;
        auto piece = new_piece(part);
        read_rows(*piece, piece->start, reader);
        if (!hand_over(part, std::move(piece), reader)) return;
      }
    } catch (...) {
      const std::lock_guard<std::mutex> guard(mutex_);
      finish({nullptr, JsonFault::memory});
    }
  }

  bool goes_on() {
    try {
      truebox::detail::ask_now_and_then();
      return true;
    } catch (...) {
      const std::lock_guard<std::mutex> guard(mutex_);
      asked_to_stop_ = std::current_exception();
      finish({nullptr, JsonFault::cancelled});
      return false;
    }
  }

  std::unique_ptr<Piece> new_piece(std::size_t part) {
    std::unique_ptr<Piece> piece;
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      if (!spare_.empty()) {
        piece = std::move(spare_.back());
        spare_.pop_back();
      }
    }
    if (piece == nullptr) piece.reset(new Piece{nullptr, nullptr, JsonCursor(nullptr, nullptr), true, false, {}, {}});
    piece->start = cut(part);
    piece->limit = cut(part + 1);
    return piece;
  }

  void read_rows(Piece& piece, const char* start, ObjectReader<Row>& reader) {
    JsonCursor& c = piece.cursor = JsonCursor(job_.begin, job_.end, start);
    piece.good = true;
    piece.closed = false;
    piece.batch.clear();
    Row row;
    for (bool more = true; more && c.p < piece.limit;) {
      piece.good = reader.read(c, row);
      if (!piece.good) return;
      piece.batch.add(row);
      piece.good = after_object(c, more);
      if (!piece.good) return;
      piece.closed = !more;
    }
  }

  // Gives the piece its turn, or leaves it to whoever reads the part before; false when all is done.
  bool hand_over(std::size_t part, std::unique_ptr<Piece> piece, ObjectReader<Row>& reader) {
    std::vector<std::unique_ptr<Piece>> settled;
    std::unique_lock<std::mutex> lock(mutex_);
    room_came_.wait(lock, [&] { return part < turn_ + waiting_.size() || done_; });
    if (done_) return false;
    waiting_[part % waiting_.size()] = std::move(piece);
    while (!done_ && waiting_[turn_ % waiting_.size()] != nullptr) {
      std::unique_ptr<Piece> next = std::move(waiting_[turn_ % waiting_.size()]);
      if (!settle(*next, reader)) break;
      settled.push_back(std::move(next));
      ++turn_;
    }
    const bool going_on = !done_;
    lock.unlock();
    room_came_.notify_all();
    for (auto& done : settled) {
      columns_.store(done->batch, done->place);
      if (job_.forget) job_.forget(done->start, done->limit);
    }
    lock.lock();
    for (auto& done : settled) spare_.push_back(std::move(done));
    return going_on;
  }

  // In the order of the text, under the mutex: the rows of one piece get their place.
  bool settle(Piece& piece, ObjectReader<Row>& reader) {
    if (carry_ != piece.start) read_rows(piece, carry_, reader);  // the cut was inside an object
    JsonCursor& c = piece.cursor;
    if (piece.good && job_.cancelled != nullptr && job_.cancelled->load(std::memory_order_relaxed)) {
      piece.good = c.fail(JsonFault::cancelled, c.p);
    }
    if (piece.good) {
      const JsonFault fault = columns_.allot(piece.batch, piece.place);
      if (fault != JsonFault::none) piece.good = c.fail(fault, c.p);
    }
    if (!piece.good) {
      finish({c.fault_at, c.fault});
      return false;
    }
    carry_ = c.p;
    if (piece.closed) finish({c.p, JsonFault::none});
    return true;
  }

  // Under the mutex. What fails after the last part was settled is told too: its rows are not stored.
  void finish(ArrayEnd end) {
    if (!done_ || end_.fault == JsonFault::none) end_ = end;
    done_ = true;
    room_came_.notify_all();
  }

  const ArrayJob& job_;
  Columns& columns_;
  std::size_t parts_, threads_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> done_{false};
  std::mutex mutex_;
  std::condition_variable room_came_;
  std::size_t turn_ = 0;
  std::vector<std::unique_ptr<Piece>> waiting_, spare_;
  const char* carry_;
  ArrayEnd end_{nullptr, JsonFault::truncated};
  std::exception_ptr asked_to_stop_;
};

// Reads the array whose '[' is at c.p and leaves c.p after its ']'.
template <class Columns>
bool read_array(JsonCursor& c, ArrayJob job, Columns& columns) {
  if (!c.at('[')) return c.fail(JsonFault::shape);
  ++c.p;
  c.skip_blanks();
  if (c.at(']')) {
    ++c.p;
    return true;
  }
  if (!c.at('{')) return c.fail(JsonFault::shape);
  job.begin = c.begin;
  job.first = c.p;
  job.end = c.end;
  const ArrayEnd end = ArrayParts<Columns>(job, columns).read();
  if (end.fault != JsonFault::none) return c.fail(end.fault, end.p != nullptr ? end.p : c.p);
  c.p = end.p;
  return true;
}

}  // namespace truebox::reading
