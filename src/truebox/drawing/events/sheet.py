"""Panels beside each other, with a title above and a caption below each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox.drawing.colours import ink_on
from truebox.drawing.lettering.lettering import Lettering
from truebox.drawing.pillow import Image, ImageDraw

if TYPE_CHECKING:
    from truebox.drawing.theme import Theme

__all__ = ["sheet_of"]

_GAP, _TITLE, _SMALL = 10, 19, 14
_LONGEST = 120
_GREY = (128, 134, 142)


def sheet_of(
    panels: Sequence[Image.Image],
    captions: Sequence[str],
    chosen: int | None,
    title: Sequence[str],
    theme: Theme,
) -> Image.Image:
    """Put panels of one size into a row.

    Parameters
    ----------
    panels : sequence of Pillow images
        At least one.
    captions : sequence of str
        One below each.
    chosen : int or None
        The panel with a frame around it.
    title : sequence of str
        Lines above; the first is large.
    theme : Theme
        Its canvas is the ground.

    Examples
    --------
    >>> from truebox.drawing import THEMES
    >>> panel = Image.new("RGB", (100, 80))
    >>> sheet_of([panel, panel], ["1", "2"], 0, ["Two frames"], THEMES["classic"]).width
    230
    """
    width = len(panels) * (panels[0].width + _GAP) + _GAP
    large, small = Lettering(_TITLE, theme.fonts), Lettering(_SMALL, theme.fonts)
    # A sheet of one narrow panel is as wide as its title.
    lines = [
        (large if place == 0 else small).line(text, longest=_LONGEST) for place, text in enumerate(title)
    ]
    width = max([width, *(line.width + 2 * _GAP for line in lines)])
    above = _GAP + sum(line.height + _GAP // 2 for line in lines) + _GAP // 2
    below = [small.line(text, panels[0].width) for text in captions]
    height = above + panels[0].height + _GAP // 2 + max(line.height for line in below) + _GAP
    sheet = Image.new("RGB", (width, height), theme.canvas)
    pencil, ink, top = ImageDraw.Draw(sheet), ink_on(theme.canvas), _GAP
    for place, line in enumerate(lines):
        line.draw(pencil, _GAP, top, ink if place == 0 else _GREY)
        top += line.height + _GAP // 2
    for place, (panel, line) in enumerate(zip(panels, below, strict=True)):
        left = _GAP + place * (panel.width + _GAP)
        sheet.paste(panel, (left, above))
        edge = (left - 1, above - 1, left + panel.width, above + panel.height)
        pencil.rectangle(edge, outline=_GREY)
        if place == chosen:
            wide = tuple(side + far for side, far in zip(edge, (-2, -2, 2, 2), strict=True))
            pencil.rectangle(wide, outline=ink, width=3)
        line.draw(pencil, left, above + panel.height + _GAP // 2, ink if place == chosen else _GREY)
    return sheet
