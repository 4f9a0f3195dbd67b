"""The range of AP and a warning with it, for a result that depends on the order of equal scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from truebox.diagnosis.equal_scores.ties import Ties, ties
from truebox.errors import ArgumentError
from truebox.evaluation.detection.tie_hint import ties_may_matter

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["tie_ranges", "with_tie_finding"]


def with_tie_finding(result: Result, threads: int | None = None) -> Result:
    """`result` with the range of its AP (W-515) where equal scores decide about it, else as it is.

    The range is computed only where all scores are equal, or where the quirk of ties changed a number.

    Examples
    --------
    >>> import warnings
    >>> from truebox.evaluation import evaluate
    >>> truth = [{"boxes": [[0, 0, 9, 9]], "labels": [1]}]
    >>> found = [{"boxes": [[50, 0, 59, 9], [0, 0, 9, 9]], "labels": [1, 1], "scores": [0.5, 0.5]}]
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     result = evaluate(truth, found)
    >>> print(with_tie_finding(result).warnings[-1].message.partition(";")[0])
    AP is 0.5000 in this order of equal scores, and any of 0.5000 to 1.0000 in others
    """
    if not ties_may_matter(result):
        return result
    found = tie_ranges(result, threads)
    return result if found is None else replace(result, warnings=(*result.warnings, *found.findings))


def tie_ranges(result: Result, threads: int | None = None) -> Ties | None:
    """`ties` of the result; None where the limit of an image cuts through equal scores: there is no range.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> tie_ranges(evaluate([box], [box | {"scores": [0.5]}])).metrics["AP"].exact
    True
    """
    try:
        return ties(result, threads=threads)
    except ArgumentError:
        return None
