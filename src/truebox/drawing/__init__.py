"""Truth and predictions on a picture or a blank canvas: boxes, outlines, masks, keypoints and tracks.

Every function returns a new picture and leaves what it is given alone. Needs Pillow
(``pip install 'truebox[images]'``).

Examples
--------
>>> from truebox import drawing
>>> picture = drawing.draw_boxes((320, 240), [(50, 50, 150, 150)], [(60, 60, 170, 150)])
>>> picture.size
(320, 240)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.drawing.boxes import draw_boxes
    from truebox.drawing.image import draw_image
    from truebox.drawing.keypoints import draw_keypoints
    from truebox.drawing.masks import draw_masks
    from truebox.drawing.polygons import draw_polygons
    from truebox.drawing.rotated_boxes import draw_rotated_boxes
    from truebox.drawing.theme import THEMES, Theme
    from truebox.drawing.tracks import draw_tracks

__all__ = [
    "THEMES",
    "Theme",
    "draw_boxes",
    "draw_image",
    "draw_keypoints",
    "draw_masks",
    "draw_polygons",
    "draw_rotated_boxes",
    "draw_tracks",
]

# Loaded on first use: the room can be looked at, and its themes named, without Pillow.
_HOME = {
    "THEMES": "theme",
    "Theme": "theme",
    "draw_boxes": "boxes",
    "draw_image": "image",
    "draw_keypoints": "keypoints",
    "draw_masks": "masks",
    "draw_polygons": "polygons",
    "draw_rotated_boxes": "rotated_boxes",
    "draw_tracks": "tracks",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.drawing' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.drawing.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
