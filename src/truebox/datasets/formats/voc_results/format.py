"""Pascal VOC results: a text file per class, ``image score xmin ymin xmax ymax``.

Facts, from The PASCAL VOC2012 Development Kit (VOCdevkit documentation, section 9.2, and
``VOCevaldet.m``): the file of a class is ``comp3_det_test_car.txt``, competition, task, set and class;
a row is the image's name, the confidence and the box, whose coordinates count from 1 as those of the
annotations do, so that the box is xmax - xmin + 1 wide. As there, fractions are kept. Where a
coordinate is exactly 0 all are taken to begin at 0, and this is said (W-400).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role

if TYPE_CHECKING:
    from truebox.datasets.place import Place

__all__ = ["FORMAT"]

FILE_NAME = deferred_pattern(r"(?:comp\d+_)?det_(?P<set>[A-Za-z0-9]+)_(?P<name>.+)\.txt", re.IGNORECASE)


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role != "predictions":
        return None
    names = place.names if place.is_folder else (place.path.name,)
    found = [name for name in names if FILE_NAME.fullmatch(name.rpartition("/")[2])]
    if not found:
        return None
    return Evidence(3, f"{found[0].rpartition('/')[2]}, named as results of VOC are")


FORMAT = Format(
    name="voc-results",
    title="Pascal VOC results",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "pixel_origin"),
    read_predictions="reader:read_predictions",
    write_predictions="writer:write_predictions",
)
