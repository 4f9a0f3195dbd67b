// One COCO file being read in the background, from the moment this object exists.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "coco/text.hpp"
#include "ground/interruption.hpp"
#include "ground/mapped_file.hpp"

namespace truebox::reading {

template <class Columns>
Declined read_coco(const char* begin, const char* end, const ArrayJob& job, Columns& columns) {
  return read_coco_predictions(begin, end, job, columns);
}
template <class Annotations>
Declined read_coco(const char* begin, const char* end, const ArrayJob& job, TruthColumnsOf<Annotations>& columns) {
  return read_coco_truth(begin, end, job, columns);
}

// Columns of a file; declines what is no regular file, or is compressed, or changes meanwhile.
template <class Columns>
Declined read_coco_file(const std::filesystem::path& path, ArrayJob job, Columns& columns) {
  MappedFile file;
  if (!file.open(path)) return {JsonFault::file, 0};
  const char* const data = file.data();
  if (file.size() >= 2 && std::memcmp(data, "\x1f\x8b", 2) == 0) return {JsonFault::shape, 0};
  job.forget = [&file, data](const char* first, const char* last) {
    file.forget(static_cast<std::size_t>(first - data), static_cast<std::size_t>(last - data));
  };
  const Declined declined = read_coco(data, data + file.size(), job, columns);
  if (declined.fault == JsonFault::none && !file.unchanged()) return {JsonFault::file, 0};
  return declined;
}

template <class Columns>
class CocoReading {
 public:
  CocoReading(std::filesystem::path path, int threads) : columns_(std::make_unique<Columns>()) {
    const auto read = [this, path = std::move(path), threads] {
      ArrayJob job{};
      job.threads = threads;
      job.cancelled = &cancelled_;
      try {
        declined_ = read_coco_file(path, std::move(job), *columns_);
      } catch (...) {
        declined_ = {JsonFault::memory, 0};
      }
      const std::lock_guard<std::mutex> guard(mutex_);
      finished_ = true;
      finish_came_.notify_all();
    };
    try {
      worker_ = std::thread(read);
    } catch (const std::system_error&) {
      read();  // no thread to be had: the one that asks does it
    }
  }
  CocoReading(const CocoReading&) = delete;
  CocoReading& operator=(const CocoReading&) = delete;
  ~CocoReading() {
    cancelled_ = true;
    if (worker_.joinable()) worker_.join();
  }

  // Whoever waits can be asked to stop; the reading then ends at its next part.
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!finish_came_.wait_for(lock, truebox::detail::kBetweenQuestions, [&] { return finished_; })) {
      lock.unlock();
      try {
        truebox::detail::ask_now_and_then();
      } catch (...) {
        cancelled_ = true;
        throw;
      }
      lock.lock();
    }
    // Under the lock: without Python's, two threads may wait for one reading.
    if (worker_.joinable()) worker_.join();
  }
  // After `wait`: why there are no columns, or `none`.
  const Declined& declined() const { return declined_; }
  // After `wait`: the columns, once, whoever asks.
  std::unique_ptr<Columns> take() {
    const std::lock_guard<std::mutex> guard(mutex_);
    return std::move(columns_);
  }

 private:
  std::unique_ptr<Columns> columns_;
  Declined declined_;
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable finish_came_;
  bool finished_ = false;  // guarded by mutex_
  std::thread worker_;
};

}  // namespace truebox::reading
