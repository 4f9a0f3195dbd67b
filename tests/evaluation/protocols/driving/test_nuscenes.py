"""nuScenes by hand: distances, errors, what is left out, quirks, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError, InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = {
    "translation": [0, 0, 0],
    "size": [2, 4, 2],
    "rotation": [1, 0, 0, 0],
    "velocity": [1, 0],
    "detection_name": "car",
    "attribute_name": "vehicle.moving",
}


def box(x: float = 0, score: float | None = None, **other: Any) -> dict[str, Any]:
    scored = {} if score is None else {"detection_score": score}
    return BOX | {"translation": [x, 0, 0]} | scored | other


def side(*samples: list[Any]) -> dict[str, Any]:
    return {"meta": {}, "results": {f"s{k}": rows for k, rows in enumerate(samples)}}


def car(truth: list[Any], found: list[Any], **how: Any) -> Any:
    result = tb.evaluate(side(truth), side(found), protocol="nuscenes", **how)
    return next(each.metrics for each in result.per_class if each.name == "car")


def test_a_pair_must_be_nearer_than_the_distance() -> None:
    """At exactly 1 m: not found at 0.5 and 1, found at 2 and 4."""
    metrics = car([box()], [box(1, 0.5)])
    assert [metrics[f"AP[{each}m]"] for each in ("0.5", "1", "2", "4")] == pytest.approx([0, 0, 1, 1])
    assert metrics["AP"] == pytest.approx(0.5)


def test_errors() -> None:
    """1 m off, half the volume, a quarter turn, 2 m/s too fast, another attribute."""
    half = 0.5**0.5
    found = box(1, 0.5, size=[1, 4, 2], rotation=[half, 0, 0, half], velocity=[3, 0], attribute_name="")
    metrics = car([box()], [found])
    wanted = {"ATE": 1, "ASE": 0.5, "AOE": 1.5707963267948966, "AVE": 2, "AAE": 1}
    assert {key: metrics[key] for key in wanted} == pytest.approx(wanted, abs=1e-12)


def test_barriers_look_the_same_from_behind() -> None:
    turned = [0, 0, 0, 1]
    truth = [box(), box(detection_name="barrier", attribute_name="")]
    found = [box(0, 0.5, rotation=turned), box(0, 0.5, rotation=turned, detection_name="barrier")]
    result = tb.evaluate(side(truth), side(found), protocol="nuscenes")
    held = {each.name: each.metrics for each in result.per_class}
    assert held["car"]["AOE"] == pytest.approx(3.141592653589793)
    assert held["barrier"]["AOE"] == pytest.approx(0, abs=1e-12)
    assert (held["barrier"]["AVE"], held["traffic_cone"]["AOE"]) == (None, None)


def test_absent_classes_count() -> None:
    """N5: one class of ten is perfect: mAP 0.1, errors 0.9, but 8/9 and 7/8 where a class has none."""
    strict = tb.evaluate(side([box()]), side([box(0, 0.5)]), protocol="nuscenes").metrics
    assert (strict["AP"], strict["ATE"]) == (pytest.approx(0.1), pytest.approx(0.9))
    assert (strict["AOE"], strict["AVE"]) == (pytest.approx(8 / 9), pytest.approx(7 / 8))
    assert strict["NDS"] == pytest.approx((0.5 + 0.1 + 0.1 + 1 / 9 + 1 / 8 + 1 / 8) / 10)
    mended = tb.evaluate(side([box()]), side([box(0, 0.5)]), protocol="nuscenes", mode="corrected").metrics
    assert (mended["AP"], mended["NDS"], mended["ATE"]) == pytest.approx((1, 1, 0))


def test_a_truth_without_any_object_is_ten_absent_classes() -> None:
    """N5: `accumulate`, `calc_ap` and `calc_tp` of nuscenes-devkit 1.2.0 give 0, and errors of 1."""
    strict = tb.evaluate(side([]), side([box(0, 0.5)]), protocol="nuscenes")
    assert {key: strict.metrics[key] for key in ("AP", "NDS", "AP[2m]")} == {"AP": 0, "NDS": 0, "AP[2m]": 0}
    assert [strict.metrics[key] for key in ("ATE", "ASE", "AOE", "AVE", "AAE")] == [1] * 5
    assert any(each.code == "W-312" and "so AP is 0" in each.message for each in strict.warnings)
    corrected = tb.evaluate(side([]), side([box(0, 0.5)]), protocol="nuscenes", mode="corrected")
    assert corrected.metrics["AP"] is None
    assert corrected.metrics["NDS"] is None


def test_a_class_found_too_rarely_has_errors_of_one() -> None:
    """N2: one of ten is found, 0.1 m off."""
    truth = [box(20 * k) for k in range(10)]
    assert car(truth, [box(0.1, 0.5)])["ATE"] == 1
    assert car(truth, [box(0.1, 0.5)], mode="corrected")["ATE"] == pytest.approx(0.1)


def test_of_equal_scores_the_last_asks_first() -> None:
    """N6: the one that takes the only object is first; the other halves precision at recall 1 alone."""
    far, near = box(3, 0.5), box(0.1, 0.5)
    first = (89 * 0.9 + 0.4) / 90 / 0.9
    assert car([box()], [far, near])["AP[0.5m]"] == pytest.approx(first)
    assert car([box()], [near, far])["AP[4m]"] == pytest.approx(first)  # far takes it at 4 m
    assert car([box()], [near, far])["AP[0.5m]"] < 0.5


@pytest.mark.parametrize(
    ("other", "count"),
    [
        ({"num_pts": 0}, 0),
        ({"num_pts": 1}, 1),
        ({"ego_translation": [30, 40, 0]}, 0),
        ({"ego_translation": [30, 39, 0]}, 1),
    ],
)
def test_who_counts(other: Any, count: int) -> None:
    truth = side([box(**other), box(0, detection_name="bus", num_pts=1, ego_translation=[0, 0, 0])])
    result = tb.evaluate(truth, side([]), protocol="nuscenes")
    assert {each.name: each.truths for each in result.per_class}["car"] == count


def test_cycles_in_a_rack_are_left_out() -> None:
    rack = box(detection_name="bicycle_rack", attribute_name="", size=[2, 4, 2])
    inside, outside = (box(x, detection_name="bicycle", attribute_name="") for x in (1.9, 2.1))
    found = [each | {"detection_score": 0.5} for each in (inside, outside)]
    result = tb.evaluate(side([rack, inside, outside]), side(found), protocol="nuscenes")
    bicycle = next(each for each in result.per_class if each.name == "bicycle")
    assert (bicycle.truths, bicycle.detections, len(result.per_class)) == (1, 1, 10)


def test_unknown_velocities_and_attributes_are_passed_over() -> None:
    """N4: two pairs, of which one has no velocity and no attribute in the truth."""
    truth = [box(), box(20, velocity=[None, None], attribute_name="")]
    found = [box(0, 0.9, velocity=[2, 0]), box(20, 0.8)]
    metrics = car(truth, found)
    assert (metrics["AVE"], metrics["AAE"]) == (1, 0)


def test_samples_that_are_not_listed_are_refused() -> None:
    with pytest.raises(InputError, match=r"E-146.*1 of 2 samples.*'s1'"):
        tb.evaluate(side([box()], [box()]), side([box(0, 0.5)]), protocol="nuscenes")
    tb.evaluate(side([box()], [box()]), side([box(0, 0.5)], []), protocol="nuscenes")


def test_too_many_boxes_of_a_sample_are_refused() -> None:
    with pytest.raises(InputError, match=r"E-146.*501 detections.*500"):
        tb.evaluate(side([box()]), side([box(k, 0.5) for k in range(501)]), protocol="nuscenes")


def test_boxes_of_pictures_are_refused() -> None:
    flat = [{"boxes": [[0, 0, 9, 9]], "labels": ["car"]}]
    with pytest.raises(ArgumentError, match="boxes in space"):
        tb.evaluate(flat, [flat[0] | {"scores": [0.5]}], protocol="nuscenes")


def test_files_pickle_and_tables(tmp_path: Path) -> None:
    for name, held in (("t", side([box()], [box()])), ("p", side([box(0, 0.5)], [box(0.7, 0.4)]))):
        (tmp_path / f"{name}.json").write_text(json.dumps(held))
    result = tb.evaluate(tmp_path / "t.json", tmp_path / "p.json", protocol="nuscenes")
    assert result.truth.source.format == "nuscenes"
    table = result.matches
    assert table.detections.matched_truth.tolist() == [[0, 0, 0, 0], [-1, 1, 1, 1]]


def test_parts_of_the_data_have_recall_and_no_ap_by_other_rules() -> None:
    result = tb.evaluate(side([box()], [box()]), side([box(0, 0.5)], []), protocol="nuscenes")
    made = tb.diagnosis.slices(result, ["night"], columns={"night": np.array(["yes", "no"])})
    assert {row.label: (row.ap, row.ap50, row.recall) for row in made.rows} == {
        "yes": (None, None, 1.0),
        "no": (None, None, 0.0),
    }
    assert made.to_dict()["no_ap"] == "Parts have recall alone: AP, as nuScenes reads it here, is of all data"
    assert "recall alone" in made._repr_html_()
