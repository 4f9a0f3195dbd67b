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
from truebox.masks import masks_to_compressed, polygons_to_masks

PLACES = np.array([[0.1, 0.1], [0.9, 0.2], [0.5, 0.5], [0.2, 0.8], [0.7, 0.9]])
"""Of points, in their box."""


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


def _shaped(files: tuple[Path, Path], *, boxed: bool) -> None:
    """Masks and points for every box: polygons in the truth, run lengths and polygons in the results."""
    chance = np.random.default_rng(3)
    truth, results = (json.loads(path.read_text()) for path in files)
    for image in truth["images"]:
        image |= {"width": 200, "height": 200}
    for row in (*truth["annotations"], *results):
        x, y, width, height = row["bbox"]
        ring = [x, y, x + width, y, x + width, y + height, x + 0.3 * width, y + 0.9 * height]
        row["segmentation"] = [ring, ring[:6]] if chance.random() < 0.2 else [ring]
        points = np.hstack([PLACES * [width, height] + [x, y], np.full((5, 1), 2)])
        row["keypoints"] = points.round(1).ravel().tolist()
    for row in truth["annotations"]:
        row["num_keypoints"] = 5
    for number, row in enumerate(results):
        if number % 2:
            runs = polygons_to_masks([row["segmentation"]], [(200, 200)])
            row["segmentation"] = {"size": [200, 200], "counts": masks_to_compressed(runs)[0].decode()}
        if not boxed:
            del row["bbox"]
    files[0].write_text(json.dumps(truth))
    files[1].write_text(json.dumps(results))


@pytest.mark.parametrize("boxed", [True, False])
@pytest.mark.parametrize("geometry", ["masks", "boundary", "keypoints"])
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_masks_and_points_are_spilled_too(
    files: tuple[Path, Path], geometry: Any, mode: Any, boxed: bool
) -> None:
    _shaped(files, boxed=boxed)
    how: dict[str, Any] = {"geometry": geometry, "mode": mode}
    if geometry == "keypoints":
        how["sigmas"] = [0.1] * 5
    whole = _quietly(*files, **how)
    larger = _quietly(*map(str, files), **how, max_memory=8000)
    assert isinstance(larger, StreamedResult)
    assert whole.metrics["AP"] > 0.05
    assert dict(larger.metrics) == dict(whole.metrics)
    assert larger.precision.tobytes() == whole.precision.tobytes()
    assert larger.recall.tobytes() == whole.recall.tobytes()


def test_results_of_which_some_have_boxes_need_the_whole_file(files: tuple[Path, Path]) -> None:
    # The first row of the file says whether they do, which later pieces cannot see.
    _shaped(files, boxed=True)
    rows = json.loads(files[1].read_text())
    for row in rows[: len(rows) // 2]:
        del row["bbox"]
    files[1].write_text(json.dumps(rows))
    assert _quietly(*files, geometry="masks").metrics["AP"] > 0.05
    with pytest.raises(InputError, match="E-483"):
        _quietly(*files, geometry="masks", max_memory=8000)


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
