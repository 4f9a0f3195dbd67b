// A folder of annotations that is listed and read before anybody asks, while its reader is still being loaded.
//
// What is begun is a guess from names and the first file. It is taken where the reader wants exactly these files of
// exactly this folder, and forgotten where not: what a reader gets is what it would have read itself.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"
#include "ground/thread_pool.hpp"
#include "texts/folder_names.hpp"
#include "texts/label_files.hpp"

namespace truebox {

class FolderAhead {
 public:
  FolderAhead(const std::filesystem::path& folder, int threads)
      : root_(key_of(folder)), helpers_(std::min(resolve_threads(threads), 16) - 2) {
    try {
      worker_ = std::thread([this] { begin(); });
    } catch (const std::system_error&) {
      planned_ = true;  // no thread to be had: nothing is begun
    }
  }
  FolderAhead(const FolderAhead&) = delete;
  FolderAhead& operator=(const FolderAhead&) = delete;
  ~FolderAhead() {
    ended_ = true;
    if (worker_.joinable()) worker_.join();
  }

  // What a folder at or below the root holds, once; nothing where it was not listed.
  std::unique_ptr<FolderEntries> entries(const std::filesystem::path& folder) {
    wait_for([this] { return planned_; });
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = listed_.find(key_of(folder));
    if (found == listed_.end()) return nullptr;
    auto taken = std::make_unique<FolderEntries>(std::move(found->second));
    listed_.erase(found);
    return taken;
  }

  // The files of these names, once: zero-ended and relative to `folder`. Nothing where other files were begun.
  template <class Files>
  std::unique_ptr<Files> take(const std::filesystem::path& folder, std::string_view names) {
    wait_for([this] { return planned_; });
    auto& begun = std::get<Begun<Files>>(begun_);
    if (!begun.files || key_of(folder) != root_ || begun.names != names) {
      ended_ = true;
      return nullptr;
    }
    try {
      work();
      wait_for([this] { return done_ == parts_; });
    } catch (...) {
      ended_ = true;
      throw;
    }
    if (failed_) return nullptr;
    begun.files->join();
    return std::move(begun.files);
  }

 private:
  static constexpr std::size_t kMostFolders = 64;
  static constexpr std::size_t kLookedAt = 8;
  static constexpr double kHighestFraction = 2;
  static constexpr std::array<std::string_view, 17> kPictures = {
      ".jpg", ".jpeg", ".jpe", ".jfif", ".png",  ".bmp", ".gif", ".webp", ".tif",
      ".tiff", ".dib", ".avif", ".heic", ".jp2", ".mpo", ".ppm", ".pgm"};

  template <class Files>
  struct Begun {
    std::string names;
    std::unique_ptr<Files> files;

    std::size_t parts() const { return files ? files->parts() : 0; }
  };

  static std::string key_of(const std::filesystem::path& folder) {
    std::string key = folder.string();
    while (key.size() > 1 && key.back() == '/') key.pop_back();
    return key;
  }

  void begin() {
    be_a_worker();
    std::vector<std::thread> helpers;
    try {
      if (list()) plan();
    } catch (...) {
      begun_ = {};  // the reader reads for itself
    }
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      parts_ = std::get<0>(begun_).parts() + std::get<1>(begun_).parts() + std::get<2>(begun_).parts();
      planned_ = true;
    }
    came_.notify_all();
    try {
      for (int i = 0; i < helpers_ && static_cast<std::size_t>(i) + 1 < parts_; ++i) {
        helpers.emplace_back([this] {
          be_a_worker();
          work_quietly();
        });
      }
    } catch (const std::exception&) {  // fewer helpers
    }
    work_quietly();
    for (std::thread& helper : helpers) helper.join();
  }

  void be_a_worker() {
    detail::inside_parallel = true;
    detail::patience.asks = false;
    detail::patience.ended = &ended_;
  }

  void work_quietly() {
    try {
      work();
    } catch (...) {
    }
  }

  void work() {
    for (;;) {
      const std::size_t part = next_.fetch_add(1);
      if (part >= parts_) return;
      try {
        if (!ended_) read(part);
      } catch (...) {
        finish_part(true);
        throw;
      }
      finish_part(ended_);
    }
  }

  void finish_part(bool failed) {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      if (failed) failed_ = true;
      ++done_;
    }
    came_.notify_all();
  }

  // Heads of pictures before labels, as they are asked for.
  void read(std::size_t part) {
    std::apply([&](auto&... begun) { (read_one(begun, part) || ...); }, begun_);
  }

  template <class Files>
  static bool read_one(Begun<Files>& begun, std::size_t& part) {
    if (part >= begun.parts()) {
      part -= begun.parts();
      return false;
    }
    begun.files->read(part);
    return true;
  }

  template <class Ready>
  void wait_for(Ready&& ready) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!came_.wait_for(lock, detail::kBetweenQuestions, ready)) {
      lock.unlock();
      detail::ask_now_and_then();
      lock.lock();
    }
  }

  // All folders below the root; false where they are many, or links may lead to more.
  bool list() {
    std::vector<std::string> open{root_};
    bool plain = true;
    while (!open.empty()) {
      if (listed_.size() == kMostFolders) return false;
      FolderEntries found;
      found.path = open.back();
      open.pop_back();
      if (!read_entries(found)) return false;
      for (const FolderEntries::Entry& entry : found.entries) {
        if (entry.kind == FolderEntries::Kind::other) continue;
        if (entry.kind == FolderEntries::Kind::unsaid) {
          plain = false;
          continue;
        }
        open.push_back(found.path.string() + '/' + found.text.substr(entry.begin, entry.length));
      }
      const std::string key = found.path.string();
      const std::lock_guard<std::mutex> guard(mutex_);
      listed_.emplace(key, std::move(found));
    }
    return plain;
  }

  // Files of one kind, which lie in one folder at or below `inside`; no names where they are in several.
  std::string only_names(const std::string& inside, const std::vector<std::string_view>& suffixes,
                         std::string_view left_out = {}) {
    std::string names;
    for (const auto& [folder, held] : listed_) {
      if (folder != inside && !folder.starts_with(inside + '/')) continue;
      FolderNames found = names_of_entries(held, suffixes);
      if (found.files.empty()) continue;
      if (!names.empty() || !found.ascii) return {};
      found.sort(found.files.size());
      const std::string before = folder == root_ ? "" : folder.substr(root_.size() + 1) + '/';
      for (const FolderNames::Name& name : found.files) {
        if (found.view(name) == left_out) continue;
        names.append(before).append(found.view(name)).push_back('\0');
      }
    }
    return names;
  }

  template <class Files>
  void begin_files(std::string names) {
    auto& begun = std::get<Begun<Files>>(begun_);
    begun.names = std::move(names);
    begun.files = std::make_unique<Files>(root_, split_names(begun.names));
  }

  void plan() {
    const std::string annotations = only_names(root_, {".xml"});
    if (!annotations.empty()) {
      if (!listed_.contains(root_ + "/ImageSets") && begins_as(annotations, is_annotation)) {
        begin_files<reading::VocFiles>(annotations);
      }
      return;
    }
    const bool apart = listed_.contains(root_ + "/labels") && listed_.contains(root_ + "/images");
    std::string labels = only_names(apart ? root_ + "/labels" : root_, {".txt"}, "classes.txt");
    if (labels.empty() || !begins_as(labels, is_label)) return;
    std::string pictures = only_names(root_, {kPictures.begin(), kPictures.end()});
    const auto count = [](const std::string& names) { return std::count(names.begin(), names.end(), '\0'); };
    if (pictures.empty() || count(pictures) == count(labels)) begin_files<reading::LabelFiles>(std::move(labels));
    if (!pictures.empty()) begin_files<reading::HeaderFiles>(std::move(pictures));
  }

  // Whether the first file that holds anything is what it should be.
  bool begins_as(const std::string& names, bool (*fits)(std::string_view)) const {
    const OpenFolder folder(root_);
    std::string buffer;
    std::size_t looked_at = 0;
    for (const std::string_view name : split_names(names)) {
      if (++looked_at > kLookedAt || read_whole(folder, name, buffer) != FileState::read) return false;
      if (!buffer.empty()) return fits(buffer);
    }
    return false;
  }

  static bool is_annotation(std::string_view text) {
    reading::VocAnnotation found;
    return reading::read_voc_annotation(text, found);
  }

  static bool is_label(std::string_view text) {
    reading::LabelRows rows;
    if (!reading::append_label_rows(text, 0, rows) || rows.ends.empty() || rows.ends.front() < 4) return false;
    return std::all_of(rows.numbers.begin(), rows.numbers.begin() + rows.ends.front(),
                       [](double number) { return std::abs(number) <= kHighestFraction; });
  }

  const std::string root_;
  const int helpers_;  // threads beside the first and the one that asks
  std::map<std::string, FolderEntries> listed_;
  std::tuple<Begun<reading::HeaderFiles>, Begun<reading::LabelFiles>, Begun<reading::VocFiles>> begun_;
  std::atomic<bool> ended_{false};
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable came_;
  bool planned_ = false;  // guarded by mutex_, as what follows
  bool failed_ = false;
  std::size_t parts_ = 0, done_ = 0;
  std::thread worker_;
};

}  // namespace truebox
