// Python bindings that read messages of protobuf as columns: TFRecord files of examples, and labelled objects.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "datasets/reading_bindings.hpp"
#include "ground/mapped_file.hpp"
#include "ground/owned_array.hpp"
#include "ground/throwing_casters.hpp"
#include "register.hpp"
#include "texts/example_records.hpp"
#include "texts/labelled_objects.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace truebox {
namespace {

// Records hold whole pictures; this much of a file stays in memory behind the reader.
constexpr std::size_t kKeptBehind = std::size_t{64} << 20;

nb::object read_example_records(const std::filesystem::path& path, bool detections) {
  reading::ExampleReader reader(detections);
  bool taken = false;
  {
    nb::gil_scoped_release release;
    reading::MappedFile file;
    if (file.open(path)) {
      const std::span bytes(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
      std::size_t forgotten = 0;
      taken = reader.read(bytes, [&](std::size_t at) {
        if (at - forgotten < kKeptBehind) return;
        file.forget(forgotten, at);
        forgotten = at;
      });
      taken = taken && file.unchanged();
    }
  }
  if (!taken) return nb::none();
  reading::ExampleColumns& found = reader.columns();
  nb::list texts;
  for (const std::string& text : found.class_texts) texts.append(nb::bytes(text.data(), text.size()));
  return nb::make_tuple(owned_array(std::move(found.sizes)), nb::bytes(found.names.data(), found.names.size()),
                        owned_array(std::move(found.name_ends)), owned_array(std::move(found.image)),
                        owned_array(std::move(found.kind)), owned_array(std::move(found.boxes)),
                        owned_array(std::move(found.amounts)), owned_array(std::move(found.flags)),
                        owned_array(std::move(found.class_labels)), owned_array(std::move(found.class_labelled)),
                        nb::tuple(texts));
}

nb::object objects_of(reading::ObjectsReader& reader, bool taken) {
  reading::ObjectColumns& found = reader.columns();
  nb::list contexts;
  for (const std::string& text : found.contexts) contexts.append(nb::bytes(text.data(), text.size()));
  return nb::make_tuple(taken, owned_array(std::move(found.numbers)), owned_array(std::move(found.scores)),
                        owned_array(std::move(found.wholes)), nb::tuple(contexts));
}

// Whether the whole file is such a message, and its objects up to where it is not; None where it is no regular file.
nb::object read_labelled_objects(const std::filesystem::path& path) {
  reading::ObjectsReader reader;
  bool opened = false, taken = false;
  {
    nb::gil_scoped_release release;
    reading::MappedFile file;
    opened = file.open(path);
    if (opened) {
      taken = reader.read(std::span(reinterpret_cast<const std::uint8_t*>(file.data()), file.size())) && file.unchanged();
    }
  }
  return opened ? objects_of(reader, taken) : nb::none();
}

// The same of bytes.
nb::object read_labelled_objects_text(nb::handle text) {
  const reading::ByteView view(text);
  reading::ObjectsReader reader;
  bool taken = false;
  {
    nb::gil_scoped_release release;
    taken = reader.read(std::span(reinterpret_cast<const std::uint8_t*>(view.begin()),
                                  static_cast<std::size_t>(view.end() - view.begin())));
  }
  return objects_of(reader, taken);
}

}  // namespace

void register_example_records(nb::module_& module) {
  module.def("read_example_records", &read_example_records, "path"_a, "detections"_a);
  module.def("read_labelled_objects", &read_labelled_objects, "path"_a);
  module.def("read_labelled_objects_text", &read_labelled_objects_text, "text"_a);
}

}  // namespace truebox
