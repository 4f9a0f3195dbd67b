// A column whose final length is unknown but bounded: address space is reserved, pages come on first touch.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>
#if defined(__linux__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#define TRUEBOX_RESERVES 1
#endif

namespace truebox::reading {

class ReservedBuffer {
 public:
  static constexpr std::size_t kLargePage = std::size_t{2} << 20;

  ReservedBuffer() = default;
  ReservedBuffer(const ReservedBuffer&) = delete;
  ReservedBuffer& operator=(const ReservedBuffer&) = delete;
  ReservedBuffer(ReservedBuffer&& other) noexcept { swap(other); }
  ReservedBuffer& operator=(ReservedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ReservedBuffer() { release(); }

  // False when there is no room.
  bool reserve(std::size_t bytes) {
    release();
    if (bytes == 0) bytes = 1;
#if defined(TRUEBOX_RESERVES)
    // Linux aligns a mapping for large pages only when its length is a multiple of them.
    if (bytes >= kLargePage) bytes = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
    flags |= MAP_NORESERVE;
#endif
    void* found = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (found == MAP_FAILED) return false;
    data_ = found;
#else
    data_ = std::calloc(bytes, 1);  // large ones come as untouched pages
    if (data_ == nullptr) return false;
#endif
    capacity_ = bytes;
    return true;
  }

  // Large pages where so many bytes will surely be written: faults cost as much as parsing does.
  void expect(std::size_t bytes) {
#if defined(TRUEBOX_RESERVES) && defined(MADV_HUGEPAGE)
    const std::size_t whole = std::min(bytes, capacity_) / kLargePage * kLargePage;
    if (whole > 0) madvise(data_, whole, MADV_HUGEPAGE);
#else
    (void)bytes;
#endif
  }

  // Gives the address space beyond `bytes` back.
  void shrink(std::size_t bytes) {
#if defined(TRUEBOX_RESERVES)
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t keep = bytes == 0 ? page : (bytes + page - 1) / page * page;
    if (data_ != nullptr && keep < capacity_ && munmap(static_cast<char*>(data_) + keep, capacity_ - keep) == 0) {
      capacity_ = keep;
    }
#else
    if (void* smaller = std::realloc(data_, bytes == 0 ? 1 : bytes)) data_ = smaller;
#endif
  }

  void swap(ReservedBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
  }
  std::size_t capacity() const { return capacity_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void release() {
    if (data_ == nullptr) return;
#if defined(TRUEBOX_RESERVES)
    munmap(data_, capacity_);
#else
    std::free(data_);
#endif
    data_ = nullptr;
    capacity_ = 0;
  }

  void* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace truebox::reading
