// Python bindings of the room `overlap`: the kernels of box measures, by name.
#include <string>
#include <unordered_map>

#include "overlap/box_measures.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// "single_iou", "pairwise_iou", "elementwise_iou" and so on; what a method is called must outlive it.
std::unordered_map<std::string, PyMethodDef>& kernels() {
  static std::unordered_map<std::string, PyMethodDef> made = [] {
    std::unordered_map<std::string, PyMethodDef> methods;
    const auto add = [&](const char* kind, const auto& bindings) {
      for (std::size_t k = 0; k < bindings.size(); ++k) {
        const auto function = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(bindings[k]));
        const auto entry = methods.emplace(std::string(kind) + kBoxMeasures[k].name, PyMethodDef{}).first;
        entry->second = {entry->first.c_str(), function, METH_FASTCALL, nullptr};
      }
    };
    add("single_", single_bindings());
    add("pairwise_", pairwise_bindings());
    add("elementwise_", elementwise_bindings());
    return methods;
  }();
  return made;
}

nb::object kernel(const char* name, nb::object otherwise) {
  const auto found = kernels().find(name);
  if (found == kernels().end()) throw nb::key_error(name);
  PyObject* bound = otherwise.is_none() ? nullptr : otherwise.ptr();
  return nb::steal(PyCFunction_New(&found->second, bound));
}

}  // namespace

void register_overlap(nb::module_& module) { module.def("kernel", &kernel, "name"_a, "otherwise"_a.none() = nb::none()); }

}  // namespace truebox
