"""CreateML's annotations for object detection.

Facts, from "Building an object detector data source" (developer.apple.com) and from
``MLObjectDetector.AnnotationType.boundingBox(units:origin:anchor:)``:

- A file is a list of pictures, each with ``image`` (``imagefilename`` in some exports) and ``annotations``
  (``annotation`` in Turi Create's), each of these with ``label`` and ``coordinates``.
- ``x`` and ``y`` are the centre of the box, in pixels, from the top left. A data source may declare other
  units and anchors in code, which the file does not tell: say it with a box format. Numbers that are all
  within 0 and 1 are refused without it.
- Sizes of pictures are not in the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

if TYPE_CHECKING:
    pass

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = (place.first(".json") if place.is_folder else place.head).lstrip()
    if role != "truth" or not head.startswith(b"[") or b'"coordinates"' not in head:
        return None
    if b'"annotation' in head and b'"image' in head:
        return Evidence(3, 'pictures with "annotations" and "coordinates"')
    return None


FORMAT = Format(
    name="createml",
    title="CreateML JSON",
    recognise=_recognise,
    boxes="cxcywh",
    read_truth="reader:read_truth",
    write_truth="writer:write_truth",
)
