// Loaded before a process's libraries (LD_PRELOAD): the n-th allocation of C++ code fails, or the n-th call of the system
// that touches a file below one folder. What is armed says Python, by ctypes: see failing_memory.py and failing_calls.py.
//
//   c++ -std=c++20 -O1 -shared -fPIC fuzz/failing_calls.cpp -o build/fuzz/failing_calls.so -ldl
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<long> memory_left{-1}, call_left{-1};  // until the one that fails; below 0 none does
char folder[PATH_MAX];
std::atomic<int> with_error{EIO};
char failed_name[64];
bool held[4096];  // descriptors of files below the folder

void* allocated(std::size_t size, std::size_t alignment) noexcept {
  if (memory_left.load(std::memory_order_relaxed) >= 0 && memory_left.fetch_sub(1) == 0) return nullptr;
  size = size == 0 ? 1 : size;
  return alignment <= alignof(std::max_align_t) ? std::malloc(size)
                                                : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocated_or_thrown(std::size_t size, std::size_t alignment) {
  void* const memory = allocated(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

bool fails(const char* name) {
  if (call_left.load() < 0 || call_left.fetch_sub(1) != 0) return false;
  std::snprintf(failed_name, sizeof failed_name, "%s", name);
  errno = with_error;
  return true;
}

bool below(int at, const char* path) {
  if (folder[0] == 0 || path == nullptr) return false;
  if (path[0] == '/') return std::strncmp(path, folder, std::strlen(folder)) == 0;
  return at >= 0 && at < 4096 && held[at];
}

bool ours(int descriptor) { return descriptor >= 0 && descriptor < 4096 && held[descriptor]; }

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int remembered(int descriptor) {
  if (descriptor >= 0 && descriptor < 4096) held[descriptor] = true;
  return descriptor;
}

}  // namespace

void* operator new(std::size_t size) { return allocated_or_thrown(size, 0); }
void* operator new[](std::size_t size) { return allocated_or_thrown(size, 0); }
void* operator new(std::size_t size, std::align_val_t by) { return allocated_or_thrown(size, static_cast<std::size_t>(by)); }
void* operator new[](std::size_t size, std::align_val_t by) { return allocated_or_thrown(size, static_cast<std::size_t>(by)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocated(size, 0); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocated(size, 0); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" {

void fail_memory(long which) { memory_left = which; }
long memory_state() { return memory_left.exchange(-1); }  // below -1 or -1: it failed
void fail_call(const char* below_folder, long which, int error) {
  std::snprintf(folder, sizeof folder, "%s", below_folder);
  with_error = error;
  failed_name[0] = 0;
  call_left = which;
}
const char* call_state() {
  call_left = -1;
  return failed_name;
}

int open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | __O_TMPFILE)) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  const bool own = below(-1, path);
  if (own && fails(flags & O_ACCMODE ? "open to write" : "open to read")) return -1;
  const int got = next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
  return own ? remembered(got) : got;
}
int open64(const char* path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | __O_TMPFILE)) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  return open(path, flags, mode);
}
int openat(int at, const char* path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | __O_TMPFILE)) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  const bool own = below(at, path);
  if (own && fails("openat")) return -1;
  const int got = next<int (*)(int, const char*, int, ...)>("openat")(at, path, flags, mode);
  return own ? remembered(got) : got;
}
ssize_t read(int file, void* into, size_t count) {
  if (ours(file) && fails("read")) return -1;
  return next<ssize_t (*)(int, void*, size_t)>("read")(file, into, count);
}
ssize_t pread64(int file, void* into, size_t count, off64_t at) {
  if (ours(file) && fails("pread")) return -1;
  return next<ssize_t (*)(int, void*, size_t, off64_t)>("pread64")(file, into, count, at);
}
ssize_t pread(int file, void* into, size_t count, off_t at) {
  if (ours(file) && fails("pread")) return -1;
  return next<ssize_t (*)(int, void*, size_t, off_t)>("pread")(file, into, count, at);
}
ssize_t write(int file, const void* from, size_t count) {
  if (ours(file) && fails("write")) return -1;
  return next<ssize_t (*)(int, const void*, size_t)>("write")(file, from, count);
}
int close(int file) {
  const bool own = ours(file);
  if (file >= 0 && file < 4096) held[file] = false;
  const int got = next<int (*)(int)>("close")(file);
  return own && fails("close") ? -1 : got;
}
int fsync(int file) {
  if (ours(file) && fails("fsync")) return -1;
  return next<int (*)(int)>("fsync")(file);
}
int ftruncate64(int file, off64_t size) {
  if (ours(file) && fails("ftruncate")) return -1;
  return next<int (*)(int, off64_t)>("ftruncate64")(file, size);
}
int rename(const char* from, const char* to) {
  if (below(-1, to) && fails("rename")) return -1;
  return next<int (*)(const char*, const char*)>("rename")(from, to);
}
int mkdir(const char* path, mode_t mode) {
  if (below(-1, path) && fails("mkdir")) return -1;
  return next<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}
void* mmap64(void* where, size_t size, int protection, int flags, int file, off64_t at) {
  if (ours(file) && fails("mmap")) return MAP_FAILED;
  return next<void* (*)(void*, size_t, int, int, int, off64_t)>("mmap64")(where, size, protection, flags, file, at);
}
void* mmap(void* where, size_t size, int protection, int flags, int file, off_t at) {
  if (ours(file) && fails("mmap")) return MAP_FAILED;
  return next<void* (*)(void*, size_t, int, int, int, off_t)>("mmap")(where, size, protection, flags, file, at);
}
}
