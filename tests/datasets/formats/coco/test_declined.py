"""Files that the native reader declined."""

from __future__ import annotations

import gzip
import json

import pytest

from truebox.datasets.formats.coco.declined import predictions_again, truth_again
from truebox.errors import InputError

RESULTS = [{"image_id": 1, "category_id": 2, "bbox": [1, 2, 3, 4], "score": 0.5}]


def test_gzip_is_unpacked_and_read(tmp_path):
    path = tmp_path / "found.json.gz"
    path.write_bytes(gzip.compress(json.dumps(RESULTS).encode()))
    assert predictions_again(path, "found", None, "boxes").boxes.tolist() == [[1, 2, 3, 4]]


def test_what_is_wrong_is_worded(tmp_path):
    path = tmp_path / "truth.json"
    path.write_text('{"images": [{"id": 1}, {"id": "a"}], "annotations": [], "categories": []}')
    with pytest.raises(InputError, match="E-127"):
        truth_again(path, "truth", None, "boxes")
