"""LabelMe: one JSON file per picture (github.com/wkentaro/labelme).

Facts, from the source of labelme 6.3.1 (``_label_file.py``, ``_shape.py``, ``utils/shape.py``):

- A file is an object with ``shapes``, ``imagePath`` (separators of either system), ``imageHeight``,
  ``imageWidth`` and ``imageData``, the picture as base64 text or null; the text is UTF-8.
- A shape has ``label``, ``points`` in pixels, and ``shape_type``, polygon where it is missing. A
  ``rectangle`` is two opposite corners in any order; a ``circle`` its centre and a point of its rim; an
  ``oriented_rectangle`` four corners; a ``mask`` two corners that are pixels of it, and a PNG.
- Points, lines and strips of lines have no box: they are left out and counted.
- X-AnyLabeling writes the same with ``score`` and ``difficult`` in each shape, and four corners for a
  rectangle.
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
    if not head.startswith(b"{") or not (
        b'"imagePath"' in head or (b'"shapes"' in head and b'"shape_type"' in head)
    ):
        return None
    return Evidence(3, f'{"*.json" if place.is_folder else "an object"} with "shapes" and "imagePath"')


FORMAT = Format(
    name="labelme",
    title="LabelMe JSON",
    recognise=_recognise,
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
