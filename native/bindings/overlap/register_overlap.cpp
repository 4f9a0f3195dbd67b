// Python bindings of the room `overlap`.
#include "overlap/overlap_doors.hpp"
#include "register.hpp"

namespace truebox {
namespace {

using Door = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);

PyMethodDef method(const char* name, Door door) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(door)), METH_FASTCALL, nullptr};
}

}  // namespace

void register_overlap(nanobind::module_& module) {
  static PyMethodDef methods[] = {
      method("single_iou", single_iou_door),
      method("pairwise_iou", pairwise_iou_door),
      method("pairwise_ioa", pairwise_ioa_door),
      method("elementwise_iou", elementwise_iou_door),
      method("elementwise_ioa", elementwise_ioa_door),
      method("pairwise_giou", pairwise_giou_door),
      method("elementwise_giou", elementwise_giou_door),
      method("pairwise_diou", pairwise_diou_door),
      method("elementwise_diou", elementwise_diou_door),
      method("pairwise_ciou", pairwise_ciou_door),
      method("elementwise_ciou", elementwise_ciou_door),
      method("pairwise_eiou", pairwise_eiou_door),
      method("elementwise_eiou", elementwise_eiou_door),
      method("pairwise_ios", pairwise_ios_door),
      method("elementwise_ios", elementwise_ios_door),
      {nullptr, nullptr, 0, nullptr},
  };
  if (PyModule_AddFunctions(module.ptr(), methods) != 0) nanobind::raise_python_error();
}

}  // namespace truebox
