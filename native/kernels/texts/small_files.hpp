// Many small files of one folder, each read whole into one buffer that is used again.
//
// Names are relative to the folder, '/' between their parts, each ended by a zero byte. The system's own rules
// open them: whoever lists names out of files has checked them before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>
#if defined(_WIN32)
#include <fstream>
#else
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace truebox {

enum class FileState : std::uint8_t {
  absent = 0,
  read = 1,
  declined = 2,  // there, but not plain: the general reader judges it
};

// Views of the zero-ended names in a blob; the last needs its zero too.
inline std::vector<std::string_view> split_names(std::string_view blob) {
  std::vector<std::string_view> names;
  while (!blob.empty()) {
    const std::size_t length = std::min(blob.find('\0'), blob.size() - 1);
    names.push_back(blob.substr(0, length));
    blob.remove_prefix(length + 1);
  }
  return names;
}

#if defined(_WIN32)

class SmallFile {
 public:
  FileState open(const std::filesystem::path& folder, std::string_view name) {
    const std::u8string text(reinterpret_cast<const char8_t*>(name.data()), name.size());
    return open(folder / std::filesystem::path(text));
  }
  FileState open(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return FileState::absent;
    if (!std::filesystem::is_regular_file(path, error)) return FileState::declined;
    stream_.open(path, std::ios::binary);
    size_ = static_cast<std::uint64_t>(std::filesystem::file_size(path, error));
    return stream_ && !error ? FileState::read : FileState::declined;
  }
  std::uint64_t size() const { return size_; }
  // How many bytes came; fewer than asked for at the end of the file.
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t count) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(into, static_cast<std::streamsize>(count));
    return static_cast<std::size_t>(stream_.gcount());
  }

 private:
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

class OpenFolder {
 public:
  explicit OpenFolder(const std::filesystem::path& path) : path_(path) {}
  bool is_open() const { return std::filesystem::is_directory(path_); }
  FileState open(std::string_view name, SmallFile& file) const { return file.open(path_, name); }

 private:
  std::filesystem::path path_;
};

#else

class SmallFile {
 public:
  SmallFile() = default;
  SmallFile(const SmallFile&) = delete;
  SmallFile& operator=(const SmallFile&) = delete;
  ~SmallFile() {
    if (file_ >= 0) close(file_);
  }
  FileState open(const std::filesystem::path& path) { return open(AT_FDCWD, path.c_str()); }
  // O_NONBLOCK: a pipe of that name would wait for a writer for ever.
  FileState open(int folder, const char* name) {
    file_ = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file_ < 0) return errno == ENOENT || errno == ENOTDIR ? FileState::absent : FileState::declined;
    struct stat found;
    if (fstat(file_, &found) != 0 || !S_ISREG(found.st_mode)) return FileState::declined;
    size_ = static_cast<std::uint64_t>(found.st_size);
    return FileState::read;
  }
  std::uint64_t size() const { return size_; }
  // How many bytes came; fewer than asked for at the end of the file.
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t count) {
    std::size_t held = 0;
    while (held < count) {
      const ssize_t got = pread(file_, into + held, count - held, static_cast<off_t>(offset + held));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      held += static_cast<std::size_t>(got);
    }
    return held;
  }

 private:
  int file_ = -1;
  std::uint64_t size_ = 0;
};

// Opened once: the system then resolves only the names inside it.
class OpenFolder {
 public:
  explicit OpenFolder(const std::filesystem::path& path)
      : folder_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY)) {}
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;
  ~OpenFolder() {
    if (folder_ >= 0) close(folder_);
  }
  bool is_open() const { return folder_ >= 0; }
  FileState open(std::string_view name, SmallFile& file) const { return file.open(folder_, name.data()); }

 private:
  int folder_ = -1;
};

#endif

// A file larger than this is no annotation of one image; the general reader words that.
inline constexpr std::uint64_t kLargestSmallFile = 64u << 20;

// The whole of an open file, in `buffer`; its content is what `read` speaks of.
inline FileState read_opened(FileState state, SmallFile& file, std::string& buffer) {
  if (state != FileState::read) return state;
  if (file.size() > kLargestSmallFile) return FileState::declined;
  buffer.resize(static_cast<std::size_t>(file.size()));
  return file.read_at(0, buffer.data(), buffer.size()) == buffer.size() ? FileState::read : FileState::declined;
}

inline FileState read_whole(const OpenFolder& folder, std::string_view name, std::string& buffer) {
  SmallFile file;
  const FileState state = folder.open(name, file);
  return read_opened(state, file, buffer);
}

inline FileState read_whole(const std::filesystem::path& path, std::string& buffer) {
  SmallFile file;
  const FileState state = file.open(path);
  return read_opened(state, file, buffer);
}

}  // namespace truebox
