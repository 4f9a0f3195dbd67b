// Python bindings of the room `evaluation`.
#include "register.hpp"

namespace truebox {

void register_evaluation(nanobind::module_& module) { (void)module; }

}  // namespace truebox
