"""Which font has a letter: Pillow's own for plain Latin, those of the theme, those of the system."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from truebox.drawing.pillow import ImageFont

__all__ = ["BUILT_IN", "font_at", "font_for", "has_all"]

BUILT_IN = ""
"""Stands for the font that comes with Pillow, the same on every machine."""

# The widest fonts first: most are asked for letters that no narrow font has.
_WIDE = (
    "notosans-regular", "notosanscjk-regular", "notosanscjksc-regular", "notosanscjkjp-regular",
    "sourcehansans-regular", "dejavusans", "arial unicode", "arialuni", "segoeui", "msyh", "msgothic",
    "malgun", "hiragino sans gb", "pingfang", "wqy-microhei", "wqy-zenhei", "droidsansfallbackfull",
    "unifont", "freesans", "liberationsans-regular", "arial",
)  # fmt: skip
_KINDS = {".ttf", ".otf", ".ttc", ".otc"}
_NARROW = (
    "bold",
    "italic",
    "oblique",
    "mono",
    "serif",
    "condensed",
    "narrow",
    "light",
    "thin",
    "black",
    "emoji",
)
_MOST = 300
_NOT_A_CHARACTER = "\U0010fffe"


@lru_cache(maxsize=64)
def font_at(path: str, size: int) -> ImageFont.FreeTypeFont | None:
    """A font of a size, or None where the file is none that can be used.

    Examples
    --------
    >>> font_at("no such file", 12) is None
    True
    """
    try:
        if path == BUILT_IN:
            built_in = ImageFont.load_default(size)
            return built_in if isinstance(built_in, ImageFont.FreeTypeFont) else None
        return ImageFont.truetype(path, size)
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=4096)
def font_for(character: str, own: tuple[str, ...] = ()) -> str | None:
    """Path of the first font that has a glyph for the character, `BUILT_IN` for Pillow's; None for no font.

    Parameters
    ----------
    character : str
        One character.
    own : tuple of str
        Font files to try after the built-in one, before those of the system.

    Examples
    --------
    >>> font_for("A") == BUILT_IN
    True
    """
    for path in (BUILT_IN, *own):
        if _has(path, character):
            return path
    return next((path for path in system_fonts() if _has(path, character)), None)


def has_all(path: str, text: str) -> bool:
    """Whether the font has every letter of `text`, spaces aside.

    Examples
    --------
    >>> has_all(BUILT_IN, "a cat")
    True
    """
    return all(character.isspace() or _has(path, character) for character in dict.fromkeys(text))


@lru_cache(maxsize=1)
def system_fonts() -> tuple[str, ...]:
    """Upright sans-serif font files of this system, those with the most letters first.

    Examples
    --------
    >>> isinstance(system_fonts(), tuple)
    True
    """
    found = sorted(path for folder in _folders() for path in _font_files(folder))
    ranks = {name: rank for rank, name in enumerate(_WIDE)}
    wide = sorted((path for path in found if path.stem.lower() in ranks), key=lambda p: ranks[p.stem.lower()])
    plain = [
        path for path in found if path not in wide and not any(word in path.stem.lower() for word in _NARROW)
    ]
    return tuple(str(path) for path in (wide + plain)[:_MOST])


def _folders() -> list[Path]:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home)) / "Microsoft" / "Windows" / "Fonts"
        return [Path(os.environ.get("WINDIR", "C:\\Windows")) / "Fonts", local]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), data / "fonts", home / ".fonts"]


def _font_files(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        yield from (Path(place, name) for name in names if os.path.splitext(name)[1].lower() in _KINDS)


@lru_cache(maxsize=8192)
def _has(path: str, character: str) -> bool:
    font = font_at(path, 16)
    if font is None:
        return False
    try:
        shape = _shape(font, character)
        # A letter without a glyph is drawn as the glyph "not defined", an empty box.
        return shape is not None and shape != _not_defined(path)
    except OSError:
        return False


@lru_cache(maxsize=512)
def _not_defined(path: str) -> tuple[tuple[int, int], bytes] | None:
    font = font_at(path, 16)
    return None if font is None else _shape(font, _NOT_A_CHARACTER)


def _shape(font: ImageFont.FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes] | None:
    """The drawn glyph; None where nothing is drawn."""
    mask = font.getmask(character)
    width, height = mask.size
    return ((width, height), bytes(mask)) if width and height else None
