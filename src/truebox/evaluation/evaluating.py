"""The one call: truth and predictions in, a `Result` out."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

from truebox._native.threads import thread_count
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.evaluation.detection.memory_need import refuse_beyond_memory
from truebox.evaluation.detection.misfit import refuse_misfit
from truebox.evaluation.detection.run import Shape, evaluate_coco
from truebox.evaluation.detection.uncapped import with_uncapped_value
from truebox.evaluation.states.alignment import joined
from truebox.evaluation.states.parameters import coco_parameters
from truebox.evaluation.states.quirks import mended_in
from truebox.records import Predictions, Truth
from truebox.typing import Geometry

if TYPE_CHECKING:
    from truebox.datasets.memory.arrays import ArrayFormat
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.typing import Mode

__all__ = ["evaluate"]


@overload
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
def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: str = "coco",
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
    box_format: ArrayFormat | None = None,
    fit_test: bool = True,
    lenient: bool = False,
    max_memory: int | None = None,
) -> Result: ...


def evaluate(
    truth: Any,
    predictions: Any,
    *,
    protocol: str = "coco",
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
    box_format: ArrayFormat | None = None,
    fit_test: bool = True,
    lenient: bool = False,
    max_memory: int | None = None,
) -> Result | PanopticResult:
    """Average precision and recall of predictions, identical to the reference tool.

    In strict mode the tables and all twelve numbers equal those of pycocotools 2.0.11 to the last
    bit, its quirks included; a warning names each quirk that changed a number and gives the
    corrected one. In corrected mode every quirk is mended (``docs/quirks.md``).

    Parameters
    ----------
    truth, predictions : path, parsed COCO data, arrays per image, or `Truth` and `Predictions`
        Records are used as they are; everything else is read by `truebox.datasets`.
    protocol : {"coco", "lvis", "panoptic"}
        LVIS: only classes that were looked for in an image count, the best 300 of an image over all
        classes, and AP also of rare, common and frequent classes. Panoptic takes `mode`, `images` and
        `threads` alone and returns what `truebox.evaluation.evaluate_panoptic` does.
    geometry : {"boxes", "masks", "keypoints", "boundary"}
        What overlaps. Boundaries are matched by the smaller of mask IoU and boundary IoU.
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
    images, categories : sequences of ids (categories also by name)
        Evaluate only these.
    sigmas : sequence of float
        Of keypoints: how far annotators differ, per point; default the seventeen of a person.
    dilation_ratio : float
        Of boundaries: their width as a ratio of the image's diagonal.
    threads : int or None
        Default: the processors this process may use, at most ``TRUEBOX_NUM_THREADS``.
    box_format : str or None
        Of arrays per image; see `truebox.datasets`.
    fit_test : bool
        Of boxes: refuse a result near zero when another reading of the predicted boxes or classes
        would make a good one (E-470), instead of reporting it.
    lenient : bool
        Leave out rows that would be refused, count them and say so (W-150); what is wrong with a whole
        source is refused all the same.
    max_memory : int or None
        Bytes: an evaluation that is estimated to need more is refused before it begins (E-483). Default:
        what the machine has.

    Returns
    -------
    Result

    Raises
    ------
    ArgumentError
        An argument has a value that cannot be taken; the message names it and the fix.
    InputError
        Data was refused: E-130 unknown image, E-131 unknown category, E-138 box, E-139 score, E-470 boxes
        or classes that fit the truth only under another reading.

    Warns
    -----
    TrueboxWarning
        Once for each of ``result.warnings``.

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
        raise ArgumentError(f"mode: {mode!r} is unknown. Fix: pass 'strict' or 'corrected'.")
    if protocol == "panoptic":
        others = {
            "geometry": geometry != "boxes",
            "iou_thresholds": iou_thresholds is not None,
            "recall_thresholds": recall_thresholds is not None,
            "area_ranges": area_ranges is not None,
            "max_detections": max_detections is not None,
            "class_agnostic": class_agnostic,
            "categories": categories is not None,
            "sigmas": sigmas is not None,
            "dilation_ratio": dilation_ratio != 0.02,
            "box_format": box_format is not None,
            "lenient": lenient,
            "max_memory": max_memory is not None,
        }
        return _panoptic(truth, predictions, others, mode=mode, images=images, threads=threads)
    evaluator = _evaluator(protocol, geometry)
    pool = thread_count(threads)
    parameters = coco_parameters(
        iou_thresholds=iou_thresholds,
        recall_thresholds=recall_thresholds,
        area_ranges=area_ranges,
        max_detections=max_detections,
        class_agnostic=class_agnostic,
        geometry=geometry,
        protocol=protocol,
        mended=mended_in(mode),
    )
    reading = {"geometry": geometry, "threads": threads, "box_format": box_format, "lenient": lenient}
    true = _records(truth, Truth, reading)
    if protocol == "lvis":
        _refuse_what_lvis_has_not(parameters)
        true = _with_federation(true, truth)
    predicted = _records(predictions, Predictions, reading)
    if lenient:
        from truebox.evaluation.detection.leniency import without_refused  # noqa: PLC0415  only lenient runs need it (1 ms)

        true, predicted = without_refused(true, predicted, geometry, pool)
    else:
        predicted = joined(true, predicted)
    refuse_beyond_memory(true, predicted, parameters, max_memory, pool)

    def run(found: Predictions, parameters: CocoParameters = parameters) -> Result:
        return evaluator(
            true,
            found,
            parameters,
            mode=mode,
            images=images,
            categories=categories,
            threads=pool,
            shape=Shape(sigmas, dilation_ratio),
        )

    result = run(predicted)
    if fit_test and geometry == "boxes":
        refuse_misfit(result, run)
    if protocol == "coco" and geometry == "boxes":
        result = with_uncapped_value(result, lambda uncapped: run(predicted, uncapped))
    for finding in result.warnings:
        warnings.warn(str(finding), TrueboxWarning, stacklevel=2)
    return result


# A new protocol or geometry is a new entry: its evaluator makes a MatchState and a Result.
_EVALUATORS: dict[tuple[str, str], Callable[..., Result]] = {
    **{("coco", geometry): evaluate_coco for geometry in get_args(Geometry)},
    **{("lvis", geometry): evaluate_coco for geometry in ("boxes", "masks", "boundary")},
}


def _panoptic(truth: Any, predictions: Any, others: Mapping[str, bool], **arguments: Any) -> PanopticResult:
    given = [name for name, is_given in others.items() if is_given]
    if given:
        raise ArgumentError(
            f"{given[0]}: the protocol 'panoptic' has no such choice. Fix: leave out {', '.join(given)}."
        )
    from truebox.evaluation.panoptic.evaluating import evaluate_panoptic  # noqa: PLC0415  boxes need none of it (11 ms)

    return evaluate_panoptic(truth, predictions, **arguments)


def _evaluator(protocol: str, geometry: str) -> Callable[..., Result]:
    for place, (name, value) in enumerate((("protocol", protocol), ("geometry", geometry))):
        known = sorted({key[place] for key in _EVALUATORS} | ({"panoptic"} if name == "protocol" else set()))
        if value not in known:
            raise ArgumentError(
                f"{name}: {value!r} is unknown. Fix: pass one of {', '.join(map(repr, known))}."
            )
    if (protocol, geometry) not in _EVALUATORS:
        known_pairs = ", ".join(f"{p} with {g}" for p, g in sorted(_EVALUATORS))
        raise ArgumentError(
            f"geometry: {protocol!r} does not take {geometry!r}. Fix: use one of {known_pairs}."
        )
    return _EVALUATORS[protocol, geometry]


def _records(source: Any, kind: type, reading: Mapping[str, Any]) -> Any:
    if isinstance(source, kind):
        return source
    name = "truth" if kind is Truth else "predictions"
    if isinstance(source, Truth | Predictions):
        raise ArgumentError(
            f"{name}: got {type(source).__name__}. Fix: pass the truth first, then the predictions."
        )
    from truebox import datasets  # noqa: PLC0415  records need no readers (14 ms)

    read = datasets.read_truth if kind is Truth else datasets.read_predictions
    return read(source, **reading)


def _refuse_what_lvis_has_not(parameters: CocoParameters) -> None:
    if parameters.class_agnostic:
        raise ArgumentError(
            "class_agnostic: LVIS is evaluated by class. Fix: leave it out, or protocol='coco'."
        )
    if len(parameters.max_detections) != 1:
        raise ArgumentError(
            f"max_detections: LVIS has one limit per image, got {list(parameters.max_detections)}. "
            "Fix: pass [300]."
        )


def _with_federation(true: Truth, given: Any) -> Truth:
    if true.federation is not None:
        return true
    source = true.source.path if true.source.path is not None else given
    if not isinstance(source, Mapping | PathLike):
        return true
    from truebox.datasets.formats.coco.federation import read_federation  # noqa: PLC0415  only LVIS needs it

    return replace(true, federation=read_federation(source, true))
