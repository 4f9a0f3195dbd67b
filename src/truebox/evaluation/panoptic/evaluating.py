"""Panoptic quality: truth and predictions in, a `PanopticResult` out."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds, warn_caller
from truebox._native.threads import thread_count
from truebox._writing.nearest import did_you_mean
from truebox.datasets.formats.panoptic.reader import read_panoptic_predictions, read_panoptic_truth
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.panoptic.findings import left_out_findings, truth_findings
from truebox.evaluation.panoptic.looks import PanopticQuestion, seen_in_segments
from truebox.evaluation.panoptic.matching import match_segments
from truebox.evaluation.panoptic.pairs import segment_pairs
from truebox.evaluation.panoptic.quality import class_qualities, mean_qualities
from truebox.evaluation.panoptic.quirks import quirk_findings
from truebox.evaluation.panoptic.result import PanopticResult
from truebox.evaluation.panoptic.unmatched_images import unmatched_images

if TYPE_CHECKING:
    from truebox.records.panoptic import PanopticSegments
    from truebox.typing import Mode

__all__ = ["evaluate_panoptic", "panoptic_result"]


@refuses_other_kinds
def evaluate_panoptic(
    truth: Any,
    predictions: Any,
    *,
    truth_folder: str | os.PathLike[str] | None = None,
    predictions_folder: str | os.PathLike[str] | None = None,
    mode: Mode = "strict",
    images: Iterable[int | str] | None = None,
    threads: int | None = None,
) -> PanopticResult:
    """Panoptic quality of predicted segments, by the rules of the COCO panoptic task.

    A predicted and a true segment match when they have the same class and overlap by more than
    half (VOID pixels of the truth do not count). Per class, ``SQ`` is the mean overlap of matches,
    ``RQ = TP / (TP + FP/2 + FN/2)`` and ``PQ = SQ · RQ``; the headline numbers are means over the
    classes that have any segment. Predictions that are mostly VOID or crowd are neither right nor
    wrong; true crowds are never missed.

    Parameters
    ----------
    truth, predictions : path or parsed panoptic JSON
        ``{"categories": [{"id", "name", "isthing"}], "annotations": [{"image_id", "file_name",
        "segments_info": [{"id", "category_id", "area", "iscrowd"}]}]}``; of predictions only
        ``"annotations"`` is read. ``file_name`` is a PNG with ``id = R + 256 G + 65536 B`` and 0
        for VOID. In memory the map itself can be given as ``"segmentation"``: ids as whole numbers
        [H, W] of any dtype, or bytes [H, W, 3]. ``area`` and ``iscrowd`` may be left out.
    truth_folder, predictions_folder : path or None
        Of the PNGs. Default: the path of the JSON without its ending, as in the COCO format.
    mode : str
        ``"strict"`` keeps three habits of the reference (panopticapi): the area of a true segment
        is what the JSON states, only the last crowd of an image and class excuses predictions, and
        a class without a match enters the mean of SQ as 0. ``"corrected"`` counts areas, looks at
        all crowds, and leaves an undefined SQ out.
    images : sequence of ids or None
        Evaluate only these.
    threads : int or None
        That decode PNGs. Default: the processors this process may use, at most
        ``TRUEBOX_NUM_THREADS``.

    Returns
    -------
    PanopticResult

    Raises
    ------
    ArgumentError
        An argument has a value that cannot be taken; the message names it and the fix.
    InputError
        Data was refused: E-125 to E-134 and E-171 to E-178, with file, image and segment.
    MissingExtraError
        Reading PNGs needs Pillow.

    Warns
    -----
    TrueboxWarning
        Once for each of ``result.warnings``.

    Notes
    -----
    Source: A. Kirillov et al., Panoptic Segmentation, CVPR 2019. Overlaps are added in the order of
    image, true and predicted segment id, so that the sum does not depend on threads or shards.

    Examples
    --------
    >>> import numpy as np
    >>> true, found = np.array([[1, 1, 2, 2]]), np.array([[9, 9, 9, 5]])
    >>> truth = {
    ...     "categories": [{"id": 1, "name": "cat", "isthing": 1}, {"id": 2, "name": "sky", "isthing": 0}],
    ...     "annotations": [{"image_id": 7, "segmentation": true, "segments_info": [
    ...         {"id": 1, "category_id": 1}, {"id": 2, "category_id": 2}]}],
    ... }
    >>> predictions = {"annotations": [{"image_id": 7, "segmentation": found, "segments_info": [
    ...     {"id": 9, "category_id": 1}, {"id": 5, "category_id": 2}]}]}
    >>> result = evaluate_panoptic(truth, predictions, mode="corrected")
    >>> cat, sky = result.per_class
    >>> cat.true_positives, cat.iou_sum, sky.false_positives, sky.false_negatives
    (1, 0.6666666666666666, 1, 1)
    >>> result.metrics["PQ"], result.metrics["PQth"], result.metrics["PQst"]
    (0.3333333333333333, 0.6666666666666666, 0.0)
    """
    if mode not in ("strict", "corrected"):
        hint = did_you_mean(mode, ("strict", "corrected"))
        raise ArgumentError(f"mode: {mode!r} is unknown.{hint} Fix: pass 'strict' or 'corrected'.")
    result = panoptic_result(
        truth,
        predictions,
        truth_folder=truth_folder,
        predictions_folder=predictions_folder,
        mode=mode,
        images=images,
        threads=threads,
    )
    for finding in result.warnings:
        warn_caller(str(finding))
    return result


def panoptic_result(
    truth: Any,
    predictions: Any,
    *,
    truth_folder: str | os.PathLike[str] | None = None,
    predictions_folder: str | os.PathLike[str] | None = None,
    mode: Mode,
    images: Iterable[int | str] | None,
    threads: int | None,
) -> PanopticResult:
    """The same, of a mode that is known, without its warnings."""
    pool = thread_count(threads)
    categories, true = read_panoptic_truth(truth, truth_folder)
    predicted = read_panoptic_predictions(predictions, categories, predictions_folder)
    joined = _joined(true, predicted, images)
    pairs = segment_pairs(true, predicted, joined, threads=pool)
    findings = truth_findings(pairs, true, joined)
    findings += left_out_findings(predicted, joined, chosen=images is not None)
    state = match_segments(pairs, true, predicted, categories, images=joined, mode=mode)
    classes = class_qualities(state, categories)
    means = mean_qualities(classes)
    if mode == "strict":
        corrected = match_segments(pairs, true, predicted, categories, images=joined, mode="corrected")
        findings += quirk_findings(state, corrected, categories)
    asked = PanopticQuestion(
        pairs=pairs, truth=true, predictions=predicted, categories=categories, images=joined, mode=mode
    )
    findings += seen_in_segments(asked, means.metrics["PQ"])
    findings += unmatched_images(state, means.metrics["PQ"])
    return PanopticResult(
        mode=mode,
        metrics=means.metrics,
        undefined=means.undefined,
        per_class=classes,
        state=state,
        truth=true,
        predictions=predicted,
        warnings=tuple(findings),
    )


def _joined(
    truth: PanopticSegments, predictions: PanopticSegments, images: Iterable[int | str] | None
) -> list[tuple[int, int]]:
    """Numbers of the evaluated images in both inputs, in the order of the truth (E-178)."""
    places = {image: row for row, image in enumerate(predictions.images)}
    wanted = _wanted(truth, images)
    missing = [truth.images[row] for row in wanted if truth.images[row] not in places]
    if missing:
        some = ", ".join(repr(image) for image in missing[:3])
        problem = f"{len(missing)} of {len(wanted)} images of the truth have no prediction (such as {some})"
        fix = (
            "write image ids as the truth does and an all-VOID map where nothing was found, or choose images="
        )
        raise InputError("E-178", predictions.source.name, problem, fix)
    return [(row, places[truth.images[row]]) for row in wanted]


def _wanted(truth: PanopticSegments, images: Iterable[int | str] | None) -> list[int]:
    if images is None:
        return list(range(len(truth.images)))
    chosen = set(images)
    unknown = chosen - set(truth.images)
    if unknown:
        raise ArgumentError(
            f"images: {next(iter(unknown))!r} is not in the truth. Fix: pass image ids of its annotations."
        )
    return [row for row, image in enumerate(truth.images) if image in chosen]
