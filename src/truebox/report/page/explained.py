"""What became of every detection, and the one truth that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES

if TYPE_CHECKING:
    from truebox.report.page.side import Side
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["OUTCOME_NAMES", "outcome_codes", "overlaps_with", "partners"]

OUTCOME_NAMES = (*ERROR_NAMES, "ignored", "untyped")
"""What became of a detection; the last is false, but beyond those that the error types look at."""

_FALSE, _TRUE, _IGNORED = 0, 1, 2


def outcome_codes(side: Side) -> ByteArray:
    """Of each detection of the match table an index into `OUTCOME_NAMES` [N].

    The matching of the evaluation decides what is right and what is ignored; only false positives have a
    type of error. So the types, and the last name for those without one, add up to the false positives.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> outcome_codes(side).tolist()
    [0]
    """
    kind = np.zeros(len(side.outcome), dtype=np.uint8) if side.errors is None else side.errors.kind
    typed = np.where(kind == 0, len(OUTCOME_NAMES) - 1, kind)
    known = np.where(side.outcome == _IGNORED, OUTCOME_NAMES.index("ignored"), 0)
    return np.where(side.outcome == _FALSE, typed, known).astype(np.uint8)


def partners(side: Side) -> Int64Array:
    """Of each detection the row of the truth that explains its outcome, -1 where there is none [N].

    Of a right one the truth it found, of an ignored one the truth that excuses it, of an error the truth it
    is about: of a ``class`` error one of another class. ``background`` has none.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> truth = {"boxes": [[0, 0, 10, 10], [9, 0, 30, 10]], "labels": ["cat", "dog"]}
    >>> found = {"boxes": [[0, 0, 10, 10], [50, 50, 60, 60]], "labels": ["dog", "dog"], "scores": [0.9, 0.8]}
    >>> partners(Side.of(tb.evaluate([truth], [found], mode="corrected"))).tolist()
    [0, -1]
    """
    found = side.result.matches.detections
    matched = found.matched_truth[:, side.threshold].astype(np.int64)
    excuse = np.where(matched >= 0, matched, found.ignored_truth)
    target = -1 if side.errors is None else side.errors.target
    of_false = np.where(outcome_codes(side) < len(ERROR_NAMES), target, -1)
    return np.where(side.outcome == _TRUE, matched, np.where(side.outcome == _IGNORED, excuse, of_false))


def overlaps_with(side: Side, truth: Int64Array) -> FloatArray:
    """Overlap of each detection with the truth beside it, by row; 0 with none [N].

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> truth = [{"boxes": [[0, 0, 10, 10]], "labels": ["cat"]}]
    >>> found = [{"boxes": [[0, 0, 10, 8]], "labels": ["cat"], "scores": [0.5]}]
    >>> side = Side.of(tb.evaluate(truth, found, mode="corrected"))
    >>> overlaps_with(side, np.array([0])).tolist()
    [0.8]
    """
    pairs = side.result.matches.pairs
    detection = np.repeat(np.arange(len(truth)), np.diff(pairs.offsets))
    asked = pairs.truth == truth[detection]
    overlap = np.zeros(len(truth))
    overlap[detection[asked]] = pairs.overlap[asked]
    return overlap
