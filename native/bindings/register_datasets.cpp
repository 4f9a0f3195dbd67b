// Python bindings of the room `datasets`.
#include "register.hpp"

namespace truebox {

void register_datasets(nanobind::module_& module) { (void)module; }

}  // namespace truebox
