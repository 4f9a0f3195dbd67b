// Front doors of measures of rows that are not four numbers: rotated boxes, boxes in space, polygons, segments of time.
#pragma once

#include "ground/front_door.hpp"

namespace truebox {

void add_row_doors(FrontDoors& doors);
void add_rotated_formula_doors(FrontDoors& doors);

}  // namespace truebox
