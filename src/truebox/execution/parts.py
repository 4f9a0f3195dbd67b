"""One shard to a part, and parts to a result."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from truebox import datasets, fitting
from truebox._kinds import refuses_other_kinds
from truebox.errors import InputError
from truebox.evaluation import Evaluator, merge_parts, seen_in_pieces
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.evaluation import DetectionProtocol, StreamedResult

__all__ = ["merge", "part"]

_FEWEST = 10
_TIMES_BETTER = 3
_OF_ITS_CLASS = {"classes": " of their class"}
_SHAPES = ("masks", "boundary", "keypoints")


@refuses_other_kinds
def part(
    truth: Any,
    predictions: Any,
    *,
    categories: Any = None,
    images: Iterable[Any] | None = None,
    save: str | PathLike[str] | None = None,
    max_memory: int | None = None,
    fit_test: bool = True,
    **how: Any,
) -> bytes:
    """Evaluate a shard, whole images, as far as it goes alone.

    Parameters
    ----------
    truth, predictions : as `truebox.evaluate` takes them
        Of the images of the shard.
    categories : ids, names, mapping of id to name, or a truth; optional
        Every class of all shards; without it those that the truth of the shard lists.
    images : iterable of ids, optional
        Only these of the shard's images.
    save : path, optional
        Write the part there too.
    max_memory : int, optional
        Bytes. Larger files of COCO, Parquet or Arrow are read in pieces, as in `truebox.evaluate`; what is
        kept of each detection, 7 to 16 bytes, is held all the same.
    fit_test : bool
        Of records (`truebox.read_truth`, `truebox.read_predictions`) and pieces: refuse a shard on whose
        objects ten detections and three in ten lie under another reading, and thrice as many as under the
        one given (E-470).
    **how
        Every other argument of `truebox.Evaluator`.

    Returns
    -------
    bytes
        What `merge` takes.

    Examples
    --------
    >>> import truebox as tb
    >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    >>> how = {"categories": [1], "mode": "corrected"}
    >>> parts = [tb.execution.part({i: cat}, {i: {**cat, "scores": [0.5]}}, **how) for i in (1, 2)]
    >>> tb.execution.merge(parts).metrics["AP"]
    1.0
    """
    if max_memory is not None:
        evaluator = seen_in_pieces(
            truth, predictions, max_memory, categories=categories, images=images, fit_test=fit_test, **how
        )
        if evaluator is not None:
            if save is not None:
                evaluator.save(save)
            return evaluator.to_bytes()
        truth = truth.pieces.whole() if isinstance(truth, datasets.TruthFrame) else truth
        if isinstance(predictions, datasets.PredictionPieces):
            predictions = predictions.whole(truth)
    if categories is None:
        if not isinstance(truth, Truth):
            known = {name: how[name] for name in ("geometry", "box_format") if name in how}
            truth = datasets.truth_as_said(truth, **known)
        categories = truth
    if fit_test and isinstance(truth, Truth) and isinstance(predictions, Predictions):
        _refuse_misread(truth, predictions, how.get("geometry", "boxes"))
    evaluator = Evaluator(categories, **how)
    evaluator.update(truth, predictions, images=images)
    if save is not None:
        evaluator.save(save)
    return evaluator.to_bytes()


def _refuse_misread(truth: Truth, predictions: Predictions, geometry: str) -> None:
    """Raise E-470 where what a shard detects, or its classes, fit its truth under another reading alone."""
    looked_at = predictions.boxed if geometry == "boxes" else geometry in _SHAPES
    if not looked_at or not len(predictions):
        return
    pair = datasets.read_pair(truth, predictions)
    if pair.truth.units != pair.predictions.units:
        return
    fit_of = fitting.fit_of if geometry == "boxes" else fitting.fit_of_shapes
    fit = fit_of(pair.truth, pair.predictions)
    good = round(fit.better_share * fit.sampled)
    if not fit.better or good < _FEWEST or fit.better_share < _TIMES_BETTER * fit.share:
        return
    raise InputError(
        "E-470",
        predictions.source.name,
        f"{fit.share:.0%} of {fit.sampled:,} detections lie on an object{_OF_ITS_CLASS.get(fit.about, '')}; "
        f"{fit.better_share:.0%} if the {fit.about} were {fit.better}",
        f"{fit.fix}, or {'' if fit.flag else 'rerun '}with --no-fit-test if they are right",
    )


@refuses_other_kinds
def merge(
    parts: Iterable[str | PathLike[str] | bytes],
    *,
    expect: Iterable[Any] | None = None,
    protocol: DetectionProtocol | None = None,
    **how: Any,
) -> StreamedResult:
    """The result of all parts, in whatever order they come; memory holds one class of them.

    Parameters
    ----------
    parts : iterable of paths or bytes
        As `part` and ``truebox part`` make them.
    expect : iterable of ids, optional
        Every image there must be.
    protocol : DetectionProtocol, optional
        The protocol itself where it is none of Truebox's own.
    **how
        ``repeated`` and ``threads``, as in `truebox.evaluation.merge_parts`.

    Raises
    ------
    InputError
        A part is damaged, missing, altered, of another question, or gives an image as others do not: see
        `truebox.evaluation.merge_parts`.

    Examples
    --------
    >>> import truebox as tb
    >>> tb.execution.merge([b"no part"])
    Traceback (most recent call last):
        ...
    truebox.errors.InputError: E-574 bytes: the part is too short. Fix: make it again: ...
    """
    return merge_parts(parts, expect=expect, protocol=protocol, **how)
