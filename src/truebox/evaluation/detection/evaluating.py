"""Detections and truths as they were given: read, joined, evaluated, and tested for a misfit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from truebox import datasets, fitting
from truebox._native.threads import thread_count
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError
from truebox.evaluation import detection, matching
from truebox.evaluation.detection.looks.every_look import seen_otherwise
from truebox.evaluation.detection.looks.ranking.ranked_backwards import ranked_backwards
from truebox.evaluation.detection.memory_need import refuse_beyond_memory
from truebox.evaluation.detection.misfit import refuse_misfit, refuse_shapes, with_other_readings
from truebox.evaluation.detection.run import evaluate_records, shape_asked
from truebox.evaluation.detection.uncapped import with_uncapped_value
from truebox.evaluation.detection.zero import with_zero_explained
from truebox.evaluation.matches.judged import judged
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_named
from truebox.evaluation.states.parameters import coco_parameters
from truebox.typing import ROTATED, Geometry

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Asked, DetectionProtocol, Protocol
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.records import Predictions, Truth

__all__ = ["evaluate_detections", "load_ahead"]

_OF_PARAMETERS = (
    *("iou_thresholds", "recall_thresholds", "area_ranges", "max_detections"),
    *("class_agnostic", "geometry"),
)


_SOURCES: dict[str, str] = {
    "keypoints": "keypoint_source",
    **dict.fromkeys(("masks", "boundary"), "mask_source"),
    **dict.fromkeys(ROTATED, "quad_source"),
}
"""What measures overlaps of shapes, by geometry; boxes need nothing more."""


def load_ahead(geometry: Geometry) -> None:
    """Load the modules that an evaluation of this geometry asks for only when it runs.

    For who has nothing else to do meanwhile: the same modules are loaded without it, later.

    Examples
    --------
    >>> load_ahead("boxes")
    """
    _ = datasets.read_pair, fitting.common_shift, fitting.meant_as_corners
    if geometry in _SOURCES:
        getattr(matching, _SOURCES[geometry])


def evaluate_detections(protocol: DetectionProtocol, asked: Asked) -> Result:
    """Read what is not read yet, and evaluate it."""
    given = asked.arguments
    geometry, mode = given["geometry"], asked.mode
    refuse_geometry(protocol, geometry)
    pool = thread_count(given["threads"])
    chosen = {name: given[name] for name in _OF_PARAMETERS}
    parameters = coco_parameters(**chosen, protocol=protocol, mended=protocol.mended(mode))
    reading = datasets.reading_among(given)
    named = {name: given[name] for name in ("categories", "class_agnostic")} | {"complete": protocol.complete}
    pair = datasets.read_pair(asked.truth, asked.predictions, **named, **reading)
    true, predicted = pair.truth, pair.predictions
    if given["box_format"] is not None:
        said = {"box_format": given["box_format"], "geometry": geometry}
        datasets.refuse_idle_layout(asked.truth, asked.predictions, (true.source, predicted.source), **said)
    if given["lenient"]:
        true, predicted = detection.without_refused(
            true, predicted, geometry, pool, maskless=protocol.maskless
        )
    refuse_beyond_memory(true, predicted, parameters, given["max_memory"], pool)

    capped = geometry == "boxes" and protocol.limit == "class"

    shape = shape_asked(given["sigmas"], given["dilation_ratio"])

    def again(
        found: Predictions,
        parameters: CocoParameters = parameters,
        against: Truth = true,
        *,
        beyond_cap: bool = False,
    ) -> Result:
        return evaluate_records(
            against,
            found,
            parameters,
            mode=mode,
            images=given["images"],
            categories=given["categories"],
            threads=pool,
            shape=shape,
            beyond_cap=beyond_cap,
        )

    def against_other(against: Truth) -> Result:
        return again(predicted, against=against)

    result = again(predicted, beyond_cap=capped)
    seen = judged(result)
    if given["fit_test"] and "fit_test" in protocol.takes:
        as_read = replace(result, predictions=predicted)  # protocols clip what they measure
        readings = protocol.other_readings or (fitting.fits_of_turned if geometry in ROTATED else None)
        if readings is not None:
            noted = with_other_readings(as_read, again, readings(result.truth, predicted))
            result = replace(result, warnings=noted.warnings)
        if geometry == "boxes":
            classes = refuse_misfit(as_read, again)
        else:
            classes = refuse_shapes(as_read if predicted.boxed else result, again)
        looked = (*filter(None, [classes]), *seen_otherwise(result, seen, again, against_other))
        result = replace(result, warnings=(*result.warnings, *looked))
    if capped:
        result = with_uncapped_value(result, lambda uncapped: again(predicted, uncapped))
    backwards = ranked_backwards(result, seen)
    if backwards is not None:
        result = replace(result, warnings=(*result.warnings, backwards))
    if any(each.code == "W-321" for each in result.warnings):
        return result
    return with_zero_explained(result, seen, against_other)


def refuse_geometry(protocol: Protocol, geometry: str) -> None:
    """Raise ArgumentError where the protocol cannot match by the geometry."""
    known = sorted(get_args(Geometry))
    if geometry not in known:
        raise ArgumentError(
            f"geometry: {geometry!r} is unknown.{did_you_mean(geometry, known)} "
            f"Fix: pass one of {', '.join(map(repr, known))}."
        )
    if geometry in protocol.geometries:
        return
    others = [name for name in DETECTION_PROTOCOLS if geometry in protocol_named(name).geometries]
    choices = [f"pass geometry={each!r}" for each in protocol.geometries]
    fix = ", ".join([*choices, f"or name a protocol that takes {geometry!r}: {', '.join(others)}"])
    raise ArgumentError(f"geometry: {protocol.name!r} does not take {geometry!r}. Fix: {fix}.")
