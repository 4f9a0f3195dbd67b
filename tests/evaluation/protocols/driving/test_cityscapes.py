"""Cityscapes' rules on masks small enough to count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.formats.cityscapes.labels import INSTANCES, LABELS, VOID
from truebox.errors import ArgumentError
from truebox.evaluation.protocols.driving import cityscapes
from truebox.evaluation.protocols.driving.cityscapes import average_precision
from truebox.evaluation.states.class_outcomes import ClassOutcomes
from truebox.masks import encode_masks, masks_to_coco

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

PERSON, CARAVAN, ROAD = 24, 29, 7
CATEGORIES = [{"id": k, "name": n} for k, n in ((PERSON, "person"), (CARAVAN, "caravan"), (ROAD, "road"))]


def row(category: int, area: tuple[int, int, int, int], **more: Any) -> dict[str, Any]:
    """A mask of the rectangle left, top, right, bottom in 40 by 40 pixels."""
    left, top, right, bottom = area
    mask = np.zeros((40, 40), np.uint8)
    mask[top:bottom, left:right] = 1
    return {
        "image_id": 1,
        "category_id": category,
        "segmentation": masks_to_coco(encode_masks(mask))[0],
        **more,
    }


def evaluated(truths: list[dict[str, Any]], found: list[dict[str, Any]], mode: str = "strict") -> Any:
    annotations = [
        {"id": number, "iscrowd": 0, "area": 1.0, "bbox": [0, 0, 1, 1], **each}
        for number, each in enumerate(truths, start=1)
    ]
    truth = {
        "images": [{"id": 1, "width": 40, "height": 40}],
        "categories": CATEGORIES,
        "annotations": annotations,
    }
    return tb.evaluate(truth, found, protocol="cityscapes", geometry="masks", mode=mode, fit_test=False)


def test_names_are_those_of_the_format() -> None:
    assert cityscapes._VOID == VOID
    assert frozenset(LABELS) - INSTANCES == cityscapes._OTHERS


SEEN = (0, 0, 10, 20)
OTHER = (20, 0, 30, 20)


def test_the_best_score_above_the_threshold_is_right_and_equality_is_not_enough() -> None:
    # 120 of 200 pixels are 0.6: above 0.5 and 0.55, where the other is the second, and then not above.
    found = [row(PERSON, (0, 0, 10, 12), score=0.9), row(PERSON, SEEN, score=0.8)]
    result = evaluated([row(PERSON, SEEN)], found)
    assert result.metrics["AP50"] == 1
    assert result.metrics["AP"] == pytest.approx((2 * 1 + 8 * 0.25) / 10, abs=1e-15)


def test_small_instances_and_groups_are_neutral_however_often_they_are_found() -> None:
    small, group = (20, 20, 29, 31), OTHER
    truths = [row(PERSON, SEEN), row(PERSON, small), row(PERSON, group, iscrowd=1)]
    found = [
        *(row(PERSON, area, score=0.95) for area in (small, small, group, group, (21, 2, 25, 8))),
        row(PERSON, SEEN, score=0.9),
    ]
    result = evaluated(truths, found)
    assert result.truths == 1
    assert result.metrics["AP"] == 1
    assert evaluated(truths[:1], found).metrics["AP"] == pytest.approx(0.5 * 1 / 6, abs=1e-15)


def test_the_share_in_void_is_compared_with_the_threshold() -> None:
    # 13 of 20 columns' pixels lie in void: excused at 0.5, 0.55 and 0.6, false from 0.65 on.
    truths = [row(PERSON, SEEN), row(CARAVAN, (20, 20, 33, 30), iscrowd=1)]
    found = [row(PERSON, (20, 20, 40, 30), score=0.95), row(PERSON, SEEN, score=0.9)]
    result = evaluated(truths, found)
    assert result.metrics["AP"] == pytest.approx((3 * 1 + 7 * 0.25) / 10, abs=1e-15)


def test_y1_caravans_that_are_told_apart_excuse_nothing() -> None:
    truths = [row(PERSON, SEEN), row(CARAVAN, OTHER)]
    found = [row(PERSON, OTHER, score=0.95), row(PERSON, SEEN, score=0.9)]
    strict = evaluated(truths, found)
    assert strict.metrics["AP"] == 0.25
    assert evaluated(truths, found, "corrected").metrics["AP"] == 1
    assert [each.message for each in strict.warnings if each.code == "W-310"] == [
        "Y1 caravans and trailers that are told apart excuse nothing, groups of them do; corrected: "
        "AP 1.000000 instead of 0.250000, AP50 1.000000 instead of 0.250000"
    ]


def test_y2_a_small_group_excuses_twice() -> None:
    # 50 of 80 pixels are 0.625: enough up to 0.6, and with twice as many at every threshold.
    truths = [row(PERSON, SEEN), row(PERSON, (20, 20, 30, 25), iscrowd=1)]
    found = [row(PERSON, (20, 20, 30, 28), score=0.95), row(PERSON, SEEN, score=0.9)]
    assert evaluated(truths, found).metrics["AP"] == 1
    mended = evaluated(truths, found, "corrected").metrics["AP"]
    assert mended == pytest.approx((3 * 1 + 7 * 0.25) / 10, abs=1e-15)


def test_y3_where_all_detections_are_excused_nothing_is_found() -> None:
    truths = [row(PERSON, SEEN), row(PERSON, OTHER, iscrowd=1)]
    assert evaluated(truths, [row(PERSON, OTHER, score=0.9)]).metrics["AP"] == 0


def test_classes_without_instances_take_no_part() -> None:
    result = evaluated([row(PERSON, SEEN), row(ROAD, OTHER)], [row(ROAD, OTHER, score=0.9)])
    assert [each.name for each in result.per_class] == ["person"]
    assert result.metrics["AP"] == 0


def test_a_truth_of_void_alone_is_refused() -> None:
    sky = {"masks": np.ones((1, 4, 4), bool), "labels": ["sky"]}
    with pytest.raises(ArgumentError, match="evaluates classes with instances, and there are sky"):
        tb.evaluate([sky], [{**sky, "scores": [0.5]}], protocol="cityscapes", geometry="masks")


def test_equal_scores_are_one_point() -> None:
    one = ClassOutcomes(
        score=np.array([0.9, 0.9]),
        image=np.zeros(2, np.int32),
        row=np.arange(2),
        hit=np.array([[True], [False]]),
        false=np.array([[False], [True]]),
        truths=1,
        images=1,
    )
    # Precision 1/2 at recall 1 and the point (1, 0) weigh a half each.
    assert average_precision([one]).tolist() == [0.75]
