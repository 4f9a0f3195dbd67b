"""A few numbers of a protocol and nothing else, for searches that ask many protocols about one pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox._native.threads import thread_count
from truebox.evaluation.detection.run import Shape, match_records
from truebox.evaluation.states.accumulation import accumulate
from truebox.evaluation.states.parameters import coco_parameters
from truebox.evaluation.states.summary import class_metrics, summarise

if TYPE_CHECKING:
    from collections.abc import Collection

    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.records import Predictions, Truth

__all__ = ["metrics_alone"]

_USUAL = Shape(None, 0.02)


@refuses_other_kinds
def metrics_alone(
    truth: Truth,
    predictions: Predictions,
    protocol: DetectionProtocol,
    keys: Collection[str],
    *,
    label: str | None = None,
    geometry: str = "boxes",
    threads: int | None = None,
) -> dict[str, float | None]:
    """What `evaluate` gives for some metrics, without findings, tables and what else a result has.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        Of an evaluation that refused nothing.
    protocol : DetectionProtocol
        Whose rules count.
    keys : collection of str
        Metrics that the protocol has; what it has not is left out.
    label : str, optional
        The class whose metrics they are; by default all.
    geometry : str
        What is compared; of keypoints by the sigmas of the protocol.
    threads : int or None
        As in `truebox.evaluate`.

    Examples
    --------
    >>> from truebox.evaluation import evaluate, protocol_value
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> metrics_alone(result.truth, result.predictions, protocol_value("voc"), ["AP"])
    {'AP': 1.0}
    """
    found = match_records(
        truth,
        predictions,
        coco_parameters(geometry=geometry, protocol=protocol),
        mode="strict",
        images=None,
        categories=None,
        threads=thread_count(threads),
        shape=_USUAL,
    )
    state = found.matched.state
    curves = accumulate(state, with_scores=False, threads=threads)
    if label is None:
        return dict(summarise(state, curves, found.case.truth, only=keys).metrics)
    place = found.case.alignment.category_names.index(label)
    return class_metrics(state, curves, found.case.truth, only=keys)[place]
