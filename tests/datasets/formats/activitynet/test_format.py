"""ActivityNet's JSON: segments of time are boxes one high, and one subset is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.errors import InputError

RUN = {"segment": [1.5, 4], "label": "Run"}


def write(folder: Path, name: str, held: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(held), encoding="utf-8")
    return path


def database(**videos: tuple[str, list[Any]]) -> dict[str, Any]:
    held = {
        name: {"subset": subset, "duration": 9.5, "annotations": rows}
        for name, (subset, rows) in videos.items()
    }
    return {"version": "VERSION 1.3", "taxonomy": [], "database": held}


def test_a_segment_is_a_box_one_high(tmp_path: Path) -> None:
    truth = tb.read_truth(
        write(tmp_path, "t.json", database(v1=("validation", [RUN]), v2=("validation", [])))
    )
    assert truth.boxes.tolist() == [[1.5, 0, 2.5, 1]]
    assert truth.source.format == "activitynet"
    assert list(truth.images.file_names) == ["v1", "v2"]
    assert truth.images.attributes["duration"].tolist() == [9.5, 9.5]


def test_results_are_recognised_and_joined_by_name(tmp_path: Path) -> None:
    truth = write(tmp_path, "t.json", database(v1=("validation", [RUN])))
    found = write(tmp_path, "p.json", {"results": {"v1": [RUN | {"score": 0.5}]}, "external_data": {}})
    predictions = tb.read_predictions(found)
    assert (predictions.source.format, predictions.image_by, predictions.scores.tolist()) == (
        "activitynet",
        "name",
        [0.5],
    )
    assert tb.evaluate(truth, found, mode="corrected").metrics["AP"] == 1


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_one_subset_is_read(tmp_path: Path) -> None:
    several = write(
        tmp_path, "t.json", database(v1=("Validation", [RUN]), v2=("Test", [RUN]), v3=("Test", []))
    )
    with pytest.raises(InputError, match="E-415"):
        tb.read_truth(several)
    assert len(tb.read_truth(several, split="Test").images) == 2
    assert len(tb.read_truth(several, split="all").images) == 3
    found = write(tmp_path, "p.json", {"results": {each: [RUN | {"score": 0.5}] for each in ("v2", "v3")}})
    result = tb.evaluate(several, found, protocol="thumos14", fit_test=False)
    assert result.truths == 1
    assert "W-403" in [each.code for each in result.warnings]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"segment": [4, 1.5], "label": "Run"}, "it ends at 1.5, before it begins at 4"),
        ({"segment": [4], "label": "Run"}, r"need \[start, end\]"),
        ({"segment": [4, "5"], "label": "Run"}, "need a number"),
        ({"segment": [4, 5]}, "label is missing"),
    ],
)
def test_what_is_no_segment_is_refused_or_left_out(tmp_path: Path, row: Any, said: str) -> None:
    path = write(tmp_path, "t.json", database(v1=("validation", [RUN, row])))
    with pytest.raises(InputError, match=said):
        tb.read_truth(path)
    assert len(tb.read_truth(path, lenient=True)) == 1
    found = write(tmp_path, "p.json", {"results": {"v1": [row | {"score": 0.5}]}})
    with pytest.raises(InputError, match=said):
        tb.read_predictions(found, format="activitynet")


@pytest.mark.parametrize("results", [{}, {"v1": []}, {"v1": [], "v 2": []}])
def test_results_without_any_segment_are_results(tmp_path: Path, results: dict[str, Any]) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps({"version": "1", "results": results, "external_data": {}}))
    assert len(tb.read_predictions(path)) == 0
    path.write_text(json.dumps({"results": results, "meta": {"use_camera": True}}))
    assert tb.read_predictions(path).source.format == "nuscenes"
