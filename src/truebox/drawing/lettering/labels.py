"""Labels: text on a field of the mark's colour, where there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import drawing as native
from truebox.drawing.colours import ink_on, with_ink
from truebox.drawing.lettering.label_places import place_labels
from truebox.drawing.lettering.lettering import Lettering, Line
from truebox.drawing.lettering.plain_letters import PlainLetters, letters_at

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.painting.marks import Mark
    from truebox.drawing.painting.strokes import Strokes
    from truebox.drawing.theme import Theme
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["labels_for", "labels_of"]


@dataclass(frozen=True)
class _Block:
    """Lines above each other, and the space around them."""

    lines: tuple[Line, ...]
    padding: int

    @cached_property
    def size(self) -> tuple[int, int]:
        width = max(line.width for line in self.lines) + 2 * self.padding
        between = (len(self.lines) - 1) * max(1, self.padding // 2)
        return width, sum(line.height for line in self.lines) + between + 2 * self.padding

    @cached_property
    def letters(self) -> ByteArray:
        """What the letters cover of the block, from 0 to 255."""
        width, height = self.size
        covers = np.zeros((height, width), np.uint8)
        top = self.padding
        for line in self.lines:
            line.lay(covers, self.padding, top)
            top += line.height + max(1, self.padding // 2)
        return covers


def labels_of(
    marks: Sequence[Mark], size: tuple[int, int], theme: Theme, sizes: Strokes
) -> Callable[[Canvas], None]:
    """What writes the caption of every mark that has one and is seen, on a canvas of this size.

    The first marks choose first. A caption that finds no room for all its lines keeps the first one; one that
    finds no room at all is left out, rather than written over another.
    """
    named = [mark for mark in marks if mark.caption and mark.is_seen(size)]
    if not named:
        return _write_nothing
    anchors = np.concatenate([mark.anchor for mark in named]).reshape(-1, 4).astype(np.float64, copy=False)
    dotted = [mark.dots is not None for mark in named]
    if any(dotted):
        # Dots reach beyond the box around their middles.
        dots = max(sizes.dot + sizes.casing - sizes.gap, 0.0) * np.array([-1.0, -1.0, 1.0, 1.0])
        anchors = np.where(np.array(dotted)[:, None], anchors + dots, anchors)
    colours = [mark.colour for mark in named]
    captions = [mark.caption for mark in named]
    return labels_for(captions, anchors, colours, size=size, theme=theme, sizes=sizes)


def labels_for(
    captions: list[tuple[str, ...]],
    anchors: FloatArray,
    colours: Sequence[Colour],
    *,
    size: tuple[int, int],
    theme: Theme,
    sizes: Strokes,
) -> Callable[[Canvas], None]:
    """The same of captions beside boxes [N, 4], each on a field of its colour."""
    width = size[0] - 2 * sizes.padding
    letters = letters_at(sizes.text)
    inks = np.frombuffer(b"".join(map(with_ink, colours)), np.uint8).reshape(-1, 6)
    plain = letters.places(captions, anchors, size, gap=sizes.gap, padding=sizes.padding, most=width)
    if plain is not None:
        places = plain
        return lambda canvas: letters.draw(canvas.store, captions, places, inks, sizes.padding)
    seen = (anchors[:, :2] <= size).all(axis=1) & (anchors[:, 2:] >= 0).all(axis=1)
    rows = [row for row in np.flatnonzero(seen).tolist() if captions[row]]
    named = [captions[row] for row in rows]
    shades = [colours[row] for row in rows]
    own, at = _placed(named, anchors[rows], shades, letters, size=size, theme=theme, sizes=sizes)

    def write(canvas: Canvas) -> None:
        store = canvas.store
        for label in own:
            native.draw_label(store, *label)
        letters.draw(store, named, at, inks[rows], sizes.padding)

    return write


def _placed(
    captions: list[tuple[str, ...]],
    anchors: FloatArray,
    colours: Sequence[Colour],
    letters: PlainLetters,
    *,
    size: tuple[int, int],
    theme: Theme,
    sizes: Strokes,
) -> tuple[list[tuple[ByteArray, int, int, Colour, Colour]], Int64Array]:
    """Labels with letters of other fonts, and where those of plain letters go, of captions that are seen."""
    width = size[0] - 2 * sizes.padding
    look = sizes.text, theme.fonts, width, sizes.padding
    found = letters.sizes(captions, sizes.padding, width).tolist()
    blocks = [() if row[0] else _forms(caption, *look) for row, caption in zip(found, captions, strict=True)]
    forms = [
        [block.size for block in others] if others else [row[:2], row[2:]] if len(caption) > 1 else [row[:2]]
        for row, others, caption in zip(found, blocks, captions, strict=True)
    ]
    places = place_labels(forms, anchors, size, sizes.gap)
    written, own = [], []
    for caption, colour, others, place in zip(captions, colours, blocks, places, strict=True):
        lines = 0
        if place is not None and others:
            own.append((others[place.form].letters, place.x, place.y, colour, ink_on(colour)))
        elif place is not None:
            lines = 1 if place.form else len(caption)
        written.append((place.x, place.y, lines) if place is not None else (0, 0, 0))
    return own, np.array(written, np.int64).reshape(-1, 3)


def _write_nothing(canvas: Canvas) -> None:
    pass


@lru_cache(maxsize=1024)
def _forms(
    caption: tuple[str, ...], size: int, fonts: tuple[str, ...], width: int, padding: int
) -> tuple[_Block, ...]:
    """All lines, then the first alone; kept, since frames of a video say the same again and again."""
    lettering = Lettering(size, fonts)
    lines = tuple(lettering.line(text, width) for text in caption)
    forms = (_Block(lines, padding),) if len(lines) > 1 else ()
    return (*forms, _Block(lines[:1], padding))
