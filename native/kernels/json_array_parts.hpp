// A long array of objects, read by several threads: cut where an object seems to begin, checked afterwards.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "json_cursor.hpp"
#include "json_objects.hpp"

namespace truebox {

// The text an array lies in and how to go about it.
struct ArrayJob {
  const char* begin;  // of the whole text, for offsets
  const char* first;  // on the '{' of the first object
  const char* end;    // of the whole text
  int threads = 1;
  const std::atomic<bool>* cancelled = nullptr;
  std::function<void(const char*, const char*)> forget;  // these bytes are not needed soon

  // Small enough that a part and its rows stay in a core's own cache.
  static constexpr std::ptrdiff_t kPartBytes = std::ptrdiff_t{256} << 10;
};

// Where the array ended (after its ']'), or what is wrong.
struct ArrayEnd {
  const char* p = nullptr;
  JsonFault fault = JsonFault::none;
};

inline bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// The first '{' at or after `from` that follows "}" and ","; `end` when there is none.
inline const char* find_cut(const char* first, const char* from, const char* end) {
  while (from < end) {
    const auto* brace = static_cast<const char*>(std::memchr(from, '{', static_cast<std::size_t>(end - from)));
    if (brace == nullptr) return end;
    const char* p = brace;
    while (p > first && is_blank(p[-1])) --p;
    if (p > first && p[-1] == ',') {
      --p;
      while (p > first && is_blank(p[-1])) --p;
      if (p > first && p[-1] == '}') return brace;
    }
    from = brace + 1;
  }
  return end;
}

// Columns has
//   using Row;                          what ObjectReader fills
//   struct Batch { clear(); add(const Row&); };
//   bool allot(const Batch&, Place&);   called in the order of the text, one at a time
//   void store(const Batch&, Place);    called concurrently
template <class Columns>
class ArrayParts {
 public:
  ArrayParts(const ArrayJob& job, Columns& columns) : job_(job), columns_(columns), carry_(job.first) {
    parts_ = static_cast<std::size_t>((job.end - job.first) / ArrayJob::kPartBytes) + 1;
  }

  ArrayEnd read() {
    const std::size_t most = std::min<std::size_t>(parts_, static_cast<std::size_t>(std::max(job_.threads, 1)));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < most; ++i) {
      try {
        others.emplace_back([this] { work(); });
      } catch (...) {
        break;  // no more threads to be had: the ones there are do it
      }
    }
    work();
    for (auto& other : others) other.join();
    return end_;
  }

 private:
  using Row = typename Columns::Row;
  using Batch = typename Columns::Batch;
  using Place = typename Columns::Place;

  const char* cut(std::size_t part) const {
    const auto at = static_cast<std::ptrdiff_t>(part) * ArrayJob::kPartBytes;
    if (part == 0) return job_.first;
    return at >= job_.end - job_.first ? job_.end : find_cut(job_.first, job_.first + at, job_.end);
  }

  void work() {
    try {
      ObjectReader<Row> reader;
      Batch batch;
      while (!done_.load(std::memory_order_relaxed)) {
        const std::size_t part = next_.fetch_add(1);
        if (part >= parts_ || !read_part(part, reader, batch)) return;
      }
    } catch (...) {
      const std::lock_guard<std::mutex> guard(mutex_);
      finish({nullptr, JsonFault::memory});
    }
  }

  bool read_part(std::size_t part, ObjectReader<Row>& reader, Batch& batch) {
    const char* const start = cut(part);
    const char* const limit = cut(part + 1);
    JsonCursor c(job_.begin, job_.end, start);
    bool closed = false;
    batch.clear();
    bool good = start >= limit || read_rows(c, limit, reader, batch, closed);

    std::unique_lock<std::mutex> lock(mutex_);
    turn_came_.wait(lock, [&] { return turn_ == part || done_; });
    if (done_) return false;
    if (carry_ != start) {  // the cut was inside an object: what was read means nothing
      c = JsonCursor(job_.begin, job_.end, carry_);
      closed = false;
      batch.clear();
      good = carry_ >= limit || read_rows(c, limit, reader, batch, closed);
    }
    if (job_.cancelled != nullptr && job_.cancelled->load(std::memory_order_relaxed)) {
      good = c.fail(JsonFault::cancelled);
    }
    Place place{};
    if (good && !columns_.allot(batch, place)) good = c.fail(JsonFault::memory);
    if (!good) {
      finish({c.fault_at, c.fault});
      return false;
    }
    carry_ = c.p;
    if (closed) finish({c.p, JsonFault::none});
    ++turn_;
    lock.unlock();
    turn_came_.notify_all();
    columns_.store(batch, place);
    if (job_.forget) job_.forget(start, limit);
    return !closed;
  }

  bool read_rows(JsonCursor& c, const char* limit, ObjectReader<Row>& reader, Batch& batch, bool& closed) {
    Row row;
    for (bool more = true; more && c.p < limit;) {
      if (!reader.read(c, row)) return false;
      batch.add(row);
      if (!after_object(c, more)) return false;
      closed = !more;
    }
    return true;
  }

  // Under the mutex.
  void finish(ArrayEnd end) {
    if (!done_) end_ = end;
    done_ = true;
    turn_came_.notify_all();
  }

  const ArrayJob& job_;
  Columns& columns_;
  std::size_t parts_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> done_{false};
  std::mutex mutex_;
  std::condition_variable turn_came_;
  std::size_t turn_ = 0;
  const char* carry_;
  ArrayEnd end_{nullptr, JsonFault::truncated};
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

}  // namespace truebox
