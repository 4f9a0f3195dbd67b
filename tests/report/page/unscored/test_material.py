"""What pages of results without scores share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from truebox.evaluation import evaluate_panoptic
from truebox.report.page.followed.page import FOLLOWED
from truebox.report.page.maps.page import MAPS
from truebox.report.page.unscored.material import (
    MOST_RESULTS,
    UnscoredMaterial,
    UnscoredSide,
    data_of_page,
    said_left_out,
)

PART = {"image_id": 1, "segmentation": [[4, 0, 5]]}
INFOS = [{"id": 4, "category_id": 1}, {"id": 5, "category_id": 2}]
TRUTH: dict[str, Any] = {
    "categories": [{"id": 1, "name": "cat", "isthing": 1}, {"id": 2, "name": "cat", "isthing": 1}],
    "annotations": [PART | {"segments_info": INFOS}],
}


def test_classes_of_one_name_are_told_apart_by_their_ids() -> None:
    side = UnscoredSide(evaluate_panoptic(TRUTH, {"annotations": TRUTH["annotations"]}), 100)
    assert {"PQ", "PQ[id:1]", "PQ[id:2]"} <= set(side.intervals)
    assert side.cards == ()


def test_results_beyond_those_of_a_page_are_named() -> None:
    source = SimpleNamespace(source=SimpleNamespace(shown="ninth"))
    results = [SimpleNamespace(predictions=source)] * (MOST_RESULTS + 1)
    assert said_left_out(results, "trackers") == ["Not shown here: I (ninth); a page holds 8 trackers."]
    assert said_left_out(results[:MOST_RESULTS], "trackers") == []


def test_the_head_of_a_page_is_the_number_of_the_benchmark() -> None:
    result = evaluate_panoptic(TRUTH, {"annotations": TRUTH["annotations"]})
    kind: Any = SimpleNamespace(sections=())
    material = UnscoredMaterial(sides=[UnscoredSide(result, 0)], words=["first"])
    data = data_of_page(kind, material, ["1 image"], {"images": ["1"]})
    assert (data["main"], data["about"], data["images"]) == ("PQ", ["1 image"], ["1"])
    assert [each["source"] for each in data["results"]] == [result.predictions.source.shown]


@pytest.mark.parametrize("kind", [FOLLOWED, MAPS])
def test_both_pages_have_its_frame_and_sections_between_their_own(kind: Any) -> None:
    names = [section.name for section in kind.sections]
    assert (names[0], names[-1], len(names) > 3) == ("overview", "again", True)
    assert kind.read("page.html") == MAPS.read("page.html")
    assert [section.order for section in kind.sections] == sorted(section.order for section in kind.sections)
