"""Frames that no video has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.datasets import read_tracks
from truebox.datasets.tracking.frame_numbers import refuse_far_frames
from truebox.errors import InputError


def far(*frames: int) -> str:
    try:
        refuse_far_frames(np.array(frames), "row {}".format)
    except InputError as error:
        return str(error)
    return ""


def test_a_frame_far_beyond_all_others_is_refused_with_its_row() -> None:
    assert "E-435 row 1: frame 2000000000 is in no video: the one before is 7" in far(7, 2_000_000_000, 7)
    assert "no other frame has a row" in far(200_000)


def test_long_videos_are_believed() -> None:
    assert far() == ""
    assert far(1, 99_999) == ""
    assert far(*range(0, 1_000_000, 1_000)) == ""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("S.txt", "{},1,10,10,5,5,1,-1,-1,-1\n"),
        ("0001.txt", "{} 1 Car 0 0 0 10 10 20 20 1 1 1 1 1 1 1\n"),
        ("S.csv", "{},1,10,10,5,5\n"),
    ],
)
def test_every_text_of_tracks_is_looked_at(tmp_path: Path, name: str, line: str) -> None:
    head = "frame,track_id,x,y,w,h\n" if name.endswith(".csv") else ""
    file = tmp_path / name
    file.write_text(head + line.format(1) + line.format(2_000_000_000))
    with pytest.raises(InputError, match=r"E-435 .*frame 2000000000 is in no video"):
        read_tracks(file, "predictions")
