// Label rows, annotations and headers of pictures of many files of one folder, as columns.
//
// Each kind is read in parts of neighbouring files, in any order and by any threads, and then joined.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ground/interruption.hpp"
#include "texts/image_header.hpp"
#include "texts/label_rows.hpp"
#include "texts/small_files.hpp"
#include "texts/voc_annotation.hpp"

namespace truebox::reading {

namespace detail {

template <class Value>
void append(std::vector<Value>& all, const std::vector<Value>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace detail

// The files of a folder, by names that somebody keeps.
struct NamedFiles {
  // One part of the files is one task: enough of them to share out, few enough to join quickly.
  static constexpr std::size_t kPerPart = 256;

  OpenFolder root;
  std::vector<std::string_view> names;
  std::vector<std::uint8_t> states;  // FileState of each

  NamedFiles(const std::filesystem::path& folder, std::vector<std::string_view> named)
      : root(folder), names(std::move(named)), states(names.size()) {}

  std::size_t parts() const { return (names.size() + kPerPart - 1) / kPerPart; }

  // Calls read(file) of every file of a part, and keeps the state that it gives.
  template <class Read>
  void each_of(std::size_t part, Read&& read) {
    const std::size_t last = std::min(names.size(), (part + 1) * kPerPart);
    for (std::size_t file = part * kPerPart; file < last; ++file) {
      keep_going(20'000);
      states[file] = static_cast<std::uint8_t>(read(file));
    }
  }
};

struct LabelFiles : NamedFiles {
  LabelRows all;

  LabelFiles(const std::filesystem::path& folder, std::vector<std::string_view> named)
      : NamedFiles(folder, std::move(named)), parts_(parts()) {}

  void read(std::size_t part) {
    std::string buffer;
    each_of(part, [&](std::size_t file) {
      const FileState state = read_whole(root, names[file], buffer);
      const bool declined =
          state == FileState::read && !append_label_rows(buffer, static_cast<std::int64_t>(file), parts_[part]);
      return declined ? FileState::declined : state;
    });
  }

  void join() {
    for (LabelRows& part : parts_) {
      const auto before = static_cast<std::int64_t>(all.numbers.size());
      for (std::int64_t& end : part.ends) end += before;
      detail::append(all.file, part.file);
      detail::append(all.line, part.line);
      detail::append(all.category, part.category);
      detail::append(all.ends, part.ends);
      detail::append(all.numbers, part.numbers);
      part = {};
    }
  }

 private:
  std::vector<LabelRows> parts_;
};

struct VocColumns {
  std::vector<std::int64_t> sizes;
  std::string file_names;
  std::vector<std::int64_t> file_name_ends;
  std::vector<std::int64_t> file, number, name;
  std::vector<double> corners;
  std::vector<std::int8_t> flags;
  DistinctTexts names;

  void add_file(const VocAnnotation& found) {
    sizes.push_back(found.width);
    sizes.push_back(found.height);
    file_names += found.file_name;
    file_name_ends.push_back(static_cast<std::int64_t>(file_names.size()));
  }
  void add_objects(const VocAnnotation& found, std::size_t of_file) {
    for (std::size_t i = 0; i < found.objects.size(); ++i) {
      const VocObject& object = found.objects[i];
      file.push_back(static_cast<std::int64_t>(of_file));
      number.push_back(static_cast<std::int64_t>(i + 1));
      name.push_back(names.code(object.name));
      corners.insert(corners.end(), object.corners.begin(), object.corners.end());
      flags.insert(flags.end(), object.flags.begin(), object.flags.end());
    }
  }
  void append_part(VocColumns& part) {
    const auto before = static_cast<std::int64_t>(file_names.size());
    for (std::int64_t& end : part.file_name_ends) end += before;
    std::vector<std::int64_t> codes;
    for (const std::string& text : part.names.names()) codes.push_back(names.code(text));
    for (std::int64_t& code : part.name) code = codes[static_cast<std::size_t>(code)];
    detail::append(sizes, part.sizes);
    file_names += part.file_names;
    detail::append(file_name_ends, part.file_name_ends);
    detail::append(file, part.file);
    detail::append(number, part.number);
    detail::append(name, part.name);
    detail::append(corners, part.corners);
    detail::append(flags, part.flags);
    part = {};
  }
};

struct VocFiles : NamedFiles {
  VocColumns all;

  VocFiles(const std::filesystem::path& folder, std::vector<std::string_view> named)
      : NamedFiles(folder, std::move(named)), parts_(parts()) {}

  void read(std::size_t part) {
    std::string buffer;
    VocAnnotation annotation;
    each_of(part, [&](std::size_t file) {
      FileState state = read_whole(root, names[file], buffer);
      if (state == FileState::read && !read_voc_annotation(buffer, annotation)) state = FileState::declined;
      if (state != FileState::read) annotation.clear();
      parts_[part].add_file(annotation);
      parts_[part].add_objects(annotation, file);
      return state;
    });
  }

  void join() {
    for (VocColumns& part : parts_) all.append_part(part);
  }

 private:
  std::vector<VocColumns> parts_;
};

struct HeaderFiles : NamedFiles {
  std::vector<std::uint8_t> kinds, orientations;
  std::vector<std::int64_t> sizes;

  HeaderFiles(const std::filesystem::path& folder, std::vector<std::string_view> named)
      : NamedFiles(folder, std::move(named)),
        kinds(names.size()),
        orientations(names.size(), 1),
        sizes(2 * names.size()) {}

  void read(std::size_t part) {
    each_of(part, [&](std::size_t file) {
      SmallFile opened;
      const FileState state = root.open(names[file], opened);
      if (state != FileState::read) return state;
      const auto read = [&](std::uint64_t offset, char* into, std::size_t count) {
        return opened.read_at(offset, into, count);
      };
      const ImageHeader header = read_image_header(read);
      kinds[file] = static_cast<std::uint8_t>(header.kind);
      sizes[2 * file] = header.width;
      sizes[2 * file + 1] = header.height;
      orientations[file] = static_cast<std::uint8_t>(header.orientation);
      return header.kind == ImageKind::unknown ? FileState::declined : state;
    });
  }

  void join() {}
};

}  // namespace truebox::reading
