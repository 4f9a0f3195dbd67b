"""COCO: what every other protocol here is told apart from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, get_args

import numpy as np

from truebox.errors import ArgumentError
from truebox.evaluation.protocol import DetectionProtocol
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import (
    AREA_LIMIT,
    KEYPOINT_CAP,
    CocoParameters,
    default_thresholds,
)
from truebox.evaluation.states.quirks import QUIRKS, Quirk
from truebox.evaluation.states.rules import Rules
from truebox.typing import Geometry

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth

__all__ = ["PROTOCOL", "coco_defaults", "questions_at", "threshold_name", "thresholds_asked"]

_HEADLINE_CAP = 100
_USUAL = np.arange(50, 100, 5) / 100
_SHORT = {"small": "s", "medium": "m", "large": "l"}
_TITLE = {"AP": "Average Precision", "AR": "Average Recall"}


def coco_defaults(geometry: str, mended: Quirk) -> CocoParameters:
    """The reference's parameters of a geometry."""
    keypoints = geometry == "keypoints"
    ranges = {
        "all": (0.0, AREA_LIMIT),
        "small": (0.0, 32.0**2),
        "medium": (32.0**2, 96.0**2),
        "large": (96.0**2, AREA_LIMIT),
    }
    if keypoints:
        del ranges["small"]
    return CocoParameters(
        iou_thresholds=default_thresholds((0.5, 0.95, 10), mended),
        recall_thresholds=default_thresholds((0.0, 1.0, 101), mended),
        area_ranges=ranges,
        max_detections=(KEYPOINT_CAP,) if keypoints else (1, 10, 100),
        geometry=geometry,
    )


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    reads_hundred = Quirk.HEADLINE_CAP not in state.mended
    return questions_at(state, _HEADLINE_CAP if reads_hundred else None)


def questions_at(state: MatchState, headline_cap: int | None = None) -> list[Question]:
    """The twelve, of keypoints ten, more or fewer with other areas and caps; AP may have a cap of its own."""
    parameters = state.parameters
    read = (tuple(dict.fromkeys(parameters.max_detections)), _cap(state), headline_cap)
    named = tuple(thresholds_asked(parameters))
    return list(_made(parameters.geometry, tuple(parameters.area_ranges), read, named))


@lru_cache(maxsize=16)  # the same are asked several times in each evaluation
def _made(
    geometry: str,
    areas: tuple[str, ...],
    read: tuple[tuple[int, ...], int, int | None],
    asked: tuple[tuple[str, float], ...],
) -> tuple[Question, ...]:
    caps, cap, headline_cap = read
    labels = [label for label in areas if label != "all"]
    suffix = {label: _SHORT.get(label, f"[{label}]") for label in labels}
    if geometry == "keypoints":
        return tuple(
            question
            for precise, name in ((True, "AP"), (False, "AR"))
            for question in (
                Question(name, precise, "all", cap),
                Question(f"{name}50", precise, "all", cap, 0.5, per_class=precise),
                Question(f"{name}75", precise, "all", cap, 0.75, per_class=precise),
                *(Question(f"{name}{key}", precise, "all", cap, value) for key, value in asked if precise),
                *(
                    Question(f"{name}{suffix[label]}", precise, label, cap, per_class=precise)
                    for label in labels
                ),
            )
        )
    return (
        Question("AP", True, "all", headline_cap or cap),
        Question("AP50", True, "all", cap, 0.5),
        Question("AP75", True, "all", cap, 0.75),
        *(Question(f"AP{key}", True, "all", cap, value) for key, value in asked),
        *(Question(f"AP{suffix[label]}", True, label, cap) for label in labels),
        *(Question(f"AR{each}", False, "all", each, per_class=each == cap) for each in caps),
        *(Question(f"AR{suffix[label]}", False, label, cap, per_class=False) for label in labels),
    )


def thresholds_asked(parameters: CocoParameters) -> list[tuple[str, float]]:
    """Thresholds beside 0.5 and 0.75 that have a number each, by name: none of the usual ten.

    Examples
    --------
    >>> from dataclasses import replace
    >>> usual = coco_defaults("boxes", Quirk.NONE)
    >>> thresholds_asked(usual), thresholds_asked(replace(usual, iou_thresholds=np.array([0.05, 0.5, 0.625])))
    ([], [('05', 0.05), ('62.5', 0.625)])
    """
    thresholds = parameters.iou_thresholds
    if len(thresholds) == len(_USUAL) and bool((np.abs(thresholds - _USUAL) <= 1e-9).all()):
        return []
    named = {threshold_name(value): float(value) for value in thresholds}
    return [(key, value) for key, value in named.items() if key not in ("50", "75")]


def threshold_name(threshold: float) -> str:
    """The threshold as it stands in ``AP50``: in hundredths.

    Examples
    --------
    >>> threshold_name(0.5), threshold_name(0.05), threshold_name(0.625)
    ('50', '05', '62.5')
    """
    hundredths = f"{100 * threshold:.8g}"
    return hundredths.zfill(2)


def _cap(state: MatchState) -> int:
    """The cap that everything but AP and the smaller AR is read at: the third, in the reference."""
    caps = state.parameters.max_detections
    if state.parameters.geometry == "keypoints" and Quirk.KEYPOINT_CAP not in state.mended:
        return KEYPOINT_CAP
    return caps[2] if len(caps) > 2 and Quirk.HEADLINE_CAP not in state.mended else caps[-1]


def _vector(parameters: CocoParameters) -> list[str]:
    """The twelve, of keypoints ten, of `COCOeval.stats`; "" stands for a third cap that is not there."""
    if parameters.geometry == "keypoints":
        return [f"{name}{part}" for name in _TITLE for part in ("", "50", "75", "m", "l")]
    caps = [f"AR{cap}" for cap in parameters.max_detections[:3]]
    sizes = tuple(_SHORT.values())
    keys = ["AP", "AP50", "AP75", *(f"AP{size}" for size in sizes)]
    return [*keys, *caps, *[""] * (3 - len(caps)), *(f"AR{size}" for size in sizes)]


# What `COCOeval.summarize` of pycocotools 2.0.11 shows, in order: precision or recall, the single
# threshold or None for all of them, the area label, and which of max_detections (None: a literal
# 100, whatever the parameters are).
_LINES: tuple[tuple[str, float | None, str, int | None], ...] = (
    ("AP", None, "all", None),
    ("AP", 0.5, "all", 2),
    ("AP", 0.75, "all", 2),
    ("AP", None, "small", 2),
    ("AP", None, "medium", 2),
    ("AP", None, "large", 2),
    ("AR", None, "all", 0),
    ("AR", None, "all", 1),
    ("AR", None, "all", 2),
    ("AR", None, "small", 2),
    ("AR", None, "medium", 2),
    ("AR", None, "large", 2),
)
_KEYPOINT_LINES: tuple[tuple[str, float | None, str], ...] = tuple(
    (kind, threshold, area)
    for kind in _TITLE
    for threshold, area in ((None, "all"), (0.5, "all"), (0.75, "all"), (None, "medium"), (None, "large"))
)


def _lines(result: Result) -> str:
    """What ``COCOeval.summarize()`` prints."""
    limits = result.parameters.max_detections
    if result.geometry == "keypoints":
        rows = [(*line, KEYPOINT_CAP) for line in _KEYPOINT_LINES]
    elif len(limits) < 3:
        raise ArgumentError(
            f"the reference's twelve lines need three max_detections, got {list(limits)}; "
            "give three, such as 1,10,100, or choose another output"
        )
    else:
        rows = [(*line[:3], _HEADLINE_CAP if line[3] is None else limits[line[3]]) for line in _LINES]
    thresholds = result.parameters.iou_thresholds
    span = f"{thresholds[0]:0.2f}:{thresholds[-1]:0.2f}"
    lines = []
    for (kind, threshold, area, limit), value in zip(rows, result.stats, strict=True):
        overlap = span if threshold is None else f"{threshold:0.2f}"
        lines.append(
            f" {_TITLE[kind]:<18} ({kind}) @[ IoU={overlap:<9} | area={area:>6s} | "
            f"maxDets={limit:>3d} ] = {value:0.3f}\n"
        )
    return "".join(lines)


PROTOCOL = DetectionProtocol(
    name="coco",
    title="COCO",
    reference="pycocotools 2.0.11",
    geometries=get_args(Geometry),
    defaults=coco_defaults,
    questions=_questions,
    quirks=Quirk.ALL,
    rules=Rules(),
    rules_elsewhere={"masks": Rules(), "keypoints": Rules(most=KEYPOINT_CAP)},
    reported=QUIRKS,
    vector=_vector,
    lines=_lines,
)
