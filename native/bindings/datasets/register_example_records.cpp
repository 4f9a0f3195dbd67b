// Python bindings that read TFRecord files of examples as columns.
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "ground/mapped_file.hpp"
#include "ground/owned_array.hpp"
#include "register.hpp"
#include "texts/example_records.hpp"

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

}  // namespace

void register_example_records(nb::module_& module) {
  module.def("read_example_records", &read_example_records, "path"_a, "detections"_a);
}

}  // namespace truebox
