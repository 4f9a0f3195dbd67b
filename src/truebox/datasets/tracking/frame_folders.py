"""Folders of PNGs named by their frames, one folder a sequence: names and headers alone, without NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["has_palette", "instance_folders", "palette_folders"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _PALETTE = 0, 3
_OF_INSTANCES = ("", "instances")
_OF_PALETTES = (
    *("", "data", "Annotations", "Annotations/480p", "Annotations/Full-Resolution"),
    *("Annotations_unsupervised/480p", "Annotations_unsupervised/Full-Resolution", "480p"),
)


def instance_folders(path: Path) -> dict[str, Path]:
    """Folders of pictures of 16 bits of grey by sequence: the path itself, those there or in ``instances``.

    Examples
    --------
    >>> instance_folders(Path("nowhere"))
    {}
    """
    return _folders(path, _OF_INSTANCES, lambda folder: _first_head(folder) == (16, _GREY))


def palette_folders(path: Path) -> dict[str, Path]:
    """Folders of pictures whose pixels are numbers of objects by sequence, there or where DAVIS has them.

    Examples
    --------
    >>> palette_folders(Path("nowhere"))
    {}
    """
    return _folders(path, _OF_PALETTES, lambda folder: _small_kind(folder) is not None)


def has_palette(folder: Path) -> bool:
    """Whether pixels of the first picture are places in a palette, which pictures of a camera never are."""
    return _small_kind(folder) == _PALETTE


def _small_kind(folder: Path) -> int | None:
    """The kind of colour of the first picture, where it has 8 bits or fewer."""
    head = _first_head(folder)
    return head.colour if head is not None and head.bits <= 8 and head.colour in (_GREY, _PALETTE) else None


class _Head(NamedTuple):
    """What the header of a PNG says of its pixels.

    Parameters
    ----------
    bits : int
        Of each channel.
    colour : int
        The kind: 0 is grey, 3 a palette.
    """

    bits: int
    colour: int


def _first_head(folder: Path) -> _Head | None:
    """Of the first picture that is named by its frame; None where there is none, or it is no PNG."""
    first = min((each for each in folder.glob("*.png") if each.stem.isdigit()), default=None)
    if first is None:
        return None
    with first.open("rb") as stream:
        head = stream.read(26)
    if len(head) < 26 or not head.startswith(_SIGNATURE) or head[12:16] != b"IHDR":
        return None
    return _Head(head[24], head[25])


def _folders(path: Path, names: Sequence[str], fits: Callable[[Path], bool]) -> dict[str, Path]:
    """Folders that fit by sequence: the path itself, or those in the first folder of `names` that has any."""
    if not path.is_dir():
        return {}
    if fits(path):
        return {path.absolute().name: path}
    for home in filter(Path.is_dir, (path / name for name in names)):
        shown = (each for each in sorted(home.iterdir()) if not each.name.startswith("."))
        found = {each.name: each for each in shown if each.is_dir() and fits(each)}
        if found:
            return found
    return {}
