// Arguments of texts, paths and lists for nanobind, instead of its own: those are `noexcept` and allocate, and end the
// process where memory lacks. These throw, and the caller gets a MemoryError.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace truebox {

// What a function returns that makes an object of a bound class: where a class is returned by value, and where its
// constructor is an `__init__`, nanobind makes the object in a function that is `noexcept`, and allocates there. So a
// constructor is `nanobind::new_` of a function that returns this.
template <class Class>
class Made {
 public:
  explicit Made(Class&& value) : Made(std::in_place, [&]() -> Class&& { return std::move(value); }) {}
  // Of what a function returns, in its place: a class that cannot be moved.
  template <class Make>
  Made(std::in_place_t, const Make& make) : object_(nanobind::inst_alloc(nanobind::type<Class>())) {
    new (nanobind::inst_ptr<Class>(object_)) Class(make());
    nanobind::inst_mark_ready(object_);
  }
  nanobind::handle object() const { return object_; }
  Class* operator->() const { return nanobind::inst_ptr<Class>(object_); }

 private:
  nanobind::object object_;
};

// For `nanobind::new_`: an object of a class from the arguments of its constructor.
template <class Class, class... Arguments>
Made<Class> made_of(Arguments... arguments) {
  return Made<Class>(std::in_place, [&] { return Class{std::move(arguments)...}; });
}

}  // namespace truebox

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)

template <class Class>
struct type_caster<truebox::Made<Class>> {
  static constexpr auto Name = make_caster<Class>::Name;
  static handle from_cpp(const truebox::Made<Class>& made, rv_policy, cleanup_list*) noexcept {
    return made.object().inc_ref();
  }
};

template <>
struct type_caster<std::string> {
  NB_TYPE_CASTER(std::string, const_name("str"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    if (!isinstance<str>(source)) return false;
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
    if (text == nullptr) {
      PyErr_Clear();
      return false;
    }
    value.assign(text, static_cast<std::size_t>(size));
    return true;
  }
};

template <>
struct type_caster<std::filesystem::path> {
  NB_TYPE_CASTER(std::filesystem::path, const_name("str | os.PathLike"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) {
    const object said = steal(PyOS_FSPath(source.ptr()));
    PyObject* native = nullptr;
#if defined(_WIN32)
    if (said.is_valid() && PyUnicode_FSDecoder(said.ptr(), &native)) {
      const object held = steal(native);
      if (wchar_t* const text = PyUnicode_AsWideCharString(native, nullptr)) {
        struct Freed {
          wchar_t* text;
          ~Freed() { PyMem_Free(text); }
        } const freed{text};
        value = text;
        return true;
      }
    }
#else
    if (said.is_valid() && PyUnicode_FSConverter(said.ptr(), &native)) {
      const object held = steal(native);
      if (const char* const text = PyBytes_AsString(native)) {
        value = text;
        return true;
      }
    }
#endif
    PyErr_Clear();
    return false;
  }
};

template <class Entry>
struct type_caster<std::vector<Entry>> {
  using Caster = make_caster<Entry>;
  NB_TYPE_CASTER(std::vector<Entry>, const_name("collections.abc.Sequence[") + Caster::Name + const_name("]"))

  bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) {
    if (PyUnicode_Check(source.ptr()) || PyBytes_Check(source.ptr()) || !PySequence_Check(source.ptr())) return false;
    const object entries = PyList_CheckExact(source.ptr()) || PyTuple_CheckExact(source.ptr())
                               ? borrow(source)
                               : steal(PySequence_List(source.ptr()));
    if (!entries.is_valid()) {
      PyErr_Clear();
      return false;
    }
    const Py_ssize_t count = PySequence_Size(entries.ptr());
    value.clear();
    value.reserve(static_cast<std::size_t>(count));
    Caster caster;
    for (Py_ssize_t i = 0; i < count; ++i) {
      const object entry = steal(PySequence_GetItem(entries.ptr(), i));
      if (!entry.is_valid()) PyErr_Clear();
      if (!entry.is_valid() || !caster.from_python(entry, flags_for_local_caster<Entry>(flags), cleanup) ||
          !caster.template can_cast<Entry>()) {
        return false;
      }
      value.push_back(caster.operator cast_t<Entry>());
    }
    return true;
  }
};

NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)
