"""Precision against recall."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from argoverse2_worlds import argoverse2_world

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation import protocol_value
from truebox.plotting import plot_precision_recall


@pytest.fixture(scope="module")
def result():
    world = tb.generation.make_world(12, seed=3)
    with pytest.warns(tb.errors.TrueboxWarning):
        return tb.evaluate(world.truth, world.predictions[0])


def _labels(ax):
    return [line.get_label() for line in ax.lines]


def test_the_lines_are_the_means_of_the_table(result):
    ax = plot_precision_recall(result)
    table = result.precision[:, :, :, 0, -1]
    defined = (table > -1).all(axis=(0, 1))
    for line, rows in zip(ax.lines, (slice(0, 1), slice(5, 6), slice(None)), strict=True):
        assert np.allclose(line.get_ydata(), table[rows][:, :, defined].mean(axis=(0, 2)))
        assert np.array_equal(line.get_xdata(), result.parameters.recall_thresholds)


def test_the_legend_gives_the_ap_of_the_result(result):
    assert _labels(plot_precision_recall(result)) == [
        f"IoU 0.50: AP {result.metrics['AP50']:.3f}",
        f"IoU 0.75: AP {result.metrics['AP75']:.3f}",
        f"IoU 0.50 to 0.95: AP {result.metrics['AP']:.3f}",
    ]


def test_classes_by_id_and_by_name(result):
    first, second = result.per_class[:2]
    assert _labels(plot_precision_recall(result, classes=[first.id, second.name])) == [
        f"{each.name}: AP {each.metrics['AP50']:.3f}" for each in (first, second)
    ]


def test_other_thresholds_and_areas(result):
    ax = plot_precision_recall(result, iou_thresholds=[0.6, 0.9], area="large")
    assert [label[:8] for label in _labels(ax)] == ["IoU 0.60", "IoU 0.90"]


def test_many_classes_have_their_legend_beside_the_chart(result):
    ax = plot_precision_recall(result, classes=[each.id for each in result.per_class])
    ax.figure.draw_without_rendering()
    assert ax.get_legend().get_window_extent().x0 > ax.get_window_extent().x1


def test_without_truths_it_says_so():
    box = {"boxes": [[1, 1, 9, 9]], "labels": ["cat"]}
    empty = tb.evaluate(
        [box], [{**box, "scores": [0.5]}], area_ranges={"all": (0, 1e10), "huge": (1e9, 1e10)}
    )
    ax = plot_precision_recall(empty, area="huge")
    assert [text.get_text() for text in ax.texts] == ["n/a (no truths)"]
    assert _labels(ax)[0] == "IoU 0.50: n/a (no truths)"
    ax.figure.draw_without_rendering()


def test_a_class_without_truths_is_drawn_beside_others():
    truth = [{"boxes": [[1, 1, 9, 9]] * 2, "labels": ["cat", "dog"], "iscrowd": [0, 1]}]
    found = [{"boxes": [[1, 1, 9, 9]], "labels": ["cat"], "scores": [0.5]}]
    ax = plot_precision_recall(tb.evaluate(truth, found, mode="corrected"), classes=["dog", "cat"])
    assert _labels(ax) == ["dog: n/a (no truths)", "cat: AP 1.000"]
    ax.figure.draw_without_rendering()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"classes": ["unicorn"]}, "classes: 'unicorn' was not evaluated"),
        ({"iou_thresholds": [0.33]}, "iou_thresholds: 0.33 was not evaluated; 0.50, 0.55"),
        ({"area": "huge"}, "area is 'huge'; evaluated were all, small, medium, large"),
    ],
)
def test_refused(result, said, message):
    with pytest.raises(ArgumentError, match=message):
        plot_precision_recall(result, **said)


def test_an_area_is_read_as_the_protocol_reads_it():
    world = tb.generation.make_world(12, seed=3)
    with pytest.warns(tb.errors.TrueboxWarning):
        result = tb.evaluate(world.truth, world.predictions[0], protocol="voc")
    assert _labels(plot_precision_recall(result)) == [f"IoU 0.50: AP {result.metrics['AP']:.3f}"]


ROW = "{} 0 0 0 {} {} {} {} 1.5 1.8 4 1 1.6 20 0"


@pytest.fixture
def kitti(tmp_path: Path) -> Any:
    """Cars in a row: 50 of 60 are found, and every fifth detection is false."""
    for side in ("truth", "found"):
        (tmp_path / side).mkdir()
    cars = [ROW.format("Car", 20 * k, 10, 20 * k + 15, 70) for k in range(60)]
    found = [f"{row} {0.9 - k / 100}" for k, row in enumerate(cars[:50])]
    found += [f"{ROW.format('Car', 20 * k, 200, 20 * k + 15, 260)} {0.895 - k / 20}" for k in range(10)]
    for name, rows in (("truth", cars), ("found", found)):
        (tmp_path / name / "000000.txt").write_text("\n".join(rows) + "\n")
    return tb.evaluate(tmp_path / "truth", tmp_path / "found", protocol="kitti", fit_test=False)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_kitti_reads_its_forty_steps_of_the_line(kitti: Any) -> None:
    ax = tb.plotting.plot_precision_recall(kitti)
    assert [line.get_label().split(":")[0] for line in ax.lines] == ["easy", "moderate", "hard"]
    for line, label in zip(ax.lines, ("easy", "moderate", "hard"), strict=True):
        steps = line.get_ydata()
        assert len(steps) == 41
        assert 0 < np.mean(steps[1:]) < 1
        assert np.mean(steps[1:]) == pytest.approx(kitti.metrics[f"AP[{label}]"])
        assert np.mean(steps[::4]) == pytest.approx(kitti.metrics[f"AP[{label}@11]"])


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_class_and_a_set_of_kitti(kitti: Any) -> None:
    (line,) = tb.plotting.plot_precision_recall(kitti, classes=["Car"], area="hard").lines
    assert line.get_label() == f"Car: AP {kitti.metrics['AP[hard]']:.3f}"
    with pytest.raises(ArgumentError, match="evaluated were easy, moderate, hard"):
        tb.plotting.plot_precision_recall(kitti, area="all")
    with pytest.raises(ArgumentError, match=r"Fix: pass area="):
        tb.plotting.plot_precision_recall(kitti, iou_thresholds=[0.5])


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_distances_of_argoverse2(mode: Any) -> None:
    result = tb.evaluate(*argoverse2_world(0), protocol="argoverse2", mode=mode)
    curves = protocol_value("argoverse2").curves(result.state)  # type: ignore[attr-defined]
    ax = tb.plotting.plot_precision_recall(result)
    assert [line.get_label().split(":")[0] for line in ax.lines] == ["0.5 m", "1 m", "2 m", "4 m"]
    for curve in curves:
        for row, each in enumerate(result.per_class):
            if each.truths:
                assert curve.precision[row].mean() == pytest.approx(each.metrics[curve.key])


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_nuscenes_reads_from_recall_eleven_on() -> None:
    box = {"size": [2, 4, 1.5], "rotation": [1, 0, 0, 0], "velocity": [1, 0], "detection_name": "car"}
    box |= {"attribute_name": "vehicle.moving"}
    truth = {"results": {"a": [box | {"translation": [20 * k, 0, 0]} for k in range(4)]}}
    places = ((0, 0.9), (300, 0.8), (21, 0.7), (63.9, 0.6))
    found = {"results": {"a": [box | {"translation": [x, 0, 0], "detection_score": s} for x, s in places]}}
    result = tb.evaluate(truth, found, protocol="nuscenes")
    car = next(row for row, each in enumerate(result.per_class) if each.name == "car")
    for curve in protocol_value("nuscenes").curves(result.state):  # type: ignore[attr-defined]
        read = np.maximum(curve.precision[car][11:] - 0.1, 0).mean() / 0.9
        assert read == pytest.approx(result.per_class[car].metrics[curve.key])


def test_several_results_are_refused_with_a_way_out():
    with pytest.raises(ArgumentError, match=r"result is list; expected a result of truebox.evaluate"):
        plot_precision_recall([])
