"""Whether files plainly hold rotated boxes, where nobody says what is to be evaluated; needs no NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from truebox import datasets
from truebox._writing.streams import is_stream
from truebox.datasets.formats import coco
from truebox.errors import TrueboxError

__all__ = ["rotated_sides"]


def rotated_sides(truth: str, predictions: Sequence[str], task: str | None = None) -> str:
    """What speaks for rotated boxes on both sides, in words; nothing where one of them is anything else.

    Parameters
    ----------
    truth : str
        Path of the truth; ``"-"`` and pipes say nothing.
    predictions : sequence of str
        Paths; all must speak for it.
    task : str or None
        What the caller said rows of label files hold.

    Examples
    --------
    >>> rotated_sides("no-such-file.json", [])
    ''
    """
    try:
        said = _of_side(Path(truth), "truth", task)
        if said and all(_of_side(Path(path), "predictions", task) for path in predictions):
            return said
    except (OSError, ValueError, TrueboxError):  # reading says what is wrong
        return ""
    return ""


def _of_side(path: Path, role: Literal["truth", "predictions"], task: str | None) -> str:
    if is_stream(path):
        return ""
    if coco.path_looks_like_coco(path, role):
        return coco.rotated_in(path)
    found, chosen, _ = datasets.find_source(path, role)
    return "" if chosen.rotated is None else str(chosen.rotated(found, role, task))
