"""What one group of images tells of all: that they are read wrongly, or why the number is near zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebox._writing.counted import counted
from truebox.evaluation.detection.looks.every_look import seen_otherwise
from truebox.evaluation.detection.looks.ranking.ranked_backwards import ranked_backwards
from truebox.evaluation.detection.misfit import refuse_misfit, refuse_shapes
from truebox.evaluation.detection.run import evaluate_records, shape_asked
from truebox.evaluation.detection.zero import with_zero_explained
from truebox.evaluation.matches.judged import judged
from truebox.evaluation.states.parameters import coco_parameters

if TYPE_CHECKING:
    from truebox.records import Finding, Predictions, Truth

__all__ = ["looked_at"]

_OF_PARAMETERS = (
    *("geometry", "iou_thresholds", "recall_thresholds", "area_ranges", "max_detections"),
    "class_agnostic",
)

_OF_THE_WHOLE = ("W-319",)


def looked_at(
    true: Truth, found: Predictions, question: Mapping[str, Any], *, fit_test: bool
) -> tuple[Finding, ...]:
    """Evaluate one group as `truebox.evaluate` does, and say what it would say of it (W-312, W-315 to W-331).

    Of classes without a detection the whole tells.

    Parameters
    ----------
    true, found
        The images of a group.
    question : mapping
        Arguments of `Evaluator`.
    fit_test : bool
        Whether another reading that fits far better is refused.

    Raises
    ------
    InputError
        Another reading of boxes, masks, keypoints or classes fits far better (E-470).
    """
    protocol, mode = question["protocol"], question["mode"]
    chosen = {name: question[name] for name in _OF_PARAMETERS}
    parameters = coco_parameters(**chosen, protocol=protocol, mended=protocol.mended(mode))

    def again(changed: Predictions, against: Truth = true) -> Any:
        return evaluate_records(
            against,
            changed,
            parameters,
            mode=mode,
            images=None,
            categories=None,
            threads=question["threads"] or 0,
            shape=shape_asked(question["sigmas"], question["dilation_ratio"]),
        )

    def against_other(against: Truth) -> Any:
        return again(found, against)

    result = again(found)
    seen = judged(result)
    otherwise: tuple[Finding, ...] = ()
    if fit_test and "fit_test" in protocol.takes:
        classes = (refuse_misfit if question["geometry"] == "boxes" else refuse_shapes)(result, again)
        noticed = (*filter(None, [classes]), *seen_otherwise(result, seen, again, against_other))
        otherwise = tuple(each for each in noticed if each.code not in _OF_THE_WHOLE)
    told = replace(result, warnings=())
    explained = with_zero_explained(told, seen, against_other).warnings
    backwards = ranked_backwards(result, seen)
    said = [*otherwise, *([] if backwards is None else [backwards]), *explained]
    of = counted(len(true.images), "image")
    return tuple(replace(each, message=f"of {of} looked at: {each.message}") for each in said)
