"""The arguments of every bootstrap, checked in one place, and how often is drawn where nobody says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._frozen import dataclass
from truebox.errors import ArgumentError
from truebox.evaluation.states.summary import questions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation import Result
    from truebox.typing import AnyArray, Int32Array

__all__ = [
    "Draws",
    "check_bootstrap",
    "check_seed",
    "chosen_images",
    "fewer_text",
    "is_reduced",
    "usual_replicates",
]

_FEWEST, _MOST = 100, 1_000_000
_SEEDS = 2**63
_USUAL, _LEAST_USUAL = 1000, 200
_ROWS_MEASURED = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """How often images are drawn, for intervals of which level, and what decides which.

    Examples
    --------
    >>> Draws(replicates=200, level=0.95, seed=0).replicates
    200
    """

    replicates: int
    level: float
    seed: int


def check_bootstrap(replicates: int, level: float, seed: int) -> None:
    """Refuse what no bootstrap can be run with.

    Raises
    ------
    ArgumentError
        The message names the argument.

    Examples
    --------
    >>> check_bootstrap(1000, 0.95, 0)
    """
    if not _is_whole(replicates) or not _FEWEST <= replicates <= _MOST:
        raise ArgumentError(
            f"replicates: expected a whole number from {_FEWEST} to {_MOST:,}, got {replicates!r}. "
            "Fix: pass 1000."
        )
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
        raise ArgumentError(
            f"level: expected a probability between 0 and 1, got {level!r}. Fix: pass 0.95 for 95 %."
        )
    check_seed(seed)


def check_seed(seed: int) -> None:
    """Refuse what is no seed.

    Examples
    --------
    >>> check_seed(7)
    """
    if not _is_whole(seed) or not 0 <= seed < _SEEDS:
        raise ArgumentError(
            f"seed: expected a whole number from 0 to 2**63 - 1, got {seed!r}. Fix: pass seed=0."
        )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
    return max(_LEAST_USUAL, min(_USUAL, _ROWS_MEASURED // max(1, measured)))


def chosen_images(within: Sequence[bool] | AnyArray | None, result: Result) -> Int32Array:
    """The images of a slice, as indices into the images of the match state.

    Raises
    ------
    ArgumentError
        `within` is not one truth value per image, or chooses none.
    """
    count = len(result.state.images)
    if within is None:
        chosen = np.ones(count, dtype=bool)
    else:
        chosen = np.asarray(within)
        if chosen.dtype != np.bool_ or chosen.shape != (count,):
            raise ArgumentError(
                f"within: expected {count:,} values of True or False, one per image in the order of "
                f"result.state.images, got {chosen.dtype} of shape {chosen.shape}. "
                "Fix: pass a boolean array of that length."
            )
    if not count:
        raise ArgumentError("result: it has no images to draw from. Fix: evaluate at least one image.")
    if not chosen.any():
        raise ArgumentError("within: no image is chosen. Fix: pass True for at least one image.")
    return np.flatnonzero(chosen).astype(np.int32)
