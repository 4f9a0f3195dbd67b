"""The simple JSON of labelling tools: ``annotations: [{label, x, y, width, height, points}]``.

No specification binds this shape; what is relied on:

- One picture per file, or a list of pictures (also under ``images``); a picture is named by ``file_name``,
  ``filename``, ``image``, ``path`` or ``name``, else by its file, and has ``width`` and ``height``.
- An annotation has ``label``, and ``x``, ``y``, ``width``, ``height`` in pixels, or ``points``, or both.
  Tools differ on whether ``x, y`` is the corner or the centre: points beside them decide, or a box format
  does; with neither the file is refused.
- ``score`` or ``confidence`` makes it a detection; ``crowd``, ``ignore``, ``difficult`` and an object
  ``attributes`` are taken as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

if TYPE_CHECKING:
    pass

__all__ = ["FORMAT"]
NAME_KEYS = ("file_name", "filename", "image", "path", "name")
_OTHERS = (
    b'"category_id"',
    b'"coordinates"',
    b'"imagePath"',
    b'"original_width"',
    b'"box2d"',
    b'"spans"',
    b'"result"',
    b'"categories"',
    b'"licenses"',
)


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = (place.first(".json") if place.is_folder else place.head).lstrip()
    if (
        not head.startswith((b"{", b"["))
        or b'"annotations"' not in head
        or any(mark in head for mark in _OTHERS)
    ):
        return None
    if b'"label"' in head and (b'"points"' in head or (b'"x"' in head and b'"width"' in head)):
        return Evidence(2, '"annotations" with "label" and "x", "y", "width", "height" or "points"')
    # A picture on which nothing is drawn.
    if b'"label"' not in head and any(f'"{name}"'.encode() in head for name in NAME_KEYS):
        return Evidence(1, '"annotations" of a picture')
    return None


FORMAT = Format(
    name="annotation-json",
    title="annotation JSON",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
