"""Rules by which tools differ: each alone does what its name says, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import Evaluator, Rules, by_rules, evaluate
from truebox.evaluation.protocols.mixture import recalls_of_lines, single_steps
from truebox.evaluation.states.quirks import Quirk

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

SIZES = "APs", "APm", "APl"
HERE, BESIDE, AWAY = [0.0, 0, 10, 10], [2.0, 0, 10, 10], [60.0, 60, 10, 10]


def a_truth(*boxes: list[float], crowd: int = -1) -> dict[str, Any]:
    rows = [
        {"id": n + 1, "image_id": 1, "category_id": 1, "bbox": b, "area": 100.0, "iscrowd": int(n == crowd)}
        for n, b in enumerate(boxes)
    ]
    images = [{"id": i, "width": 99, "height": 99} for i in (1, 2)]
    return {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": rows}


def found(*rows: tuple[float, list[float], int]) -> list[dict[str, Any]]:
    return [{"image_id": i, "category_id": 1, "bbox": box, "score": score} for score, box, i in rows]


def value(truth: dict[str, Any], rows: list[dict[str, Any]], **rules: Any) -> tuple[float, float]:
    """AP50 and recall over all thresholds."""
    protocol = by_rules("mixture", "Mixture", "", Rules(**{"quirks": "none", **rules}))
    metrics = evaluate(truth, rows, protocol=protocol, fit_test=False).metrics
    return metrics["AP50"], metrics["AR"]


def test_false_detections_on_images_without_truth() -> None:
    truth, rows = a_truth(HERE), found((0.9, AWAY, 2), (0.8, HERE, 1))
    assert value(truth, rows)[0] == 0.5
    assert value(truth, rows, unlabelled_images="skipped")[0] == 1


def test_a_lowest_score_drops() -> None:
    truth, rows = a_truth(HERE), found((0.4, HERE, 1))
    assert value(truth, rows, lowest_score=0.4)[0] == 1
    assert value(truth, rows, lowest_score=0.41)[0] == 0


@pytest.mark.parametrize(("limit", "wanted"), [("class", 0), ("image", 0), ("none", 0.5)])
def test_a_limit_keeps_the_best(limit: str, wanted: float) -> None:
    truth, rows = a_truth(HERE), found((0.9, AWAY, 1), (0.8, HERE, 1))
    assert value(truth, rows, limit=limit, most=1)[0] == wanted


def test_coordinates() -> None:
    truth = a_truth([0, 0, 10.4, 10])
    rows = found((0.9, [0, 0, 10.0, 10], 1))
    assert value(truth, rows, coordinates="rounded")[1] == 1
    assert value(truth, rows)[1] == 1  # 10 / 10.4 is more than 0.95
    half = found((0.9, [0, 0, 10, 4.5], 1))
    assert value(a_truth(HERE), half)[0] == 0
    assert value(a_truth(HERE), half, coordinates="one wider")[0] == 1  # 11 x 5.5 of 11 x 11


@pytest.mark.parametrize(
    ("crowd", "wanted"), [("regions", 1), ("removed", 0.5), ("plain", 1), ("difficult", 1)]
)
def test_crowds(crowd: str, wanted: float) -> None:
    truth, rows = a_truth(AWAY, HERE, crowd=1), found((0.9, HERE, 1), (0.8, AWAY, 1))
    assert value(truth, rows, crowd=crowd)[0] == wanted
    if crowd == "plain":
        assert value(truth, found((0.8, AWAY, 1)), crowd=crowd)[1] == 0.5


def test_who_asks_first() -> None:
    truth = a_truth(HERE)
    rows = found((0.5, [0, 0, 10, 9], 1), (0.9, HERE, 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, first="file")[0] == 0.5  # the better score is the duplicate


def test_a_truth_that_is_taken() -> None:
    truth, rows = a_truth(HERE, BESIDE), found((0.9, HERE, 1), (0.8, [0.5, 0, 10, 10], 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, matching="best only")[0] < 0.6


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({"matching": "best only", "equal_overlaps": "first"}, 1),
        ({"matching": "best only", "equal_overlaps": "last"}, 0.5),
        ({"matching": "next best", "equal_overlaps": "first"}, 1),
        ({"matching": "next best", "equal_overlaps": "last"}, 0.5),
        ({"matching": "best only", "equal_overlaps": "counted"}, 1),
        ({"matching": "best only"}, 1),
        ({"matching": "next best"}, 1),
    ],
)
def test_which_of_equal_overlaps_is_taken(rules: dict[str, Any], wanted: float) -> None:
    """The surer detection lies on both truths by 3/5; of the other alone the last is in reach."""
    truth = a_truth([0, 0, 10, 10], [5, 0, 10, 10])
    rows = found((0.9, [2.5, 0, 10, 10], 1), (0.8, [5.5, 0, 10, 10], 1))
    values = value(truth, rows, iou="0.5", curve="all points", **rules)
    assert values[0] == wanted


def test_exactly_half() -> None:
    truth, rows = a_truth(HERE), found((0.9, [0, 0, 10, 5], 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, exceeds=True)[0] == 0


@pytest.mark.parametrize(
    ("curve", "wanted"),
    [
        ("101 points", 51 / 101),
        ("all points", 0.5),
        ("11 points", 6 / 11),
        ("101 lines", 0.495),
        ("101 lines, closed", 0.75),
    ],
)
def test_one_of_two_truths_under_every_curve(curve: str, wanted: float) -> None:
    assert value(a_truth(HERE, AWAY), found((0.9, HERE, 1)), curve=curve)[0] == pytest.approx(wanted)


def test_single_steps_are_rounded_once() -> None:
    steps = single_steps(0.5, 0.95, 10)
    assert np.abs(steps - np.linspace(0.5, 0.95, 10)).max() < 1e-7
    assert (steps == steps.astype(np.float32)).all()
    assert single_steps(0, 1, 101)[-1] == 1


def test_recalls_of_lines_weigh_the_ends_half() -> None:
    points = recalls_of_lines(Quirk.LAST_RECALL)
    assert len(points) == 200
    assert (points[0], points[-1]) == (0, 1)
    assert (recalls_of_lines(Quirk.NONE) > points).all()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Rules(overlap="single", coordinates="one wider"), "one wider are not compared in single precision"),
        (Rules(crowd="groups"), "groups excuse what no best truth takes"),
        (Rules(small_truths="forgiven"), "small truths are forgiven where none is a region"),
    ],
)
def test_what_cannot_be_mixed_is_refused(rules: Rules, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        by_rules("x", "X", "", rules)


def two_classes(*rows: tuple[float, list[float], int]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Cats at the two places, three dogs elsewhere; detections with score, box and class."""
    truth = a_truth(HERE, AWAY)
    dogs = [
        {"id": 3 + n, "image_id": 2, "category_id": 2, "bbox": [20.0 * n, 30, 9, 9], "area": 81, "iscrowd": 0}
        for n in range(3)
    ]
    truth["categories"].append({"id": 2, "name": "dog"})
    truth["annotations"] += dogs
    return truth, [{"image_id": k, "category_id": k, "bbox": box, "score": score} for score, box, k in rows]


def test_ids_from_0_lose_the_first_truth_and_from_1_find_it() -> None:
    truth, rows = a_truth(HERE, AWAY), found((0.9, HERE, 1), (0.8, AWAY, 1))
    assert value(truth, rows, quirks="pycocotools")[1] == 1
    assert value(truth, rows, quirks="pycocotools", annotation_ids="from 0")[1] == 0.5
    truth["annotations"][0]["id"] = 0
    assert value(truth, rows, quirks="pycocotools")[1] == 0.5
    assert value(truth, rows, quirks="pycocotools", annotation_ids="from 1")[1] == 1
    assert value(truth, rows, annotation_ids="from 0")[1] == 1  # of tools that know no such quirk


def test_classes_that_are_off_by_one() -> None:
    truth, rows = two_classes((0.9, HERE, 1), (0.8, AWAY, 1))
    for row in rows:
        row["category_id"] = 2
    assert value(truth, rows)[1] == 0
    assert value(truth, rows, labels="1 back")[1] == 0.5  # all cats, no dogs
    assert value(truth, rows, labels="1 on")[1] == 0


def test_written_scores_are_equal_and_stand_as_in_the_file() -> None:
    truth, rows = a_truth(HERE), found((0.8996, AWAY, 1), (0.9, HERE, 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, scores="4 decimals")[0] == 1
    assert value(truth, rows, scores="3 decimals")[0] == 0.5
    assert value(truth, found((0.296, HERE, 1)), scores="2 decimals", lowest_score=0.3)[0] == 1


@pytest.mark.parametrize(("crowd", "wanted"), [("groups", 1), ("groups once", 0.5)])
def test_groups(crowd: str, wanted: float) -> None:
    """Two detections in a group, which is not found where groups do not count, and once where they do."""
    truth = a_truth(AWAY, HERE, crowd=1)
    rows = found((0.9, HERE, 1), (0.8, [1.0, 0, 9, 10], 1), (0.7, AWAY, 1))
    assert value(truth, rows, crowd=crowd, matching="best only")[0] == 1
    assert value(truth, rows[2:], crowd=crowd, matching="best only")[1] == wanted


def test_the_area_that_makes_a_truth_small() -> None:
    truth, rows = a_truth(HERE, [60.0, 60, 40, 40]), found((0.9, HERE, 1))
    truth["annotations"][1]["area"] = 32.0**2  # a mask in a larger box, at the bound of two sizes

    def sizes(**rules: Any) -> tuple[Any, ...]:
        protocol = by_rules("mixture", "Mixture", "", Rules(**rules), sizes=True)
        metrics = evaluate(truth, rows, protocol=protocol, fit_test=False).metrics
        return tuple(value if value is None else round(value, 3) for value in map(metrics.get, SIZES))

    half = round(51 / 101, 3)
    assert sizes() == (half, 0, None)
    assert sizes(bands="half open") == (1, 0, None)
    assert sizes(areas="of boxes") == (1, 0, None)
    truth["annotations"][1]["area"] = 900.0
    assert sizes() == (half, None, None)
    assert sizes(areas="of boxes") == (1, 0, None)


def test_three_means() -> None:
    """One of two cats by the best score, no dog of three; a false dog stands between."""
    truth, rows = two_classes((0.9, HERE, 1), (0.8, AWAY, 2), (0.7, AWAY, 1))
    assert value(truth, rows, curve="all points")[0] == 0.5
    assert value(truth, rows, curve="all points", mean="of classes by truths")[0] == pytest.approx(2 / 5)
    pooled = value(truth, rows, curve="all points", mean="one curve of all")[0]
    assert pooled == pytest.approx(1 / 5 + 1 / 5 * 2 / 3)


def test_an_iou_of_a_tool_of_its_own() -> None:
    truth, rows = a_truth(HERE), found((0.9, [0, 0, 10, 4.2], 1))
    assert value(truth, rows)[0] == 0
    assert value(truth, rows, iou="0.4")[0] == 1
    assert value(truth, rows, iou="0.45")[0] == 0
    thirds = found((0.9, [0, 0, 10, 9.4], 1))  # found up to 0.9
    nine, ten = (
        evaluate(truth, thirds, protocol=by_rules("m", "M", "", Rules(iou=iou)), fit_test=False).metrics["AP"]
        for iou in ("0.5 to 0.9", "as named")
    )
    assert (nine, ten) == (pytest.approx(1), pytest.approx(0.9))


def test_the_larger_overlap_asks_first() -> None:
    truth, rows = a_truth(HERE), found((0.9, [0, 0, 10, 8], 1), (0.5, HERE, 1))
    assert value(truth, rows)[0] == 1
    assert value(truth, rows, first="overlap")[0] == 0.5


def test_small_truths_need_less() -> None:
    """A truth of 10 x 10 is found from 100 / 400 on, and one of 30 x 30 from a half."""
    small, large = [0.0, 0, 10, 10], [0.0, 0, 30, 30]
    rules = {"crowd": "removed", "curve": "all points", "small_truths": "forgiven"}
    assert value(a_truth(small), found((0.9, [0, 0, 10, 2.6], 1)), **rules)[0] == 1
    assert value(a_truth(small), found((0.9, [0, 0, 10, 2.4], 1)), **rules)[0] == 0
    assert value(a_truth(large), found((0.9, [0, 0, 30, 14], 1)), **rules)[0] == 0
    assert value(a_truth(large), found((0.9, [0, 0, 30, 16], 1)), **rules)[0] == 1


def test_one_curve_of_all_is_refused_in_pieces() -> None:
    protocol = by_rules("mine", "Mine", "mine", Rules(mean="one curve of all"))
    with pytest.raises(ArgumentError, match="'mine' is not evaluated in pieces"):
        Evaluator(["cat"], protocol=protocol)
