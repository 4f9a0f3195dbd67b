// An array of another library as it lies in memory: by the buffer protocol, or by DLPack's table of functions.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>

namespace truebox {

namespace nb = nanobind;

// The numbers of an array. Valid as long as nothing resizes it, which nobody does while the lock is held.
struct LyingArray {
  static constexpr int kAxes = 2;  // further ones are counted only

  const char* data = nullptr;
  int axes = 0;
  std::int64_t shape[kAxes] = {};
  std::int64_t strides[kAxes] = {};  // bytes
  char kind = 0;                     // 'f' or 'i'; 0 for any other
  int bits = 0;

  std::size_t numbers() const {
    std::size_t count = 1;
    for (int k = 0; k < axes && k < kAxes; ++k) count *= static_cast<std::size_t>(shape[k]);
    return count;
  }
};

// How arrays of one type are looked at.
class ArrayDoor {
 public:
  explicit ArrayDoor(PyTypeObject* type) {
    const nb::object capsule = nb::getattr(nb::handle(reinterpret_cast<PyObject*>(type)), "__dlpack_c_exchange_api__", nb::none());
    if (!PyCapsule_IsValid(capsule.ptr(), kCapsule)) return;
    const auto* table = static_cast<const ExchangeTable*>(PyCapsule_GetPointer(capsule.ptr(), kCapsule));
    while (table != nullptr && table->major != 1) table = table->previous;
    if (table != nullptr) view_ = table->view;
  }

  // False where the array does not lie in this process's memory, or cannot be looked at.
  bool look(PyObject* array, LyingArray& out) const { return view_ != nullptr ? by_table(array, out) : by_buffer(array, out); }

 private:
  static constexpr const char* kCapsule = "dlpack_exchange_api";
  static constexpr std::int32_t kMainMemory = 1;

  // DLPack 1.3: what a library lets others do with its arrays.
  struct ExchangeTable {
    std::uint32_t major, minor;
    const ExchangeTable* previous;
    void* allocate;
    void* managed_from_object;
    void* managed_to_object;
    int (*view)(void* object, nb::dlpack::dltensor* out);  // may be null
    void* stream;
  };

  bool by_table(PyObject* array, LyingArray& out) const {
    nb::dlpack::dltensor tensor;
    if (view_(array, &tensor) != 0) {
      PyErr_Clear();
      return false;
    }
    if (tensor.device.device_type != kMainMemory || tensor.dtype.lanes != 1) return false;
    out.data = static_cast<const char*>(tensor.data) + tensor.byte_offset;
    out.axes = tensor.ndim;
    out.bits = tensor.dtype.bits;
    const auto code = static_cast<nb::dlpack::dtype_code>(tensor.dtype.code);
    out.kind = code == nb::dlpack::dtype_code::Float ? 'f' : code == nb::dlpack::dtype_code::Int ? 'i' : '\0';
    const std::int64_t size = out.bits / 8;
    std::int64_t dense = size;
    for (int k = out.axes; k-- > 0;) {
      if (k < LyingArray::kAxes) {
        out.shape[k] = tensor.shape[k];
        out.strides[k] = tensor.strides == nullptr ? dense : tensor.strides[k] * size;
      }
      dense *= tensor.shape[k];
    }
    return tensor.data != nullptr || out.numbers() == 0;
  }

  static bool by_buffer(PyObject* array, LyingArray& out) {
    Py_buffer view;
    if (PyObject_GetBuffer(array, &view, PyBUF_RECORDS_RO) != 0) {
      PyErr_Clear();
      return false;
    }
    out.data = static_cast<const char*>(view.buf);
    out.axes = view.ndim;
    out.bits = static_cast<int>(8 * view.itemsize);
    out.kind = view.format == nullptr || view.format[0] == 0 || view.format[1] != 0 ? '\0' : kind_of(view.format[0]);
    for (int k = 0; k < out.axes && k < LyingArray::kAxes; ++k) {
      out.shape[k] = view.shape[k];
      out.strides[k] = view.strides[k];
    }
    PyBuffer_Release(&view);
    return true;
  }

  static char kind_of(char format) {
    switch (format) {
      case 'f':
      case 'd': return 'f';
      case 'b':
      case 'h':
      case 'i':
      case 'l':
      case 'q': return 'i';
      default: return '\0';
    }
  }

  int (*view_)(void*, nb::dlpack::dltensor*) = nullptr;
};

}  // namespace truebox
