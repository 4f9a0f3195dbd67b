"""What results can be evaluated by, from the first row."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from truebox.datasets.formats.coco.geometry_detection import detect_geometry

MASK = {"size": [1, 1], "counts": "01"}
ROW = {"image_id": 1, "category_id": 1, "score": 0.5}


def _write(folder: Path, name: str, rows: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(rows))
    return path


@pytest.mark.parametrize(
    ("row", "chosen", "possible"),
    [
        ({"bbox": [1, 2, 3, 4]}, "boxes", ("boxes",)),
        ({"segmentation": MASK}, "masks", ("masks",)),
        ({"segmentation": MASK, "bbox": []}, "masks", ("masks",)),
        ({"keypoints": [1, 2, 1]}, "keypoints", ("keypoints",)),
        ({"bbox": [1, 2, 3, 4], "segmentation": MASK}, "boxes", ("boxes", "masks")),
        ({"segmentation": MASK, "keypoints": [1, 2, 1]}, "masks", ("masks", "keypoints")),
        ({}, "boxes", ()),
    ],
)
def test_the_keys_of_the_first_row_decide(
    tmp_path: Path, row: Any, chosen: str, possible: tuple[str, ...]
) -> None:
    found = detect_geometry([_write(tmp_path, "p.json", [{**ROW, **row}, {"keypoints": [1]}])])
    assert (found.chosen, found.possible) == (chosen, possible)


def test_several_files_share_what_all_hold(tmp_path: Path) -> None:
    both = _write(tmp_path, "a.json", [{**ROW, "bbox": [1, 2, 3, 4], "segmentation": MASK}])
    masks = _write(tmp_path, "b.json", [{**ROW, "segmentation": MASK}])
    assert detect_geometry([both, masks]).chosen == "masks"
    assert detect_geometry([both, both]).possible == ("boxes", "masks")


def test_gzip_is_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "p.json.gz"
    path.write_bytes(gzip.compress(json.dumps([{**ROW, "segmentation": MASK}]).encode()))
    assert detect_geometry([path]).chosen == "masks"


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", '[{"a"', "\xff", '{"images": []}', "\x1f\x8bbroken"])
def test_what_cannot_be_read_says_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(text.encode("latin-1"))
    found = detect_geometry([path, tmp_path / "missing.json", tmp_path])
    assert (found.chosen, found.possible) == ("boxes", ())
