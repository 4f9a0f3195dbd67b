"""Writing made data: what is written reads back to the last bit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from truebox.generation import coco_files, make_dataset, to_coco, to_coco_results
from truebox.generation.coco_files import write_coco_results, write_coco_truth, write_json


@pytest.mark.parametrize("ids", ["ordered", "strings"])
@pytest.mark.parametrize("rows", [7, 20_000])
def test_files_read_back_as_the_dicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ids: str, rows: int
) -> None:
    monkeypatch.setattr(coco_files, "ROWS", rows)
    truth, predictions = make_dataset(6, 3, ids=ids, ignored=0.2, seed=1)  # type: ignore[arg-type]
    write_coco_truth(truth, tmp_path / "truth.json")
    write_coco_results(predictions, tmp_path / "predictions.json")
    assert json.loads((tmp_path / "truth.json").read_bytes()) == to_coco(truth)
    assert json.loads((tmp_path / "predictions.json").read_bytes()) == to_coco_results(predictions)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["predictions.json", "truth.json"]


def test_empty_columns_are_empty_lists(tmp_path: Path) -> None:
    truth, predictions = make_dataset(0, 1)
    write_coco_truth(truth, tmp_path / "truth.json")
    write_coco_results(predictions, tmp_path / "predictions.json")
    written = json.loads((tmp_path / "truth.json").read_bytes())
    assert written == {"images": [], "annotations": [], "categories": [{"id": 1, "name": "class 1"}]}
    assert json.loads((tmp_path / "predictions.json").read_bytes()) == []


def test_text_is_utf_8(tmp_path: Path) -> None:
    write_json({"name": "Würfel"}, tmp_path / "one.json")
    assert "Würfel" in (tmp_path / "one.json").read_bytes().decode("utf-8")
