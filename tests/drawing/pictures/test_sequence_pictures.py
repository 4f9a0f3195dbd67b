"""Frames of a sequence found by the number in the name of their file."""

from __future__ import annotations

from pathlib import Path

from truebox.drawing.pictures.sequence_pictures import SequencePictures


def test_pictures_are_found_where_benchmarks_keep_them(tmp_path: Path) -> None:
    others = ("sequences/uav_1/0000001.jpg", "JPEGImages/480p/bear/00000.jpg")
    for name in ("A/img1/000001.jpg", "A/img1/000012.jpg", "B/3.png", "B/notes.txt", *others):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    folder = SequencePictures(tmp_path)
    assert sorted(folder.of("A")) == [1, 12]
    assert folder.find("B", 3) == tmp_path / "B" / "3.png"
    assert folder.find("B", 4) is None
    assert folder.of("C") == {}
    assert (list(folder.of("uav_1")), list(folder.of("bear"))) == ([1], [0])


def test_one_sequence_alone_may_lie_in_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "frame_7.jpg").touch()
    assert SequencePictures(tmp_path).of("A") == {}
    assert sorted(SequencePictures(tmp_path, only=True).of("A")) == [7]


def test_no_name_and_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
    (outside / "1.jpg").touch()
    assert SequencePictures(inside).of("../outside") == {}
    (inside / "A").symlink_to(outside, target_is_directory=True)
    assert SequencePictures(inside).of("A") == {}
