"""Waymo by hand: who finds what at which cut, levels, ranges, headings, what is left out, and quirks."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

import pytest
from waymo_worlds import labelled

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_precision_recall

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOX = (10.0, 0.0, 0.0, 4.0, 2.0, 1.5, 0.0)


@pytest.fixture
def car(tmp_path: Path) -> Any:
    """The result of vehicles, from changes to one object and one detection each."""

    def evaluated(truth: list[dict[str, Any]], found: list[dict[str, Any]], **how: Any) -> Any:
        usual: dict[str, Any] = {"box": BOX, "type": 1, "points": 9}
        (tmp_path / "truth.bin").write_bytes(labelled(*(usual | each for each in truth)))
        (tmp_path / "found.bin").write_bytes(labelled(*(usual | {"score": 0.5} | each for each in found)))
        how = {"protocol": "waymo", "categories": ["VEHICLE"]} | how
        return tb.evaluate(tmp_path / "truth.bin", tmp_path / "found.bin", **how)

    return evaluated


def moved(x: float = 10.0, turn: float = 0.0) -> tuple[float, ...]:
    return (x, *BOX[1:6], turn)


def test_overlaps_decide_and_not_scores(car: Any) -> None:
    """Cuts above 0.4: the first has the object; up to 0.4 the second, which is nearer and turned by 0.1."""
    found = [{"box": moved(10.4), "score": 0.9}, {"box": moved(10.0, 0.1), "score": 0.4}]
    result = car([{}], found)
    assert result.matches.to_dict()["detections"]["matched_truth"] == [[None], [0]]
    assert result.metrics["AP"] == pytest.approx(1, abs=1e-6)
    # Recall is 1 at every cut, where the greatest precision counts: weighed, that of the cuts above.
    assert result.metrics["APH"] == pytest.approx(1, abs=1e-6)


def test_two_objects_share_what_reaches_both(car: Any) -> None:
    """Alone at its cut the first takes what it overlaps most, and gives it up below."""
    truth = [{"box": moved(10)}, {"box": moved(10.6)}]
    found = [{"box": moved(10.25), "score": 0.9}, {"box": moved(9.9), "score": 0.5}]
    result = car(truth, found)
    assert result.metrics["AR"] == 1
    assert result.metrics["AP"] == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(("turn", "right"), [(0, 1), (pi, 0), (pi / 8, 7 / 8), (-pi / 8, 7 / 8), (2 * pi, 1)])
def test_headings(car: Any, turn: float, right: float) -> None:
    round_box = (10.0, 0.0, 0.0, 2.0, 2.0, 1.5, 0.0)
    found = car([{"box": round_box}], [{"box": (*round_box[:6], turn)}])
    assert found.metrics["APH"] == pytest.approx(right * found.metrics["AP"], abs=1e-6)
    assert found.metrics["AP"] == pytest.approx(1, abs=1e-6)


def test_single_precision(car: Any) -> None:
    """B5: twenty steps of the nearest single number to 0.05."""
    assert car([{}], [{}]).metrics["AP"] == 1.0000001192092896
    assert car([{}], [{}], mode="corrected").metrics["AP"] == 1


def test_cuts_in_steps_of_a_hundredth(car: Any) -> None:
    """B1: 0.505 and 0.502 stand at one cut, so that precision at recall 1/2 is 1/2; every score a cut: 1."""
    truth = [{}, {"box": moved(40)}]
    found = [{"score": 0.505}, {"box": moved(70), "score": 0.502}]
    strict, mended = (car(truth, found, mode=mode) for mode in ("strict", "corrected"))
    assert strict.metrics["AP"] == pytest.approx(0.25, abs=1e-6)
    assert mended.metrics["AP"] == 0.5
    assert any(each.code == "W-310" and "B1" in each.message for each in strict.warnings)


def test_lines_between_points(car: Any) -> None:
    """B1: recall 1/2 at 1 and recall 1 at 2/3; of the gap 9 steps of 0.05 hold 2/3, the last rises to 1."""
    truth = [{}, {"box": moved(40)}]
    found = [{"score": 0.9}, {"box": moved(70), "score": 0.5}, {"box": moved(40), "score": 0.4}]
    expected = 0.5 + 0.45 * 2 / 3 + 0.05 * (2 / 3 + 1) / 2
    assert car(truth, found).metrics["AP"] == pytest.approx(expected, abs=1e-6)
    assert car(truth, found, mode="corrected").metrics["AP"] == pytest.approx(0.5 + 0.5 * 2 / 3)


def test_absent_classes_count(car: Any) -> None:
    """B2: no pedestrian and no cyclist."""
    strict, mended = (
        car([{}], [{}], mode=mode, categories=None).metrics["AP"] for mode in ("strict", "corrected")
    )
    assert (strict, mended) == pytest.approx((1 / 3, 1), abs=1e-6)


def test_levels(car: Any) -> None:
    """B3: an object of level 2 is found at level 1, yet not missed there. By points: up to 5 are level 2."""
    hard = {"box": moved(40), "points": 5}
    only = car([{}, hard], [{}]).metrics
    assert (only["AP"], only["AP[L1]"]) == pytest.approx((0.5, 1), abs=1e-6)
    other = car([{}, hard], [{"box": moved(40)}]).metrics
    assert (other["AP"], other["AP[L1]"]) == pytest.approx((0.5, 0.5), abs=1e-6)
    stated = car([{}, hard | {"level": 1}], [{}]).metrics
    assert stated["AP[L1]"] == pytest.approx(0.5, abs=1e-6)


def test_ranges(car: Any) -> None:
    """B4: the object 29.9 m away, its detection 30.1: found over all, in neither range."""
    metrics = car([{"box": moved(29.9)}], [{"box": moved(30.1)}]).metrics
    assert [metrics[key] for key in ("AP", "AP[0-30m]")] == pytest.approx([1, 0], abs=1e-6)
    assert metrics["AP[30-50m]"] is None
    assert car([{"box": moved(50)}], [{"box": moved(50)}]).metrics["AP[50m+]"] == pytest.approx(1, abs=1e-6)


def test_coinciding_boxes_turned_by_half_overlap(car: Any) -> None:
    """B6."""
    assert car([{"box": moved(10, 0.3)}], [{"box": moved(10, 0.3 + pi)}]).metrics["AP"] == pytest.approx(
        1, abs=1e-6
    )


def test_of_equal_overlaps_the_first_of_the_file(car: Any) -> None:
    """B7: the same box twice, the other way round; only one is right."""
    pair = [{}, {"box": (10.0, 0.0, 0.0, 2.0, 2.0, 1.5, pi)}]
    square = [{"box": (10.0, 0.0, 0.0, 2.0, 2.0, 1.5, 0.0)}]
    first = car(square, [square[0], pair[1]]).metrics["APH"]
    second = car(square, [pair[1], square[0]]).metrics["APH"]
    assert (first, second) == pytest.approx((0.5, 0), abs=1e-6)


@pytest.mark.parametrize(
    ("row", "count"), [({"points": 0}, 0), ({"points": 1}, 1), ({"type": 3}, 0), ({"type": 2}, 0)]
)
def test_who_counts(car: Any, row: dict[str, Any], count: int) -> None:
    assert car([row], [{}]).per_class[0].truths == count


def test_zones_without_labels_excuse_what_finds_nothing(car: Any) -> None:
    false = {"box": moved(70), "score": 0.9}
    assert car([{}], [{}, false]).metrics["AP"] == pytest.approx(0.5, abs=1e-6)
    assert car([{}], [{}, false | {"zone": True}]).metrics["AP"] == pytest.approx(1, abs=1e-6)


def test_signs_where_they_are_asked_for_alone(car: Any) -> None:
    sign = [{"type": 3}]
    result = car([*sign, {}], [*sign, {}], categories=["SIGN"])
    assert [each.name for each in result.per_class] == ["SIGN"]
    assert result.metrics["AP"] == pytest.approx(1, abs=1e-6)
    assert [each.name for each in car([*sign, {}], [{}], categories=None).per_class] == [
        "VEHICLE",
        "PEDESTRIAN",
        "CYCLIST",
    ]


@pytest.mark.parametrize("name", ["waymo", "waymo_bev"])
def test_boxes_of_pictures_are_refused(name: str) -> None:
    flat = [{"boxes": [[0, 0, 9, 9]], "labels": ["VEHICLE"]}]
    with pytest.raises(ArgumentError, match="boxes in space"):
        tb.evaluate(flat, [flat[0] | {"scores": [0.5]}], protocol=name)


def test_height_matters_in_space_alone(car: Any) -> None:
    above = (10.0, 0.0, 9.0, *BOX[3:])
    values = [car([{}], [{"box": above}], protocol=name).metrics["AP"] for name in ("waymo", "waymo_bev")]
    assert values == pytest.approx([0, 1], abs=1e-6)


def test_pictures(car: Any) -> None:
    """Boxes in memory too; a truth without levels counts at both."""
    flat = [{"boxes": [[0, 0, 10, 10]], "labels": ["VEHICLE"]}]
    for right, value in ((13, 1), (15, 0)):  # 10/13 and 10/15 of the union
        found = [{"boxes": [[0, 0, right, 10]], "labels": ["VEHICLE"], "scores": [0.5]}]
        metrics = tb.evaluate(flat, found, protocol="waymo_camera", categories=["VEHICLE"]).metrics
        assert (metrics["AP"], metrics["AP[L1]"]) == pytest.approx((value, value), abs=1e-6)
        assert "APH" not in metrics


def test_no_points_are_said(car: Any) -> None:
    truth = {"box": BOX, "type": 1}
    said = car([{}], [{}]).warnings
    assert not any(each.code == "W-313" for each in said)
    path = car.__closure__[0].cell_contents
    (path / "bare.bin").write_bytes(labelled(truth))
    result = tb.evaluate(path / "bare.bin", path / "found.bin", protocol="waymo", categories=["VEHICLE"])
    assert any(each.code == "W-313" and "lidar points" in each.message for each in result.warnings)
    assert result.per_class[0].truths == 1


def test_its_curve_is_drawn(car: Any) -> None:
    pytest.importorskip("matplotlib")
    ax = plot_precision_recall(car([{}, {"box": moved(40)}], [{}]))
    assert ax.lines


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_scores_beyond_the_cuts_are_said(tmp_path: Any) -> None:
    box = {"box": (9, 0, 0, 4, 2, 1.5, 0), "type": 1, "points": 9}
    (tmp_path / "truth.bin").write_bytes(labelled(box))
    (tmp_path / "found.bin").write_bytes(labelled(box | {"score": 90.0}))
    result = tb.evaluate(tmp_path / "truth.bin", tmp_path / "found.bin", protocol="waymo")
    (said,) = [each.message for each in result.warnings if each.code == "W-307"]
    assert "scores are cut at 0, 0.01 ... 1" in said
