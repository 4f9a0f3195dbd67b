"""Colours as three numbers: read, readable on each other, and one for every number."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache
from typing import Any, TypeAlias

from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError

__all__ = ["Colour", "as_colour", "identity_colour", "ink_on", "luminance", "with_ink"]

Colour: TypeAlias = tuple[int, int, int]

try:
    from PIL import ImageColor
except ImportError:  # themes are there without Pillow; nothing is drawn without it
    _NAMES = {}
else:
    _NAMES = dict(ImageColor.colormap)  # "steelblue": "#4682b4"

_HEX = re.compile(r"#?([0-9a-fA-F]{6})")
# The fractional part of the golden ratio: neighbours in number are far apart in hue, and no hue returns.
_GOLDEN = 0.6180339887498949


def as_colour(value: Any, name: str = "colour") -> Colour:
    """Red, green and blue from 0 to 255.

    Parameters
    ----------
    value : str or three numbers
        ``"#2a9d8f"``, ``"steelblue"`` (the names of CSS) or ``(42, 157, 143)``.
    name : str
        What the message calls the argument.

    Raises
    ------
    ArgumentError
        For anything else.

    Examples
    --------
    >>> as_colour("#2a9d8f")
    (42, 157, 143)
    >>> as_colour("orange")
    (255, 165, 0)
    """
    if isinstance(value, str):
        named = _NAMES.get(value.strip().lower())
        if isinstance(named, str):
            value = named
        match = _HEX.fullmatch(value)
        if match:
            red, green, blue = bytes.fromhex(match.group(1))
            return red, green, blue
    elif isinstance(value, (tuple, list)) and len(value) == 3 and all(map(_is_byte, value)):
        return value[0], value[1], value[2]
    raise ArgumentError(
        f"{name} is {value!r}; expected '#rrggbb', the name of a colour in CSS, or three whole numbers from "
        f"0 to 255, such as (46, 204, 64).{did_you_mean(value, _NAMES) if isinstance(value, str) else ''}"
    )


def _is_byte(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= 255


def luminance(colour: Colour) -> float:
    """Relative luminance in [0, 1] (WCAG 2.1).

    Examples
    --------
    >>> luminance((255, 255, 255))
    1.0
    """
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=4096)
def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever reads better on `colour`.

    Examples
    --------
    >>> ink_on((255, 220, 0)), ink_on((0, 60, 120))
    ((0, 0, 0), (255, 255, 255))
    """
    # Contrast (L1 + 0.05) / (L2 + 0.05) is the same to black and to white at L = 0.179.
    return (0, 0, 0) if luminance(colour) > 0.179 else (255, 255, 255)


@lru_cache(maxsize=4096)
def with_ink(colour: Colour) -> bytes:
    """The bytes of a colour, then those of what reads better on it.

    Examples
    --------
    >>> list(with_ink((255, 220, 0)))
    [255, 220, 0, 0, 0, 0]
    """
    return bytes((*colour, *ink_on(colour)))


@lru_cache(maxsize=4096)
def identity_colour(number: int) -> Colour:
    """A strong colour for a number, always the same one; neighbouring numbers look different.

    Examples
    --------
    >>> identity_colour(3) == identity_colour(3) != identity_colour(4)
    True
    """
    hue = (0.08 + number * _GOLDEN) % 1.0
    parts = colorsys.hls_to_rgb(hue, 0.52 if number % 2 else 0.62, 0.85)
    red, green, blue = (round(255 * part) for part in parts)
    return red, green, blue
