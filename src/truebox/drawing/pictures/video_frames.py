"""Frames out of a video file, each by its number: through OpenCV, else through imageio with ffmpeg."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from truebox.drawing.pillow import Image
from truebox.errors import ArgumentError, InputError

__all__ = ["HOW_TO_INSTALL", "VideoFrames", "reads_videos"]

HOW_TO_INSTALL = "pip install opencv-python-headless (or: pip install imageio imageio-ffmpeg)"

_MOST_BYTES = 128 << 20
"""Of frames that are kept, since an event is drawn twice: as a sheet and as a clip."""


def reads_videos() -> bool:
    """Whether there is a library to read videos with.

    Examples
    --------
    >>> reads_videos() in (True, False)
    True
    """
    return _there("cv2") or (_there("imageio") and _there("imageio_ffmpeg"))


class VideoFrames:
    """The frames of one video, counted from 0 in the order in which they are shown.

    Every frame is decoded from the beginning on: jumps by time miss frames in videos with uneven times, and
    then boxes would stand on the wrong picture. So frames that are asked for in order are read once.

    Parameters
    ----------
    path : Path

    Raises
    ------
    ArgumentError
        Nothing that reads videos is installed.
    InputError
        ``E-560``: the file is no video that can be read.
    """

    def __init__(self, path: Path) -> None:
        if not reads_videos():
            raise ArgumentError(
                f"{path}: frames of a video need OpenCV, or imageio with ffmpeg. "
                f"Install it with: {HOW_TO_INSTALL}"
            )
        self._path = path
        self._kept: dict[int, Any] = {}
        self._coming = self._decoded()
        self._next = 0
        self._count: int | None = None
        if self.at(0) is None:
            raise self._broken("it has no frame")

    def at(self, number: int) -> Image.Image | None:
        """One frame in mode RGB; None beyond the last."""
        if number < 0 or (self._count is not None and number >= self._count):
            return None
        if number not in self._kept and number < self._next:
            self._coming, self._next = self._decoded(), 0
        while number not in self._kept:
            frame = next(self._coming, None)
            if frame is None:
                self._count = self._next
                return None
            self._kept[self._next] = frame
            self._next += 1
            while len(self._kept) > max(1, _MOST_BYTES // frame.nbytes):
                del self._kept[next(iter(self._kept))]
        return Image.fromarray(self._kept[number])

    def _decoded(self) -> Iterator[Any]:
        """Every frame, an array [height, width, 3] of red, green and blue."""
        return self._by_opencv() if _there("cv2") else self._by_imageio()

    def _by_opencv(self) -> Iterator[Any]:
        cv2 = import_module("cv2")  # not at the top: only videos need it
        video = cv2.VideoCapture(str(self._path))
        try:
            if not video.isOpened():
                raise self._broken("OpenCV cannot open it")
            for _ in itertools.count():
                there, frame = video.read()
                if not there:
                    return
                yield np.ascontiguousarray(frame[:, :, ::-1])
        finally:
            video.release()

    def _by_imageio(self) -> Iterator[Any]:
        ffmpeg = import_module("imageio_ffmpeg")  # not at the top: only videos need it
        # Every frame as it is stored: else frames are left out or doubled where their times are uneven.
        frames = ffmpeg.read_frames(str(self._path), output_params=["-fps_mode", "passthrough"])
        try:
            size = next(frames)["size"]
            for frame in frames:
                yield np.frombuffer(frame, np.uint8).reshape(size[1], size[0], 3)
        except (OSError, RuntimeError, ValueError, KeyError):
            raise self._broken("ffmpeg cannot read it") from None
        finally:
            frames.close()  # which ends the process

    def _broken(self, why: str) -> InputError:
        fix = "give a video that plays elsewhere, or its frames as pictures: ffmpeg -i VIDEO SEQ/%06d.jpg"
        return InputError("E-560", str(self._path), f"the video cannot be read ({why})", fix)


def _there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ValueError:
        return False
