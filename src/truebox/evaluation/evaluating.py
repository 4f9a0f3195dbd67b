"""The one call: truth and predictions in, a `Result` out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from truebox import datasets
from truebox._kinds import refuses_other_kinds, warn_caller
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError
from truebox.evaluation import streaming
from truebox.evaluation.detection.evaluating import evaluate_detections
from truebox.evaluation.other_geometry import heeded, refuse_of_others
from truebox.evaluation.protocol import Asked, DetectionProtocol
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_value
from truebox.evaluation.stated import Choice, choice_of, with_choice_said
from truebox.records import Predictions, Truth, note_of_unseen

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.evaluation.result import Result
    from truebox.records import Finding
    from truebox.typing import Geometry, Mode, PercentLayout

__all__ = ["evaluate"]


@overload
@refuses_other_kinds
def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: Literal["panoptic"],
    mode: Mode = "strict",
    images: Iterable[Any] | None = None,
    threads: int | None = None,
) -> PanopticResult: ...


@overload
@refuses_other_kinds
def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: str | DetectionProtocol | None = None,
    geometry: Geometry = "boxes",
    mode: Mode = "strict",
    iou_thresholds: Iterable[float] | None = None,
    recall_thresholds: Iterable[float] | None = None,
    area_ranges: Mapping[str, Sequence[float]] | None = None,
    max_detections: Iterable[int] | None = None,
    class_agnostic: bool = False,
    images: Iterable[Any] | None = None,
    categories: Iterable[Any] | None = None,
    sigmas: Sequence[float] | None = None,
    dilation_ratio: float = 0.02,
    threads: int | None = None,
    box_format: BoxFormatLike | PercentLayout | None = None,
    fit_test: bool = True,
    lenient: bool = False,
    max_memory: int | None = None,
) -> Result: ...


@overload
@refuses_other_kinds
def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: str | DetectionProtocol | None = None,
    geometry: tuple[Geometry, ...] | list[Geometry],
    mode: Mode = "strict",
    iou_thresholds: Iterable[float] | None = None,
    recall_thresholds: Iterable[float] | None = None,
    area_ranges: Mapping[str, Sequence[float]] | None = None,
    max_detections: Iterable[int] | None = None,
    class_agnostic: bool = False,
    images: Iterable[Any] | None = None,
    categories: Iterable[Any] | None = None,
    sigmas: Sequence[float] | None = None,
    dilation_ratio: float = 0.02,
    threads: int | None = None,
    box_format: BoxFormatLike | PercentLayout | None = None,
    fit_test: bool = True,
    lenient: bool = False,
    max_memory: int | None = None,
) -> dict[Geometry, Result]: ...


@refuses_other_kinds
def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: str | DetectionProtocol | None = None,
    geometry: Geometry | Sequence[Geometry] = "boxes",
    mode: Mode = "strict",
    iou_thresholds: Iterable[float] | None = None,
    recall_thresholds: Iterable[float] | None = None,
    area_ranges: Mapping[str, Sequence[float]] | None = None,
    max_detections: Iterable[int] | None = None,
    class_agnostic: bool = False,
    images: Iterable[Any] | None = None,
    categories: Iterable[Any] | None = None,
    sigmas: Sequence[float] | None = None,
    dilation_ratio: float = 0.02,
    threads: int | None = None,
    box_format: BoxFormatLike | PercentLayout | None = None,
    fit_test: bool = True,
    lenient: bool = False,
    max_memory: int | None = None,
) -> Result | PanopticResult | dict[Geometry, Result]:
    """Average precision and recall of predictions, identical to the reference tool.

    In strict mode the tables and all twelve numbers equal those of pycocotools 2.0.11 to the last
    bit, its quirks included; a warning names each quirk that changed a number and gives the
    corrected one. In corrected mode every quirk is mended (``docs/quirks.md``).

    Parameters
    ----------
    truth, predictions : path, parsed COCO data, arrays per image, or `Truth` and `Predictions`
        Records are used as they are; everything else is read by `truebox.datasets`.
    protocol : str or DetectionProtocol, optional
        A name of ``docs/protocols``: "coco", "lvis", "voc", "voc2007", "ultralytics", "panoptic" and others.
        Default: what the truth says it was made for (``neg_category_ids`` of its images: LVIS,
        ``segments_info``: panoptic), which a warning then says (W-311); else COCO.
        LVIS: only classes that were looked for in an image count, the best 300 of an image over all
        classes, and AP also of rare, common and frequent classes. PASCAL VOC: IoU 0.5, the best truth even if
        it is taken, and the area under precision ("voc", from 2010 on) or eleven points of it ("voc2007").
        "yolov5", "ultralytics_8_4_40" and "ultralytics" are `val` of three generations of that family.
        "dota" and "dota_v1_5" are VOC's rules of 2007 on rotated boxes, or on the pixels of upright ones.
        Panoptic takes `mode`, `images` and `threads` alone and returns what
        `truebox.evaluation.evaluate_panoptic` does. Your own is a `truebox.evaluation.DetectionProtocol`.
    geometry : {"boxes", "masks", "keypoints", "boundary", "rotated", "probiou"} or several
        What overlaps. Boundaries are matched by the smaller of mask IoU and boundary IoU; rotated boxes, any
        four corners, by the exact area they share, or by ProbIoU as Ultralytics reports. Of several, such as
        ``("boxes", "masks")``, each is evaluated as by itself.
    mode : str
        ``"strict"`` or ``"corrected"``.
    iou_thresholds, recall_thresholds : sequences of float in [0, 1]
        Default 0.5, 0.55 ... 0.95 and 0, 0.01 ... 1.
    area_ranges : mapping of label to (low, high) in square pixels
        Default all, small (to 32²), medium (to 96²), large; keypoints have no small.
    max_detections : sequence of int
        The best so many detections per image and category count; default 1, 10, 100,
        for keypoints 20.
    class_agnostic : bool
        Forget the categories and match every detection with every truth of its image.
    images, categories : sequences of ids (categories also by name, or a mapping of ids to names)
        Evaluate only these. Of data in memory `categories` may name classes that no object has.
    sigmas : sequence of float
        Of keypoints: how far annotators differ, per point; default the seventeen of a person.
    dilation_ratio : float
        Of boundaries: their width as a ratio of the image's diagonal.
    threads : int or None
        Default: the processors this process may use, at most ``TRUEBOX_NUM_THREADS``.
    box_format : str or None
        Of both sides; of the predictions alone where the truth states its own, as COCO's files and data do.
        Where only one of two sides needs it give ``truebox.read_truth(truth, box_format=...)`` as `truth`.
    fit_test : bool
        Of boxes: refuse a result near zero when another reading of the predicted boxes or classes
        would make a good one (E-470), instead of reporting it.
    lenient : bool
        Leave out rows that would be refused, count them and say so (W-150); what is wrong with a whole
        source is refused all the same.
    max_memory : int or None
        Bytes. Larger files of COCO, Parquet or Arrow, truth and predictions, are read in pieces (boxes,
        masks, boundaries and keypoints), and the result is a `StreamedResult` of the same numbers; all else
        that is estimated to need more is refused before it begins (E-483). Default: what the machine has.

    Returns
    -------
    Result
        Of several geometries a mapping of each to its result.

    Raises
    ------
    ArgumentError
        An argument has a value that cannot be taken; the message names it and the fix.
    InputError
        Data was refused: E-130 unknown image, E-131 unknown category, E-138 box, E-139 score, E-470 boxes,
        masks, keypoints or classes that fit the truth only under another reading.

    Warns
    -----
    TrueboxWarning
        Once for each of ``result.warnings``; those that move no number by 0.0005 share one note, once.

    Notes
    -----
    Source: T.-Y. Lin et al., Microsoft COCO, 2014, and the evaluation code of its authors. No
    detections at all is a valid input with AP 0; a metric without any truth is None.

    Examples
    --------
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {
    ...     "images": [{"id": 1}],
    ...     "categories": [{"id": 1, "name": "cat"}],
    ...     "annotations": [{"id": 1, "area": 1600, "iscrowd": 0, **box}],
    ... }
    >>> result = evaluate(truth, [{"score": 0.9, **box}], mode="corrected")
    >>> result.metrics["AP"], result.metrics["APm"], result.undefined["APs"]
    (1.0, 1.0, 'no truth of small size')
    """
    if mode not in ("strict", "corrected"):
        hint = did_you_mean(mode, ("strict", "corrected"))
        raise ArgumentError(f"mode: {mode!r} is unknown.{hint} Fix: pass 'strict' or 'corrected'.")
    arguments = {
        "geometry": geometry,
        "iou_thresholds": iou_thresholds,
        "recall_thresholds": recall_thresholds,
        "area_ranges": area_ranges,
        "max_detections": max_detections,
        "class_agnostic": class_agnostic,
        "images": images,
        "categories": categories,
        "sigmas": sigmas,
        "dilation_ratio": dilation_ratio,
        "threads": threads,
        "box_format": box_format,
        "fit_test": fit_test,
        "lenient": lenient,
        "max_memory": max_memory,
    }
    if not isinstance(geometry, str):
        several = _several(geometry)
        refuse_of_others(arguments, several)
        results = {
            each: _evaluated(truth, predictions, protocol, mode, heeded(arguments, each)) for each in several
        }
        _warn(finding for result in results.values() for finding in result.warnings)
        return results
    result: Result | PanopticResult = _evaluated(truth, predictions, protocol, mode, arguments)
    _warn(result.warnings)
    return result


def _several(geometries: Sequence[Geometry]) -> tuple[Geometry, ...]:
    named = tuple(dict.fromkeys(geometries))
    if not named:
        raise ArgumentError("geometry: none is named. Fix: pass one, such as 'boxes', or several.")
    return named


_HELD = (Predictions, str, PathLike, Sequence, Mapping)
"""What predictions mostly are, of which none is in pieces: what knows those loads in 20 ms."""

_noted: set[str] = set()
"""What this process has said of quirks that move nothing visible: saying it at every call hides the rest."""


def _warn(findings: Iterable[Finding]) -> None:
    given = tuple(findings)
    for text in dict.fromkeys(str(each) for each in given if each.seen):
        warn_caller(text)
    note = note_of_unseen(given)
    if note and not _noted:
        _noted.add(note)
        warn_caller(note)


def _evaluated(
    truth: Any,
    predictions: Any,
    protocol: str | DetectionProtocol | None,
    mode: Mode,
    arguments: dict[str, Any],
) -> Any:
    if (
        arguments["box_format"] is not None
        and isinstance(truth, Truth)
        and isinstance(predictions, Predictions)
    ):
        raise ArgumentError(
            "box_format= has no meaning for records that were read before. Fix: leave it out."
        )
    if arguments["max_memory"] is not None:
        usual = protocol_value(DETECTION_PROTOCOLS[0] if protocol is None else protocol)
        if isinstance(usual, DetectionProtocol):
            usual.refuse_untaken(arguments, evaluate.__kwdefaults__ or {})
            refuse_of_others(arguments, (arguments["geometry"],))
            frame = streaming.frame_of_larger(truth, usual, mode=mode, arguments=arguments)
            if frame is not None:
                larger = streaming.evaluate_larger(frame, predictions, usual, mode=mode, arguments=arguments)
                if larger is not None:
                    return larger
        if isinstance(truth, datasets.TruthFrame):
            truth = truth.pieces.whole()
    choice = (
        choice_of(truth, predictions, arguments)
        if protocol is None
        else Choice(protocol_value(protocol), truth)
    )
    choice.refuse_untaken(arguments, evaluate.__kwdefaults__ or {})
    refuse_of_others(arguments, (arguments["geometry"],))
    rules = choice.protocol
    if arguments["max_memory"] is not None and isinstance(rules, DetectionProtocol):
        larger = streaming.evaluate_larger(choice.truth, predictions, rules, mode=mode, arguments=arguments)
        if larger is not None:
            return with_choice_said(larger, rules, choice.states)
    if not isinstance(predictions, _HELD) and isinstance(predictions, datasets.PredictionPieces):
        predictions = predictions.whole(choice.truth)
    asked = Asked(protocol=rules, truth=choice.truth, predictions=predictions, mode=mode, arguments=arguments)
    result: Result | PanopticResult = (
        evaluate_detections(rules, asked) if isinstance(rules, DetectionProtocol) else rules.evaluate(asked)
    )
    return with_choice_said(result, rules, choice.states)
