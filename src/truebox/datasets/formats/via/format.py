"""VGG Image Annotator (VIA): JSON and CSV of version 2, and its projects.

Facts, from the source of VIA 2.0.12 (``via.js``: ``pack_via_metadata``, ``import_annotations_from_csv``):

- The JSON is an object of pictures, by file name and size; each has ``filename``, ``size`` (of the file, in
  bytes, -1 for a URL), ``regions`` and ``file_attributes``. Version 1 has an object of numbered regions in
  place of the list. A project has the same under ``_via_img_metadata``.
- A region has ``shape_attributes``, whose ``name`` is ``rect`` (``x y width height``), ``polygon`` or
  ``polyline`` (``all_points_x all_points_y``), ``circle`` (``cx cy r``), ``ellipse`` (``cx cy rx ry``, with
  ``theta`` in radians) or ``point``; and ``region_attributes``, which the user defines.
- The CSV has ``filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,
  region_attributes`` (in version 2 ``#filename``), the last two as JSON; a picture without regions is a row
  with empty objects.
- Coordinates are pixels from 0. Sizes of pictures are not in the files.
- No attribute is by itself the class: the only one, or one called so, is taken; else a person says it. A
  checkbox keeps its choices as ``{"cat": true}``.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head

__all__ = ["FORMAT", "SHAPES", "is_table"]

SHAPES = "region_shape_attributes"
_IN_JSON = (b'"shape_attributes"', b'"_via_img_metadata"')


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role != "truth" or place.is_folder:
        return None
    head = place.head.lstrip()
    if head.startswith(b"{"):
        if any(mark in head for mark in _IN_JSON):
            return Evidence(3, 'pictures with "regions" and "shape_attributes"')
        bare = b'"regions"' in head and b'"file_attributes"' in head
        return Evidence(2, 'pictures with "regions" and "file_attributes"') if bare else None
    return Evidence(3, f"the column {SHAPES}") if is_table(head) else None


def is_table(head: bytes) -> bool:
    """Whether the first line names the columns of VIA's CSV.

    Examples
    --------
    >>> is_table(b"#filename,file_size,region_shape_attributes,region_attributes"), is_table(b"a,b")
    (True, False)
    """
    found = csv_head(head)
    return found is not None and SHAPES in found.names


FORMAT = Format(
    name="via",
    title="VGG Image Annotator",
    recognise=_recognise,
    heeds=("classes", "columns"),
    read_truth="reader:read_truth",
)
