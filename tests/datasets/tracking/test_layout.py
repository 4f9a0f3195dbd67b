"""Which files of tracks stand at a path."""

from __future__ import annotations

import shutil

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.datasets import read_truth, sides_are_tracked
from truebox.datasets.tracking.layout import looks_tracked, track_files, why_none
from truebox.errors import InputError


def test_layouts_of_motchallenge(tmp_path):
    gt, tracker = write_tracks(tmp_path, {"A": make_tracks(1, 8, 4), "B": make_tracks(2, 8, 4)})
    for place in (gt, tracker, tracker / "data"):
        found = track_files(place)
        assert (found.kind, list(found.files)) == ("sizes", ["A", "B"])
    assert list(track_files(gt / "A").files) == ["A"]
    assert list(track_files(gt / "A" / "gt" / "gt.txt").files) == ["A"]
    assert list(track_files(tracker / "data" / "B.txt").files) == ["B"]
    gt.rename(tmp_path / "train")
    (tmp_path / "whole").mkdir()
    (tmp_path / "train").rename(tmp_path / "whole" / "train")
    assert list(track_files(tmp_path / "whole").files) == ["A", "B"]


def test_hidden_folders_are_no_sequences_and_no_trackers(tmp_path):
    """Such as what a killed process left of a folder that it was writing."""
    gt, tracker = write_tracks(tmp_path, {"A": make_tracks(1, 8, 4)})
    shutil.copytree(gt / "A", gt / ".A.0123abcd")
    assert list(track_files(gt).files) == ["A"]
    assert len(read_truth(gt)) == len(read_truth(gt / "A"))
    every = tmp_path / "every"
    shutil.copytree(tracker, every / "one")
    shutil.copytree(tracker, every / ".one.0123abcd")
    with pytest.raises(InputError, match=r"E-581 .*the folders of 1 tracker: one\."):
        sides_are_tracked(str(gt), [str(every)])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1,7,10,10,5,5,1,-1,-1,-1\n", "sizes"),
        ("1 7 10 10 5 5 1\n", "sizes"),
        ("0 1 Car 0 0 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10\n", "corners"),
        ("", "sizes"),
        ("0 0.5 0.5 0.1 0.1 0.9\n", None),
        ("cat dog\n", None),
    ],
)
def test_what_lines_tell(tmp_path, text, kind):
    (tmp_path / "S.txt").write_text(text)
    found = track_files(tmp_path)
    assert (None if found is None else found.kind) == kind


def test_detections_are_no_tracks(tmp_path):
    (tmp_path / "S.txt").write_text("1,-1,10,10,5,5,0.9,-1,-1,-1\n")
    assert not looks_tracked(tmp_path)
    (tmp_path / "S.txt").write_text("1,3,10,10,5,5,0.9,-1,-1,-1\n")
    assert looks_tracked(tmp_path)
    assert sides_are_tracked(str(tmp_path), [str(tmp_path / "S.txt")])
    assert not sides_are_tracked("truth.json", [str(tmp_path)])


def test_the_folder_of_all_trackers_names_them(tmp_path):
    truth, mine = write_tracks(tmp_path, {"S-01": make_tracks(1, 12, 4)})
    assert sides_are_tracked(str(truth), [str(mine)])
    with pytest.raises(InputError, match=r"E-581 .*the folders of 1 tracker: mine\. Fix: name those") as told:
        sides_are_tracked(str(truth), [str(mine.parent)])
    assert told.value.fix.endswith(f": {mine}")


def test_why_there_are_none(tmp_path):
    assert why_none(tmp_path / "nowhere") == "there is no such file or folder"
    assert why_none(tmp_path) == "here are no files of tracks"
    (tmp_path / "S-01.txt").write_text("1,2,left,10,20,20,1\n")
    assert why_none(tmp_path).endswith('S-01.txt begins with "1,2,left,10,20,20,1"')


def test_empty_results_beside_a_video_of_cvat(tmp_path):
    box = '<box frame="0" outside="0" keyframe="1" xtl="1" ytl="1" xbr="9" ybr="9"/>'
    (tmp_path / "gt.xml").write_text(
        f'<annotations><version>1.1</version><track id="0" label="car">{box}</track></annotations>'
    )
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "gt.txt").write_text("")
    assert sides_are_tracked(str(tmp_path / "gt.xml"), [str(tmp_path / "found")])


@pytest.mark.parametrize("states", ["0,1", "-1,-1"])
def test_a_picture_with_eight_columns_a_row_is_no_sequence(tmp_path, states):
    """A box, a flag or share, a category and two states, as aerial benchmarks have them; a track is wider."""
    rows = [f"684,8,273,116,{0 if number % 2 else 1},4,{states}" for number in range(4)]
    (tmp_path / "0001.txt").write_text("\n".join(rows))
    assert not looks_tracked(tmp_path)
    assert why_none(tmp_path).endswith(f'0001.txt begins with "{rows[0]}"')
    (tmp_path / "0001.txt").write_text("\n".join(f"{frame},8,273,116,40,4,{states}" for frame in range(4)))
    assert looks_tracked(tmp_path)
