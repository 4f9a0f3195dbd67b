// Python bindings of many small files of one folder: label rows, annotations and headers of pictures are read,
// and new files written.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "ground/interruption.hpp"
#include "texts/folder_names.hpp"
#include "texts/image_header.hpp"
#include "texts/label_rows.hpp"
#include "texts/new_files.hpp"
#include "ground/owned_array.hpp"
#include "register.hpp"
#include "texts/small_files.hpp"
#include "ground/thread_pool.hpp"
#include "ground/throwing_casters.hpp"
#include "texts/voc_annotation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

using reading::LabelRows;
using reading::DistinctTexts;
using reading::VocAnnotation;
using reading::VocObject;

// One part of the files is one task: enough of them to share out, few enough to join quickly.
constexpr std::size_t kFilesPerPart = 256;

std::size_t part_count(std::size_t files) { return (files + kFilesPerPart - 1) / kFilesPerPart; }

template <class Value>
void append(std::vector<Value>& all, const std::vector<Value>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

std::vector<std::string_view> names_in(const nb::bytes& names) {
  if (names.size() != 0 && names.c_str()[names.size() - 1] != '\0') throw nb::value_error("names end with a zero byte");
  return split_names({names.c_str(), names.size()});
}

// Calls fn(part, file, name) for every file, in parts that run in parallel.
template <class Fn>
void for_each_file(const std::vector<std::string_view>& names, int threads, Fn&& fn) {
  parallel_for(part_count(names.size()), threads, [&](std::size_t part) {
    const std::size_t last = std::min(names.size(), (part + 1) * kFilesPerPart);
    for (std::size_t file = part * kFilesPerPart; file < last; ++file) {
      keep_going(20'000);
      fn(part, file, names[file]);
    }
  });
}

nb::list as_texts(const FolderNames& found, const std::vector<FolderNames::Name>& names, std::string_view prefix) {
  nb::list texts = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(names.size())));
  if (!texts.is_valid()) throw nb::python_error();
  std::string text(prefix);
  for (std::size_t place = 0; place < names.size(); ++place) {
    text.resize(prefix.size());
    text += found.view(names[place]);
    PyObject* const name = PyUnicode_DecodeFSDefaultAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
    if (name == nullptr) throw nb::python_error();
    PyList_SET_ITEM(texts.ptr(), static_cast<Py_ssize_t>(place), name);
  }
  return texts;
}

// None where the folder cannot be read to its end.
nb::object read_folder(const std::filesystem::path& folder) {
  FolderEntries found;
  found.path = folder;
  bool whole;
  {
    nb::gil_scoped_release release;
    whole = read_entries(found);
  }
  return whole ? nb::cast(std::move(found)) : nb::none();
}

// None where the order of `most` names is that of letters and not of bytes.
nb::object names_in_folder(const FolderEntries& held, const nb::bytes& suffixes, const nb::bytes& prefix,
                           std::int64_t most) {
  const auto wanted = names_in(suffixes);
  FolderNames found;
  {
    nb::gil_scoped_release release;
    found = names_of_entries(held, wanted);
    if (found.ascii) found.sort(most < 0 ? found.files.size() : static_cast<std::size_t>(most));
  }
  if (!found.ascii && most >= 0) return nb::none();
  const std::string_view before(prefix.c_str(), prefix.size());
  return nb::make_tuple(as_texts(found, found.files, before), as_texts(found, found.folders, before));
}

// Each name between its last '/', where folders go, and its last '.', with texts before and behind; None where
// one is not ASCII. A name that begins with its only point is all of it.
nb::object bare_names(const nb::list& names, bool folders_go) {
  nb::list bare = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(names.size())));
  if (!bare.is_valid()) throw nb::python_error();
  Py_ssize_t place = 0;
  for (nb::handle each : names) {
    if (!PyUnicode_Check(each.ptr()) || !PyUnicode_IS_ASCII(each.ptr())) return nb::none();
    std::string_view name(static_cast<const char*>(PyUnicode_DATA(each.ptr())),
                          static_cast<std::size_t>(PyUnicode_GET_LENGTH(each.ptr())));
    const std::size_t point = name.rfind('.');
    if (point != std::string_view::npos && point > 0) name = name.substr(0, point);
    if (folders_go) name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
    PyObject* const text = PyUnicode_DecodeASCII(name.data(), static_cast<Py_ssize_t>(name.size()), nullptr);
    if (text == nullptr) throw nb::python_error();
    PyList_SET_ITEM(bare.ptr(), place++, text);
  }
  return bare;
}

// The names of one folder, `before`, with other folder and suffix; None where one lies elsewhere, has no point in
// its last part, or is not ASCII.
nb::object moved_names(const nb::list& names, const std::string& before, const std::string& into,
                       const std::string& suffix) {
  nb::list moved = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(names.size())));
  if (!moved.is_valid()) throw nb::python_error();
  std::string text(into);
  Py_ssize_t place = 0;
  for (nb::handle each : names) {
    if (!PyUnicode_Check(each.ptr()) || !PyUnicode_IS_ASCII(each.ptr())) return nb::none();
    std::string_view name(static_cast<const char*>(PyUnicode_DATA(each.ptr())),
                          static_cast<std::size_t>(PyUnicode_GET_LENGTH(each.ptr())));
    if (!name.starts_with(before)) return nb::none();
    name.remove_prefix(before.size());
    const std::size_t point = name.rfind('.');
    if (point == std::string_view::npos || name.find('/') != std::string_view::npos) return nb::none();
    text.resize(into.size());
    text.append(name.substr(0, point)).append(suffix);
    PyObject* const made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
    if (made == nullptr) throw nb::python_error();
    PyList_SET_ITEM(moved.ptr(), place++, made);
  }
  return moved;
}

struct LabelPart {
  LabelRows rows;
  std::string buffer;
};

nb::tuple read_label_rows(const std::filesystem::path& folder, const nb::bytes& names_blob, int threads) {
  const auto names = names_in(names_blob);
  std::vector<std::uint8_t> states(names.size());
  LabelRows all;
  {
    nb::gil_scoped_release release;
    const OpenFolder root(folder);
    std::vector<LabelPart> parts(part_count(names.size()));
    for_each_file(names, threads, [&](std::size_t part, std::size_t file, std::string_view name) {
      LabelPart& here = parts[part];
      FileState state = read_whole(root, name, here.buffer);
      if (state == FileState::read && !append_label_rows(here.buffer, static_cast<std::int64_t>(file), here.rows)) {
        state = FileState::declined;
      }
      states[file] = static_cast<std::uint8_t>(state);
    });
    for (LabelPart& part : parts) {
      const auto before = static_cast<std::int64_t>(all.numbers.size());
      for (std::int64_t& end : part.rows.ends) end += before;
      append(all.file, part.rows.file);
      append(all.line, part.rows.line);
      append(all.category, part.rows.category);
      append(all.ends, part.rows.ends);
      append(all.numbers, part.rows.numbers);
      part = {};
    }
  }
  return nb::make_tuple(owned_array(std::move(states)), owned_array(std::move(all.file)),
                        owned_array(std::move(all.line)), owned_array(std::move(all.category)),
                        owned_array(std::move(all.ends)), owned_array(std::move(all.numbers)));
}

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
    append(sizes, part.sizes);
    file_names += part.file_names;
    append(file_name_ends, part.file_name_ends);
    append(file, part.file);
    append(number, part.number);
    append(name, part.name);
    append(corners, part.corners);
    append(flags, part.flags);
    part = {};
  }
};

struct VocPart {
  VocColumns columns;
  VocAnnotation annotation;
  std::string buffer;
};

nb::tuple read_voc_files(const std::filesystem::path& folder, const nb::bytes& names_blob, int threads) {
  const auto names = names_in(names_blob);
  std::vector<std::uint8_t> states(names.size());
  VocColumns all;
  {
    nb::gil_scoped_release release;
    const OpenFolder root(folder);
    std::vector<VocPart> parts(part_count(names.size()));
    for_each_file(names, threads, [&](std::size_t part, std::size_t file, std::string_view name) {
      VocPart& here = parts[part];
      FileState state = read_whole(root, name, here.buffer);
      if (state == FileState::read && !read_voc_annotation(here.buffer, here.annotation)) state = FileState::declined;
      if (state != FileState::read) here.annotation.clear();
      here.columns.add_file(here.annotation);
      here.columns.add_objects(here.annotation, file);
      states[file] = static_cast<std::uint8_t>(state);
    });
    for (VocPart& part : parts) all.append_part(part.columns);
  }
  nb::list class_names;
  for (const std::string& name : all.names.names()) class_names.append(nb::str(name.data(), name.size()));
  return nb::make_tuple(owned_array(std::move(states)), owned_array(std::move(all.sizes)),
                        nb::bytes(all.file_names.data(), all.file_names.size()),
                        owned_array(std::move(all.file_name_ends)), owned_array(std::move(all.file)),
                        owned_array(std::move(all.number)), owned_array(std::move(all.name)),
                        nb::tuple(class_names), owned_array(std::move(all.corners)), owned_array(std::move(all.flags)));
}

nb::tuple read_image_headers(const std::filesystem::path& folder, const nb::bytes& names_blob, int threads) {
  const auto names = names_in(names_blob);
  std::vector<std::uint8_t> states(names.size()), kinds(names.size()), orientations(names.size(), 1);
  std::vector<std::int64_t> sizes(2 * names.size());
  {
    nb::gil_scoped_release release;
    const OpenFolder root(folder);
    for_each_file(names, threads, [&](std::size_t, std::size_t file, std::string_view name) {
      SmallFile opened;
      FileState state = root.open(name, opened);
      if (state == FileState::read) {
        const auto read = [&](std::uint64_t offset, char* into, std::size_t count) {
          return opened.read_at(offset, into, count);
        };
        const ImageHeader header = read_image_header(read);
        kinds[file] = static_cast<std::uint8_t>(header.kind);
        sizes[2 * file] = header.width;
        sizes[2 * file + 1] = header.height;
        orientations[file] = static_cast<std::uint8_t>(header.orientation);
        if (header.kind == ImageKind::unknown) state = FileState::declined;
      }
      states[file] = static_cast<std::uint8_t>(state);
    });
  }
  return nb::make_tuple(owned_array(std::move(states)), owned_array(std::move(kinds)), owned_array(std::move(sizes)),
                        owned_array(std::move(orientations)));
}

// None on a system whose files are written one by one.
nb::object write_files([[maybe_unused]] const std::filesystem::path& folder, const nb::bytes& names_blob,
                       const nb::list& texts) {
  const auto names = names_in(names_blob);
  std::vector<In<std::int64_t, 1>> kept;
  std::vector<FilePart> parts;
  for (nb::handle each : texts) {
    const auto part = nb::cast<nb::tuple>(each);
    require(part.size() == 2, "a part is a text and its offsets");
    const auto text = nb::cast<nb::bytes>(part[0]);  // the caller's list holds it
    kept.push_back(nb::cast<In<std::int64_t, 1>>(part[1], false));
    const auto offsets = view(kept.back());
    require(offsets.size() == names.size() + 1 && offsets.front() >= 0 &&
                static_cast<std::size_t>(offsets.back()) <= text.size() &&
                std::is_sorted(offsets.begin(), offsets.end()),
            "offsets of every file, in order");
    parts.push_back({{text.c_str(), text.size()}, offsets});
  }
#if defined(_WIN32)
  return nb::none();
#else
  NewFiles done;
  {
    nb::gil_scoped_release release;
    done = write_new_files(folder, names, parts);
  }
  return nb::make_tuple(done.written, done.error);
#endif
}

}  // namespace

void register_label_files(nb::module_& module) {
  nb::class_<FolderEntries>(module, "FolderEntries")
      .def("names", &names_in_folder, "suffixes"_a, "prefix"_a, "most"_a);
  module.def("read_folder", &read_folder, "folder"_a);
  module.def("bare_names", &bare_names, "names"_a, "folders_go"_a);
  module.def("moved_names", &moved_names, "names"_a, "before"_a, "into"_a, "suffix"_a);
  module.def("read_label_rows", &read_label_rows, "folder"_a, "names"_a, "threads"_a);
  module.def("read_voc_files", &read_voc_files, "folder"_a, "names"_a, "threads"_a);
  module.def("read_image_headers", &read_image_headers, "folder"_a, "names"_a, "threads"_a);
  module.def("write_files", &write_files, "folder"_a, "names"_a, "parts"_a);
}

}  // namespace truebox
