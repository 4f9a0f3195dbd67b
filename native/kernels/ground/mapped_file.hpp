// A regular file as memory. Where the file is shortened while it is read, what is gone reads as zeros; any change
// is noticed by `unchanged`, and the reader then declines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
// It takes the words for itself, since pointers once were of two kinds.
#undef near
#undef far
#undef NEAR
#undef FAR
#define NEAR
#define FAR
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/guarded_range.hpp"
#endif

namespace truebox::reading {

class MappedFile {
 public:
  MappedFile() = default;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

#if defined(_WIN32)
  // False for anything that is not a regular, non-empty file.
  bool open(const std::filesystem::path& path) {
    file_ = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, 0, nullptr);
    LARGE_INTEGER size;
    if (file_ == INVALID_HANDLE_VALUE || !GetFileSizeEx(file_, &size) || size.QuadPart == 0) return false;
    mapping_ = CreateFileMappingW(file_, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping_ == nullptr) return false;
    data_ = static_cast<const char*>(MapViewOfFile(mapping_, FILE_MAP_READ, 0, 0, 0));
    size_ = static_cast<std::size_t>(size.QuadPart);
    return data_ != nullptr;
  }
  ~MappedFile() {
    if (data_ != nullptr) UnmapViewOfFile(data_);
    if (mapping_ != nullptr) CloseHandle(mapping_);
    if (file_ != INVALID_HANDLE_VALUE) CloseHandle(file_);
  }
  bool unchanged() const { return true; }  // opened without FILE_SHARE_WRITE
  void forget(std::size_t, std::size_t) const {}
#else
  bool open(const std::filesystem::path& path) {
    struct stat found;
    // Looked at before it is opened: opening a pipe and closing it again would break its writer.
    if (stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0 || fstat(file_, &opened_) != 0 || !S_ISREG(opened_.st_mode) || opened_.st_size <= 0) return false;
    size_ = static_cast<std::size_t>(opened_.st_size);
    void* data = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file_, 0);
    if (data == MAP_FAILED) return false;
    data_ = static_cast<const char*>(data);
    guard_.guard(data_, size_);
    return true;
  }
  ~MappedFile() {
    guard_.release();
    if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);
    if (file_ >= 0) close(file_);
  }
  bool unchanged() const {
    struct stat now;
    return fstat(file_, &now) == 0 && now.st_size == opened_.st_size && written(now) == written(opened_);
  }
  // Gives the pages inside [first, last) back; touched again they are mapped again.
  void forget(std::size_t first, std::size_t last) const {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    first = (first + page - 1) / page * page;
    last = last / page * page;
    if (first < last) madvise(const_cast<char*>(data_) + first, last - first, MADV_DONTNEED);
  }
#endif

  const char* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
#if !defined(_WIN32)
  // When the content was last written, in nanoseconds.
  static std::int64_t written(const struct stat& file) {
#if defined(__APPLE__)
    return file.st_mtimespec.tv_sec * std::int64_t{1000000000} + file.st_mtimespec.tv_nsec;
#else
    return file.st_mtim.tv_sec * std::int64_t{1000000000} + file.st_mtim.tv_nsec;
#endif
  }
#endif

#if defined(_WIN32)
  HANDLE file_ = INVALID_HANDLE_VALUE;
  HANDLE mapping_ = nullptr;
#else
  int file_ = -1;
  struct stat opened_ = {};
  GuardedRange guard_;
#endif
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace truebox::reading
