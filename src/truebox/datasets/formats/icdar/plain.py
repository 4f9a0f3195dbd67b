"""Detections of plain lines of eight numbers, and perhaps a confidence, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.texts.plain_lines import plain_lines
from truebox.records import Ids, Predictions, segmentations_of_corners
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source
    from truebox.typing import FloatArray

__all__ = ["are_confidences", "plain_predictions"]

_CORNERS = 8


def plain_predictions(
    files: Sequence[tuple[str, str, bytes]], label: str, source: Source, options: ReadOptions
) -> Predictions | None:
    """The detections, None where the reader of lines has to look: other lines, or something wrong.

    Parameters
    ----------
    files : sequence of (name, image, bytes)
        As `members` gives them.
    label : str
        The class of all.
    source : Source
        Where they come from.
    options : ReadOptions
        What the caller gave.
    """
    shaped = options.geometry in OUTLINED
    lines = plain_lines([data for _, _, data in files], ",")
    if lines is None or len(lines.numbers) not in (_CORNERS, _CORNERS + 1) or options.geometry == "keypoints":
        return None
    corners = np.ascontiguousarray(lines.numbers[:_CORNERS].T)
    if (np.signbit(corners) & (corners == 0)).any():  # which of two zeros is the least is a question of order
        return None
    low, high = corners.reshape(-1, 4, 2).min(axis=1), corners.reshape(-1, 4, 2).max(axis=1)
    boxes = np.concatenate([low, high - low], axis=1)
    if not (np.abs(boxes) <= LARGEST_COORDINATE).all():
        return None
    scores = lines.numbers[_CORNERS:].reshape(-1)
    scored = are_confidences(scores)
    used = np.unique(lines.file)
    count = len(boxes)
    return Predictions(
        source=source,
        image=Ids(np.searchsorted(used, lines.file), tuple(files[place][1] for place in used.tolist())),
        category=Ids(np.zeros(count, dtype=np.int64), (label,)),
        boxes=boxes,
        scores=scores.copy() if scored else np.ones(count),
        findings=options.errors.findings(),
        boxed=not shaped,
        segmentations=segmentations_of_corners(corners) if shaped else None,
        image_by="name",
        category_by="name",
    )


def are_confidences(numbers: FloatArray) -> bool:
    """Whether what follows the corners in every line is a confidence, and not a text of digits.

    Of any range, percent and logits too, where some are no whole numbers; whole ones between 0 and 1 alone.

    Examples
    --------
    >>> are_confidences(np.array([98.5, 42.0])), are_confidences(np.array([2013.0, 7.0]))
    (True, False)
    """
    if not len(numbers):
        return False
    return bool(((numbers >= 0) & (numbers <= 1)).all() or (numbers != np.rint(numbers)).any())
