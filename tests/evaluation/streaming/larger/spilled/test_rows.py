"""Detections wait in files by image, and come back as they were."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox import datasets
from truebox.datasets import NotInPiecesError
from truebox.evaluation.streaming.larger.spilled.rows import SpilledRows
from truebox.evaluation.streaming.larger.stretches import HeldTruth
from truebox.records.taking import take_predictions


def _sides(folder: Path) -> tuple[Any, Any]:
    """300 images, whose results stand in any order: polygons of one to three parts, run lengths, points."""
    chance = np.random.default_rng(1)
    ids = [3 * number + 1 for number in range(300)]
    truth = {
        "images": [{"id": each, "width": 40, "height": 30 + each % 7} for each in ids],
        "categories": [{"id": 4, "name": "cat", "keypoints": ["a", "b"]}],
        "annotations": [],
    }
    results = []
    for number, image in enumerate(chance.choice(ids, 500).tolist()):
        ring = chance.integers(0, 30, 6).tolist()
        shape: Any = [ring] * (number % 3 + 1) if number % 2 else {"size": [30, 40], "counts": [5, 7, 1188]}
        points = [*chance.integers(0, 30, 2).tolist(), 2, 0, 0, number % 3]
        results.append(
            {
                **{"image_id": image, "category_id": 4, "score": number / 1000, "segmentation": shape},
                **{"bbox": [1, 2, 3, 4 + number], "keypoints": points},
            }
        )
    (folder / "truth.json").write_text(json.dumps(truth))
    (folder / "found.json").write_text(json.dumps(results))
    return truth, results


@pytest.mark.parametrize("geometry", ["boxes", "masks", "keypoints"])
@pytest.mark.parametrize("most", [1, 120, 10**6])
def test_rows_come_back_by_image_in_their_order(tmp_path: Path, geometry: Any, most: int) -> None:
    listed, results = _sides(tmp_path)
    truth = datasets.read_truth(tmp_path / "truth.json", geometry=geometry)
    found = datasets.read_predictions(tmp_path / "found.json", truth=truth, geometry=geometry)
    images, rows, seen = [], [], 0
    with closing(SpilledRows(tmp_path, HeldTruth(truth, 128))) as spilled:
        for first in range(0, 500, 130):
            spilled.add(take_predictions(found, np.arange(first, min(first + 130, 500))))
        spilled.close()
        for true, some in spilled.groups(most):
            seen += 1
            images += true.images.ids.tolist()
            heights = (30 + np.array(true.images.ids.tolist()) % 7).tolist()
            if geometry == "masks":
                assert np.sort(true.images.sizes, axis=1)[:, 0].tolist() == heights
            for image in true.images.ids.tolist():
                chosen = [row for row, each in enumerate(some.image.tolist()) if each == image]
                expected = [row for row, each in enumerate(results) if each["image_id"] == image]
                assert some.scores[chosen].tolist() == [results[row]["score"] for row in expected]
                rows += expected
                again = take_predictions(some, np.array(chosen, dtype=np.int64))
                _assert_equal(again, take_predictions(found, np.array(expected, dtype=np.int64)))
    assert images == [each["id"] for each in listed["images"]]
    assert sorted(rows) == list(range(500))
    assert seen == 1 if most == 10**6 else seen > 3


def _assert_equal(one: Any, other: Any) -> None:
    assert one.boxes.tolist() == other.boxes.tolist()
    for name in ("segmentations", "keypoints"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert (mine is None) == (theirs is None)
        for column in () if mine is None else type(mine).__dataclass_fields__:
            assert getattr(mine, column).tolist() == getattr(theirs, column).tolist(), column


def test_pieces_with_boxes_and_without_do_not_go_together(tmp_path: Path) -> None:
    _sides(tmp_path)
    truth = datasets.read_truth(tmp_path / "truth.json")
    found = datasets.read_predictions(tmp_path / "found.json", truth=truth)
    with closing(SpilledRows(tmp_path, HeldTruth(truth, 128))) as spilled:
        spilled.add(found)
        with pytest.raises(NotInPiecesError):
            spilled.add(replace(found, boxed=False))
