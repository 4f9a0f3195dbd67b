"""Events on their frames."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from truebox.drawing import EventPictures
from truebox.drawing.colours import identity_colour
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks

BOX = [200, 100, 40, 80]


def followed(ids, frames=None):
    """One object in as many frames as there are ids."""
    frames = frames or list(range(1, len(ids) + 1))
    truth = {"frames": frames, "ids": [7] * len(ids), "boxes": [BOX] * len(ids)}
    held = [(frame, track) for frame, track in zip(frames, ids, strict=True) if track]
    found = {
        "frames": [frame for frame, _ in held],
        "ids": [track for _, track in held],
        "boxes": [BOX] * len(held),
    }
    return evaluate_tracks(truth, found, fit_test=False)


def write_frames(folder, frames, size=(640, 480)):
    folder.mkdir(parents=True, exist_ok=True)
    for frame in frames:
        Image.new("RGB", size, (10 * frame, 0, 60)).save(folder / f"{frame:06d}.png")


def has(picture, colour):
    return bool((np.asarray(picture) == colour).all(axis=-1).any())


def test_tracks_have_the_colour_of_their_id():
    pictures = EventPictures(followed([1, 1, 1, 2, 2]))
    sheet = pictures.sheet(0)
    assert pictures.words(0) == "new id: truth 7 goes from track 1 to track 2"
    for track in (1, 2):
        assert has(sheet, identity_colour(track))
    assert not has(sheet, identity_colour(3))


def test_boxes_lie_on_the_pictures_of_their_frames(tmp_path):
    write_frames(tmp_path, range(1, 6))
    pictures = EventPictures(followed([1, 1, 1, 2, 2]), images=tmp_path)
    sheet = pictures.sheet(0)
    for frame in (2, 3, 4, 5):  # two before the switch in frame 4, and one after
        assert has(sheet, (10 * frame, 0, 60)), frame
    assert not has(sheet, (10, 0, 60))
    assert pictures.without_picture == set()
    assert {frame for _, frame in pictures.with_picture} == {2, 3, 4, 5}


def test_a_frame_without_a_picture_is_told(tmp_path):
    write_frames(tmp_path, [2, 3])
    pictures = EventPictures(followed([1, 1, 1, 2, 2]), images=tmp_path)
    pictures.sheet(0)
    assert {frame for _, frame in pictures.without_picture} == {4, 5}


def test_a_clip_has_frames_of_one_even_size():
    clip = EventPictures(followed([1] * 30 + [2] * 30), height=121).clip(0)
    assert len({each.size for each in clip}) == 1
    assert all(side % 2 == 0 for side in clip[0].size)
    assert len(clip) == 5 + 2 * 8


def test_a_long_clip_leaves_out_frames():
    ids = [1] * 10 + [0] * 200 + [2] * 10
    pictures = EventPictures(followed(ids))
    (miss,) = (place for place, row in enumerate(pictures.events.rows()) if row[3] == "miss")
    assert 60 <= len(pictures.clip(miss)) <= 90


def test_what_cannot_be_taken():
    result = followed([1, 2])
    with pytest.raises(ArgumentError, match="there is no folder"):
        EventPictures(result, images="no such folder")
    with pytest.raises(ArgumentError, match="height is 5"):
        EventPictures(result, height=5)
    with pytest.raises(ArgumentError, match="there are 1 events, counted from 0"):
        EventPictures(result).sheet(1)
