"""Single letters as they are drawn, kept, so that lines are put together from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing.pillow import ImageFont

if TYPE_CHECKING:
    from truebox.typing import ByteArray

__all__ = ["Letter", "is_set_by_letters", "letter_of"]

# Pairs that fonts push together or pull apart, where they do that.
_CLOSE = "AVATAWToTeYaYeVoLTLYP.r,ffitl1011"


@dataclass(frozen=True, slots=True, eq=False)
class Letter:
    """The covers of a letter, uint8 [h, w], and where they lie around its place on the base line.

    Parameters
    ----------
    cover : uint8 array [h, w]
        From 0 to 255; [0, 0] where nothing is drawn.
    left, top : int
        Of the upper left pixel, from the place on.
    advance : float
        How far to the right the next letter stands.
    ascent, descent : int
        How far the line reaches above and below its base line for it.
    """

    cover: ByteArray
    left: int
    top: int
    advance: float
    ascent: int
    descent: int


@lru_cache(maxsize=64)
def is_set_by_letters(font: ImageFont.FreeTypeFont) -> bool:
    """Whether a line of the font is its letters beside each other: none is shaped or moved by another.

    Examples
    --------
    >>> from truebox.drawing.lettering.fonts import BUILT_IN, font_at
    >>> is_set_by_letters(font_at(BUILT_IN, 14))
    True
    """
    if font.layout_engine != ImageFont.Layout.BASIC:
        return False
    lengths = [font.getlength(character) for character in _CLOSE]
    whole = all(length == round(length) for length in lengths)
    return whole and font.getlength(_CLOSE) == sum(lengths)


@lru_cache(maxsize=2048)
def letter_of(font: ImageFont.FreeTypeFont, character: str) -> Letter:
    """One letter of a font.

    Examples
    --------
    >>> from truebox.drawing.lettering.fonts import BUILT_IN, font_at
    >>> letter = letter_of(font_at(BUILT_IN, 14), "H")
    >>> letter.cover.shape[0] == letter.ascent == -letter.top
    True
    """
    mask, (left, top) = font.getmask2(character, "L", anchor="ls")
    _, high, _, low = font.getbbox(character, anchor="ls")
    width, height = mask.size
    cover = (
        np.array(mask, np.uint8).reshape(height, width) if width and height else np.zeros((0, 0), np.uint8)
    )
    return Letter(cover, left, top, font.getlength(character), round(-high), round(low))
