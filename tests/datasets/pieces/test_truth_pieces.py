"""A truth in pieces: its images and classes at once, the objects of the whole in their order."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from truebox.datasets import read_truth, truth_pieces


def test_pieces_of_json_are_the_whole(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    rows = [
        {
            **{"id": 50 - each, "image_id": int(chance.integers(1, 5)), "category_id": 2 + each % 2},
            **{"bbox": chance.integers(1, 90, 4).tolist(), "iscrowd": each % 5 == 0, "area": each + 0.5},
        }
        for each in range(40)
    ]
    images = [
        {"id": each, "width": 7 * each, "height": 9, "file_name": f"ä{each}.jpg"} for each in (4, 2, 1, 3)
    ]
    classes = [{"id": 3, "name": "dog"}, {"id": 2, "name": "cat"}]
    path = tmp_path / "truth.json"
    path.write_text(json.dumps({"images": images, "annotations": rows, "categories": classes}))
    pieces, whole = truth_pieces(path), read_truth(path)
    assert pieces is not None
    assert 30 < pieces.rows < 50
    frame = pieces.frame(1)
    assert frame.images.ids.tolist() == [4, 2, 1, 3]
    assert list(frame.images.file_names) == list(whole.images.file_names)
    assert frame.images.sizes.tolist() == whole.images.sizes.tolist()
    assert frame.categories.names == ("dog", "cat")
    found = list(pieces.read(frame, 6))
    assert len(found) > 3
    for name in ("boxes", "area", "crowd", "ignore"):
        assert (
            np.concatenate([getattr(each, name) for each in found]).tolist() == getattr(whole, name).tolist()
        )
    for name in ("ids", "image", "category"):
        assert [value for each in found for value in getattr(each, name).tolist()] == getattr(
            whole, name
        ).tolist()


def test_options_under_which_the_whole_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.write_text('{"images": [], "annotations": [], "categories": []}')
    assert truth_pieces(path) is not None
    assert truth_pieces(path, single_class=True) is None
    assert truth_pieces(path, box_format="xyxy") is None
    assert truth_pieces(tmp_path) is None
