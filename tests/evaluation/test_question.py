"""One headline number: which classes it is of, how they weigh, and what those without truth count as.

Two cats are found exactly, the dog is missed, and there is no fox: AP and recall of the classes are 1, 0 and
none, by the definition of either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from truebox.evaluation import DetectionProtocol, Question, Result, coco_parameters, evaluate
from truebox.evaluation.states.class_outcomes import ClassOutcomes

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

_BOXES = [(1, [0, 0, 10, 10]), (1, [20, 20, 10, 10]), (2, [40, 40, 10, 10])]
_TRUTH = {
    "images": [{"id": 1, "width": 100, "height": 100}],
    "categories": [{"id": k, "name": name} for k, name in ((1, "cat"), (2, "dog"), (3, "fox"))],
    "annotations": [
        {"id": row, "image_id": 1, "category_id": k, "bbox": box, "area": 100, "iscrowd": 0}
        for row, (k, box) in enumerate(_BOXES, start=1)
    ],
}
_FOUND = [{"image_id": 1, "category_id": k, "bbox": box, "score": 0.9} for k, box in _BOXES if k == 1]
_FOX = np.array([False, False, True])


def asked(**options: Any) -> Result:
    """The evaluation by a protocol that asks for AP, and for one more mean of precision."""
    protocol = DetectionProtocol(
        name="asking",
        title="Asking",
        defaults=lambda geometry, mended: coco_parameters(
            iou_thresholds=[0.5], area_ranges={"all": (0, 1e10)}, max_detections=[10], mended=mended
        ),
        questions=lambda state, truth: [
            Question("AP", True, "all", 10),
            Question("X", **{"is_precision": True, "label": "all", "cap": 10, **options}),
        ],
    )
    return evaluate(_TRUTH, _FOUND, protocol=protocol, mode="corrected")


def gives(*values: Any) -> Any:
    def measure(outcomes: Sequence[ClassOutcomes]) -> Any:
        assert len(outcomes) == len(values)
        return np.array(values, dtype=np.float64)

    return measure


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, 1 / 2),
        ({"is_precision": False}, 1 / 2),
        ({"threshold": 0.5}, 1 / 2),
        ({"classes": np.array([True, False, False])}, 1),
        ({"absent": 1.0}, 2 / 3),
        ({"absent": 0.0}, 1 / 3),
        ({"weighed_by": "all"}, 2 / 3),
        ({"measure": gives(5, 7, 9)}, 6),
        ({"measure": gives(5, np.nan, 9)}, 5),
        ({"measure": gives(5, 7, 9), "counts_absent": True}, 7),
        ({"measure": gives([5, 1], [7, 2], [9, 9]), "part": 1}, 1.5),
        ({"measure": gives(5, 7, 9), "classes": _FOX, "needs_truth": False}, 9),
    ],
    ids=range(12),
)
def test_the_headline_is_the_mean_that_was_asked_for(options: dict[str, Any], value: float) -> None:
    assert asked(**options).metrics["X"] == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"classes": _FOX, "why": "nobody saw a fox"}, "nobody saw a fox"),
        ({"label": "tiny"}, "no area range is called 'tiny'"),
        ({"cap": 3}, "X is read at 3 detections per image, and max_detections is 10"),
        ({"threshold": 0.75}, "no IoU threshold is 0.75"),
        ({"measure": gives(np.nan, np.nan, 9)}, "no class has it"),
    ],
    ids=range(5),
)
def test_what_has_no_answer_says_why(options: dict[str, Any], why: str) -> None:
    result = asked(**options)
    assert result.metrics["X"] is None
    assert result.undefined["X"] == why


def test_each_class_has_the_number_too_where_it_is_asked_for() -> None:
    assert [each.metrics["X"] for each in asked().per_class] == [1, 0, None]
    assert [each.metrics["X"] for each in asked(absent=0.25).per_class] == [1, 0, 0.25]
    assert all("X" not in each.metrics for each in asked(per_class=False).per_class)
