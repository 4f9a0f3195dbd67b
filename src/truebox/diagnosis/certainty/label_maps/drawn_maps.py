"""Label maps compared on one truth, and the interval of their mean IoU: images are swapped, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.compared import results_of_kind
from truebox.diagnosis.certainty.difference import Difference, difference
from truebox.diagnosis.certainty.drawn_units import times_drawn
from truebox.diagnosis.certainty.estimate import Estimate, estimate
from truebox.errors import ArgumentError
from truebox.evaluation import MAP_PROTOCOLS, SemanticResult, evaluate

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.pair_differences import SwapSettings
    from truebox.typing import AnyArray, FloatArray

__all__ = ["map_differences", "map_intervals", "mapped_results"]


def mapped_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[SemanticResult]:
    """The results of label maps, where these are given or asked for; else none."""
    results = results_of_kind(
        SemanticResult, MAP_PROTOCOLS, evaluate, given, threads=threads, evaluation=evaluation
    )
    for other in results[1:]:
        first = results[0]
        if not _same_truth(first, other):
            raise ArgumentError(
                f"compare: {other.predictions.source.name} was evaluated on other images or classes than "
                f"{first.predictions.source.name}. Fix: evaluate both the same way."
            )
    return results


def _same_truth(first: SemanticResult, other: SemanticResult) -> bool:
    if first.protocol != other.protocol or first.of_images.shape != other.of_images.shape:
        return False
    return bool((first.of_images[:, 0] == other.of_images[:, 0]).all())


def _mean_iou(counts: AnyArray) -> FloatArray:
    """Of pixels by true class, by predicted one and of those that are right [R, 3, C]."""
    true, found, right = np.moveaxis(counts.astype(np.float64), 1, 0)
    union = true + found - right
    iou = np.divide(right, union, out=np.full(union.shape, np.nan), where=union > 0)
    held = ~np.isnan(iou)
    count = held.sum(axis=1)
    means: FloatArray = np.divide(
        np.where(held, iou, 0.0).sum(axis=1), count, out=np.full(len(count), np.nan), where=count > 0
    )
    return means


def _weighed(weights: AnyArray, counts: AnyArray) -> AnyArray:
    """Sums of the counts of images [N, 3, C] under each row of weights [R, N]."""
    flat = weights @ counts.reshape(len(counts), -1)
    found: AnyArray = flat.reshape(len(weights), *counts.shape[1:])
    return found


def map_differences(
    first: SemanticResult, second: SemanticResult, settings: SwapSettings
) -> dict[str, Difference]:
    """What the second has more than the first, with interval and p-value from swapping both at random."""
    images = len(first.of_images)
    swapped = np.random.default_rng(settings.seed).random((settings.replicates, images)) < 0.5
    one, other = (~swapped).astype(np.int64), swapped.astype(np.int64)
    sides = (first.of_images, second.of_images)
    before, after = (
        _mean_iou(_weighed(own, sides[0]) + _weighed(its, sides[1]))
        for own, its in ((one, other), (other, one))
    )
    key = first.layout.main
    values = (first.metrics[key], second.metrics[key])
    return {
        key: difference(
            *values, after - before, images=images, level=settings.level, reason=first.undefined.get(key)
        )
    }


@refuses_other_kinds
def map_intervals(
    result: SemanticResult, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, Estimate]:
    """Interval of the mean IoU of label maps, by drawing images with replacement.

    Parameters
    ----------
    result : SemanticResult
        Of `truebox.evaluate` with a protocol of label maps.
    replicates, level, seed
        As in `truebox.diagnosis.intervals`.

    Returns
    -------
    dict of str to Estimate

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from PIL import Image
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for side in ("truth", "found"):
    ...         Path(folder, side).mkdir()
    ...         Image.fromarray(np.array([[0, 12]], np.uint8)).save(Path(folder, side, "a.png"))
    ...     result = evaluate(f"{folder}/truth", f"{folder}/found", protocol="voc_segmentation")
    >>> map_intervals(result)["IoU"].reason
    'only 1 image with truths of it; 10 are needed'
    """
    images = len(result.of_images)
    weights = times_drawn(images, replicates, seed)
    key = result.layout.main
    drawn = _mean_iou(_weighed(weights.astype(np.int64), result.of_images))
    return {
        key: estimate(
            result.metrics[key], drawn, images=images, level=level, reason=result.undefined.get(key)
        )
    }
