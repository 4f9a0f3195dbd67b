"""Plain calls of `draw_boxes` and `draw_polygons`: predictions alone on an array, drawn by one compiled step.

Copying a picture drives what Python needs to read arguments out of the processor's cache: that took longer
than drawing a few objects.
"""

from __future__ import annotations

from truebox._native import drawing as native
from truebox.drawing.colours import with_ink
from truebox.drawing.lettering.plain_letters import letters_at
from truebox.drawing.marking.painting import CASING
from truebox.drawing.painting.strokes import strokes_for
from truebox.drawing.pillow import picture_over
from truebox.drawing.theme import THEMES, Theme

__all__ = ["plain_boxes", "plain_polygons"]

plain_boxes, plain_polygons = native.plain_drawers(
    {
        "themes": THEMES,
        "theme_type": Theme,
        "strokes_for": strokes_for,
        "picture_over": picture_over,
        "letters_at": letters_at,
        "with_ink": with_ink,
        "casing": CASING,
    }
)
