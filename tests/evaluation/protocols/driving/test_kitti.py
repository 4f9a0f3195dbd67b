"""KITTI by hand: who counts, who is neutral, thresholds by recall steps, direction, and what is refused."""

from __future__ import annotations

from math import cos
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.certainty.replicates import Resampling

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

A, B, FAR = (0, 0, 100, 100), (200, 0, 300, 100), (500, 0, 600, 100)
SPACE = (1.5, 1.6, 3.9, 0, 1.7, 20, 0)
NOWHERE = (-1, -1, -1, -1000, -1000, -1000, -10)


def line(
    label: str,
    box: Any,
    *,
    cut: float = 0,
    hidden: int = 0,
    alpha: float = 0,
    score: Any = None,
    space: Any = SPACE,
) -> str:
    return " ".join(map(str, (label, cut, hidden, alpha, *box, *space, *([] if score is None else [score]))))


def evaluated(folder: Path, truth: list[Any], found: list[Any], **how: Any) -> Any:
    """One list of lines for each image."""
    for name, images in (("truth", truth), ("found", found)):
        (folder / name).mkdir()
        for number, lines in enumerate(images):
            (folder / name / f"{number:06}.txt").write_text("".join(f"{each}\n" for each in lines))
    return tb.evaluate(folder / "truth", folder / "found", protocol="kitti", fit_test=False, **how)


def of(result: Any, name: str = "Car") -> Any:
    return next(each.metrics for each in result.per_class if each.name == name)


def test_each_object_is_one_step(tmp_path: Path) -> None:
    """K2: twenty found of twenty are twenty thresholds, steps 0 to 19 of 40: 19/40, and five of eleven."""
    truth, found = [[line("Car", A)]] * 20, [[line("Car", A, score=0.5 + k / 100)] for k in range(20)]
    metrics = of(evaluated(tmp_path, truth, found))
    assert metrics["AP[easy]"] == pytest.approx(19 / 40, abs=1e-15)
    assert metrics["AP[easy@11]"] == pytest.approx(5 / 11, abs=1e-15)


def test_corrected_reads_recalls(tmp_path: Path) -> None:
    """One of two found: precision 1 up to recall 1/2, 20 steps of 40 and 6 of 11."""
    metrics = of(
        evaluated(
            tmp_path, [[line("Car", A), line("Car", B)]], [[line("Car", A, score=0.5)]], mode="corrected"
        )
    )
    assert metrics["AP[easy]"] == pytest.approx(20 / 40, abs=1e-15)
    assert metrics["AP[easy@11]"] == pytest.approx(6 / 11, abs=1e-15)


@pytest.mark.parametrize(
    ("states", "counts"),
    [
        ({}, "easy moderate hard"),
        ({"hidden": 1}, "moderate hard"),
        ({"hidden": 2}, "hard"),
        ({"hidden": 3}, ""),
        ({"cut": 0.15}, "easy moderate hard"),
        ({"cut": 0.3}, "moderate hard"),
        ({"cut": 0.5}, "hard"),
        ({"cut": 0.51}, ""),
    ],
)
def test_who_counts(tmp_path: Path, states: dict[str, Any], counts: str) -> None:
    state = evaluated(tmp_path, [[line("Car", A, **states)]], [[line("Car", A, score=0.5)]]).state
    labels = list(state.parameters.area_ranges)
    assert {labels[a] for a in np.flatnonzero(state.truths[0])} == set(counts.split())


@pytest.mark.parametrize(
    ("height", "counts"), [(25, [0, 0, 0]), (26, [1, 0, 1]), (40, [1, 0, 1]), (41, [1, 1, 1])]
)
def test_a_truth_must_be_higher(tmp_path: Path, height: int, counts: list[int]) -> None:
    box = (0, 0, 100, height)
    result = evaluated(tmp_path, [[line("Car", box)]], [[line("Car", box, score=0.5)]])
    assert result.state.truths[0].tolist() == counts


def test_neighbours_are_neutral_and_areas_excuse(tmp_path: Path) -> None:
    """A Van is taken and does not count; DontCare excuses; a Truck is nothing: one hit, one false."""
    truth = [[line("Car", A), line("Van", B), line("DontCare", FAR), line("Truck", (700, 0, 800, 100))]]
    boxes = (A, B, (510, 10, 590, 90), (700, 0, 800, 100))
    found = [[line("Car", box, score=0.9 - k / 10) for k, box in enumerate(boxes)]]
    result = evaluated(tmp_path, truth, found)
    assert [each.name for each in result.per_class] == ["Car"]
    assert result.matches.outcome("easy")[:, 0].tolist() == [1, 2, 2, 0]
    detections = result.matches.detections.matched_truth[:, 0].tolist()
    assert [each >= 0 for each in detections] == [True, False, False, False]


def test_a_truth_takes_the_greatest_overlap_at_each_cut(tmp_path: Path) -> None:
    """K3: the better box of lower score takes the first object; what it took goes on to the second."""
    truth = [[line("Pedestrian", (0, 0, 100, 100)), line("Pedestrian", (30, 0, 130, 100))]]
    found = [
        [
            line("Pedestrian", (15, 0, 115, 100), score=0.9),
            line("Pedestrian", (0, 0, 100, 100), score=0.8),
        ]
    ]
    result = evaluated(tmp_path, truth, found)
    assert result.matches.outcome("easy")[:, 0].tolist() == [1, 1]
    (tmp_path / "x").mkdir()
    again = evaluated(tmp_path / "x", [truth[0][::-1]], found)
    assert again.matches.outcome("easy")[:, 0].tolist() == [1, 1]


def test_direction(tmp_path: Path) -> None:
    """(1 + cos 1) / 2 of the only true positive."""
    result = evaluated(tmp_path, [[line("Car", A, alpha=0.5)]], [[line("Car", A, alpha=1.5, score=0.5)]])
    assert of(result)["AOS[easy@11]"] == pytest.approx((1 + cos(1)) / 2 / 11, abs=1e-15)
    assert of(result)["AP[easy@11]"] == pytest.approx(1 / 11, abs=1e-15)


@pytest.mark.parametrize(
    ("space", "found"),
    [
        (SPACE, "AP_BEV AP_3D"),
        ((3.0, 1.6, 3.9, 0, 1.7, 20, 0), "AP_BEV"),  # twice as high: half of the space, all of the ground
        ((1.5, 1.6, 3.9, 0, 1.7, 20, 1.5708), ""),  # a quarter turn: 1.6 of 6.2 metres
        ((1.5, 1.6, 3.9, 0, 1.7, 20, 3.1416), "AP_BEV AP_3D"),
        ((1.5, 1.6, 3.9, 0.6, 1.7, 20, 0), "AP_BEV AP_3D"),  # 3.3 of 4.5 metres
        ((1.5, 1.6, 3.9, 0.7, 1.7, 20, 0), ""),  # 3.2 of 4.6 metres, below 0.7
        ((1.5, 1.6, 3.9, 0, 2.0, 20, 0), "AP_BEV"),  # 1.2 of 1.8 metres high
    ],
)
def test_on_the_ground_and_in_space(tmp_path: Path, space: Any, found: str) -> None:
    """One threshold, for recall 0: 1/11 where the only object is found."""
    metrics = of(evaluated(tmp_path, [[line("Car", A)]], [[line("Car", A, score=0.5, space=space)]]))
    assert metrics["AP[easy@11]"] == pytest.approx(1 / 11, abs=1e-15)
    for key in ("AP_BEV", "AP_3D"):
        assert metrics[f"{key}[easy@11]"] == pytest.approx(1 / 11 if key in found.split() else 0, abs=1e-15)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_results_without_space(tmp_path: Path, mode: str) -> None:
    """No detection has a footprint: no number, and the reason; of one class alone it is K4."""
    truth = [[line("Car", A), line("Pedestrian", B)]]
    flat = [[line("Car", A, score=0.5, space=NOWHERE), line("Pedestrian", B, score=0.5, space=NOWHERE)]]
    result = evaluated(tmp_path, truth, flat, mode=mode)
    assert result.metrics["AP_BEV[easy]"] is None
    assert "footprint" in result.undefined["AP_BEV[easy]"]
    assert "in space" in result.undefined["AP_3D[hard@11]"]
    assert result.metrics["AP[easy@11]"] == pytest.approx(1 / 11 if mode == "strict" else 1, abs=1e-15)
    (tmp_path / "half").mkdir()
    half = [[flat[0][0], line("Pedestrian", B, score=0.5)]]
    result = evaluated(tmp_path / "half", truth, half, mode=mode)
    assert of(result, "Car")["AP_3D[easy@11]"] == (None if mode == "strict" else 0.0)
    assert of(result, "Pedestrian")["AP_3D[easy@11]"] == pytest.approx(
        1 / 11 if mode == "strict" else 1, abs=1e-15
    )


def test_areas_without_a_place_excuse_what_has_none(tmp_path: Path) -> None:
    """A detection without a footprint lies in a DontCare area seen from above, and is false in space."""
    truth = [[line("Car", A), line("DontCare", FAR, space=NOWHERE)]]
    found = [[line("Car", B, score=0.9, space=NOWHERE), line("Car", A, score=0.5)]]
    metrics = of(evaluated(tmp_path, truth, found))
    for key, value in (("AP", 1 / 2), ("AP_BEV", 1), ("AP_3D", 1 / 2)):
        assert metrics[f"{key}[easy@11]"] == pytest.approx(value / 11, abs=1e-15)


def test_an_unknown_direction_leaves_no_aos(tmp_path: Path) -> None:
    found = [[line("Car", A, score=0.5), line("Pedestrian", B, alpha=-10, score=0.4)]]
    result = evaluated(tmp_path, [[line("Car", A), line("Pedestrian", B)]], found)
    assert of(result)["AOS[easy]"] is None
    assert "alpha" in result.undefined["AOS[easy]"]
    assert result.metrics["AP[easy@11]"] == pytest.approx(1 / 11, abs=1e-15)


def test_low_detections_of_other_classes_take_objects(tmp_path: Path) -> None:
    """K1: the low cyclist has the higher score, so that the pass of the thresholds finds no car."""
    box, low = (0, 0, 100, 50), (0, 0, 100, 39)
    truth = [[line("Car", box), line("Cyclist", FAR)]]
    found = [[line("Cyclist", low, score=0.9), line("Car", box, score=0.8)]]
    for mode, value in (("strict", 0.0), ("corrected", 1.0)):
        (tmp_path / mode).mkdir()
        result = evaluated(tmp_path / mode, truth, found, mode=mode)
        assert of(result)["AP[easy@11]"] == value
        if mode == "strict":
            assert "W-310 K1" in [str(each)[:8] for each in result.warnings]


def test_a_class_that_nothing_detects(tmp_path: Path) -> None:
    """K4; and K9: a class without objects that count."""
    truth = [[line("Car", A), line("Pedestrian", B), line("Cyclist", FAR, hidden=3)]]
    found = [[line("Car", A, score=0.5), line("Cyclist", FAR, score=0.5)]]
    for mode, values in (("strict", (None, 0.0)), ("corrected", (0.0, None))):
        (tmp_path / mode).mkdir()
        result = evaluated(tmp_path / mode, truth, found, mode=mode)
        assert of(result, "Pedestrian")["AP[easy]"] == values[0]
        assert of(result, "Cyclist")["AP[easy]"] == values[1]


def test_intervals_and_comparison(tmp_path: Path) -> None:
    truth = [[line("Car", A), line("DontCare", FAR)]] * 12
    good = [[line("Car", A, score=0.5 + k / 50)] for k in range(12)]
    bad = [[line("Car", A if k % 2 else B, score=0.5 + k / 50)] for k in range(12)]
    first = evaluated(tmp_path, truth, good)
    (tmp_path / "bad").mkdir()
    second = evaluated(tmp_path / "bad", truth, bad)
    intervals = tb.diagnosis.intervals(first, replicates=100).metrics
    assert set(intervals) == set(first.metrics)
    found = tb.diagnosis.intervals(second, replicates=100).metrics["AP[easy@11]"]
    assert found.low is not None
    assert found.low < second.metrics["AP[easy@11]"] < found.high
    moved = tb.compare(first, second, replicates=100).pairs[0].metrics["AP[easy@11]"].value
    assert moved == pytest.approx(second.metrics["AP[easy@11]"] - first.metrics["AP[easy@11]"])


def test_what_is_not_said_is_said(tmp_path: Path) -> None:
    result = evaluated(tmp_path, [[line("Car", A)]], [[line("Car", A, score=0.5)]])
    assert any(each.code == "W-313" and "DontCare" in each.message for each in result.warnings)
    result = tb.evaluate(
        [{"boxes": [A], "labels": ["Car"]}],
        [{"boxes": [A], "labels": ["Car"], "scores": [0.5]}],
        protocol="kitti",
        fit_test=False,
    )
    assert any(each.code == "W-313" and "truncated" in each.message for each in result.warnings)
    assert result.metrics["AOS[easy]"] is None


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(tb.errors.ArgumentError, match="Car, Pedestrian and Cyclist"):
        evaluated(tmp_path, [[line("Tram", A)]], [[line("Tram", A, score=0.5)]])
    (tmp_path / "x").mkdir()
    with pytest.raises(tb.errors.InputError, match="E-123"):
        evaluated(tmp_path / "x", [[line("Car", A)]], [[line("Car", A)]])
    with pytest.raises(tb.errors.ArgumentError, match="in pieces"):
        tb.Evaluator(categories=["Car"], protocol="kitti")
    (tmp_path / "y").mkdir()
    with pytest.raises(tb.errors.ArgumentError, match="iou_thresholds"):
        evaluated(tmp_path / "y", [[line("Car", A)]], [[line("Car", A, score=0.5)]], iou_thresholds=[0.5])


@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_swapped_models_are_an_evaluation_of_what_is_chosen(tmp_path: Path, mode: str) -> None:
    rng = np.random.default_rng(7)
    truth, models = [], ([], [])  # type: ignore[var-annotated]
    for _ in range(12):
        corners = [(x, 0, x + 100, 60 + int(rng.integers(0, 40))) for x in (0, 60, 200, 400)]
        truth.append([line("Car", box) for box in corners])
        for model in models:
            moved = [tuple(np.array(box) + rng.integers(-12, 12, 4)) for box in corners]
            model.append([line("Car", box, score=round(rng.random(), 1), alpha=0.3) for box in moved])
    chosen = rng.integers(0, 2, 12)
    mixed = [models[which][k] for k, which in enumerate(chosen)]
    results = []
    for name, found in (("a", models[0]), ("b", models[1]), ("c", mixed)):
        (tmp_path / name).mkdir()
        results.append(evaluated(tmp_path / name, truth, found, mode=mode))
    first, second, wanted = results
    weights = np.stack([1 - chosen, chosen], axis=1).reshape(1, -1).astype(np.uint8)
    drawn = Resampling(first, second).weighed(weights).metrics
    for key, value in wanted.metrics.items():
        assert drawn[key][0] == pytest.approx(value, abs=1e-12), key


def test_kinds_of_errors_are_refused(tmp_path: Path) -> None:
    result = evaluated(tmp_path, [[line("Car", A)]], [[line("Car", A, score=0.5)]])
    with pytest.raises(tb.errors.ArgumentError, match="choose detections anew"):
        tb.diagnosis.errors(result)
    assert "errors" in tb.diagnosis.diagnose(result, replicates=100).skipped
    page = tb.report.to_page(result, replicates=0)
    assert "kinds of errors do not add up" in page


def test_two_parts_add(tmp_path: Path) -> None:
    truth = [[line("Car", A)], [line("Car", A), line("Car", B)]]
    found = [[line("Car", A, score=0.5)], [line("Car", A, score=0.9), line("Car", FAR, score=0.7)]]
    whole = evaluated(tmp_path, truth, found)
    parts = [
        tb.evaluate(
            tmp_path / "truth", tmp_path / "found", protocol="kitti", images=[key], fit_test=False
        ).state
        for key in ("000000", "000001")
    ]
    both = parts[0] + parts[1]
    np.testing.assert_array_equal(both.values, whole.state.values)
