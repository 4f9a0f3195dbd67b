// Mapped memory whose file may be cut while it is read: the pages that are gone then read as zeros, and the process
// goes on. Without it the system ends the process (SIGBUS).
#pragma once

#if !defined(_WIN32)
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace truebox::reading {

// Guards [data, data + size) as long as it lives. Beyond so many at once, further ones are not guarded.
class GuardedRange {
 public:
  GuardedRange() = default;
  GuardedRange(const GuardedRange&) = delete;
  GuardedRange& operator=(const GuardedRange&) = delete;
  ~GuardedRange() { release(); }

  void guard(const void* data, std::size_t size) {
    release();
    const std::lock_guard<std::mutex> lock(shared().mutex);
    for (Slot& slot : shared().slots) {
      if (slot.size.load() != 0) continue;
      if (shared().taken == 0 && !install()) return;
      ++shared().taken;
      slot.begin = reinterpret_cast<std::uintptr_t>(data);
      slot.size = size;  // last: the handler reads it first
      slot_ = &slot;
      return;
    }
  }

  // To be called before the memory is unmapped.
  void release() {
    if (slot_ == nullptr) return;
    const std::lock_guard<std::mutex> lock(shared().mutex);
    slot_->size = 0;
    slot_ = nullptr;
    if (--shared().taken == 0) restore();
  }

 private:
  struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::size_t> size{0};
  };
  struct Shared {
    std::array<Slot, 1024> slots;  // four for each thread there can be
    std::mutex mutex;
    int taken = 0;
    std::uintptr_t page = 4096;
    struct sigaction before = {};
  };
  static Shared& shared() {
    static Shared* const only = new Shared;  // never destroyed: a thread may read while the process ends
    return *only;
  }

  static bool install() {
    shared().page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction ours = {};
    ours.sa_sigaction = &GuardedRange::handle;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    return sigaction(SIGBUS, &ours, &shared().before) == 0;
  }
  // Whoever set a handler of their own meanwhile keeps it.
  static void restore() {
    struct sigaction now = {};
    if (sigaction(SIGBUS, nullptr, &now) == 0 && now.sa_sigaction == &GuardedRange::handle) {
      sigaction(SIGBUS, &shared().before, nullptr);
    }
  }

  static void handle(int signal, siginfo_t* info, void* context) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const Slot& slot : shared().slots) {
      const std::size_t size = slot.size.load();
      const std::uintptr_t begin = slot.begin.load();
      if (size == 0 || at < begin || at - begin >= size) continue;
      void* const page = reinterpret_cast<void*>(at / shared().page * shared().page);
      const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
      if (mmap(page, shared().page, PROT_READ, flags, -1, 0) != MAP_FAILED) return;
    }
    const struct sigaction& before = shared().before;
    if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr) {
      before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN && before.sa_handler != nullptr) {
      before.sa_handler(signal);
    } else {  // the access is repeated, and ends the process as it would have
      sigaction(SIGBUS, &before, nullptr);
    }
  }

  Slot* slot_ = nullptr;
};

}  // namespace truebox::reading
#endif
