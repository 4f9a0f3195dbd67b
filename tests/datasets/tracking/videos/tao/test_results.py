"""Results of TAO: read at once where nothing is wrong, else the entry is named."""

from __future__ import annotations

import json

import pytest
from tao_files import box

from truebox.datasets import read_tracks
from truebox.errors import InputError


def read(folder, content):
    file = folder / "dt.json"
    file.write_text(json.dumps(content))
    return read_tracks(file, "predictions")


def test_columns(tmp_path):
    side = read(tmp_path, [box(3), box(9, track=1) | {"video_id": 2, "score": 1, "segmentation": {}}])
    (rows,) = side.sequences
    assert side.pictured
    assert rows.attributes["image"].tolist() == [3, 9]
    assert rows.attributes["video"].tolist() == [-1, 2]
    assert (rows.track.tolist(), rows.score.tolist()) == ([7, 1], [0.5, 1.0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"score": None}, r"E-441 .*dt.json\[1\]: score is missing"),
        ({"track_id": -1}, r"E-440 .*dt.json\[1\] track_id"),
        ({"track_id": 1.5}, r"E-440 .*dt.json\[1\] track_id"),
        ({"bbox": [1, 2, 3, -4]}, r"E-122 .*dt.json\[1\]: width, height are 3, -4"),
        ({"bbox": [1, 2, 3]}, r"E-440 .*dt.json\[1\] bbox"),
        ({"image_id": "3"}, r"E-440 .*dt.json\[1\] image_id"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, change, words):
    with pytest.raises(InputError, match=words):
        read(tmp_path, [box(3), box(4) | change])
