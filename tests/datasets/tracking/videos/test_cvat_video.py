"""Tracks of CVAT for video: frames between, ends, tasks, and results in other formats."""

from __future__ import annotations

import pytest

from truebox.datasets import read_tracks, sides_are_tracked
from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate_tracks

META = """<meta><task><id>7</id><size>5</size><start_frame>0</start_frame><stop_frame>4</stop_frame>
<labels><label><name>cat</name></label><label><name>dog</name></label></labels></task></meta>"""


def box(frame, x, *, outside=0):
    corners = f'xtl="{x}" ytl="10" xbr="{x + 20}" ybr="40"'
    return f'<box frame="{frame}" outside="{outside}" occluded="0" keyframe="1" {corners}/>'


def track(number, label, *boxes):
    return f'<track id="{number}" label="{label}">{"".join(boxes)}</track>'


def written(folder, name, *tracks, meta=META):
    file = folder / name
    file.write_text(f"<annotations>{meta}{''.join(tracks)}</annotations>")
    return file


@pytest.fixture
def truth(tmp_path):
    dog = track(0, "dog", box(0, 10), box(3, 16, outside=1))
    return written(tmp_path, "park.xml", dog, track(1, "cat", box(2, 50)))


def test_frames_between_are_interpolated_and_outside_ends(truth):
    side = read_tracks(truth)
    (rows,) = side.sequences
    assert (rows.name, rows.length, rows.first) == ("park", 5, 0)
    assert rows.frame.tolist() == [0, 1, 2, 2, 3, 4]
    assert rows.track.tolist() == [0, 0, 0, 1, 1, 1]
    assert rows.boxes[:3, 0].tolist() == [10, 12, 14]  # evenly from 10 to 16 in 3 frames
    assert [each.code for each in side.findings] == ["W-442"]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_results_of_cvat_with_classes_in_another_order(truth, tmp_path):
    dog = track(5, "dog", box(0, 10), box(1, 12), box(2, 14), box(3, 16, outside=1))
    mine = written(tmp_path, "mine.xml", dog, meta="")
    assert sides_are_tracked(str(truth), [str(mine)])
    result = evaluate_tracks(truth, mine)
    by_name = {part.name: part.metrics["HOTA"] for part in result.per_class}
    assert by_name == {"dog": 1.0, "cat": 0.0}
    assert [each.code for each in result.warnings] == ["W-587", "W-442"]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_results_in_a_table(truth, tmp_path):
    mine = tmp_path / "mine.csv"
    rows = [f"{k},1,dog,{10 + 2 * k},10,20,30" for k in range(3)] + ["2,2,cat,50,10,20,30"]
    mine.write_text("frame,id,label,x,y,w,h\n" + "\n".join(rows) + "\n")
    assert sides_are_tracked(str(truth), [str(mine)])
    result = evaluate_tracks(truth, mine)
    assert {part.name: part.metrics["CLR_TP"] for part in result.per_class} == {"dog": 3, "cat": 1}
    with pytest.raises(ArgumentError, match=r"'mot17' is a benchmark .*park\.xml has CVAT tracks"):
        evaluate_tracks(truth, mine, protocol="mot17")


def test_tasks_of_a_project_are_sequences(tmp_path):
    tracks = [track(0, "dog", box(k, 10)).replace("<track", f'<track task_id="{k}"') for k in range(2)]
    side = read_tracks(written(tmp_path, "all.xml", *tracks, meta=""))
    assert [each.name for each in side.sequences] == ["task_0", "task_1"]


def test_ids_may_be_texts(tmp_path):
    side = read_tracks(
        written(tmp_path, "a.xml", track("left", "dog", box(0, 1)), track("b", "dog", box(1, 1)))
    )
    assert len(set(side.sequences[0].track.tolist())) == 2


def test_a_broken_box_is_named(tmp_path):
    file = written(tmp_path, "a.xml", track(0, "dog", box(0, 1).replace('ytl="10"', "")))
    with pytest.raises(InputError, match=r"E-441 .*a\.xml track 0 box 0: ytl is missing"):
        read_tracks(file)
