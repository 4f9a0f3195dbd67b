"""Whether truth and predictions are tracks: the short look answers as the one that knows the forms."""

from __future__ import annotations

import gzip
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from truebox.datasets import sides_are_tracked
from truebox.datasets.tracking.layout import all_are_tracked

MASKS = b'"segmentations": [null, {"size": [9, 9], "counts": "a"}]'
FILES = {
    "coco.json": b'{"images": [{"id": 1}], "annotations": [], "categories": []}',
    "found.json": b'[{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 1}]',
    "empty.json": b"[]",
    "blank.json": b" [\n]\n",
    "nothing.json": b"",
    "vis.json": b'{"videos": [{"id": 1}], "annotations": [{' + MASKS + b"}]}",
    "vis_found.json": b"[{" + MASKS + b"}]",
    "tao.json": b'{"videos": [{"id": 1}], "annotations": [{"id": 1, "track_id": 2, "image_id": 1}]}',
    "tao_found.json": b'[{"image_id": 1, "track_id": 2, "bbox": [0, 0, 9, 9], "score": 1}]',
    "frames.json": b'[{"name": "0.jpg", "videoName": "a", "frameIndex": 0, "labels": []}]',
    "packed.json.gz": gzip.compress(b'[{"name": "0.jpg", "videoName": "a", "frameIndex": 0, "labels": []}]'),
    "packed.json": gzip.compress(b'[{"image_id": 1, "track_id": 2, "bbox": [0, 0, 9, 9]}]'),
    "table.csv": b"frame,id,x,y,w,h\n1,1,0,0,9,9\n",
    "S-01.txt": b"1,1,10,10,5,5,1,1,1\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, held in FILES.items():
        (tmp_path / name).write_bytes(held)
    return tmp_path


def test_every_pair_is_told_as_by_all_forms(folder: Path) -> None:
    told = {}
    for first, other in product([*FILES, "none.json"], repeat=2):
        sides = [folder / first, folder / other]
        told[first, other] = sides_are_tracked(str(sides[0]), [str(sides[1])])
        assert told[first, other] == all_are_tracked(sides), (first, other)
    tracked = [("vis.json", "vis_found.json"), ("tao.json", "tao_found.json"), ("tao.json", "packed.json")]
    assert all(
        told[pair] for pair in [*tracked, ("frames.json", "packed.json.gz"), ("tao.json", "empty.json")]
    )
    assert not told["coco.json", "found.json"]


def test_several_predictions_are_tracks_together(folder: Path) -> None:
    truth, found, other = (str(folder / name) for name in ("tao.json", "tao_found.json", "found.json"))
    assert sides_are_tracked(truth, [found, found])
    assert not sides_are_tracked(truth, [found, other])
    assert not sides_are_tracked(truth, [other, other])


def test_detections_load_nothing_that_knows_tracks(folder: Path) -> None:
    script = (
        "import sys; from truebox.datasets import sides_are_tracked\n"
        "assert not sides_are_tracked('coco.json', ['found.json'])\n"
        "print(*sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=folder
    ).stdout
    assert "truebox.datasets.tracking.sides" in shown.split()
    assert "truebox.datasets.tracking.layout" not in shown.split()
