"""The folder of the pictures that label files belong to, where it lies in or beside theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox.datasets.folders.folder_listing import PICTURE_SUFFIXES

__all__ = ["pictures_beside"]

_CALLED = ("data", "image", "img", "jpegimages", "jpgs", "photo", "picture")


def pictures_beside(labels: Path, names: Sequence[str]) -> Path | None:
    """The folder that has a picture for every name without suffix: that of the labels, in it, or beside it.

    Parameters
    ----------
    labels : Path
        A folder of label files.
    names : sequence of str
        Of the label files, without suffix.

    Examples
    --------
    >>> pictures_beside(Path("no-such-folder"), ["a"]) is None
    True
    """
    if not names or not labels.is_dir():
        return None
    return next((folder for folder in _around(labels) if _has_all(folder, names)), None)


def _around(labels: Path) -> list[Path]:
    """The folder, and those in it and beside it that are called for pictures."""
    try:
        folders = [*labels.iterdir(), *labels.resolve().parent.iterdir()]
    except OSError:
        return []
    called = [each for each in folders if each.name.lower().startswith(_CALLED) and each.is_dir()]
    return [labels, *sorted(called)]


def _has_all(folder: Path, names: Sequence[str]) -> bool:
    try:
        there = {path.stem for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES}
    except OSError:
        return False
    return there.issuperset(names)
