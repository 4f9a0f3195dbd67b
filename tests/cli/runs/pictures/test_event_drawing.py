"""``truebox draw GT TRACKER --events``: a folder of sheets and clips, whole or absent."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from PIL import Image

from truebox.cli import main
from truebox.cli.terminal.exit_code import ExitCode
from truebox.generation import make_track_world, write_track_world


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return write_track_world(make_track_world(30), tmp_path_factory.mktemp("tracks") / "world")


@pytest.fixture
def drawn(world, tmp_path, capsys):
    def run(*arguments, out="out"):
        sides = [str(world / "gt"), str(world / "trackerB")]
        code = main(["draw", *sides, "--events", *arguments, "-o", str(tmp_path / out)])
        return code, capsys.readouterr(), tmp_path / out

    return run


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_sheet_and_a_clip_for_each_of_the_gravest(drawn):
    code, said, folder = drawn("exchange", "miss", "--limit", "2", "--clip")
    assert code == 0
    assert said.out == f"{folder}\n"
    assert "2 events drawn, the gravest of" in said.err
    assert "Boxes stand on a canvas" in said.err
    listed = json.loads((folder / "events.json").read_text())["events"]
    assert [each["kind"] for each in listed] == ["exchange", "exchange"]
    assert names(folder) == sorted(
        ["events.json", *(each[kind] for each in listed for kind in ("sheet", "clip"))]
    )
    with Image.open(folder / listed[0]["clip"]) as clip:
        assert clip.n_frames > 5
    with Image.open(folder / listed[0]["sheet"]) as sheet:
        assert sheet.width > sheet.height


def test_an_earlier_drawing_is_replaced(drawn):
    _, _, folder = drawn("exchange", "--limit", "2", "--clip")
    before = names(folder)
    code, _, _ = drawn("miss", "--limit", "1")
    assert code == 0
    assert len(names(folder)) == 2
    assert not set(names(folder)) & set(before) - {"events.json"}


def test_somebody_elses_folder_is_left_alone(drawn, tmp_path):
    other = tmp_path / "out"
    other.mkdir()
    (other / "thesis.txt").write_text("mine")
    code, said, _ = drawn("miss")
    assert code == 2
    assert "holds what no earlier run drew (thesis.txt)" in said.err
    assert names(other) == ["thesis.txt"]


def test_a_file_beside_an_earlier_drawing_is_kept(drawn):
    _, _, folder = drawn("miss", "--limit", "1")
    (folder / "notes.txt").write_text("mine")
    code, said, _ = drawn("miss", "--limit", "1")
    assert (code, "notes.txt" in said.err) == (2, True)
    assert (folder / "notes.txt").is_file()


def test_frames_are_found_in_the_folder_of_their_sequence(drawn, world, tmp_path):
    frames = tmp_path / "frames"
    for sequence in (world / "gt").iterdir():
        (frames / sequence.name / "img1").mkdir(parents=True)
        for frame in range(1, 31):
            picture = Image.new("RGB", (960, 540), (200, 30, 90))
            picture.save(frames / sequence.name / "img1" / f"{frame:06d}.png")
    code, said, folder = drawn("--limit", "1", "--images", str(frames))
    assert (code, "canvas" in said.err) == (0, False)
    (sheet,) = folder.glob("*.png")
    assert (200, 30, 90) in {colour for _, colour in Image.open(sheet).getcolors(1 << 20)}


def test_a_folder_without_any_of_the_frames_is_refused(drawn, tmp_path):
    (tmp_path / "empty").mkdir()
    code, said, folder = drawn("--images", str(tmp_path / "empty"))
    assert code == ExitCode.REFUSED
    assert "E-562" in said.err
    assert "/img1/0000" in said.err
    assert not folder.exists()


def test_a_video_without_its_tools_says_how_to_get_them(drawn, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio.v2", None)
    code, said, folder = drawn("miss", "--clip", "mp4")
    assert code == 2
    assert "pip install imageio imageio-ffmpeg" in said.err
    assert not folder.exists()


def write_video(path, frames=30):
    """Frame n is grey, 8 n bright, in the size of the world."""
    cv2 = pytest.importorskip("cv2", reason="OpenCV is not installed, which writes the video")
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 25, (960, 540))
    for frame in range(frames):
        writer.write(np.full((540, 960, 3), 8 * frame, np.uint8))
    writer.release()


def test_frames_come_out_of_a_video_beside_the_truth(world, tmp_path, capsys):
    for sequence in sorted((world / "gt").iterdir()):
        write_video(tmp_path / f"{sequence.name}.avi")
    run = ["draw", str(world / "gt"), str(world / "trackerB"), "--events", "exchange", "--limit", "3"]
    assert main([*run, "--images", str(tmp_path), "-o", str(tmp_path / "drawn")]) == 0
    assert "canvas" not in capsys.readouterr().err
    listed = json.loads((tmp_path / "drawn" / "events.json").read_text())["events"]
    for each in listed:
        picture = np.asarray(Image.open(tmp_path / "drawn" / each["sheet"]).convert("L"))
        counts = np.bincount(picture.ravel(), minlength=256)
        shade = 8 * (each["frame"] - 1)  # the first frame of the video is frame 1
        assert counts[shade - 2 : shade + 3].sum() > 10_000, each


def test_a_video_without_a_library_says_what_to_install(drawn, world, tmp_path, monkeypatch):
    for name in ("cv2", "imageio"):
        monkeypatch.setitem(sys.modules, name, None)
    for sequence in (world / "gt").iterdir():
        (tmp_path / f"{sequence.name}.mp4").touch()
    code, said, folder = drawn("miss", "--images", str(tmp_path))
    assert code == 2
    assert "pip install opencv-python-headless" in said.err
    assert not folder.exists()


def test_a_clip_as_a_video(drawn):
    pytest.importorskip("imageio", reason="imageio is not installed")
    imageio = pytest.importorskip("imageio_ffmpeg", reason="imageio-ffmpeg is not installed")
    code, _, folder = drawn("exchange", "--limit", "1", "--clip", "mp4")
    assert code == 0
    (clip,) = folder.glob("*.mp4")
    count, seconds = imageio.count_frames_and_secs(str(clip))
    assert count > 5
    assert seconds == pytest.approx(count / 10, abs=0.15)


def test_no_event_of_a_kind_is_said(world, tmp_path, capsys):
    mine = tmp_path / "mine"
    mine.mkdir()
    for sequence in (world / "gt").iterdir():  # a tracker that says what the truth says
        rows = (sequence / "gt" / "gt.txt").read_text().splitlines()
        people = [",".join([*row.split(",")[:6], "1,-1,-1,-1"]) for row in rows if row.split(",")[7] == "1"]
        (mine / f"{sequence.name}.txt").write_text("\n".join(people) + "\n")
    arguments = ["draw", str(world / "gt"), str(mine), "--events", "switch", "-o", str(tmp_path / "none")]
    assert main(arguments) == 0
    assert capsys.readouterr().out.startswith("No event of these kinds: exchange, new id, return.")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gt", "--events"], "--events needs two arguments"),
        (["gt", "mine", "--events", "--truth", "t.json"], "--truth goes with pictures"),
        (["a.png", "--truth", "t.json", "--clip"], "--clip goes with --events"),
        (["gt", "mine"], "TRACKER goes with --events"),
    ],
)
def test_options_of_the_other_use_are_refused(arguments, message, capsys):
    assert main(["draw", *arguments]) == 2
    assert message in capsys.readouterr().err
