"""Pascal VOC: one XML file per image, as VOC 2005 to 2012, ImageNet and many labelling tools write them.

What is read, and where the facts come from (The PASCAL VOC2012 Development Kit:
``VOCreadxml.m``, ``PASreadrecord.m``, its documentation, section 4; tzutalin/labelImg ``pascal_voc_io.py``):

- ``bndbox`` holds xmin, ymin, xmax, ymax, the first and last column and row of the object, counted from 1:
  the box begins at xmin - 1 and is xmax - xmin + 1 wide;
- many tools write coordinates that begin at 0, as edges: where more objects begin below 1 than at 1, all
  are read so, and it is said how sure that is (W-400); what is written here states its first pixel;
- ``difficult`` objects are ignored in the evaluation; ``truncated`` and ``occluded`` are attributes;
- boxes of a ``part`` are not objects;
- numbers may be fractions; the order of corners in the file is free.

XML is read by a strict native reader; whatever it does not know goes to `defusedxml`, which also words every
error.
"""

from __future__ import annotations

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["FORMAT"]

_ROOT = deferred_pattern(rb"<annotation[\s>]")
_HOLDS = deferred_pattern(rb"<(bndbox|size|filename|object)[\s>/]")
_ZEROS = b"\0"


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role != "truth":
        return None
    if not place.is_folder and not place.path.name.lower().endswith(".xml"):
        return None
    head = (place.first(".xml") if place.is_folder else place.head).replace(_ZEROS, b"")
    if _ROOT.search(head) and _HOLDS.search(head):
        return Evidence(3, f"XML {'files ' if place.is_folder else ''}with <annotation>")
    return None


FORMAT = Format(
    name="voc",
    title="Pascal VOC XML",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes", "pixel_origin"),
    splits="image_sets:splits_of",
    read_truth="reader:read_truth",
    write_truth="writer:write_truth",
)
