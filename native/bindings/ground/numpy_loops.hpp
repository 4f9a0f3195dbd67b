// NumPy's own sines, cosines and arc tangents, without a call of Python for each.
//
// They differ from those of the C library in the last bit, and so do answers that are promised to be NumPy's. A universal
// function of NumPy holds a table of C loops by type; one of them is what its call would run.
#pragma once

#include <nanobind/nanobind.h>
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include <cstddef>
#include <cstring>

namespace truebox {

template <class Real>
inline constexpr char kNumpyType = sizeof(Real) == sizeof(float) ? char{NPY_FLOAT} : char{NPY_DOUBLE};

// The loop of a function of one or two numbers of a type, that answers one of it; empty where NumPy has none such.
template <class Real>
class NumpyLoop {
 public:
  explicit NumpyLoop(const char* name) {
    const nanobind::object found = nanobind::module_::import_("numpy").attr(name);
    if (std::strcmp(Py_TYPE(found.ptr())->tp_name, "numpy.ufunc") != 0) return;
    const auto* const function = reinterpret_cast<const PyUFuncObject*>(found.ptr());
    for (int k = 0; k < function->ntypes && function->functions != nullptr; ++k) {
      bool fits = true;
      for (int n = 0; n < function->nargs; ++n) fits &= function->types[k * function->nargs + n] == kNumpyType<Real>;
      if (!fits || function->nargs > 3 || function->nout != 1) continue;
      loop_ = function->functions[k];
      data_ = function->data == nullptr ? nullptr : function->data[k];
      return;
    }
  }

  bool exists() const { return loop_ != nullptr; }

  // Of one number each, `count` of them; needs no interpreter lock.
  void operator()(const Real* from, Real* to, std::size_t count) const {
    char* arguments[2] = {bytes_of(from), reinterpret_cast<char*>(to)};
    run(arguments, count);
  }

  // Of two numbers each.
  void operator()(const Real* first, const Real* second, Real* to, std::size_t count) const {
    char* arguments[3] = {bytes_of(first), bytes_of(second), reinterpret_cast<char*>(to)};
    run(arguments, count);
  }

 private:
  static char* bytes_of(const Real* numbers) { return reinterpret_cast<char*>(const_cast<Real*>(numbers)); }

  void run(char** arguments, std::size_t count) const {
    const auto length = static_cast<npy_intp>(count);
    const npy_intp steps[3] = {sizeof(Real), sizeof(Real), sizeof(Real)};
    loop_(arguments, &length, steps, data_);
  }

  PyUFuncGenericFunction loop_ = nullptr;
  void* data_ = nullptr;
};

// Fetched at the first call. Each loop lives as long as NumPy, which is never unloaded.
template <class Real>
struct NumpyTurns {
  NumpyLoop<Real> cos{"cos"}, sin{"sin"}, arctan2{"arctan2"};

  bool exist() const { return cos.exists() && sin.exists() && arctan2.exists(); }

  // Without a guard of the compiler's: who waits for it would hold the interpreter lock that its holder may need.
  static const NumpyTurns& get() {
    static const NumpyTurns* held = nullptr;
    if (held == nullptr) held = new NumpyTurns;
    return *held;
  }
};

// The functions of double precision that formulas of rotated boxes ask for.
struct NumpyMath {
  NumpyLoop<double> cos{"cos"}, sin{"sin"}, exp{"exp"}, expm1{"expm1"}, log{"log"}, log1p{"log1p"};

  bool exist() const { return cos.exists() && sin.exists() && exp.exists() && expm1.exists() && log.exists() && log1p.exists(); }

  static const NumpyMath& get() {
    static const NumpyMath* held = nullptr;
    if (held == nullptr) held = new NumpyMath;
    return *held;
  }
};

}  // namespace truebox
