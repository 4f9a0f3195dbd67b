"""A line of text in any script, set from as many fonts as its letters need."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import drawing as native
from truebox._writing.visible_text import cut_middle, spelled, visible_text
from truebox.drawing.lettering.fonts import BUILT_IN, font_at, font_for, has_all
from truebox.drawing.lettering.letters import is_set_by_letters, letter_of
from truebox.drawing.lettering.plain_letters import least_reach
from truebox.drawing.pillow import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from truebox.typing import ByteArray

__all__ = ["Lettering", "Line"]

LONGEST = 60
"""Characters of a line; names beyond are cut."""

# Printable ASCII, which the built-in font has.
_BUILT_IN_LETTERS = frozenset(map(chr, range(32, 127)))
_JOINED = {"Mn", "Me", "Mc", "Cf"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is ready to be drawn: parts with a font each, and its size in pixels."""

    parts: tuple[tuple[ImageFont.FreeTypeFont, str], ...]
    width: int
    ascent: int
    descent: int

    @property
    def height(self) -> int:
        """From the top of the tallest letter to the bottom of the lowest."""
        return self.ascent + self.descent

    def draw(self, pencil: ImageDraw.ImageDraw, x: int, y: int, ink: tuple[int, int, int] | int) -> None:
        """Write the line with its upper left corner at (x, y)."""
        reached = float(x)
        for font, text in self.parts:
            pencil.text((round(reached), y + self.ascent), text, font=font, fill=ink, anchor="ls")
            reached += font.getlength(text)

    def lay(self, covers: ByteArray, x: int, y: int) -> None:
        """Put what its letters cover into `covers` [H, W], from 0 to 255, as `draw` writes them."""
        if all(is_set_by_letters(font) for font, _ in self.parts):
            reached = x
            for font, text in self.parts:
                for character in text:
                    letter = letter_of(font, character)
                    native.lay_over(covers, letter.cover, reached + letter.left, y + self.ascent + letter.top)
                    reached += round(letter.advance)
            return
        drawn = Image.fromarray(covers)
        self.draw(ImageDraw.Draw(drawn), x, y, 255)
        covers[:] = np.asarray(drawn)


@dataclass(frozen=True, slots=True)
class Lettering:
    """Letters of one size.

    Parameters
    ----------
    size : int
        In pixels.
    fonts : tuple of str
        Font files to try before those of the system.

    Examples
    --------
    >>> line = Lettering(14).line("cat 0.98")
    >>> len(line.parts), line.width > line.height
    (1, True)
    """

    size: int
    fonts: tuple[str, ...] = ()

    def line(self, text: str, width: int | None = None, *, longest: int = LONGEST) -> Line:
        r"""`text` as one line, at most `width` pixels wide: of what goes beyond both ends are kept.

        So of what goes beyond `longest` letters: names of one family, and scores, differ at the end.

        Letters that no font has are spelled out as their number, ``\u732b``; controls always are.
        """
        letters = list(map(visible_text, unicodedata.normalize("NFC", text)))
        shown = cut_middle(letters, longest)
        line = self._set(shown)
        if width is None or line.width <= width:
            return line
        low, high = 1, len(shown)
        while low < high:
            middle = (low + high + 1) // 2
            if self._set(cut_middle(letters, middle)).width <= width:
                low = middle
            else:
                high = middle - 1
        return self._set(cut_middle(letters, low)) if low > 1 else self._set("")

    def _set(self, text: str) -> Line:
        parts = [(self._font(path), part) for path, part in self._runs(text)]
        if len(parts) == 1 and is_set_by_letters(parts[0][0]):
            letters = [letter_of(parts[0][0], character) for character in parts[0][1]]
            length = sum(letter.advance for letter in letters)
            reaches = [(letter.ascent, letter.descent) for letter in letters]
        else:
            length = sum(font.getlength(part) for font, part in parts)
            boxes = [font.getbbox(part, anchor="ls") for font, part in parts]
            reaches = [(round(-box[1]), round(box[3])) for box in boxes]
        # The same height for all Latin lines, whichever letters they hold.
        ascent, descent = least_reach(self._font(BUILT_IN))
        return Line(
            parts=tuple(parts),
            width=round(length),
            ascent=max([ascent, *(above for above, _ in reaches)]),
            descent=max([descent, *(below for _, below in reaches)]),
        )

    def _font(self, path: str) -> ImageFont.FreeTypeFont:
        font = font_at(path, self.size) or font_at(BUILT_IN, self.size)
        assert font is not None  # Pillow brings one
        return font

    def _runs(self, text: str) -> list[tuple[str, str]]:
        """The text in pieces with the path of a font for each; one piece where one font has all letters."""
        if _BUILT_IN_LETTERS.issuperset(text) and text:
            return [(BUILT_IN, text)]
        found = (font_for(character, self.fonts) for character in text if not character.isspace())
        for path in dict.fromkeys(path for path in found if path is not None):
            if has_all(path, text):
                return [(path, text)]
        runs: list[tuple[str, str]] = []
        for character in text:
            path, shown = self._place(character, runs[-1][0] if runs else BUILT_IN)
            if runs and runs[-1][0] == path:
                runs[-1] = (path, runs[-1][1] + shown)
            elif shown:
                runs.append((path, shown))
        return runs

    def _place(self, character: str, current: str) -> tuple[str, str]:
        kind = unicodedata.category(character)
        if character.isspace():
            return current, character
        path = font_for(character, self.fonts)
        if kind in _JOINED:
            # Marks belong to the letter before them, joiners have no shape of their own.
            return current, character if path is not None or kind == "Mn" else ""
        return (BUILT_IN, spelled(character)) if path is None else (path, character)
