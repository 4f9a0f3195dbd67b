// Many small new files of one folder, each put together in one buffer that is used again.
//
// Names are relative to the folder, ended by a zero byte. A file that is there is not written over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#if !defined(_WIN32)
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#endif

#include "ground/interruption.hpp"

namespace truebox {

// A part of every file: file i has the text from offsets[i] to offsets[i + 1].
struct FilePart {
  std::string_view text;
  std::span<const std::int64_t> offsets;

  std::string_view of(std::size_t file) const {
    return text.substr(static_cast<std::size_t>(offsets[file]),
                       static_cast<std::size_t>(offsets[file + 1] - offsets[file]));
  }
};

// How many files were written, and what the system said of the next one; 0 where all were.
struct NewFiles {
  std::size_t written = 0;
  int error = 0;
};

#if !defined(_WIN32)

inline int write_new_file(int folder, const char* name, std::string_view content) {
  const int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int error = 0;
  while (!content.empty()) {  // a disk that is nearly full takes less
    const ssize_t put = ::write(file, content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      error = errno;
      break;
    }
    content.remove_prefix(static_cast<std::size_t>(put));
  }
  if (close(file) != 0 && error == 0) error = errno;
  return error;
}

inline NewFiles write_new_files(const std::filesystem::path& folder, const std::vector<std::string_view>& names,
                                std::span<const FilePart> parts) {
  struct Folder {
    int held;
    ~Folder() {
      if (held >= 0) close(held);
    }
  } const root{::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY)};
  NewFiles done;
  if (root.held < 0) return {0, errno};
  std::string content;
  for (const std::string_view name : names) {
    keep_going(50'000);
    content.clear();
    for (const FilePart& part : parts) content += part.of(done.written);
    done.error = write_new_file(root.held, name.data(), content);
    if (done.error != 0) return done;
    ++done.written;
  }
  return done;
}

#endif

}  // namespace truebox
