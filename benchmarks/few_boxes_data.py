"""Few boxes, as one image has them after a threshold: with scores, rotated, and of several models."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.call import Array
from benchmarks.rotated_data import rotated_boxes
from benchmarks.suppression_data import Scored, models, scored_boxes

COUNTS = (10, 30, 100, 300)
_FIELD = 300.0


@dataclass(frozen=True, slots=True)
class FewBoxesData:
    """By their number."""

    scored: dict[int, Scored]
    rotated: dict[int, tuple[Array, Array]]  # boxes [N, 5], degrees clockwise, and scores
    models: dict[int, tuple[list[Array], list[Array], list[Array]]]  # boxes, scores and labels of each
    threshold: float
    field: float


def few_boxes_data() -> FewBoxesData:
    """The same at every call."""
    scored = {count: scored_boxes(count, _FIELD, "float64") for count in COUNTS}
    return FewBoxesData(
        scored=scored,
        rotated={count: (rotated_boxes(count, _FIELD, 3), scored[count].scores) for count in COUNTS},
        models={count: models(3, count) for count in COUNTS},
        threshold=0.5,
        field=2 * _FIELD,
    )
