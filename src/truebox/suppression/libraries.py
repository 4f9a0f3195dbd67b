"""Boxes, scores and labels of every library as NumPy arrays, and where the answer goes back to."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox.arrays import Home, fetched, home_of

__all__ = ["as_numpy"]


def as_numpy(rows: Any, scores: Any, labels: Any, name: str = "boxes") -> tuple[Any, Any, Any, Home | None]:
    """The three for NumPy, and where they came from: None for NumPy arrays and lists.

    Raises
    ------
    ArgumentError
        If they belong to two libraries, lie on two devices, or have no values yet.

    Examples
    --------
    >>> as_numpy([[0, 0, 1, 1]], [0.5], None)
    ([[0, 0, 1, 1]], [0.5], None, None)
    """
    if (
        type(rows) is np.ndarray
        and type(scores) is np.ndarray
        and (labels is None or type(labels) is np.ndarray)
    ):
        return rows, scores, labels, None
    home = home_of({name: rows, "scores": scores, "labels": labels}, scores)
    if home is None:
        return rows, scores, labels, None
    return fetched(rows, name), fetched(scores, "scores"), fetched(labels, "labels"), home
