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

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.drawing.events.event_pictures import EventPictures
    from truebox.drawing.image import draw_image
    from truebox.drawing.marking.boxes import draw_boxes
    from truebox.drawing.marking.keypoints import draw_keypoints
    from truebox.drawing.marking.masks import draw_masks
    from truebox.drawing.marking.polygons import draw_polygons
    from truebox.drawing.marking.rotated_boxes import draw_rotated_boxes
    from truebox.drawing.marking.skeletons import as_skeleton
    from truebox.drawing.marking.tracks import draw_tracks
    from truebox.drawing.pictures.sequence_pictures import SequencePictures
    from truebox.drawing.theme import THEMES, Theme

__all__ = [
    "THEMES",
    "EventPictures",
    "SequencePictures",
    "Theme",
    "as_skeleton",
    "draw_boxes",
    "draw_image",
    "draw_keypoints",
    "draw_masks",
    "draw_polygons",
    "draw_rotated_boxes",
    "draw_tracks",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "events.event_pictures": "EventPictures",
        "marking.boxes": "draw_boxes",
        "marking.keypoints": "draw_keypoints",
        "marking.masks": "draw_masks",
        "marking.polygons": "draw_polygons",
        "marking.rotated_boxes": "draw_rotated_boxes",
        "marking.skeletons": "as_skeleton",
        "marking.tracks": "draw_tracks",
        "pictures.sequence_pictures": "SequencePictures",
        "image": "draw_image",
        "theme": "THEMES Theme",
    },
)
