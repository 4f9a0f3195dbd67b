"""The first pixel as the writer of an annotation states it: ``<source><annotation>... first pixel 1``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from truebox._lazily import deferred_pattern
from truebox.datasets.texts.files import open_file

__all__ = ["ORIGIN_ELEMENT", "stated_origin", "stated_origins"]

ORIGIN_ELEMENT = "\t<source>\n\t\t<annotation>Truebox, first pixel 1</annotation>\n\t</source>\n"
"""What the writer puts into every file."""

_STATED = deferred_pattern(rb"<source>\s*<annotation>Truebox, first pixel ([01])</annotation>")
_HEAD = 4096


def stated_origin(path: Path) -> int:
    """0 or 1 as stated at the head of a file; -1 where nothing is."""
    with open_file(path) as stream:
        found = _STATED.search(stream.read(_HEAD))
    return -1 if found is None else int(found[1])


def stated_origins(root: Path, names: Sequence[str]) -> list[int]:
    """`stated_origin` of each of the files, which are relative to `root`."""
    return [stated_origin(root / name) for name in names]
