"""Scores that are no finite numbers, which a drop-in ranks as its reference does, and says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from truebox._kinds import warn_caller
from truebox._writing.counted import counted

__all__ = ["warn_of_unranked"]


def warn_of_unranked(entries: Iterable[Any], ids: str, scores: str) -> None:
    """Warn (W-147) where entries of cells hold scores that are NaN or infinite.

    Parameters
    ----------
    entries : iterable of dict or None
        As `evalImgs` holds them; a detection stands in several.
    ids, scores : str
        The keys of their detections' ids and scores.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_of_unranked([{"dtIds": [4, 5], "dtScores": [0.5, float("nan")]}, None], "dtIds", "dtScores")
    >>> str(caught[0].message).partition(";")[0]
    'W-147 1 score is not a finite number (first: id 5, nan)'
    """
    found: dict[Any, Any] = {}
    for entry in entries:
        if entry is None or not len(entry[scores]):
            continue
        values = np.asarray(entry[scores], dtype=np.float64)
        for row in np.flatnonzero(~np.isfinite(values)).tolist():
            found.setdefault(entry[ids][row], values[row])
    if found:
        name, value = next(iter(found.items()))
        many = "is not a finite number" if len(found) == 1 else "are no finite numbers"
        warn_caller(
            f"W-147 {counted(len(found), 'score')} {many} (first: id {name}, {value}); "
            "NaN ranks last, infinity first, as in the reference"
        )
