"""Records as metadata.jsonl."""

from __future__ import annotations

import json

from format_rounds import check_round

import truebox as tb
from truebox.datasets.formats.huggingface.format import FORMAT


def test_written_metadata_comes_back(tmp_path):
    check_round("huggingface", tmp_path, "metadata.jsonl", box_format="xywh")


def test_a_row_per_image(tmp_path):
    truth = tb.read_truth(
        [{"boxes": [[1, 2, 3, 5]], "labels": ["Küche"], "file_name": "a.jpg"}, {"boxes": [], "labels": []}]
    )
    FORMAT.write_truth(truth, tmp_path / "metadata.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "metadata.jsonl").read_text("utf-8").splitlines()]
    assert rows[0] == {
        "file_name": "a.jpg",
        "bbox_format": "xywh",
        "objects": {"bbox": [[1.0, 2.0, 2.0, 3.0]], "categories": ["Küche"]},
    }
    assert rows[1]["objects"] == {"bbox": [], "categories": []}


def test_what_is_written_is_read_back_without_a_flag(tmp_path):
    truth = tb.read_truth([{"boxes": [[10, 20, 30, 60]], "labels": ["cat"], "width": 99, "height": 99}])
    FORMAT.write_truth(truth, tmp_path / "metadata.jsonl")
    assert tb.read_truth(tmp_path).boxes.tolist() == [[10, 20, 20, 40]]
    assert tb.read_truth(tmp_path, box_format="xyxy").boxes.tolist() == [[10, 20, 10, 20]]
