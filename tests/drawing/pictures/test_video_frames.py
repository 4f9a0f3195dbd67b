"""Frames out of a video by their number, by either library."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from truebox.drawing.pictures import video_frames
from truebox.drawing.pictures.video_frames import VideoFrames
from truebox.errors import ArgumentError, InputError

COUNT = 40

# imageio-ffmpeg leaves the closing of its pipes to the collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def write_video(path: Path, count: int = COUNT) -> Path:
    """Frame n is grey, 6 n bright; every frame is its own, so that any other would be seen."""
    cv2 = pytest.importorskip("cv2", reason="OpenCV writes the video of the test")
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 25, (64, 48))
    for frame in range(count):
        writer.write(np.full((48, 64, 3), 6 * frame, np.uint8))
    writer.release()
    return path


@pytest.fixture(params=["cv2", "imageio_ffmpeg"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    name = str(request.param)
    pytest.importorskip(name, reason=f"{name} is not installed")
    if name == "imageio_ffmpeg":
        pytest.importorskip("imageio", reason="imageio is not installed")
        there = video_frames._there
        monkeypatch.setattr(video_frames, "_there", lambda each: each != "cv2" and there(each))
    yield name
    gc.collect()


@pytest.mark.parametrize("order", [range(COUNT), [30, 5, 31, 0, 39], [39, 38]])
def test_every_frame_is_the_one_that_was_asked_for(library: str, order, tmp_path: Path, monkeypatch) -> None:
    frames = VideoFrames(write_video(tmp_path / "a.avi"))
    monkeypatch.setattr(video_frames, "_MOST_BYTES", 4 * 64 * 48 * 3)  # four frames are kept
    for number in order:
        frame = frames.at(number)
        assert frame is not None
        assert (frame.mode, frame.size) == ("RGB", (64, 48))
        assert round(float(np.asarray(frame).mean()) / 6) == number


def test_there_is_nothing_beyond_the_last_frame(library: str, tmp_path: Path) -> None:
    frames = VideoFrames(write_video(tmp_path / "a.avi", 3))
    assert frames.at(3) is None
    assert frames.at(-1) is None
    assert frames.at(2) is not None


def test_a_file_that_is_no_video_is_refused(library: str, tmp_path: Path, capfd) -> None:
    (tmp_path / "a.mp4").write_bytes(b"no video at all")
    with pytest.raises(InputError, match=r"E-560 .*the video cannot be read"):
        VideoFrames(tmp_path / "a.mp4")


def test_without_a_library_the_refusal_says_what_to_install(tmp_path: Path, monkeypatch) -> None:
    for name in ("cv2", "imageio"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ArgumentError, match="pip install opencv-python-headless"):
        VideoFrames(tmp_path / "a.mp4")
