"""Predictions larger than the memory that is allowed: the numbers of all at once."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamed_worlds import coco

from truebox.errors import InputError
from truebox.evaluation import StreamedResult, evaluate
from truebox.evaluation.streaming import larger_files


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A small world, whose images stand in any order, and pieces of a few rows."""
    monkeypatch.setattr(larger_files, "_FEWEST", 15)
    truth, results = coco(list(range(1, 40)), 1)
    order = np.random.default_rng(4).permutation(len(results))
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    (tmp_path / "found.json").write_text(json.dumps([results[row] for row in order]))
    return tmp_path / "truth.json", tmp_path / "found.json"


def _quietly(*given: Any, **how: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return evaluate(*given, **how)


@pytest.mark.parametrize(
    ("mode", "protocol"), [("strict", "coco"), ("corrected", "coco"), ("corrected", "voc")]
)
@pytest.mark.parametrize("chosen", [None, [3, 9, 20]])
def test_the_numbers_are_those_of_all_at_once(
    files: tuple[Path, Path], mode: Any, protocol: str, chosen: list[int] | None
) -> None:
    how: dict[str, Any] = {"mode": mode, "protocol": protocol, "images": chosen}
    whole = _quietly(*files, **how)
    larger = _quietly(*map(str, files), **how, max_memory=5000)
    assert isinstance(larger, StreamedResult)
    assert not isinstance(whole, StreamedResult)
    assert dict(larger.metrics) == dict(whole.metrics)
    assert larger.precision.tobytes() == whole.precision.tobytes()
    assert larger.recall.tobytes() == whole.recall.tobytes()
    assert larger.stats.tobytes() == whole.stats.tobytes()
    assert (larger.images, larger.truths, larger.detections) == (
        whole.images,
        whole.truths,
        whole.detections,
    )
    assert larger.predictions.source.name == whole.predictions.source.name


def test_what_fits_is_evaluated_at_once(files: tuple[Path, Path]) -> None:
    assert not isinstance(_quietly(*files, max_memory=1 << 30), StreamedResult)


def test_an_image_or_class_that_the_truth_has_not_is_refused_in_any_piece(files: tuple[Path, Path]) -> None:
    rows = json.loads(files[1].read_text())
    for key, code in (("image_id", "E-130"), ("category_id", "E-131")):
        files[1].write_text(json.dumps([*rows, {**rows[0], key: 777}]))
        with pytest.raises(InputError, match=code):
            _quietly(*files, max_memory=5000)


def test_boxes_in_another_layout_are_refused_as_ever(files: tuple[Path, Path]) -> None:
    truth, rows = json.loads(files[0].read_text()), []
    for row in truth["annotations"]:
        row["bbox"][:2] = [row["bbox"][0] + 300, row["bbox"][1] + 300]
        x, y, width, height = row["bbox"]
        box = [x, y, x + width, y + height]
        rows.append(
            {"image_id": row["image_id"], "category_id": row["category_id"], "bbox": box, "score": 0.5}
        )
    files[0].write_text(json.dumps(truth))
    files[1].write_text(json.dumps(rows))
    for limit in (None, 5000):
        with pytest.raises(InputError, match="E-470"):
            _quietly(*files, max_memory=limit)


def test_repeated_ids_of_annotations_are_decided_by_the_whole_file(files: tuple[Path, Path]) -> None:
    truth = json.loads(files[0].read_text())
    for row in truth["annotations"]:
        row["id"] = row["id"] % 50 + 1
    files[0].write_text(json.dumps(truth))
    whole = _quietly(*files)
    with pytest.raises(InputError, match="E-483"):
        _quietly(*files, max_memory=5000)
    assert dict(_quietly(*files, max_memory=1 << 30).metrics) == dict(whole.metrics)


def test_equal_scores_in_the_order_of_the_file_need_the_whole_file(files: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match="E-483"):
        _quietly(*files, protocol="voc", max_memory=5000)
