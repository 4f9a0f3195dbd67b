// Python bindings of the room `overlap`.
#include "register.hpp"

namespace truebox {

void register_overlap(nanobind::module_& module) { (void)module; }

}  // namespace truebox
