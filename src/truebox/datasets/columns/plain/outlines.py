"""Detections of plain lines, each the corners of one outline and nothing else, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.rotated_corners import extent, signed_zeros
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.datasets.texts.files import read_as_they_stand
from truebox.datasets.texts.plain_lines import plain_numbers
from truebox.records import Ids, Predictions, segmentations_of_corners
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.datasets.options import ReadOptions
    from truebox.records import Source

__all__ = ["outline_predictions"]

_LEAST = 6


def outline_predictions(
    files: Sequence[Path],
    images: Sequence[str],
    label: str,
    source: Source,
    options: ReadOptions,
    *,
    y_first: bool = False,
) -> Predictions | None:
    r"""The detections, all of score 1; None where the reader of lines has to look.

    Parameters
    ----------
    files : sequence of Path
        In the order in which they are read.
    images : sequence of str
        The image of each file.
    label : str
        The class of all.
    source : Source
        Where they come from.
    options : ReadOptions
        What the caller gave.
    y_first : bool
        Whether lines are ``y, x, y, x, ...``.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.records import Source
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "img1.txt"
    ...     _ = path.write_text("1,2,3,2,3,9\n")
    ...     found = outline_predictions([path], ["img1"], "text", Source("a", "b", "c"), ReadOptions())
    >>> found.boxes.tolist(), found.image[0]
    ([[1.0, 2.0, 2.0, 7.0]], 'img1')
    """
    if options.geometry == "keypoints":
        return None
    read = plain_numbers(read_as_they_stand(files), ",")
    if read is None:
        return None
    lengths, numbers = np.diff(read.offsets), read.numbers
    if (lengths % 2).any() or (lengths < _LEAST).any():
        return None
    points = numbers.reshape(-1, 2)
    if y_first:
        points = np.ascontiguousarray(points[:, ::-1])
    first = read.offsets[:-1] // 2
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    boxes = np.concatenate([low, high - low], axis=1)
    zeros = np.flatnonzero(signed_zeros(numbers))
    for row in np.unique(np.searchsorted(read.offsets, zeros, side="right") - 1).tolist():
        boxes[row] = extent(points[first[row] : read.offsets[row + 1] // 2].ravel().tolist())
    if not (np.abs(boxes) <= LARGEST_COORDINATE).all():
        return None
    shaped, count = options.geometry in OUTLINED, len(boxes)
    used = np.unique(read.file)
    return Predictions(
        source=source,
        image=Ids(np.searchsorted(used, read.file), tuple(images[place] for place in used.tolist())),
        category=Ids(np.zeros(count, dtype=np.int64), (label,)),
        boxes=boxes,
        scores=np.ones(count),
        findings=options.errors.findings(),
        boxed=not shaped,
        segmentations=segmentations_of_corners(points, read.offsets) if shaped else None,
        image_by="name",
        category_by="name",
    )
