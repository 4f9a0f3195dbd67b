"""Text on charts as it is written: no mathematics in class names, and a font for every letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from truebox._writing.visible_text import cut_middle, spelled, visible_text
from truebox.plotting.parts.library import Axis, Text, font_manager

__all__ = ["cut_apart", "letter_ticks", "put_text", "shown"]

LONGEST = 40
"""Characters of a name; longer ones are cut."""

# Fonts with many scripts are asked first.
_WIDE = (
    "Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans", "Arial Unicode MS", "Segoe UI",
    "Microsoft YaHei", "MS Gothic", "Malgun Gothic", "PingFang SC", "Hiragino Sans", "WenQuanYi Micro Hei",
    "Droid Sans Fallback", "Unifont", "FreeSans",
)  # fmt: skip
_JOINERS = {"Cf"}


def put_text(artist: Text, text: str, longest: int | None = None) -> Text:
    r"""Let `artist` show `text` literally.

    ``$`` is a dollar sign, not mathematics; letters that the chart's font lacks come from another font of the
    system; letters that no font has, and controls, are spelled out (``\u732b``).
    """
    text = shown(text)
    artist.set_text(text if longest is None else cut_middle(text, longest))
    _set_literally(artist, text)
    return artist


def cut_apart(names: Iterable[str], longest: int = LONGEST) -> list[str]:
    """Names as `cut_middle` cuts them; those that would then look alike show the place where they part.

    Examples
    --------
    >>> cut_apart(["camera-north-day-2026-07-01", "camera-north-eve-2026-07-01"], 13)
    ['cam…day-2026…', 'cam…eve-2026…']
    """
    whole = list(names)
    cut = {name: cut_middle(name, longest) for name in whole}
    alike: dict[str, list[str]] = {}
    for name, text in cut.items():
        alike.setdefault(text, []).append(name)
    for family in alike.values():
        if len(family) > 1:
            cut.update(_where_they_part(sorted(family), longest))
    return [cut[name] for name in whole]


def _where_they_part(family: Sequence[str], longest: int) -> dict[str, str]:
    """Of sorted names: the beginning, and what follows on the last place where one parts from another."""
    start = longest // 4
    found = {}
    for place, name in enumerate(family):
        beside = (*family[max(place - 1, 0) : place], *family[place + 1 : place + 2])
        parting = max(_shared(name, other) for other in beside)
        text = f"{name[:start]}…{name[parting:]}"
        found[name] = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return found


def _shared(first: str, second: str) -> int:
    """How many letters two different names begin with in common."""
    pairs = zip(first, second, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def letter_ticks(axis: Axis, places: Sequence[float], names: Iterable[str], longest: int = LONGEST) -> None:
    """Name places on an axis, literally as `put_text` does."""
    texts = cut_apart(map(shown, names), longest)
    axis.set_ticks(list(places), labels=texts)
    for artist, text in zip(axis.get_ticklabels(), texts, strict=True):
        _set_literally(artist, text)


def shown(text: str) -> str:
    r"""What a chart shows of `text`.

    Examples
    --------
    >>> print(shown("price in $, line" + chr(10) + "two"))
    price in $, line\x0atwo
    """
    clean = unicodedata.normalize("NFC", visible_text(text))
    if clean.isascii():
        return clean
    return "".join(map(_shown_character, clean))


def _shown_character(character: str) -> str:
    if character.isascii() or _family(character) is not None:
        return character
    return "" if unicodedata.category(character) in _JOINERS else spelled(character)


def _set_literally(artist: Text, text: str) -> None:
    artist.set_parse_math(False)
    artist.set_usetex(False)
    found = (_family(character) for character in dict.fromkeys(text) if not character.isascii())
    families = dict.fromkeys(family for family in found if family)
    if families:
        # For this text alone: what the caller set for all charts stays as it is.
        artist.set_fontfamily([*font_manager.FontProperties().get_family(), *families])


@lru_cache(maxsize=4096)
def _family(character: str) -> str | None:
    """The family that has the character: "" for the chart's own font, None for no font."""
    code = ord(character)
    if code in _letters_of(font_manager.findfont(font_manager.FontProperties())):
        return ""
    fonts = font_manager.fontManager.ttflist
    upright = (
        font
        for font in fonts
        # Matplotlib's font of last resort has every letter, as a box.
        if font.style == "normal"
        and str(font.weight) in {"400", "normal"}
        and "last resort" not in font.name.lower()
    )
    ranks = {name: rank for rank, name in enumerate(_WIDE)}
    ordered = sorted(upright, key=lambda font: (ranks.get(font.name, len(ranks)), font.name, font.fname))
    return next((font.name for font in ordered if code in _letters_of(font.fname)), None)


@lru_cache(maxsize=512)
def _letters_of(path: str) -> frozenset[int]:
    try:
        return frozenset(font_manager.get_font(path).get_charmap())
    except (OSError, RuntimeError, ValueError):  # no font after all
        return frozenset()
