// The names in one folder, read by the system at once: a folder of 100,000 files costs as much as its entries do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>
#if !defined(_WIN32)
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#endif

#include "ground/interruption.hpp"

namespace truebox {

// Names without those that begin with a point. What ends in one of the suffixes is a file, whatever it is; without
// any suffix, whatever is no folder. A link to a folder is a folder.
struct FolderNames {
  std::string text;  // all names, one after the other
  struct Name {
    std::size_t begin, length;
  };
  std::vector<Name> files, folders;
  bool ascii = true;

  std::string_view view(const Name& name) const { return {text.data() + name.begin, name.length}; }

  // The first `most` of the files in the order of their bytes, sorted; all of the folders.
  void sort(std::size_t most) {
    put_in_order(files, most);
    put_in_order(folders, folders.size());
  }

 private:
  // The first eight bytes as one number tell most names of a folder apart, without a look at the text.
  struct Keyed {
    std::uint64_t key;
    Name name;
  };

  std::uint64_t key_of(const Name& name) const {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      key = key << 8 | (i < name.length ? static_cast<unsigned char>(text[name.begin + i]) : 0u);
    }
    return key;
  }

  void put_in_order(std::vector<Name>& names, std::size_t most) const {
    std::vector<Keyed> keyed(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) keyed[i] = {key_of(names[i]), names[i]};
    const auto before = [this](const Keyed& a, const Keyed& b) {
      return a.key != b.key ? a.key < b.key : view(a.name) < view(b.name);
    };
    if (most < names.size()) {
      std::partial_sort(keyed.begin(), keyed.begin() + static_cast<std::ptrdiff_t>(most), keyed.end(), before);
      names.resize(most);
    } else {
      std::sort(keyed.begin(), keyed.end(), before);
    }
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = keyed[i].name;
  }
};

// Whether `name` ends in `suffix`, which is in small letters.
inline bool ends_in(std::string_view name, std::string_view suffix) {
  if (name.size() < suffix.size()) return false;
  const std::string_view end = name.substr(name.size() - suffix.size());
  return std::equal(end.begin(), end.end(), suffix.begin(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b; });
}

// All that one folder holds, as the system lists it; hidden names are left out.
struct FolderEntries {
  enum class Kind : std::uint8_t { other, folder, unsaid };  // unsaid: a link, or a system that does not say
  struct Entry {
    std::size_t begin, length;
    Kind kind;
  };
  std::filesystem::path path;
  std::string text;
  std::vector<Entry> entries;
};

#if defined(_WIN32)

inline bool read_entries(FolderEntries&) { return false; }

inline bool leads_to_folder(const FolderEntries&, std::string_view) { return false; }

#else

inline FolderEntries::Kind kind_of_entry([[maybe_unused]] const dirent& entry) {
#if defined(_DIRENT_HAVE_D_TYPE) || defined(__APPLE__)
  if (entry.d_type != DT_UNKNOWN && entry.d_type != DT_LNK) {
    return entry.d_type == DT_DIR ? FolderEntries::Kind::folder : FolderEntries::Kind::other;
  }
#endif
  return FolderEntries::Kind::unsaid;
}

// False where the folder cannot be read to its end.
inline bool read_entries(FolderEntries& found) {
  struct Stream {
    DIR* held;
    ~Stream() {
      if (held != nullptr) closedir(held);
    }
  } stream{opendir(found.path.c_str())};
  if (stream.held == nullptr) return false;
  for (;;) {
    errno = 0;
    const dirent* const entry = readdir(stream.held);
    if (entry == nullptr) return errno == 0;
    keep_going(300);
    const std::string_view name(entry->d_name);
    if (name.front() == '.') continue;
    found.entries.push_back({found.text.size(), name.size(), kind_of_entry(*entry)});
    found.text += name;
  }
}

inline bool leads_to_folder(const FolderEntries& found, std::string_view name) {
  struct stat told;
  return stat((found.path / name).c_str(), &told) == 0 && S_ISDIR(told.st_mode);
}

#endif

// Those of a folder that are wanted, out of what it holds.
inline FolderNames names_of_entries(const FolderEntries& held, const std::vector<std::string_view>& suffixes) {
  FolderNames found;
  for (const FolderEntries::Entry& entry : held.entries) {
    keep_going(50);
    const std::string_view name(held.text.data() + entry.begin, entry.length);
    const bool wanted = std::any_of(suffixes.begin(), suffixes.end(),
                                    [&](std::string_view suffix) { return ends_in(name, suffix); });
    const bool folder = !wanted && (entry.kind == FolderEntries::Kind::folder ||
                                    (entry.kind == FolderEntries::Kind::unsaid && leads_to_folder(held, name)));
    if (!folder && !wanted && !suffixes.empty()) continue;
    found.ascii = found.ascii && std::all_of(name.begin(), name.end(),
                                             [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    (folder ? found.folders : found.files).push_back({found.text.size(), name.size()});
    found.text += name;
  }
  return found;
}

}  // namespace truebox
