"""Every protocol of boxes where nothing is found or nothing is there: a number or a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from waymo_worlds import labelled

import truebox as tb
from truebox.cli import main
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_value

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

IN_SPACE = ("nuscenes", "argoverse2", "luna16", "camelyon16", "waymo", "waymo_bev", "lvis")
NAMES = {"kitti": "Car", "waymo_camera": "VEHICLE"}
PROTOCOLS = [
    name
    for name in DETECTION_PROTOCOLS
    if name not in IN_SPACE and "boxes" in protocol_value(name).geometries
]
META = dict.fromkeys(("use_camera", "use_radar", "use_map", "use_external"), False) | {"use_lidar": True}
SAMPLE = {
    **{"sample_token": "a", "translation": [1, 2, 0], "size": [2, 4, 2], "rotation": [1, 0, 0, 0]},
    **{"velocity": [0, 0], "detection_name": "car", "attribute_name": "vehicle.parked"},
    **{"num_pts": 9, "ego_translation": [1, 2, 0], "detection_score": -1.0},
}


def follow(result: Any) -> None:
    """What people ask of any result."""
    assert len(result.matches.to_dict()["truths"]["row"]) >= 0
    tb.diagnosis.intervals(result, replicates=100)
    tb.diagnosis.ties(result)
    tb.diagnosis.diagnose(result, replicates=100)
    assert result.to_dict()["format_version"] == 1


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("name", PROTOCOLS)
def test_nothing_found(name: str, mode: Any) -> None:
    label = NAMES.get(name, "person")
    truth = [{"boxes": [[0, 0, 40, 90]], "labels": [label]}] * 3
    found = [{"boxes": [], "labels": [], "scores": []}] * 3
    result = tb.evaluate(truth, found, protocol=name, mode=mode)
    main = result.layout.main
    assert result.metrics[main] in (0.0, 1.0) or result.undefined[main]  # a miss rate is 1
    follow(result)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_nothing_there(name: str) -> None:
    label = NAMES.get(name, "person")
    truth = [{"boxes": [[0, 0, 40, 90]], "labels": [label]}, {"boxes": [], "labels": []}]
    found = [{"boxes": [[0, 0, 40, 90]], "labels": [label], "scores": [0.5]}] * 2
    result = tb.evaluate(truth, found, protocol=name, images=[1])
    main = result.layout.main
    assert result.metrics[main] is not None or "0 to inf" not in result.undefined[main]


def test_nothing_found_by_centres() -> None:
    result = tb.evaluate(
        {"meta": META, "results": {"a": [SAMPLE]}}, {"meta": META, "results": {"a": []}}, protocol="nuscenes"
    )
    assert (result.metrics["AP"], result.metrics["NDS"]) == (0, 0)
    follow(result)


def test_nothing_found_by_assignment(tmp_path: Path) -> None:
    """The one detection is of another class."""
    box = {"box": (10.0, 0.0, 0.0, 4.0, 2.0, 1.5, 0.0), "points": 9}
    (tmp_path / "truth.bin").write_bytes(labelled(box | {"type": 1}))
    (tmp_path / "found.bin").write_bytes(labelled(box | {"type": 3, "score": 0.5}))
    result = tb.evaluate(tmp_path / "truth.bin", tmp_path / "found.bin", protocol="waymo")
    assert result.metrics["AP"] == 0
    follow(result)


@pytest.mark.parametrize("class_agnostic", [False, True])
def test_a_truth_without_classes_is_an_answer_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], class_agnostic: bool
) -> None:
    """Every diagnosis ended in an internal error: it looked for the class that stands for all."""
    nothing = [{"boxes": [], "labels": []}]
    result = tb.evaluate(nothing, [{**nothing[0], "scores": []}], class_agnostic=class_agnostic)
    assert result.metrics["AP"] is None
    follow(result)
    curves = tb.diagnosis.confidence_curves(result)
    assert [each.name for each in curves.per_class] == (["all classes"] if class_agnostic else [])
    assert curves.overall.truths == tb.diagnosis.calibration(result).count.sum() == 0
    files = tmp_path / "truth.json", tmp_path / "found.json"
    files[0].write_text(
        '{"images": [{"id": 1, "width": 9, "height": 9}], "annotations": [], "categories": []}'
    )
    files[1].write_text("[]")
    assert main(["eval", *map(str, files), *(["--class-agnostic"] if class_agnostic else [])]) == 0
    assert "Internal error" not in capsys.readouterr().err
    if not class_agnostic:
        assert main(["eval", *map(str, files), "--report", str(tmp_path / "page.html")]) == 2
        assert "a page needs classes. Fix: list classes in the truth." in capsys.readouterr().err
