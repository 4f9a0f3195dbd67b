"""Files larger than memory are looked at as others are: one group of images tells of all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamed_worlds import coco

from truebox import read_predictions, read_truth
from truebox.errors import InputError
from truebox.evaluation import StreamedResult, evaluate
from truebox.evaluation.streaming.larger import larger_files
from truebox.execution import part

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
LIMIT = 5000
SIGMAS = {"sigmas": [0.1] * 4}


@pytest.fixture
def sides(monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Objects and detections on them, each with its outline and corners."""
    monkeypatch.setattr(larger_files, "_FEWEST", 60)
    truth, _ = coco(list(range(1, 60)), 1)
    found = []
    for image in truth["images"]:
        image |= {"width": 200, "height": 200}
    for number, row in enumerate(truth["annotations"]):
        row["bbox"] = [10.0 * (number % 9), 7.0 * (number % 11), 30.0, 20.0]
        row |= {"area": 600, "iscrowd": 0, "num_keypoints": 4, **shapes(row["bbox"])}
        named = {key: row[key] for key in ("image_id", "category_id")}
        found.append({**named, "bbox": row["bbox"], "score": 0.9 - number / 1000, **shapes(row["bbox"])})
    return truth, found


def shapes(box: list[float]) -> dict[str, Any]:
    x, y, width, height = box
    ring = [x, y, x + width, y, x + width, y + height, x, y + height]
    points = [value for place in range(0, 8, 2) for value in (*ring[place : place + 2], 2)]
    return {"segmentation": [ring], "keypoints": points}


def written(folder: Path, truth: Any, found: Any) -> tuple[str, str]:
    for name, data in (("truth", truth), ("found", found)):
        (folder / f"{name}.json").write_text(json.dumps(data))
    return str(folder / "truth.json"), str(folder / "found.json")


@pytest.mark.parametrize("geometry", ["boxes", "masks", "keypoints"])
def test_another_scale_is_refused_in_pieces_as_at_once(tmp_path: Path, sides: Any, geometry: Any) -> None:
    truth, found = sides
    how: dict[str, Any] = {"geometry": geometry, **(SIGMAS if geometry == "keypoints" else {})}
    right = evaluate(*written(tmp_path, truth, found), **how, max_memory=LIMIT)
    assert isinstance(right, StreamedResult)
    assert (right.metrics["AP"] or 0) > 0.9
    half = [{**row, "bbox": [v / 2 for v in row["bbox"]]} for row in found]
    half = [{**row, **shapes(row["bbox"])} for row in half]
    files = written(tmp_path, truth, half)
    for limit in (None, LIMIT):
        with pytest.raises(InputError, match="E-470"):
            evaluate(*files, **how, max_memory=limit)
    assert isinstance(evaluate(*files, **how, max_memory=LIMIT, fit_test=False), StreamedResult)


@pytest.mark.parametrize("geometry", ["boxes", "masks", "keypoints"])
@pytest.mark.parametrize("limit", [None, LIMIT])
def test_a_shard_in_another_scale_is_refused(
    tmp_path: Path, sides: Any, geometry: Any, limit: int | None
) -> None:
    truth, found = sides
    how: dict[str, Any] = {"geometry": geometry, **(SIGMAS if geometry == "keypoints" else {})}
    half = [{**row, **shapes([v / 2 for v in row["bbox"]])} for row in found]
    half = [{**row, "bbox": [v / 2 for v in row["bbox"]]} for row in half]
    files = written(tmp_path, truth, half)
    given: Any = files
    if limit is None:
        given = (read_truth(files[0], geometry=geometry), read_predictions(files[1], geometry=geometry))
    with pytest.raises(InputError, match="E-470"):
        part(*given, **how, max_memory=limit)


def test_what_is_said_of_all_at_once_is_said_of_a_group(tmp_path: Path, sides: Any) -> None:
    truth, found = sides
    wrong = [
        {**row, "bbox": [row["bbox"][0] + 100, *row["bbox"][1:]], "score": 0.95 + row["score"] / 100}
        for row in found
    ]
    result = evaluate(*written(tmp_path, truth, [*found, *wrong]), max_memory=LIMIT)
    assert isinstance(result, StreamedResult)
    (said,) = [each.message for each in result.warnings if each.code == "W-315"]
    assert said.startswith("of ")
    assert "images looked at: detections that are right have lower scores" in said
    moved = [{**row, "bbox": [row["bbox"][0] + 17, row["bbox"][1] + 111, 9, 9]} for row in found]
    zero = evaluate(*written(tmp_path, truth, moved), max_memory=LIMIT)
    assert zero.metrics["AP"] == 0
    assert [each.code for each in zero.warnings if each.code in ("W-312", "W-315")] == ["W-312"]


def test_looks_are_made_in_pieces_too(tmp_path: Path, sides: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three more of each detection beside it, and a class that has none."""
    monkeypatch.setattr(larger_files, "_FEWEST", 110)  # two groups
    truth, found = sides
    left = found[0]["category_id"]
    again = [
        {**row, "bbox": [row["bbox"][0] + step / 5, *row["bbox"][1:]], "score": row["score"] - step / 100}
        for row in found
        for step in range(4)
        if row["category_id"] != left
    ]
    files = written(tmp_path, truth, again)
    whole, pieces = (evaluate(*files, max_memory=limit) for limit in (None, LIMIT))
    assert isinstance(pieces, StreamedResult)
    for result in (whole, pieces):
        assert {each.code for each in result.warnings} >= {"W-317", "W-319"}
    (of_whole,), (of_pieces,) = (
        [each.message for each in result.warnings if each.code == "W-319"] for result in (whole, pieces)
    )
    assert of_pieces == of_whole
    (said,) = [each.message for each in pieces.warnings if each.code == "W-317"]
    assert "images looked at: " in said
    without = evaluate(*files, max_memory=LIMIT, fit_test=False)
    assert not {each.code for each in without.warnings} & {"W-317", "W-319"}
