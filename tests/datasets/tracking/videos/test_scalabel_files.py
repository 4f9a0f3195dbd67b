"""Which folders and files hold videos as Scalabel lists them."""

from __future__ import annotations

import json

import pytest

from truebox.datasets.tracking.videos.scalabel_files import is_frame_file, scalabel_videos

FRAME = {"name": "0.jpg", "index": 0, "labels": []}


@pytest.mark.parametrize(
    ("value", "alone", "in_a_folder"),
    [
        ([FRAME], True, True),
        ({"frames": [FRAME]}, True, False),
        ([], False, True),  # a video in which nothing was found
        ([{"name": "0.jpg", "labels": []}], False, False),
        ({"images": []}, False, False),
    ],
)
def test_what_lists_frames(tmp_path, value, alone, in_a_folder):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert is_frame_file(file) is alone
    assert scalabel_videos(tmp_path) == ({"a": file} if in_a_folder else {})
