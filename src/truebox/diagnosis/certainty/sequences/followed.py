"""Trackers of one object compared on one truth: sequences are swapped between both, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap
from truebox.diagnosis.certainty.compared import results_of_kind
from truebox.diagnosis.certainty.unscored.drawn_parts import DrawnParts, Key, part_intervals
from truebox.evaluation import SINGLE_OBJECT_PROTOCOLS, FollowedResult, evaluate

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.typing import FloatArray

__all__ = ["FollowedParts", "followed_intervals", "followed_results"]

UNIT = "sequences"


def followed_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[FollowedResult]:
    """The results of trackers of one object, where these are given or asked for; else none."""
    return results_of_kind(
        FollowedResult,
        SINGLE_OBJECT_PROTOCOLS,
        evaluate,
        given,
        threads=threads,
        evaluation=evaluation,
        alike=_same_sequences,
        apart="on other sequences or by other rules",
    )


def _same_sequences(first: FollowedResult, other: FollowedResult) -> bool:
    a, b = ((each.protocol, each.mode, [row.name for row in each.per_sequence]) for each in (first, other))
    return a == b


def _parts(result: FollowedResult) -> tuple[FloatArray, FloatArray]:
    """Of each sequence what it adds to each metric [S, M], and to what that is divided by [S]."""
    rows = result.per_sequence
    held = np.array(
        [[np.nan if row.metrics[key] is None else row.metrics[key] for key in result.metrics] for row in rows]
    )
    weight = np.array([float(row.truths) if result.pooled else 1.0 for row in rows])
    return np.nan_to_num(held) * weight[:, None], weight


class FollowedParts(DrawnParts):
    """The sequences of a result of one object over time.

    Parameters
    ----------
    result : FollowedResult
        Of `truebox.evaluate` with a protocol of one object.
    """

    def __init__(self, result: FollowedResult) -> None:
        super().__init__(result, len(result.per_sequence), UNIT)
        self.sums = _parts(result)

    def measured(
        self, weights: FloatArray, other: Any = None, its: FloatArray | None = None
    ) -> dict[Key, FloatArray]:
        """Every metric, over the sequences of one tracker or of both."""
        held, weight = self.sums
        total, count = weights @ held, weights @ weight
        if other is not None and its is not None:
            total, count = total + its @ other.sums[0], count + its @ other.sums[1]
        with np.errstate(invalid="ignore", divide="ignore"):
            found = total / count[:, None]
        return {key: found[:, place] for place, key in enumerate(self.result.metrics)}


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
    check_bootstrap(replicates, level, seed)
    found = part_intervals(FollowedParts(result), replicates=replicates, level=level, seed=seed)
    return {key: each for key, each in found.items() if isinstance(key, str)}
