"""The truth of TAO: frames by index, merged classes, and what is wrong by name."""

from __future__ import annotations

import json

import pytest
from tao_files import truth

from truebox.datasets import read_tracks
from truebox.errors import InputError


def read(folder, content):
    file = folder / "gt.json"
    file.write_text(json.dumps(content))
    return read_tracks(file)


def test_frames_are_pictures_by_index(tmp_path):
    content = truth()
    content["images"][0]["frame_index"] = 99
    content["videos"][0] |= {"name": "a/park", "neg_category_ids": [5]}
    side = read(tmp_path, content)
    (video,) = side.sequences
    assert (video.name, video.length, video.pictures.tolist()) == ("a-park", 3, [11, 12, 10])
    assert video.frame.tolist() == [2, 0, 1]
    assert video.labelled.looked_for == {4, 5}
    assert (video.whole.listed.tolist(), video.whole.area.tolist()) == ([3], [800.0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c["annotations"][1].update(image_id=99), r"E-591 .*annotations\[1\]: image_id 99 is none"),
        (
            lambda c: c["annotations"][1].update(video_id=3),
            r"E-591 .*annotations\[1\]: video_id is 3, and its",
        ),
        (lambda c: c["annotations"][0].update(category_id=6), r"E-591 .*category_id 6 is none"),
        (
            lambda c: c["annotations"][2].update(bbox=[0, 0, -4, 2]),
            r"E-122 .*annotations\[2\]: width, height",
        ),
        (lambda c: c["annotations"][2].update(bbox=[0, 0, 4]), r"E-440 .*annotations\[2\] bbox"),
        (lambda c: c["annotations"][2].pop("track_id"), r"E-441 .*annotations\[2\]: track_id is missing"),
        (lambda c: c["images"][1].update(frame_index=0), r"E-435 .*images\[1\]: frame_index 0 .*picture 10"),
        (lambda c: c["images"][1].update(id=10), r"E-591 .*images\[1\]: the id 10 is of two pictures"),
        (lambda c: c["images"][1].update(video_id=7), r"E-591 .*images\[1\]: video_id 7 is none"),
        (lambda c: c["videos"].append(dict(c["videos"][0])), r"E-591 .*videos\[1\]: the id 1 is of two"),
        (lambda c: c["videos"][0].update(neg_category_ids=["dog"]), r"E-440 .*videos\[0\] neg_category_ids"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, change, words):
    content = truth()
    change(content)
    with pytest.raises(InputError, match=words):
        read(tmp_path, content)
