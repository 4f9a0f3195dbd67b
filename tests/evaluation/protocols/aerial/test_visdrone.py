"""VisDrone by hand: regions, objects to be ignored, rows of an image, classes weighed by images."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox import diagnosis
from truebox.datasets import read_pair
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation import protocol_value
from truebox.evaluation.detection.left_out import ignored_by
from truebox.evaluation.protocols.aerial.visdrone import _by_image_and_score, covered_shares

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

A, B, C, FAR = [0, 0, 40, 50], [100, 0, 40, 50], [200, 0, 40, 50], [300, 300, 40, 50]
NAMES = ("ignored regions", "car", "bus", "others")
REGION, CAR, BUS, OTHERS = range(4)


def sides(truths: list[Any], found: list[Any], images: int = 1) -> tuple[Any, Any]:
    """Truths: image, class, box, ignore; detections: image, class, box, score."""
    truth = {
        "images": [{"id": each, "width": 640, "height": 480} for each in range(1, images + 1)],
        "categories": [{"id": k, "name": name} for k, name in enumerate(NAMES)],
        "annotations": [
            {"id": n, "image_id": i, "category_id": k, "bbox": box, "area": 2000, "iscrowd": 0, "ignore": no}
            for n, (i, k, box, no) in enumerate(truths, start=1)
        ],
    }
    rows = [{"image_id": i, "category_id": k, "bbox": box, "score": score} for i, k, box, score in found]
    return truth, rows


def evaluated(truths: list[Any], found: list[Any], images: int = 1, **how: Any) -> Any:
    return tb.evaluate(*sides(truths, found, images), protocol="visdrone", fit_test=False, **how)


def test_shares_are_of_whole_pixels() -> None:
    """A box of 20 by 20 from 10 on holds columns 11 to 30, a region of width 19 from 1 on columns 1 to 20."""
    none = np.zeros(1, np.int32)
    box, size = np.array([[10.0, 10, 20, 20]]), np.array([[640, 480]])

    def share(*regions: list[float]) -> float:
        of_image = np.zeros(len(regions), np.int32)
        return float(covered_shares(box, none, np.array(regions), of_image, size)[0])

    assert share([1, 1, 19, 100]) == 0.5
    assert share([1, 1, 18, 100]) == 0.45
    assert share([1, 1, 19, 100], [5, 5, 15, 100]) == 0.5  # the same columns twice
    assert share([1, 1, 14, 100], [26, 1, 4, 100]) == 0.5  # 11 to 15 and 26 to 30
    assert share([1, 1, 100, 18.4]) == 0.45
    assert share([1, 1, 100, 18.5]) == 0.5  # halves go up


def test_shares_end_with_the_image_and_are_of_the_whole_box() -> None:
    box, none = np.array([[90.0, 10, 20, 20]]), np.zeros(1, np.int32)
    region = np.array([[50.0, 0, 100, 100]])
    assert covered_shares(box, none, region, none, np.array([[100, 100]])).tolist() == [0.5]
    assert covered_shares(box, none, region, none, np.array([[0, 0]])).tolist() == [1.0]
    assert covered_shares(box, none + 1, region, none, np.array([[100, 100], [0, 0]])).tolist() == [0.0]


def test_nothing_counts_in_regions() -> None:
    truths = [(1, CAR, A, 0), (1, REGION, [190, 0, 100, 100], 1), (1, CAR, C, 0)]
    found = [(1, CAR, C, 0.95), (1, CAR, A, 0.9), (1, REGION, FAR, 0.8), (1, OTHERS, FAR, 0.7)]
    result = evaluated(truths, found)
    assert [result.metrics[key] for key in ("AP", "AR1", "AR500")] == [1.0, 1.0, 1.0]
    assert (result.truths, result.detections) == (1, 1)
    assert [each.name for each in result.per_class] == ["car", "bus"]


def test_objects_to_be_ignored_are_missed_and_excuse_what_lies_in_them() -> None:
    """S2: one of two cars is found, and the other can not be; no detection is false."""
    truths, found = [(1, CAR, A, 0), (1, CAR, B, 1)], [(1, CAR, B, 0.9), (1, CAR, B, 0.8), (1, CAR, A, 0.7)]
    result = evaluated(truths, found)
    assert [result.metrics[key] for key in ("AP", "AP50", "AR500", "AR1")] == [0.5, 0.5, 0.5, 0.0]
    assert result.state.truths[0, 0] == 2
    assert result.truths == 1
    assert result.matches.outcome_at(0).tolist() == [2, 2, 1]
    assert evaluated(truths, found, mode="corrected").metrics["AP"] == 1.0
    [said] = [each for each in result.warnings if each.code == "W-310"]
    assert "S2" in str(said)
    assert "AP 1.000000 instead of 0.500000" in str(said)


def test_classes_weigh_by_their_images() -> None:
    """S3: cars, in three images, are found, the bus in one is not: 3 / 4."""
    truths = [(i, CAR, A, 0) for i in (1, 2, 3)] + [(3, CAR, B, 0), (1, BUS, C, 0)]
    found = [(i, CAR, A, 0.9) for i in (1, 2, 3)] + [(3, CAR, B, 0.8)]
    result = evaluated(truths, found, images=3)
    assert result.metrics["AP"] == 0.75
    assert [each.metrics["AP"] for each in result.per_class] == [1.0, 0.0]
    assert evaluated(truths, found, images=3, mode="corrected").metrics["AP"] == 0.5
    assert any("S3" in str(each) and "0.500000 instead of 0.750000" in str(each) for each in result.warnings)


def test_the_first_rows_of_an_image_are_taken_over_all_classes() -> None:
    """S1: the one row that AR1 takes is the first of the file, in corrected mode the best."""
    truths = [(1, CAR, A, 0), (1, BUS, C, 0)]
    found = [(1, BUS, FAR, 0.1), (1, CAR, A, 0.9), (1, BUS, C, 0.8)]
    result = evaluated(truths, found)
    assert [result.metrics[key] for key in ("AR1", "AR10")] == [0.0, 1.0]
    corrected = evaluated(truths, found, mode="corrected")
    assert [corrected.metrics[key] for key in ("AR1", "AR10")] == [0.5, 1.0]


def test_no_image_has_more_than_five_hundred() -> None:
    truths = [(1, CAR, A, 0)]
    found = [(1, BUS, FAR, 0.1)] * 500 + [(1, CAR, A, 0.9)]
    assert evaluated(truths, found).metrics["AR500"] == 0.0
    assert evaluated(truths, found[1:]).metrics["AR500"] == 1.0
    assert evaluated(truths, found, mode="corrected").metrics["AR500"] == 1.0


SEVERAL = [(1, CAR, A, 0), (1, CAR, B, 1), (2, CAR, A, 0), (2, BUS, C, 0), (3, BUS, C, 1), (3, CAR, A, 0)]
SEVERAL_FOUND = [
    *[(1, CAR, A, 0.9), (1, CAR, FAR, 0.85), (2, BUS, C, 0.5), (2, CAR, FAR, 0.5), (3, CAR, A, 0.5)],
    *[(3, BUS, C, 0.4), (3, BUS, FAR, 0.3), (2, CAR, A, 0.5)],
]


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_replicates_are_evaluations_of_the_images_drawn(mode: str) -> None:
    """Each image as often as it is drawn: what the headline of such a data set is."""
    result = evaluated(SEVERAL, SEVERAL_FOUND, images=3, mode=mode)
    weights = np.array([[1, 1, 1], [1, 0, 1], [0, 1, 0], [2, 1, 0]], dtype=np.uint8)
    replicates = Resampling(result).weighed(weights)
    for row, drawn in enumerate(weights.tolist()):
        copies = [image for image, times in enumerate(drawn, start=1) for _ in range(times)]
        truths = [
            (n, *each[1:]) for n, image in enumerate(copies, start=1) for each in SEVERAL if each[0] == image
        ]
        found = [
            (n, *each[1:])
            for n, image in enumerate(copies, start=1)
            for each in SEVERAL_FOUND
            if each[0] == image
        ]
        whole = evaluated(truths, found, images=len(copies), mode=mode).metrics
        for key, value in whole.items():
            assert replicates.metrics[key][row] == pytest.approx(value, abs=1e-12), (drawn, key)


def test_states_of_disjoint_images_add() -> None:
    truth, found = sides(SEVERAL, SEVERAL_FOUND, 3)
    whole = tb.evaluate(truth, found, protocol="visdrone", fit_test=False)
    parts = [
        tb.evaluate(truth, found, protocol="visdrone", images=images, fit_test=False).state
        for images in ([1, 2], [3])
    ]
    assert (parts[0] + parts[1]).truths.tolist() == whole.state.truths.tolist()


def test_the_reach_of_equal_scores_is_that_of_the_orders() -> None:
    """Of three cars of one score two are right: every order of them, weighed as the headline is."""
    reach = diagnosis.ties(evaluated(SEVERAL, SEVERAL_FOUND, images=3)).metrics["AP"]
    tied = [row for row, each in enumerate(SEVERAL_FOUND) if each[1] == CAR and each[3] == 0.5]
    values = []
    for order in permutations(range(len(tied))):
        found = list(SEVERAL_FOUND)
        for row, place in zip(tied, order, strict=True):
            found[row] = (*found[row][:3], 0.5 + place / 100)
        values.append(evaluated(SEVERAL, found, images=3).metrics["AP"])
    assert len(set(values)) > 1
    assert (reach.worst, reach.best) == pytest.approx((min(values), max(values)), abs=1e-12)


def test_intervals_hold_the_number() -> None:
    truths = [(i, CAR, A, i % 4 == 0) for i in range(1, 25)] + [(i, BUS, C, 0) for i in range(1, 13)]
    found = [(i, CAR, A if i % 3 else FAR, 0.9 - i / 100) for i in range(1, 25)]
    found += [(i, BUS, C, 0.5) for i in range(1, 8)]
    result = evaluated(truths, found, images=24)
    ap = diagnosis.intervals(result, replicates=200).metrics["AP"]
    assert ap.low < result.metrics["AP"] < ap.high


def test_a_truth_without_classes_to_evaluate_has_no_number() -> None:
    """S4."""
    result = evaluated([(1, OTHERS, A, 0)], [(1, CAR, A, 0.9)])
    assert result.metrics["AP"] is None
    assert "AP" in result.undefined


def test_sizes_that_are_unknown_are_said() -> None:
    truth, found = sides([(1, CAR, A, 0), (1, REGION, FAR, 1)], [])
    truth["images"][0] = {"id": 1}
    result = tb.evaluate(truth, found, protocol="visdrone", fit_test=False)
    assert [each.code for each in result.warnings if "--images" in each.message] == ["W-313"]


def test_a_difference_is_that_of_the_numbers() -> None:
    truth, found = sides(SEVERAL, SEVERAL_FOUND, 3)
    first, second = (
        tb.evaluate(truth, rows, protocol="visdrone", fit_test=False) for rows in (found, found[:3])
    )
    ap = diagnosis.compare(first, second, replicates=100).pairs[0].metrics["AP"]
    assert (ap.first, ap.second) == (first.metrics["AP"], second.metrics["AP"])
    assert ap.value == ap.second - ap.first < 0


def test_check_says_what_takes_no_part() -> None:
    truths = [(1, CAR, A, 0), (1, CAR, B, 1), (1, REGION, FAR, 1)]
    pair = read_pair(*sides(truths, [(1, CAR, A, 0.9), (1, CAR, FAR, 0.8)]))
    said = [each.message for each in ignored_by(protocol_value("visdrone"), pair.truth, pair.predictions)]
    assert said == [
        "VisDrone leaves out 1 of 2 detections: others, boxes of which half or more lies in ignored regions, "
        "and all but 500 of an image",
        "VisDrone leaves out 1 of 3 objects: ignored regions, others, and boxes of which half or more lies "
        "in regions",
        "VisDrone neither counts nor misses 1 of 3 objects: objects to be ignored, which excuse what lies in "
        "them",
    ]


@pytest.mark.parametrize("decimals", [0, 1, 9])
def test_rows_of_an_image_go_by_score_and_the_first_wins_an_equal_one(decimals: int) -> None:
    rng = np.random.default_rng(decimals)
    image, scores = rng.integers(-1, 6, 300).astype(np.int32), np.round(rng.random(300), decimals)
    expected = sorted(range(300), key=lambda row: (image[row], -scores[row], row))
    assert _by_image_and_score(image, scores).tolist() == expected
    assert _by_image_and_score(image[:0], scores[:0]).tolist() == []
