"""How often to draw where nobody says, and what to say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.states.summary import questions

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["fewer_text", "is_reduced", "usual_replicates"]

_USUAL, _FEWEST = 1000, 200
_ROWS_MEASURED = 1_000_000_000


def usual_replicates(*results: Result) -> int:
    """How often to draw where nobody says: 1,000 times, and fewer, at least 200, where that takes long.

    It does where a protocol has measures of its own and there are very many detections. The numbers of these
    decide alone, so that the same data gives the same intervals on every machine. Of several results the one
    with the fewest draws decides.

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> usual_replicates(evaluate(*make_dataset(12, 2, 9, 3.0, 1), mode="corrected"))
    1000
    """
    return min(map(_of_one, results), default=_USUAL)


def is_reduced(replicates: int) -> bool:
    """Whether so many replicates are fewer than usual.

    Examples
    --------
    >>> is_reduced(200), is_reduced(1000)
    (True, False)
    """
    return replicates < _USUAL


def fewer_text(replicates: int) -> str:
    """What to say where so few replicates were drawn, and nobody asked for fewer.

    Examples
    --------
    >>> fewer_text(200)
    '200 random draws, not the usual 1,000, because there are very many detections'
    """
    return f"{replicates:,} random draws, not the usual {_USUAL:,}, because there are very many detections"


def _of_one(result: Result) -> int:
    asked = [each for each in questions(result.state, result.truth) if each.measure is not None]
    measured = len(result.state) * len({(each.measure, each.label, each.threshold) for each in asked})
    return max(_FEWEST, min(_USUAL, _ROWS_MEASURED // max(1, measured)))
