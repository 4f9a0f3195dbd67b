"""Pairs of outlines as one table for each image: words down, detections across."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.protocols.text.outlines import MetPairs
    from truebox.typing import FloatArray, Int64Array

__all__ = ["ImageTable", "image_tables"]


class ImageTable(NamedTuple):
    """Words and detections of one image and class that meet any of the other side, in the order of files.

    Parameters
    ----------
    true, found : int64 arrays [G], [D]
        Their rows.
    of_true, of_found : arrays [G, D]
        What a pair shares, as a share of the word and of the detection.
    """

    true: Int64Array
    found: Int64Array
    of_true: FloatArray
    of_found: FloatArray


def image_tables(
    case: Case, pairs: MetPairs, of_true: FloatArray, of_found: FloatArray
) -> Iterator[ImageTable]:
    """One table after the other, from the shares of pairs [P]."""
    image = case.alignment.predicted_image[pairs.found].astype(np.int64)
    cell = image * max(len(case.alignment.categories), 1) + case.alignment.predicted_category[pairs.found]
    bounds = [0, *(np.flatnonzero(np.diff(cell)) + 1).tolist(), len(cell)] if len(cell) else []
    for first, end in pairwise(bounds):
        found, columns = np.unique(pairs.found[first:end], return_inverse=True)
        true, rows = np.unique(pairs.true[first:end], return_inverse=True)
        tables = np.zeros((2, len(true), len(found)))
        tables[0, rows, columns] = of_true[first:end]
        tables[1, rows, columns] = of_found[first:end]
        yield ImageTable(true, found, *tables)
