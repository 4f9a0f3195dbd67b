// Front doors of suppression: plain arrays of NumPy.
#pragma once

#include "ground/front_door.hpp"

namespace truebox {

void add_suppression_doors(FrontDoors& doors);

}  // namespace truebox
