from __future__ import annotations

from dataclasses import replace
from itertools import groupby, permutations, product

import numpy as np
import pytest
from tied_worlds import tied_world

from truebox.diagnosis import ties
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
SLACK = 1e-12  # the same means, summed in another order


def every_order(found):
    """The detections with distinct scores, in every order that agrees with the scores they have."""
    ranked = sorted(found, key=lambda row: -row["score"])
    groups = [list(rows) for _, rows in groupby(ranked, key=lambda row: row["score"])]
    for chosen in product(*(permutations(rows) for rows in groups)):
        rows = [row for part in chosen for row in part]
        yield [{**row, "score": 1 - place / 100} for place, row in enumerate(rows)]


def by_brute_force(truth, found, **arguments):
    values = {"AP": [], "AP50": [], "AP75": []}
    for rows in every_order(found):
        metrics = evaluate(truth, rows, **arguments).metrics
        for key, listed in values.items():
            listed.append(metrics[key])
    return values


def odd_tied_world(seed):
    """Up to three images and five detections; every third world has two classes and is asked without them."""
    rng = np.random.default_rng(seed)
    sizes = {"detections": int(rng.integers(2, 6)), "scores": int(rng.integers(1, 3))}
    truth, found = tied_world(rng, images=int(rng.integers(1, 4)), **sizes)
    arguments = {}
    if seed % 3 == 1:
        truth["categories"].append({"id": 2, "name": "dog"})
        for entry in truth["annotations"] + found:
            entry["category_id"] = int(rng.integers(1, 3))
        arguments = {"class_agnostic": True}
    return truth, found, arguments


# Beyond the first twenty: worlds in which a hit and the miss it leaves share a score with others.
@pytest.mark.parametrize("seed", [*range(20), 1039, 1052, 1055, 1066, 1093, 1124, 1135, 1207])
def test_no_order_leaves_the_range_and_exact_ends_are_reached(seed):
    truth, found, arguments = odd_tied_world(seed)
    result = evaluate(truth, found, **arguments)
    answer = ties(result, orders=200, seed=seed)
    if result.metrics["AP"] is None:
        assert answer.metrics == {}
        return
    for key, values in by_brute_force(truth, found, **arguments).items():
        entry = answer.metrics[key]
        assert entry.worst <= min(values) + SLACK
        assert entry.best >= max(values) - SLACK
        if entry.exact:
            assert entry.worst == pytest.approx(min(values), abs=SLACK)
            assert entry.best == pytest.approx(max(values), abs=SLACK)
        # Five standard errors, and what a sample of few distinct values cannot show.
        allowed = 5 * entry.expected_error + 0.01 * (max(values) - min(values)) + SLACK
        assert abs(entry.expected - np.mean(values)) <= allowed


@pytest.mark.parametrize("seed", range(8))
def test_bounds_hold_where_the_cap_goes_through_equal_scores(seed):
    rng = np.random.default_rng(100 + seed)
    truth, found = tied_world(rng, images=2, detections=5, scores=1)
    result = evaluate(truth, found, max_detections=[1, 2])
    answer = ties(result)
    if result.metrics["AP"] is None:
        assert answer.metrics == {}
        return
    values = by_brute_force(truth, found, max_detections=[1, 2])
    for key, listed in values.items():
        if listed[0] is None:
            continue
        assert answer.metrics[key].worst <= min(listed) + SLACK
        assert answer.metrics[key].best >= max(listed) - SLACK


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_most_small_worlds_have_exact_ranges(mode):
    exact = []
    for seed in range(30):
        truth, found = tied_world(np.random.default_rng(seed), detections=4)
        answer = ties(evaluate(truth, found, mode=mode))
        exact += [entry.exact for entry in answer.metrics.values()]
    assert sum(exact) > len(exact) / 2


def test_without_ties_nothing_is_open():
    result = evaluate(*make_dataset(40, 3, 20, 3.0, 1))
    answer = ties(result)
    assert answer.tied == answer.rivals == 0
    assert answer.findings == ()
    for entry in answer.metrics.values():
        assert entry.exact
        assert entry.expected_error == 0
        assert entry.best - entry.worst < SLACK


def test_a_range_worth_knowing_is_a_finding_in_strict_mode_alone():
    truth, found = make_dataset(60, 3, 20, 3.0, 1)
    coarse = replace(found, scores=np.round(found.scores, 1))
    strict, corrected = (ties(evaluate(truth, coarse, mode=mode)) for mode in ("strict", "corrected"))
    assert [finding.code for finding in strict.findings] == ["W-515"]
    assert "0." in strict.findings[0].message
    assert corrected.findings == ()
    assert corrected.metrics["AP"].best > corrected.metrics["AP"].worst


def test_more_orders_than_can_be_listed_leave_true_bounds():
    box = {"image_id": 1, "category_id": 1}
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "iscrowd": 0, "area": 1600.0, "bbox": [10, 10, 40, 40], **box}],
    }
    found = [{"score": 0.5, "bbox": [10 + shift, 10, 40, 40], **box} for shift in range(5)]
    entry = ties(evaluate(truth, found)).metrics["AP"]
    values = by_brute_force(truth, found)["AP"]
    assert entry.worst <= min(values)
    assert entry.best >= max(values) - SLACK
    assert not entry.exact
    assert entry.worst <= entry.expected <= entry.best


def test_masks_are_matched_again_by_their_own_overlap():
    def square(x):
        return [[x, 10, x + 40, 10, x + 40, 50, x, 50]]

    truth = {
        "images": [{"id": 1, "width": 100, "height": 100}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": n, "image_id": 1, "category_id": 1, "iscrowd": 0, "area": 1600, "bbox": [x, 10, 40, 40],
             "segmentation": square(x)}
            for n, x in ((1, 10), (2, 24))
        ],
    }  # fmt: skip
    found = [{"image_id": 1, "category_id": 1, "score": 0.5, "segmentation": square(x)} for x in (16, 10, 20)]
    result = evaluate(truth, found, geometry="masks")
    entry = ties(result).metrics["AP50"]
    values = [evaluate(truth, rows, geometry="masks").metrics["AP50"] for rows in every_order(found)]
    assert entry.worst <= min(values) + SLACK
    assert entry.best == pytest.approx(max(values), abs=SLACK)


def test_what_a_closing_line_adds_is_part_of_both_ends():
    exact = 0
    for seed in (2, 5, 6, 11, 14, 17):
        truth, found, _ = odd_tied_world(seed + 1 if seed % 3 == 1 else seed)
        answer = ties(evaluate(truth, found, protocol="yolov5"), orders=100)
        for key, values in by_brute_force(truth, found, protocol="yolov5").items():
            if (entry := answer.metrics.get(key)) is None:
                continue
            assert entry.worst <= min(values) + SLACK
            assert entry.best >= max(values) - SLACK
            if entry.exact:
                exact += 1
                assert (entry.worst, entry.best) == pytest.approx((min(values), max(values)), abs=SLACK)
    assert exact >= 3


def test_where_no_area_range_holds_all_nothing_is_asked():
    answer = ties(evaluate(*make_dataset(12, 2, 10, 3.0, 1), area_ranges={"tiny": (0, 400)}), orders=9)
    assert (answer.metrics, answer.per_class, answer.tied, answer.rivals) == ({}, (), 0, 0)


def test_it_is_plain_values_in_the_end():
    found = ties(evaluate(*make_dataset(20, 2, 10, 3.0, 1)), seed=3).to_dict()
    assert found["seed"] == 3
    assert set(found["metrics"]["AP"]) >= {"worst", "best", "expected", "exact", "value"}
    assert [entry["name"] for entry in found["per_class"]] == ["class 1", "class 2"]


@pytest.mark.parametrize("arguments", [{"orders": 1}, {"orders": True}, {"orders": 2.0}, {"seed": -1}])
def test_what_cannot_be_taken_is_refused_by_name(arguments):
    result = evaluate(*make_dataset(12, 2, 10, 3.0, 1))
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        ties(result, **arguments)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_measure_of_the_protocols_own_is_not_matched_in_any_order(monkeypatch):
    """Two detections of one word and score: no range is read from curves, so that none is made."""
    truth = {"labels": ["text"], "boxes": [[[0.0, 0], [9, 0], [9, 9], [0, 9]]]}
    found = {"labels": ["text"] * 2, "boxes": truth["boxes"] * 2, "scores": [1, 1]}
    result = evaluate([truth], [found], protocol="ctw1500", geometry="rotated")
    monkeypatch.setattr("truebox.diagnosis.equal_scores.ties.tied_outcomes", None)

    assert (ties(result).metrics, ties(result).tied, ties(result).rivals) == ({}, 2, 1)


def test_a_number_of_one_class_has_the_range_of_that_class():
    """Of pedestrians one class counts in strict mode, though several classes are there."""
    result = evaluate(*make_dataset(20, 3, 10, 3.0, 1), protocol="citypersons", mode="strict")
    assert len(result.per_class) > 1
    found = ties(result)
    assert found.per_class
    first, *others = found.per_class
    assert first.metrics["AP"].worst == found.metrics["AP"].worst
    assert first.metrics["AP"].best == found.metrics["AP"].best
    assert found.metrics["AP"].value == result.per_class[0].metrics["AP"]
    assert [dict(each.metrics) for each in others] == [{}] * len(others)
