"""Detections of plain lines as columns; whatever is not plain is left to the lines' own reader."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.rotated_corners import extent, signed_zeros
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.texts.files import read_as_they_stand
from truebox.datasets.texts.plain_lines import plain_lines
from truebox.records import Ids, Predictions, segmentations_of_corners
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.datasets.options import ReadOptions
    from truebox.records import Source
    from truebox.typing import FloatArray

__all__ = ["plain_predictions"]

_TURNED, _UPRIGHT = 9, 5
"""Numbers of a line: a score, then four corners, or two of an upright box."""


def plain_predictions(
    files: Sequence[Path], labels: Sequence[str], source: Source, options: ReadOptions
) -> Predictions | None:
    """The detections of plain files, None of others.

    Parameters
    ----------
    files : sequence of Path
        In the order in which they are read.
    labels : sequence of str
        The class of each file.
    source : Source
        Where they come from.
    options : ReadOptions
        What the caller gave.
    """
    if options.geometry == "keypoints":
        return None
    lines = plain_lines(read_as_they_stand(files), " ", worded=True)
    if lines is None or len(lines.numbers) not in (_TURNED, _UPRIGHT):
        return None
    turned, shaped = len(lines.numbers) == _TURNED, options.geometry in OUTLINED
    corners = np.ascontiguousarray(lines.numbers[1:].T)
    if shaped and not turned:
        return None
    points = corners.reshape(len(corners), -1, 2)
    # Two corners are the ends of a box as they stand: a negative size is refused by the reader of lines.
    low, high = (points.min(axis=1), points.max(axis=1)) if turned else (points[:, 0], points[:, 1])
    boxes = np.concatenate([low, high - low], axis=1)
    if turned:
        for row in np.flatnonzero(signed_zeros(corners).any(axis=1)).tolist():
            boxes[row] = extent(corners[row].tolist())
    if not ((np.abs(boxes) <= LARGEST_COORDINATE).all() and (boxes[:, 2:] >= 0).all()):
        return None
    place: dict[str, int] = {}
    of_file = np.zeros(len(files), dtype=np.int64)
    for file in np.unique(lines.file).tolist():
        of_file[file] = place.setdefault(labels[file], len(place))
    return Predictions(
        source=source,
        image=Ids(lines.word, lines.words),
        category=Ids(of_file[lines.file], tuple(place)),
        boxes=boxes,
        scores=lines.numbers[0].copy(),
        findings=options.errors.findings(),
        boxed=not shaped,
        segmentations=segmentations_of_corners(corners) if shaped else None,
        image_by="name",
        category_by="name",
        attributes={"angle": _angles(corners)} if turned else {},
    )


def _angles(corners: FloatArray) -> FloatArray:
    """As `angle_of` has them, to the last bit."""
    across, down = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    found: FloatArray = np.array([degrees(each) for each in map(atan2, down.tolist(), across.tolist())])
    return found
