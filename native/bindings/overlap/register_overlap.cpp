// Python bindings of the room `overlap`: front doors, by name.
#include <string>

#include "ground/front_door.hpp"
#include "overlap/box_doors.hpp"
#include "overlap/box_measures.hpp"
#include "overlap/row_doors.hpp"
#include "register.hpp"

namespace truebox {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

// "single_iou", "pairwise_iou", "elementwise_iou" and so on, and those of other rows of numbers.
FrontDoors& doors() {
  static FrontDoors made = [] {
    FrontDoors all;
    const auto add = [&](const char* kind, const auto& bindings) {
      for (std::size_t k = 0; k < bindings.size(); ++k) all.add(std::string(kind) + kBoxMeasures[k].name, bindings[k]);
    };
    add("single_", single_bindings());
    add("pairwise_", pairwise_bindings());
    add("elementwise_", elementwise_bindings());
    add_row_doors(all);
    add_rotated_formula_doors(all);
    add_box_doors(all);
    add_rotated_box_doors(all);
    return all;
  }();
  return made;
}

nb::object kernel(const char* name, const nb::object& otherwise) { return doors().open(name, otherwise); }

}  // namespace

void register_overlap(nb::module_& module) { module.def("kernel", &kernel, "name"_a, "otherwise"_a.none() = nb::none()); }

}  // namespace truebox
