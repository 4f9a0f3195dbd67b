"""What the folder of a page is called, and how one is told from other folders."""

from __future__ import annotations

import os
from pathlib import Path

from truebox._kinds import refuses_other_kinds

__all__ = ["CHARTS", "INDEX", "is_folder_of_page", "names_folder"]

INDEX = "index.html"
CHARTS = "plotly.js"
_BEGINS = b'<!doctype html>\n<html lang="en">'
_OWN = frozenset({INDEX, CHARTS, "data", "pictures", "small"})


@refuses_other_kinds
def names_folder(path: str | os.PathLike[str]) -> bool:
    """Whether a page at this path is a folder: it ends in a slash, or is a folder.

    Examples
    --------
    >>> names_folder("report/"), names_folder("report.html")
    (True, False)
    """
    text = os.fspath(path)
    return text.endswith(("/", os.sep)) or os.path.isdir(text)


@refuses_other_kinds
def is_folder_of_page(path: Path) -> bool:
    """Whether a folder holds a page and nothing else, so that a new page may take its place.

    Examples
    --------
    >>> is_folder_of_page(Path("nowhere"))
    False
    """
    try:
        if not {each.name for each in path.iterdir()} <= _OWN:
            return False
        with open(path / INDEX, "rb") as stream:
            return stream.read(len(_BEGINS)) == _BEGINS
    except OSError:
        return False
