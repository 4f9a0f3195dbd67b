// Columns of NumPy arrays as an Arrow stream of one batch, without a copy and without an Arrow library.
//
// Every structure that is handed out owns a share of the columns; the last one to be released lets the arrays go.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "ground/throwing_casters.hpp"
#include "texts/arrow_interface.hpp"
#include "register.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

using Bytes = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

struct Column {
  std::string name, format;
  std::int64_t length = 0, nulls = 0;
  std::vector<nb::object> kept;       // the arrays, alive as long as their buffers are lent
  std::vector<const void*> buffers;   // null: absent
  std::vector<std::shared_ptr<Column>> children;
  std::shared_ptr<Column> dictionary;

  Column() = default;
  Column(const Column&) = delete;
  Column& operator=(const Column&) = delete;
  // The last share may be let go by a thread that has never seen Python, or after Python has ended.
  ~Column() {
    if (!Py_IsInitialized()) {
      for (nb::object& object : kept) (void)object.release();
      return;
    }
    nb::gil_scoped_acquire held;
    kept.clear();
  }
};

using Shared = std::shared_ptr<Column>;

struct SchemaShare {
  Shared column;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> child_pointers;
  ArrowSchema dictionary{};
};

struct ArrayShare {
  Shared column;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> child_pointers;
  ArrowArray dictionary{};
};

template <class Structure, class Share>
void release(Structure* structure) {
  auto* share = static_cast<Share*>(structure->private_data);
  for (Structure& child : share->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (structure->dictionary != nullptr && structure->dictionary->release != nullptr) {
    structure->dictionary->release(structure->dictionary);
  }
  structure->release = nullptr;
  delete share;
}

void fill(const Shared& column, ArrowSchema& out) {
  auto* share = new SchemaShare{column, std::vector<ArrowSchema>(column->children.size()), {}, {}};
  for (std::size_t i = 0; i < column->children.size(); ++i) {
    fill(column->children[i], share->children[i]);
    share->child_pointers.push_back(&share->children[i]);
  }
  if (column->dictionary) fill(column->dictionary, share->dictionary);
  out = {column->format.c_str(),
         column->name.c_str(),
         nullptr,
         kArrowNullable,
         static_cast<std::int64_t>(share->children.size()),
         share->child_pointers.data(),
         column->dictionary ? &share->dictionary : nullptr,
         &release<ArrowSchema, SchemaShare>,
         share};
}

void fill(const Shared& column, ArrowArray& out) {
  auto* share = new ArrayShare{column, std::vector<ArrowArray>(column->children.size()), {}, {}};
  for (std::size_t i = 0; i < column->children.size(); ++i) {
    fill(column->children[i], share->children[i]);
    share->child_pointers.push_back(&share->children[i]);
  }
  if (column->dictionary) fill(column->dictionary, share->dictionary);
  out = {column->length,
         column->nulls,
         0,
         static_cast<std::int64_t>(column->buffers.size()),
         static_cast<std::int64_t>(share->children.size()),
         column->buffers.data(),
         share->child_pointers.data(),
         column->dictionary ? &share->dictionary : nullptr,
         &release<ArrowArray, ArrayShare>,
         share};
}

struct StreamShare {
  Shared table;
  bool given = false;
};

template <class Fill>
int guarded(const Fill& body) {
  try {
    body();
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded([&] { fill(static_cast<StreamShare*>(stream->private_data)->table, *out); });
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto* share = static_cast<StreamShare*>(stream->private_data);
  if (share->given) {
    *out = {};
    return 0;
  }
  share->given = true;
  return guarded([&] { fill(share->table, *out); });
}

const char* stream_error(ArrowArrayStream*) { return "out of memory"; }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamShare*>(stream->private_data);
  stream->release = nullptr;
}

// Column(name, format, length, nulls, buffers, children, dictionary): see the interface's format strings.
Shared make_column(std::string name, std::string format, std::int64_t length, std::int64_t nulls,
                   const std::vector<nb::object>& buffers, std::vector<Shared> children, Shared dictionary) {
  auto column = std::make_shared<Column>();
  column->name = std::move(name);
  column->format = std::move(format);
  column->length = length;
  column->nulls = nulls;
  for (const nb::object& buffer : buffers) {
    column->kept.push_back(buffer);
    column->buffers.push_back(buffer.is_none() ? nullptr : nb::cast<Bytes>(buffer).data());
  }
  column->children = std::move(children);
  column->dictionary = std::move(dictionary);
  return column;
}

struct ColumnHandle {
  Shared column;
};

// A capsule named arrow_array_stream that gives the table once.
nb::object stream_of(const ColumnHandle& table) {
  auto* stream = new ArrowArrayStream{&stream_schema, &stream_next, &stream_error, &release_stream,
                                      new StreamShare{table.column}};
  PyObject* capsule = PyCapsule_New(stream, "arrow_array_stream", [](PyObject* object) {
    auto* held = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(object, "arrow_array_stream"));
    if (held->release != nullptr) held->release(held);
    delete held;
  });
  if (capsule == nullptr) {
    stream->release(stream);
    delete stream;
    throw nb::python_error();
  }
  return nb::steal(capsule);
}

}  // namespace

void register_arrow(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<ColumnHandle>(module, "Column")
      .def(nb::new_([](std::string name, std::string format, std::int64_t length, std::int64_t nulls,
                       const std::vector<nb::object>& buffers, const std::vector<ColumnHandle>& children,
                       const ColumnHandle* dictionary) {
             std::vector<Shared> shared;
             for (const ColumnHandle& child : children) shared.push_back(child.column);
             return Made(ColumnHandle{make_column(std::move(name), std::move(format), length, nulls, buffers,
                                                  std::move(shared), dictionary ? dictionary->column : nullptr)});
           }),
           "name"_a, "format"_a, "length"_a, "nulls"_a, "buffers"_a, "children"_a, "dictionary"_a.none());
  module.def("stream_of", &stream_of, "table"_a);
}

}  // namespace truebox
