// Python bindings of many small files of one folder: label rows, annotations and headers of pictures are read,
// and new files written.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ground/checked_arrays.hpp"
#include "texts/folder_names.hpp"
#include "datasets/folder_ahead.hpp"
#include "texts/label_files.hpp"
#include "texts/new_files.hpp"
#include "ground/owned_array.hpp"
#include "register.hpp"
#include "texts/small_files.hpp"
#include "ground/thread_pool.hpp"
#include "ground/throwing_casters.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

using reading::LabelRows;

std::vector<std::string_view> names_in(const nb::bytes& names) {
  if (names.size() != 0 && names.c_str()[names.size() - 1] != '\0') throw nb::value_error("names end with a zero byte");
  return split_names({names.c_str(), names.size()});
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

template <class Files>
void read_all(Files& files, int threads) {
  nb::gil_scoped_release release;
  parallel_for(files.parts(), threads, [&](std::size_t part) { files.read(part); });
  files.join();
}

nb::tuple to_python(reading::LabelFiles& files) {
  LabelRows& all = files.all;
  return nb::make_tuple(owned_array(std::move(files.states)), owned_array(std::move(all.file)),
                        owned_array(std::move(all.line)), owned_array(std::move(all.category)),
                        owned_array(std::move(all.ends)), owned_array(std::move(all.numbers)));
}

nb::tuple to_python(reading::VocFiles& files) {
  reading::VocColumns& all = files.all;
  nb::list class_names;
  for (const std::string& name : all.names.names()) class_names.append(nb::str(name.data(), name.size()));
  return nb::make_tuple(owned_array(std::move(files.states)), owned_array(std::move(all.sizes)),
                        nb::bytes(all.file_names.data(), all.file_names.size()),
                        owned_array(std::move(all.file_name_ends)), owned_array(std::move(all.file)),
                        owned_array(std::move(all.number)), owned_array(std::move(all.name)),
                        nb::tuple(class_names), owned_array(std::move(all.corners)), owned_array(std::move(all.flags)));
}

nb::tuple to_python(reading::HeaderFiles& files) {
  return nb::make_tuple(owned_array(std::move(files.states)), owned_array(std::move(files.kinds)),
                        owned_array(std::move(files.sizes)), owned_array(std::move(files.orientations)));
}

template <class Files>
nb::tuple read_files(const std::filesystem::path& folder, const nb::bytes& names, int threads) {
  Files files(folder, names_in(names));
  read_all(files, threads);
  return to_python(files);
}

// What was begun of exactly these files; None where it is something else.
template <class Files>
nb::object taken(FolderAhead& ahead, const std::filesystem::path& folder, const nb::bytes& names) {
  std::unique_ptr<Files> files;
  {
    nb::gil_scoped_release release;
    files = ahead.take<Files>(folder, {names.c_str(), names.size()});
  }
  return files ? nb::object(to_python(*files)) : nb::none();
}

nb::object listed(FolderAhead& ahead, const std::filesystem::path& folder) {
  std::unique_ptr<FolderEntries> found;
  {
    nb::gil_scoped_release release;
    found = ahead.entries(folder);
  }
  return found ? nb::cast(std::move(*found)) : nb::none();
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
  module.def("read_label_rows", &read_files<reading::LabelFiles>, "folder"_a, "names"_a, "threads"_a);
  module.def("read_voc_files", &read_files<reading::VocFiles>, "folder"_a, "names"_a, "threads"_a);
  module.def("read_image_headers", &read_files<reading::HeaderFiles>, "folder"_a, "names"_a, "threads"_a);
  nb::class_<FolderAhead>(module, "FolderAhead")
      .def(nb::new_(&made_of<FolderAhead, std::filesystem::path, int>), "folder"_a, "threads"_a)
      .def("entries", &listed, "folder"_a)
      .def("label_rows", &taken<reading::LabelFiles>, "folder"_a, "names"_a)
      .def("voc_files", &taken<reading::VocFiles>, "folder"_a, "names"_a)
      .def("image_headers", &taken<reading::HeaderFiles>, "folder"_a, "names"_a);
  module.def("write_files", &write_files, "folder"_a, "names"_a, "parts"_a);
}

}  // namespace truebox
