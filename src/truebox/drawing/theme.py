"""How drawings look: colours, dashes and opacities as one frozen value."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from truebox._kinds import require_fields
from truebox.drawing.colours import as_colour
from truebox.errors import ArgumentError

__all__ = ["THEMES", "Theme", "as_theme"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours and manners of a drawing.

    Parameters
    ----------
    truth, prediction : (red, green, blue) or str
        Of the two sides, each from 0 to 255; ``"#2a9d8f"`` and names such as ``"orange"`` become such.
    shared : (red, green, blue) or str
        Shade of what a prediction and its truth both cover.
    canvas : (red, green, blue) or str
        Of a blank canvas, and below transparent pictures.
    fill : float
        Opacity of filled outlines and masks, from 0 to 1.
    shade : float
        Opacity of `shared`.
    dashed : bool
        Predictions are dashed, so that the sides differ without colour.
    fonts : tuple of str
        Paths of font files to try before those of the system, for letters the built-in font lacks.

    Raises
    ------
    ArgumentError
        A field has a value that it cannot take.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from truebox.drawing import THEMES
    >>> replace(THEMES["classic"], truth="dodgerblue").truth
    (30, 144, 255)
    """

    truth: Any = (46, 204, 64)
    prediction: Any = (255, 65, 54)
    shared: Any = (255, 214, 10)
    canvas: Any = (246, 247, 249)
    fill: float = 0.28
    shade: float = 0.32
    dashed: bool = False
    fonts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("truth", "prediction", "shared", "canvas"):
            object.__setattr__(self, name, as_colour(getattr(self, name), name))
        kinds = (type(self.fill), type(self.shade), type(self.dashed), type(self.fonts))
        if kinds != (float, float, bool, tuple) or self.fonts:
            require_fields(self)
        if not all(isinstance(path, str | os.PathLike) for path in self.fonts):
            raise ArgumentError(f"fonts is {self.fonts!r:.60}; expected paths of font files")
        for name, value in (("fill", self.fill), ("shade", self.shade)):
            if not 0 <= value <= 1:
                raise ArgumentError(f"{name} is {value!r}; expected an opacity from 0 to 1")


THEMES: dict[str, Theme] = {
    "classic": Theme(),
    # Blue and orange of M. Okabe and K. Ito's palette (2008), told apart with every colour vision.
    "safe": Theme(truth=(0, 114, 178), prediction=(230, 159, 0), shared=(204, 121, 167), dashed=True),
    "night": Theme(canvas=(27, 31, 36)),
    "grey": Theme(
        truth=(255, 255, 255),
        prediction=(30, 30, 30),
        shared=(140, 140, 140),
        canvas=(205, 205, 205),
        dashed=True,
    ),
}
"""By name: ``classic`` (green and red), ``safe`` (for every colour vision), ``night`` (dark canvas),
``grey`` (for print)."""


def as_theme(theme: str | Theme) -> Theme:
    """A theme by name, or as it is.

    Raises
    ------
    ArgumentError
        For an unknown name.

    Examples
    --------
    >>> as_theme("safe").dashed
    True
    """
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ArgumentError(f"theme is {theme!r}; expected a Theme or one of {', '.join(THEMES)}")
    return THEMES[theme]
