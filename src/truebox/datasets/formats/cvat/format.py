"""CVAT XML 1.1: "CVAT for images" and "CVAT for video" (docs.cvat.ai, "XML annotation format").

Facts, from that page, from CVAT's own exporter and from datumaro 1.13 (``plugins/data_formats/cvat``):

- ``<box xtl ytl xbr ybr>`` holds corners in pixels, ``rotation`` degrees clockwise about the centre.
- ``<polygon points="x,y;x,y">``, ``<ellipse cx cy rx ry rotation>``, and ``<mask rle left top width height>``
  with runs along the rows of a cut-out, background first. Polylines, cuboids, skeletons and tags have no box
  that one could evaluate: they are left out and counted.
- In a video, ``<track>`` holds shapes by frame; what frames between say is in `tracks`. Frames that show
  nothing are images too.
- ``is_crowd`` is the attribute by which datumaro brings COCO's crowds to CVAT; ``ignore`` and ``difficult``
  are treated likewise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

if TYPE_CHECKING:
    pass

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = place.head
    if b"<annotations" not in head or role != "truth":
        return None
    if any(mark in head for mark in (b"<image ", b"<track ", b"<meta>")):
        return Evidence(3, "<annotations> with <image>, <track> or <meta>")
    return None


FORMAT = Format(
    name="cvat",
    title="CVAT XML",
    recognise=_recognise,
    read_truth="reader:read_truth",
    write_truth="writer:write_truth",
)
