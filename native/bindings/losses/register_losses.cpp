// Python bindings of losses of boxes, in the submodule `losses`: arrays of float32 or float64 [..., 4] in C order. What is
// none is answered with None.
#include "register.hpp"

#include <cstddef>

#include "ground/front_door.hpp"
#include "ground/numpy_arrays.hpp"
#include "losses/loss_arrays.hpp"
#include "overlap/box_layouts.hpp"

namespace nb = nanobind;

namespace truebox {
namespace {

// Below this many pairs the work is shorter than handing the interpreter lock over and back.
constexpr std::size_t kLossesWithoutRelease = 20'000;

const LossRow* loss_row(nb::handle name) {
  for (const LossRow& row : kLossMeasures) {
    if (text_is(name.ptr(), row.name)) return &row;
  }
  return nullptr;
}

struct Asked {
  const LossRow* row = nullptr;
  PyArrayObject *predictions = nullptr, *targets = nullptr;
  std::size_t count = 0, layout = 0;
  double length = 0;
};

bool is_asked(nb::handle measure, nb::handle predictions, nb::handle targets, nb::handle layout, double length, Asked& out) {
  out.row = loss_row(measure);
  out.predictions = plain_reals(predictions.ptr(), 4);
  out.targets = plain_reals(targets.ptr(), 4);
  const BoxLayout* const named = box_layout(layout.ptr());
  if (out.row == nullptr || out.predictions == nullptr || out.targets == nullptr || named == nullptr) return false;
  if (PyArray_TYPE(out.predictions) != PyArray_TYPE(out.targets) || PyArray_SIZE(out.predictions) != PyArray_SIZE(out.targets)) {
    return false;
  }
  out.count = static_cast<std::size_t>(PyArray_SIZE(out.predictions)) / 4;
  out.layout = named->number;
  out.length = length;
  return out.count != 0;
}

template <class Real>
LossQuestion<Real> question_of(const Asked& asked, PyArrayObject* curves) {
  return {asked.row->measure,
          {static_cast<const Real*>(PyArray_DATA(asked.predictions)), static_cast<const Real*>(PyArray_DATA(asked.targets)),
           asked.count, asked.layout},
          static_cast<Real>(asked.length),
          curves == nullptr ? nullptr : static_cast<const Real*>(PyArray_DATA(curves))};
}

template <class Work>
auto of_type(const Asked& asked, Work work) {
  const auto run = [&](auto zero) {
    if (asked.count < kLossesWithoutRelease) return work(zero);
    nb::gil_scoped_release release;
    return work(zero);
  };
  return PyArray_TYPE(asked.predictions) == NPY_FLOAT ? run(float{}) : run(double{});
}

// Curves [curves, N] of the dtype of the boxes, or None where there are none to give.
bool are_curves(const Asked& asked, nb::handle curves, PyArrayObject*& out) {
  out = nullptr;
  if (asked.row->curves == 0) return true;
  out = plain_reals(curves.ptr());
  return out != nullptr && PyArray_TYPE(out) == PyArray_TYPE(asked.predictions) &&
         static_cast<std::size_t>(PyArray_SIZE(out)) == asked.row->curves * asked.count;
}

nb::object arguments_of(nb::handle measure, nb::handle predictions, nb::handle targets, nb::handle layout) {
  Asked asked;
  if (!is_asked(measure, predictions, targets, layout, 1, asked)) return nb::none();
  const nb::object out = new_array({static_cast<npy_intp>(asked.row->arguments), static_cast<npy_intp>(asked.count)},
                                   PyArray_TYPE(asked.predictions));
  const bool good = of_type(asked, [&](auto zero) {
    using Real = decltype(zero);
    const LossQuestion<Real> question = question_of<Real>(asked, nullptr);
    if (!losses_are_in_reach(question.rows)) return false;
    loss_arguments_of(question, data_of<Real>(out));
    return true;
  });
  return good ? out : nb::none();
}

nb::object values_of(nb::handle measure, nb::handle predictions, nb::handle targets, nb::handle layout, double length,
                       nb::handle curves) {
  Asked asked;
  PyArrayObject* given = nullptr;
  if (!is_asked(measure, predictions, targets, layout, length, asked) || !are_curves(asked, curves, given)) return nb::none();
  const nb::object out = new_array({static_cast<npy_intp>(asked.count)}, PyArray_TYPE(asked.predictions));
  const bool good = of_type(asked, [&](auto zero) {
    using Real = decltype(zero);
    const LossQuestion<Real> question = question_of<Real>(asked, given);
    if (!losses_are_in_reach(question.rows)) return false;
    loss_values_of(question, data_of<Real>(out));
    return true;
  });
  return good ? out : nb::none();
}

// A new array of the shape of another.
nb::object beside(PyArrayObject* array) {
  PyObject* const made = PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), PyArray_TYPE(array));
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::object slopes_of(nb::handle measure, nb::handle predictions, nb::handle targets, nb::handle layout, double length,
                       nb::handle curves, nb::handle upstream, double divisor, bool of_predictions, bool of_targets) {
  Asked asked;
  PyArrayObject* given = nullptr;
  if (!is_asked(measure, predictions, targets, layout, length, asked) || !are_curves(asked, curves, given)) return nb::none();
  PyArrayObject* const slopes = plain_reals(upstream.ptr());
  const bool one = slopes == nullptr;
  if (!one && (PyArray_TYPE(slopes) != PyArray_TYPE(asked.predictions) ||
               static_cast<std::size_t>(PyArray_SIZE(slopes)) != asked.count)) {
    return nb::none();
  }
  const double same = one ? nb::cast<double>(upstream) : 0;
  const nb::object first = of_predictions ? beside(asked.predictions) : nb::none();
  const nb::object second = of_targets ? beside(asked.targets) : nb::none();
  of_type(asked, [&](auto zero) {
    using Real = decltype(zero);
    loss_slopes_of(question_of<Real>(asked, given),
                   LossSlopes<Real>{one ? nullptr : static_cast<const Real*>(PyArray_DATA(slopes)),
                                    static_cast<Real>(same) / static_cast<Real>(divisor),
                                    of_predictions ? data_of<Real>(first) : nullptr, of_targets ? data_of<Real>(second) : nullptr});
    return true;
  });
  return nb::make_tuple(first, second);
}

}  // namespace

void register_losses(nb::module_& module) {
  using namespace nb::literals;
  module.def("loss_arguments", &arguments_of, "measure"_a, "predictions"_a, "targets"_a, "box_format"_a);
  module.def("loss_values", &values_of, "measure"_a, "predictions"_a, "targets"_a, "box_format"_a, "length"_a,
             "curves"_a.none());
  module.def("loss_slopes", &slopes_of, "measure"_a, "predictions"_a, "targets"_a, "box_format"_a, "length"_a,
             "curves"_a.none(), "upstream"_a, "divisor"_a, "of_predictions"_a, "of_targets"_a);
}

}  // namespace truebox
