"""The letters of plain captions in one size, drawn once, and captions put together from them at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import drawing as native
from truebox.drawing.lettering.fonts import BUILT_IN, font_at
from truebox.drawing.lettering.letters import is_set_by_letters, letter_of

if TYPE_CHECKING:
    from truebox.drawing.pillow import ImageFont
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["PlainLetters", "least_reach", "letters_at"]

_FIRST, _COUNT = 32, 95
"""Printable ASCII, which the built-in font has."""


class PlainLetters:
    """Printable ASCII in the built-in font; a letter is drawn when a caption first has it.

    Parameters
    ----------
    size : int
        In pixels.

    Examples
    --------
    >>> letters = PlainLetters(14)
    >>> full, first = letters.sizes([("cat", "IoU: 0.5000")], padding=3, most=300)[0].reshape(2, 2).tolist()
    >>> full[0] > first[0], full[1] > first[1]
    (True, True)
    """

    def __init__(self, size: int) -> None:
        self._font = font_at(BUILT_IN, size)
        self._drawn = np.zeros((_COUNT, 9), np.int64), np.zeros(0, np.uint8)
        self._lock = Lock()
        self._reach = (0, 0) if self._font is None else least_reach(self._font)

    @property
    def arrays(self) -> tuple[Int64Array, ByteArray, int, int]:
        """What was drawn by now, as `native.draw_captions` takes it; never changed, only replaced."""
        return (*self._drawn, *self._reach)

    def sizes(self, captions: list[tuple[str, ...]], padding: int, most: int) -> Int64Array:
        """Of every caption its width and height with all lines, then with the first line alone.

        0 where it has other letters than these, or a line of more than `most` pixels.
        """
        found = native.caption_sizes(captions, *self._drawn, *self._reach, padding, most)
        new = found[:, 0] < 0
        if new.any():
            self._draw({letter for row in np.flatnonzero(new) for line in captions[row] for letter in line})
            found = native.caption_sizes(captions, *self._drawn, *self._reach, padding, most)
        return np.maximum(found, 0)

    def places(
        self,
        captions: list[tuple[str, ...]],
        anchors: FloatArray,
        size: tuple[int, int],
        *,
        gap: int,
        padding: int,
        most: int,
    ) -> Int64Array | None:
        """Where captions beside boxes [N, 4] go on a picture of this size: [N, 3] as `draw` wants them.

        As `place_labels` says it of their sizes, with all lines or with the first; a caption without lines,
        and one whose box is not seen, goes nowhere. None where one has other letters than these, or a line of
        more than `most` pixels.
        """
        asked = captions, anchors, *size, gap
        found = native.caption_places(*asked, *self._drawn, *self._reach, padding, most)
        if found is None and self.sizes([each for each in captions if each], padding, most).all():
            # Letters that no caption had before are drawn now.
            found = native.caption_places(*asked, *self._drawn, *self._reach, padding, most)
        return found

    def draw(
        self,
        store: ByteArray,
        captions: list[tuple[str, ...]],
        places: Int64Array,
        colours: ByteArray,
        padding: int,
    ) -> None:
        """Write captions that `sizes` knows on the pixels of a canvas.

        Parameters
        ----------
        store : uint8 array [height, width, 4]
            Drawn on.
        captions : list [N] of tuples of str
            Lines of each.
        places : int64 array [N, 3]
            x, y and how many lines are written there; 0 lines for a caption that is not written.
        colours : uint8 array [N, 6]
            Of the field, then of the letters.
        padding : int
            As in `sizes`.
        """
        native.draw_captions(store, captions, places, colours, *self._drawn, *self._reach, padding)

    def _draw(self, letters: Iterable[str]) -> None:
        font = self._font
        if font is None or not is_set_by_letters(font):
            return
        with self._lock:
            shapes, covers = self._drawn[0].copy(), [self._drawn[1]]
            start = len(covers[0])
            for character in sorted(letters):
                row, letter = shapes[ord(character) - _FIRST], letter_of(font, character)
                if row[0] or letter.advance != round(letter.advance):
                    continue
                height, width = letter.cover.shape
                place = letter.left, letter.top, round(letter.advance), letter.ascent, letter.descent
                row[:] = 1, start, width, height, *place
                covers.append(letter.cover.ravel())
                start += letter.cover.size
            # At once, as another thread may be drawing with what was there; letters only become more.
            self._drawn = shapes, np.concatenate(covers)


def least_reach(font: ImageFont.FreeTypeFont) -> tuple[int, int]:
    """How far a line reaches above and below its base line at least, whichever letters it holds."""
    ascent, descent = font.getmetrics()
    return round(0.8 * ascent), round(0.7 * descent)


@lru_cache(maxsize=16)
def letters_at(size: int) -> PlainLetters:
    """The letters of a size, kept for the next picture.

    Examples
    --------
    >>> letters_at(14) is letters_at(14)
    True
    """
    return PlainLetters(size)
