"""Videos of sequences found by name, never outside their folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.drawing.pictures.sequence_videos import SequenceVideos
from truebox.errors import ArgumentError


def test_videos_are_found_by_the_name_of_their_sequence(tmp_path: Path) -> None:
    for name in ("A.mp4", "B/video.AVI", "C/notes.txt", "MOT.17.mkv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    videos = SequenceVideos(tmp_path)
    assert videos.find("A") == tmp_path / "A.mp4"
    assert videos.find("B") == tmp_path / "B" / "video.AVI"
    assert videos.find("MOT.17") == tmp_path / "MOT.17.mkv"
    assert videos.find("C") is None
    assert videos.frame("C", 0) is None


def test_one_sequence_alone_may_have_a_video_of_any_name(tmp_path: Path) -> None:
    (tmp_path / "clip.mp4").touch()
    assert SequenceVideos(tmp_path).find("A") is None
    assert SequenceVideos(tmp_path, only=True).find("A") == tmp_path / "clip.mp4"
    assert SequenceVideos(tmp_path, only=True).find("") == tmp_path / "clip.mp4"


def test_of_several_videos_none_is_guessed(tmp_path: Path) -> None:
    for name in ("A.mp4", "A.avi"):
        (tmp_path / name).touch()
    with pytest.raises(ArgumentError, match=r"several videos may be that of A \(A.mp4, A.avi\)"):
        SequenceVideos(tmp_path).find("A")


def test_no_name_and_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
    (outside / "A.mp4").touch()
    assert SequenceVideos(inside).find("../outside/A") is None
    (inside / "A.mp4").symlink_to(outside / "A.mp4")
    assert SequenceVideos(inside).find("A") is None
