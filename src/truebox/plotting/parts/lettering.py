"""Text on charts as it is written: no mathematics in class names, and a font for every letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count, takewhile

from truebox._writing.display_width import display_width
from truebox._writing.visible_text import cut_middle, letters_within, spelled, visible_text
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
    text = shown(text) if longest is None else cut_middle(_letters(text), longest)
    artist.set_text(text)
    _set_literally(artist, text)
    return artist


def cut_apart(names: Iterable[str], longest: int = LONGEST) -> list[str]:
    """What a chart shows of names, cut; those that would then look alike show the place where they part.

    Different names get different texts: where no cut tells them apart, by a number.

    Examples
    --------
    >>> cut_apart(["camera-north-day-2026-07-01", "camera-north-eve-2026-07-01"], 13)
    ['cam…day-2026…', 'cam…eve-2026…']
    """
    spelt = list(map(_letters, names))
    whole = list(map("".join, spelt))
    letters = dict(zip(whole, spelt, strict=True))
    cut = {text: cut_middle(each, longest) for text, each in letters.items()}
    waiting = list(_families(cut))
    while waiting:
        family = {text: letters[text] for text in waiting.pop()}
        parted = _where_they_part(family, longest)
        cut.update(parted)
        waiting += (alike for alike in _families(parted) if len(alike) < len(family))
    _number_alike(cut, letters, longest)
    return [cut[name] for name in whole]


def _families(cut: Mapping[str, str]) -> Iterable[list[str]]:
    """Names that look alike."""
    alike: dict[str, list[str]] = {}
    for name, text in cut.items():
        alike.setdefault(text, []).append(name)
    return (family for family in alike.values() if len(family) > 1)


def _where_they_part(family: Mapping[str, Sequence[str]], longest: int) -> dict[str, str]:
    """Of the letters of names: the beginning, and what follows on the first place where any of them parts.

    From the start of the word there, where that is near.
    """
    together = zip(*family.values(), strict=False)
    shared = [letter for letter, *_ in takewhile(lambda each: len(set(each)) == 1, together)]
    start = next((k for k in range(len(shared), 0, -1) if not _of_a_word(shared[k - 1])), 0)
    if len("".join(shared[start:])) > longest // 4:
        start = len(shared)
    found = {}
    for name, letters in family.items():
        head = "".join(letters_within(letters, longest // 4)) + "…"
        rest = letters[start:]
        whole = head + "".join(rest)
        short = f"{head}{''.join(letters_within(rest, longest - 1 - len(head)))}…"
        found[name] = whole if len(whole) <= longest else short
    return found


def _of_a_word(letter: str) -> bool:
    return letter.isalnum() or not display_width(letter)


def _number_alike(cut: dict[str, str], letters: Mapping[str, Sequence[str]], longest: int) -> None:
    """Let names that still look alike end on a number, but for the first."""
    used = set(cut.values())
    for family in list(_families(cut)):
        ends = map(" ({})".format, count(2))
        for name in family[1:]:
            texts = (cut_middle(letters[name], longest - len(end)) + end for end in ends)
            cut[name] = next(text for text in texts if text not in used)
            used.add(cut[name])


def letter_ticks(axis: Axis, places: Sequence[float], names: Iterable[str], longest: int = LONGEST) -> None:
    """Name places on an axis, literally as `put_text` does."""
    texts = cut_apart(names, longest)
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
    return "".join(_letters(text))


def _letters(text: str) -> Sequence[str]:
    """Of `text` as a chart shows it; each that cannot be shown is spelled out."""
    clean = unicodedata.normalize("NFC", text)
    if clean.isascii() and clean.isprintable():
        return clean
    return [_shown_character(visible_text(character)) for character in clean]


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
