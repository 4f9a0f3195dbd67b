// Front doors of what is done to boxes alone: upright and rotated ones.
#pragma once

#include "ground/front_door.hpp"

namespace truebox {

void add_box_doors(FrontDoors& doors);
void add_rotated_box_doors(FrontDoors& doors);

}  // namespace truebox
