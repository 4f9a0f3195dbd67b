"""How long functions of box overlap take, once they give the same numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.arrays import library_of
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["time_iou"]

_LEAST_SECONDS = 0.002
"""Of one sample: shorter ones measure the clock."""


@refuses_other_kinds
def time_iou(
    functions: Mapping[str, Callable[[Any, Any], Any]],
    *,
    counts: Sequence[int] = (1, 10, 100, 1_000, 10_000, 100_000),
    samples: int = 7,
    tolerance: float = 1e-5,
    seed: int = 0,
) -> dict[str, dict[int, float]]:
    """Seconds that each function takes for the IoU of so many pairs of boxes, for `plot_batch_size`.

    For every count all functions are given the same boxes, and their answers are compared before anything is
    timed: what is fast and wrong is refused. Samples of all functions take turns, so that a busy machine is
    busy for all. Answers that are no NumPy arrays are brought to memory within the time, as far as they
    are waited for.

    Parameters
    ----------
    functions : mapping of name to function
        Each takes two float64 arrays [N, 4] (left, top, right, bottom) and gives [N] numbers.
    counts : sequence of int
        Numbers of pairs, at least 1.
    samples : int
        Of each function and count; their median is the answer.
    tolerance : float
        How far two answers may be apart.
    seed : int
        Of the boxes: sides from 1 to 100, most of a pair overlapping.

    Returns
    -------
    dict of str to dict of int to float

    Raises
    ------
    ArgumentError
        A function gives another shape or other numbers than the first one; there are no functions, or a
        count, `samples` or `tolerance` cannot be taken.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.plotting import time_iou
    >>> seconds = time_iou({"truebox": tb.elementwise_iou}, counts=(1, 100), samples=1)
    >>> list(seconds), list(seconds["truebox"])
    (['truebox'], [1, 100])
    """
    if not functions:
        raise ArgumentError("functions is empty; give at least one, such as {'mine': my_iou}")
    for name, value in (("samples", samples), *((f"counts[{at}]", each) for at, each in enumerate(counts))):
        if not isinstance(value, (int, np.integer)) or value < 1:
            raise ArgumentError(f"{name} is {value!r}; expected a whole number of at least 1")
    if not tolerance >= 0:
        raise ArgumentError(f"tolerance is {tolerance!r}; expected 0 or more")
    times: dict[str, dict[int, float]] = {name: {} for name in functions}
    for count in map(int, counts):
        a, b = _pairs(count, seed)
        _compare(functions, a, b, tolerance)
        often = {name: _how_often(function, a, b) for name, function in functions.items()}
        taken: dict[str, list[float]] = {name: [] for name in functions}
        for _ in range(samples):
            for name, function in functions.items():
                taken[name].append(_seconds(function, a, b, often[name]))
        for name, each in taken.items():
            times[name][count] = median(each)
    return times


def _pairs(count: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Pairs of boxes; the second is the first, moved by up to its own side and of another size."""
    random = np.random.default_rng(seed)
    corner, sides = random.uniform(0, 500, (count, 2)), random.uniform(1, 100, (count, 2))
    moved = corner + sides * random.uniform(-1, 1, (count, 2))
    others = np.maximum(sides * random.uniform(0.5, 1.5, (count, 2)), 1.0)
    return np.hstack([corner, corner + sides]), np.hstack([moved, moved + others])


def _answer(function: Callable[[Any, Any], Any], a: FloatArray, b: FloatArray) -> Any:
    answer = function(a, b)
    library = library_of(answer)
    return answer if library.name == "numpy" else library.to_numpy(answer)


def _compare(
    functions: Mapping[str, Callable[[Any, Any], Any]], a: FloatArray, b: FloatArray, tolerance: float
) -> None:
    first, expected = next(iter(functions)), np.empty(0)
    for name, function in functions.items():
        try:
            found = np.asarray(_answer(function, a.copy(), b.copy()), dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"functions[{name!r}] cannot be timed for {len(a)} pairs: {error}") from error
        if found.shape != (len(a),):
            raise ArgumentError(
                f"functions[{name!r}] gives {list(found.shape)} for {len(a)} pairs; expected [{len(a)}], the "
                "IoU of each box with the box of the same row"
            )
        if name == first:
            expected = found
        wrong = np.flatnonzero(~(np.abs(found - expected) <= tolerance))
        if len(wrong):
            row = int(wrong[0])
            raise ArgumentError(
                f"functions[{name!r}] gives {found[row]:.6g} where {first!r} gives {expected[row]:.6g}, for "
                f"{a[row].tolist()} and {b[row].tolist()} ({len(wrong):,} of {len(a):,} pairs differ); only "
                "functions that agree are timed"
            )


def _how_often(function: Callable[[Any, Any], Any], a: FloatArray, b: FloatArray) -> int:
    """Calls of one sample."""
    often = 1
    while often < 1 << 16 and (took := _seconds(function, a, b, often) * often) < _LEAST_SECONDS:
        often = max(2 * often, min(100 * often, int(1.2 * often * _LEAST_SECONDS / max(took, 1e-9))))
    return often


def _seconds(function: Callable[[Any, Any], Any], a: FloatArray, b: FloatArray, often: int) -> float:
    begin = time.perf_counter()
    for _ in range(often):
        _answer(function, a, b)
    return max((time.perf_counter() - begin) / often, 1e-9)
