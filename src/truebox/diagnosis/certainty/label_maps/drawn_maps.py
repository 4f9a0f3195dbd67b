"""Label maps compared on one truth, and the interval of their mean IoU: images are swapped, or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis.certainty.bootstrap_arguments import check_bootstrap
from truebox.diagnosis.certainty.compared import results_of_kind
from truebox.diagnosis.certainty.unscored.drawn_parts import DrawnParts, Key, mean_of_defined, part_intervals
from truebox.evaluation import MAP_PROTOCOLS, SemanticResult, evaluate

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.typing import AnyArray, FloatArray

__all__ = ["MapParts", "map_intervals", "mapped_results"]


def mapped_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[SemanticResult]:
    """The results of label maps, where these are given or asked for; else none."""
    return results_of_kind(
        SemanticResult,
        MAP_PROTOCOLS,
        evaluate,
        given,
        threads=threads,
        evaluation=evaluation,
        alike=_same_truth,
        apart="on other images or classes",
    )


def _same_truth(first: SemanticResult, other: SemanticResult) -> bool:
    if first.protocol != other.protocol or first.of_images.shape != other.of_images.shape:
        return False
    return bool((first.of_images[:, 0] == other.of_images[:, 0]).all())


def _iou(counts: AnyArray) -> FloatArray:
    """Of pixels by true class, by predicted one and of those that are right [R, 3, C] that of each class."""
    true, found, right = np.moveaxis(counts.astype(np.float64), 1, 0)
    union = true + found - right
    iou: FloatArray = np.divide(right, union, out=np.full(union.shape, np.nan), where=union > 0)
    return iou


def _weighed(weights: AnyArray, counts: AnyArray) -> AnyArray:
    """Sums of the counts of images [N, 3, C] under each row of weights [R, N]."""
    flat = weights @ counts.reshape(len(counts), -1)
    found: AnyArray = flat.reshape(len(weights), *counts.shape[1:])
    return found


class MapParts(DrawnParts):
    """The label maps of a result.

    Parameters
    ----------
    result : SemanticResult
        Of `truebox.evaluate` with a protocol of label maps.
    """

    def __init__(self, result: SemanticResult) -> None:
        super().__init__(result, len(result.of_images), "images")

    @property
    def name(self) -> str:
        """What is drawn."""
        return "label maps"

    def held(self, key: Key) -> int:
        """How many maps there are; of a class, how many of them have a true pixel of it."""
        return self.count if isinstance(key, str) else int((self.result.of_images[:, 0, key[1]] > 0).sum())

    def measured(
        self, weights: FloatArray, other: Any = None, its: FloatArray | None = None
    ) -> dict[Key, FloatArray]:
        """The mean IoU, and that of each class."""
        counts = _weighed(weights.astype(np.int64), self.result.of_images)
        if other is not None and its is not None:
            counts = counts + _weighed(its.astype(np.int64), other.result.of_images)
        iou, main = _iou(counts), self.result.layout.main
        found: dict[Key, FloatArray] = {main: mean_of_defined(iou)}
        return found | {(main, place): iou[:, place] for place in range(iou.shape[1])}


@refuses_other_kinds
def map_intervals(
    result: SemanticResult, *, replicates: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, Estimate]:
    """Intervals of the IoU of label maps, the mean and of each class, by drawing images with replacement.

    Parameters
    ----------
    result : SemanticResult
        Of `truebox.evaluate` with a protocol of label maps.
    replicates, level, seed
        As in `truebox.diagnosis.intervals`.

    Returns
    -------
    dict of str to Estimate
        ``IoU``, and of each class as in ``IoU[dog]``.

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
    check_bootstrap(replicates, level, seed)
    parts = MapParts(result)
    found = part_intervals(parts, replicates=replicates, level=level, seed=seed)
    return {parts.named(key): each for key, each in found.items()}
