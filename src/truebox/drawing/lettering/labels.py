"""Labels: text on a field of the mark's colour, where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing.colours import Colour, ink_on
from truebox.drawing.lettering.label_places import place_labels
from truebox.drawing.lettering.lettering import Lettering, Line
from truebox.drawing.pillow import Image, ImageDraw

if TYPE_CHECKING:
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.drawing.theme import Theme

__all__ = ["draw_labels"]


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines above each other, and the space around them."""

    lines: tuple[Line, ...]
    padding: int

    @property
    def size(self) -> tuple[int, int]:
        width = max(line.width for line in self.lines) + 2 * self.padding
        between = (len(self.lines) - 1) * max(1, self.padding // 2)
        return width, sum(line.height for line in self.lines) + between + 2 * self.padding

    def draw(self, pencil: ImageDraw.ImageDraw, x: int, y: int, colour: Colour) -> None:
        width, height = self.size
        pencil.rectangle((x, y, x + width - 1, y + height - 1), fill=colour)
        ink, top = ink_on(colour), y + self.padding
        for line in self.lines:
            line.draw(pencil, x + self.padding, top, ink)
            top += line.height + max(1, self.padding // 2)


def draw_labels(picture: Image.Image, marks: Sequence[Mark], theme: Theme, sizes: Strokes) -> None:
    """Write the caption of every mark that has one and is seen, on `picture` itself.

    The first marks choose first. A caption that finds no room for all its lines keeps the first one; one that
    finds no room at all is left out, rather than written over another.
    """
    named = [mark for mark in marks if mark.caption and mark.is_seen(picture.size)]
    if not named:
        return
    lettering = Lettering(sizes.text, theme.fonts)
    widest = picture.size[0] - 2 * sizes.padding
    forms = [_forms(mark.caption, lettering, widest, sizes.padding) for mark in named]
    gap = (sizes.line + 1) // 2 + sizes.casing
    anchors = np.stack([mark.anchor for mark in named])
    places = place_labels([[block.size for block in blocks] for blocks in forms], anchors, picture.size, gap)
    pencil = ImageDraw.Draw(picture)
    for mark, blocks, place in zip(named, forms, places, strict=True):
        if place is not None:
            blocks[place.form].draw(pencil, place.x, place.y, mark.colour)


def _forms(caption: tuple[str, ...], lettering: Lettering, width: int, padding: int) -> list[_Block]:
    """All lines, then the first alone."""
    lines = tuple(lettering.line(text, width) for text in caption)
    forms = [_Block(lines, padding)] if len(lines) > 1 else []
    return [*forms, _Block(lines[:1], padding)]
