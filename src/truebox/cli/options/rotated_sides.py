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


def rotated_sides(
    truth: str,
    predictions: Sequence[str],
    task: str | None = None,
    formats: tuple[str | None, str | None] = (None, None),
) -> str:
    """What speaks for rotated boxes on both sides, in words; nothing where one of them is anything else.

    Parameters
    ----------
    truth : str
        Path of the truth; ``"-"`` and pipes say nothing.
    predictions : sequence of str
        Paths; all must speak for it.
    task : str or None
        What the caller said rows of label files hold.
    formats : tuple of (str or None, str or None)
        Of the truth and of predictions, where the caller said them.

    Examples
    --------
    >>> rotated_sides("no-such-file.json", [])
    ''
    """
    try:
        said, beside = _of_side(Path(truth), "truth", task, formats[0])
        sides = (_of_side(Path(path), "predictions", task, formats[1], beside) for path in predictions)
        if said and all(evidence for evidence, _ in sides):
            return said
    except (OSError, ValueError, TrueboxError):  # reading says what is wrong
        return ""
    return ""


def _of_side(
    path: Path, role: Literal["truth", "predictions"], task: str | None, form: str | None, beside: str = ""
) -> tuple[str, str]:
    """What speaks for it, and the name of the format."""
    if is_stream(path):
        return "", ""
    named = None if form is None else datasets.format_named(form, role)
    if (named is None or named.rotated is None) and coco.path_looks_like_coco(path, role):
        return coco.rotated_in(path), ""
    found, chosen = path, named
    if chosen is None:
        found, chosen, _ = datasets.find_source(path, role, beside=beside)
    return "" if chosen.rotated is None else str(chosen.rotated(found, role, task)), chosen.name
