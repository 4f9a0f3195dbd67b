"""CrowdPose: keypoints of people in crowds, and of images with few, some and many joints of others."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox.errors import InputError
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.coco import PROTOCOL as COCO
from truebox.evaluation.protocols.coco import coco_defaults
from truebox.evaluation.protocols.stated_pairs import stated_places
from truebox.evaluation.question import Question
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.quirks import Quirk
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import AnyArray, FloatArray

__all__ = ["CROWDPOSE_SIGMAS", "PROTOCOL", "crowd_subsets"]

# Shoulders, elbows, wrists, hips, knees, ankles, each left and right, head, neck; divided as the kit does.
CROWDPOSE_SIGMAS = tuple(
    tenths / 10.0
    for tenths in (0.79, 0.79, 0.72, 0.72, 0.62, 0.62, 1.07, 1.07, 0.87, 0.87, 0.89, 0.89, 0.79, 0.79)
)
_SHARE = 0.53
"""The area of a person as a share of their box."""

_COLUMN = "crowdIndex"
_SUBSETS = ("easy", "medium", "hard")
_BOUNDS = (0.2, 0.8)
"""Of the kit; the paper has 0.1 and 0.8."""


def crowd_subsets(index: FloatArray) -> AnyArray:
    """The subset of each crowd index: 0 easy, 1 medium, 2 hard; -1 for NaN.

    Examples
    --------
    >>> crowd_subsets(np.array([0.0, 0.19, 0.2, 0.79, 0.8, 1.0, np.nan])).tolist()
    [0, 0, 1, 1, 2, 2, -1]
    """
    return np.where(np.isnan(index), -1, np.searchsorted(_BOUNDS, index, side="right"))


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    usual = coco_defaults(geometry, mended)
    every = usual.area_ranges["all"]
    return replace(usual, area_ranges=dict.fromkeys(("all", *_SUBSETS), every), protocol="crowdpose")


def _complete(truth: Truth, given: Any) -> Truth:
    """With the crowd index of every image."""
    del given
    stated = datasets.image_columns(truth).get(_COLUMN)
    if stated is None:
        text = f"{truth.source.name} does not say the {_COLUMN} of its images: none is easy, medium or hard"
        return replace(truth, findings=(*truth.findings, Finding("W-313", text, len(truth.images))))
    ids = truth.images.ids.tolist()
    for row, (id, value) in enumerate(zip(ids, stated, strict=True)):
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            place = f"{truth.source.name} images[{row}].{_COLUMN}"
            problem = f"expected a number for image {id}, got {value!r:.40}"
            fix = "write the crowd index of every image, or of none"
            raise InputError("E-134", place, problem, fix, row=row)
    column = {_COLUMN: dict(zip(ids, stated, strict=True))}
    return replace(truth, images=replace(truth.images, columns={**truth.images.columns, **column}))


def _select(case: Case) -> Case:
    """People are as large as a share of their boxes; images of other subsets are not there."""
    truth, alignment = case.truth, case.alignment
    index = np.full(len(alignment.images) + 1, np.nan)  # the last: of images that are not evaluated
    places, _ = stated_places(truth, alignment)
    stated = truth.images.columns.get(_COLUMN, {})
    for place, id in zip(places.tolist(), truth.images.ids.tolist(), strict=True):
        if place >= 0:
            index[place] = stated.get(id, np.nan)
    subset = crowd_subsets(index)
    others = np.zeros(len(subset), np.uint64)
    for number in range(len(_SUBSETS)):
        others |= (subset != number).astype(np.uint64) << np.uint64(number + 1)
    return replace(
        case,
        truth=replace(truth, area=truth.boxes[:, 2] * truth.boxes[:, 3] * _SHARE),
        outside=others[alignment.true_image],
        absent=others[alignment.predicted_image],
    )


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    return [
        *(
            question
            for precise, name in ((True, "AP"), (False, "AR"))
            for question in (
                Question(name, precise, "all", cap),
                Question(f"{name}50", precise, "all", cap, 0.5, per_class=precise),
                Question(f"{name}75", precise, "all", cap, 0.75, per_class=precise),
            )
        ),
        *(Question(f"AP[{label}]", True, label, cap, why=f"no {label} image") for label in _SUBSETS),
    ]


PROTOCOL = DetectionProtocol(
    name="crowdpose",
    title="CrowdPose",
    reference="crowdposetools (86fe5e1)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic", "sigmas"},
    geometries=("keypoints",),
    defaults=_defaults,
    questions=_questions,
    sigmas=CROWDPOSE_SIGMAS,
    quirks=COCO.quirks,
    complete=_complete,
    select=_select,
    columns=("AP", "AP50", "AP75", "AP[easy]", "AP[medium]", "AP[hard]"),
    leaves_out={
        "uncounted": "crowd regions",
        **dict.fromkeys(_SUBSETS, ""),
    },
    whole_only=True,
)
