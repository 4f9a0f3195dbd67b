"""Trackers of one object compared on one truth: sequences are swapped between both, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.compared import results_of_kind
from truebox.diagnosis.certainty.difference import Difference, difference, holm
from truebox.diagnosis.certainty.drawn_units import times_drawn
from truebox.diagnosis.certainty.estimate import Estimate, estimate, fewest
from truebox.errors import ArgumentError
from truebox.evaluation import SINGLE_OBJECT_PROTOCOLS, FollowedResult, evaluate

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.pair_differences import SwapSettings
    from truebox.typing import FloatArray

__all__ = ["followed_differences", "followed_drops", "followed_intervals", "followed_results"]

UNIT = "sequences"


def followed_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[FollowedResult]:
    """The results of trackers of one object, where these are given or asked for; else none."""
    results = results_of_kind(
        FollowedResult, SINGLE_OBJECT_PROTOCOLS, evaluate, given, threads=threads, evaluation=evaluation
    )
    for other in results[1:]:
        first = results[0]
        rules = [
            (each.protocol, each.mode, [row.name for row in each.per_sequence]) for each in (first, other)
        ]
        if rules[0] != rules[1]:
            raise ArgumentError(
                f"compare: {other.predictions.source.name} was evaluated on other sequences or by "
                f"other rules than {first.predictions.source.name}. Fix: evaluate both the same way."
            )
    return results


def _parts(result: FollowedResult) -> tuple[FloatArray, FloatArray]:
    """Of each sequence what it adds to each metric [S, M], and to what that is divided by [S]."""
    rows = result.per_sequence
    held = np.array(
        [[np.nan if row.metrics[key] is None else row.metrics[key] for key in result.metrics] for row in rows]
    )
    weight = np.array([float(row.truths) if result.pooled else 1.0 for row in rows])
    return np.nan_to_num(held) * weight[:, None], weight


def _metrics(parts: Sequence[tuple[FloatArray, FloatArray]], weights: Sequence[FloatArray]) -> FloatArray:
    """Every metric of each row of weights [R, M], over the sequences of all parts."""
    total = sum(each @ held for each, (held, _) in zip(weights, parts, strict=True))
    count = sum(each @ weight for each, (_, weight) in zip(weights, parts, strict=True))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: FloatArray = total / np.asarray(count)[:, None]
    return found


def _swapped(first: FollowedResult, second: FollowedResult, replicates: int, seed: int) -> FloatArray:
    """What the second has more than the first after random swaps of both in each sequence [R, M]."""
    parts, sequences = [_parts(first), _parts(second)], len(first.per_sequence)
    swapped = np.random.default_rng(seed).random((replicates, sequences)) < 0.5
    one, other = np.where(swapped, 0.0, 1.0), np.where(swapped, 1.0, 0.0)
    return _metrics(parts, [other, one]) - _metrics(parts, [one, other])


def followed_differences(
    first: FollowedResult, second: FollowedResult, settings: SwapSettings
) -> dict[str, Difference]:
    """What the second has more than the first, with intervals and p-values from swapping both at random."""
    sequences = len(first.per_sequence)
    apart = _swapped(first, second, settings.replicates, settings.seed)
    found = {}
    for place, key in enumerate(first.metrics):
        each = difference(
            first.metrics[key],
            second.metrics[key],
            apart[:, place],
            images=sequences,
            level=settings.level,
            reason=first.undefined.get(key),
            counted=UNIT,
        )
        if sequences < fewest(UNIT) and each.value is not None:
            each = replace(each, reason=f"{sequences} {UNIT} are too few to say how sure it is")
        found[key] = each
    return found


def followed_drops(
    earlier: FollowedResult,
    result: FollowedResult,
    asked: Sequence[tuple[str, float, float]],
    *,
    replicates: int = 4999,
    level: float = 0.95,
) -> list[Difference]:
    """Of each metric its value against the lowest that is allowed, by a paired swap test, Holm over them.

    Parameters
    ----------
    earlier, result : FollowedResult
        Of the same sequences and rules.
    asked : sequence of (metric, value, lowest)
        Of each drop its value now, and the lowest that is allowed.
    replicates, level
        As of `truebox.diagnosis.compare`.
    """
    followed_results([earlier, result], None, {})
    apart = _swapped(earlier, result, replicates, 0)
    places = {key: place for place, key in enumerate(result.metrics)}
    found = []
    for key, value, lowest in asked:
        each = difference(
            lowest,
            value,
            apart[:, places[key]],
            images=len(result.per_sequence),
            level=level,
            counted=UNIT,
        )
        found.append(each)
    return holm(found, level)


@refuses_other_kinds
def followed_intervals(
    result: FollowedResult, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, Estimate]:
    r"""Intervals of the metrics of one object over time, by drawing sequences with replacement.

    Parameters
    ----------
    result : FollowedResult
        Of `truebox.evaluate` with a protocol of one object.
    replicates, level, seed
        As in `truebox.diagnosis.intervals`.

    Returns
    -------
    dict of str to Estimate

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for file in ("otb/walk/groundtruth_rect.txt", "mine/walk.txt"):
    ...         Path(folder, file).parent.mkdir(parents=True)
    ...         _ = Path(folder, file).write_text("10,10,20,40\n12,10,20,40")
    ...     result = evaluate(f"{folder}/otb", f"{folder}/mine", protocol="otb")
    >>> followed_intervals(result)["success_rate"].value
    1.0
    """
    parts, sequences = _parts(result), len(result.per_sequence)
    weights = times_drawn(sequences, replicates, seed)
    drawn = _metrics([parts], [weights])
    return {
        key: estimate(
            result.metrics[key],
            drawn[:, place],
            images=sequences,
            level=level,
            counted=UNIT,
            reason=result.undefined.get(key),
        )
        for place, key in enumerate(result.metrics)
    }
