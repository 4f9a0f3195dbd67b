"""What is made for a side of the page, and what is not where nobody waits for intervals."""

from __future__ import annotations

from typing import Any

from truebox.evaluation import evaluate_panoptic
from truebox.report.page.maps.material import MapSide

PART = {"image_id": 1, "segmentation": [[4, 0]], "segments_info": [{"id": 4, "category_id": 1}]}
TRUTH: dict[str, Any] = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [PART]}


def test_intervals_are_made_where_replicates_are_asked_for() -> None:
    result = evaluate_panoptic(TRUTH, {"annotations": [PART]})
    side = MapSide(result, 100, 3)
    assert set(side.intervals) == {*result.metrics, "PQ[cat]", "SQ[cat]", "RQ[cat]"}
    assert MapSide(result, 0, 3).intervals == {}
    assert [row.value for row in side.rows] == [1.0]
    assert side.words[0].startswith("PQ 1.000")
