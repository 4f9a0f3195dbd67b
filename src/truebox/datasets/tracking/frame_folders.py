"""Folders of PNGs named by their frames, one folder a sequence: names and headers alone, without NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["PngHead", "first_head", "frame_folders"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class PngHead(NamedTuple):
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


def first_head(folder: Path) -> PngHead | None:
    """Of the first picture that is named by its frame; None where there is none, or it is no PNG.

    Examples
    --------
    >>> first_head(Path("nowhere")) is None
    True
    """
    first = min((each for each in folder.glob("*.png") if each.stem.isdigit()), default=None)
    if first is None:
        return None
    with first.open("rb") as stream:
        head = stream.read(26)
    if len(head) < 26 or not head.startswith(_SIGNATURE) or head[12:16] != b"IHDR":
        return None
    return PngHead(head[24], head[25])


def frame_folders(path: Path, names: Sequence[str], fits: Callable[[Path], bool]) -> dict[str, Path]:
    """Folders that fit by sequence: the path itself, or those in the first folder of `names` that has any.

    Examples
    --------
    >>> frame_folders(Path("nowhere"), ("",), lambda folder: True)
    {}
    """
    if not path.is_dir():
        return {}
    if fits(path):
        return {path.absolute().name: path}
    for home in filter(Path.is_dir, (path / name for name in names)):
        found = {each.name: each for each in sorted(home.iterdir()) if each.is_dir() and fits(each)}
        if found:
            return found
    return {}
