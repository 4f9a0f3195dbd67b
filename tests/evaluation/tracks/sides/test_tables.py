"""Tables of tracks: numbers of classes and frames, layouts of boxes, and what one side lacks."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

GT = "frame,id,x,y,w,h,class\n" + "".join(f"{frame},7,20,30,40,80,car\n" for frame in (1, 2, 3, 4))


def evaluated(folder, gt, dt, **others):
    (folder / "gt.csv").write_text(gt)
    (folder / "dt.csv").write_text(dt)
    return evaluate_tracks(folder / "gt.csv", folder / "dt.csv", **{"fit_test": False} | others)


def test_corners_beside_sizes_and_a_switch(tmp_path):
    """Half of four frames by each of two tracks: AssA 1/2, HOTA its root, one switch of four boxes."""
    rows = "".join(f"{frame},{'ab'[frame > 2]},20,30,60,110,car\n" for frame in (1, 2, 3, 4))
    result = evaluated(tmp_path, GT, "frame,id,x1,y1,x2,y2,class\n" + rows)
    assert result.protocol == "tracks"
    assert result.metrics["AssA"] == 0.5
    assert result.metrics["HOTA"] == pytest.approx(0.5**0.5)
    assert (result.metrics["MOTA"], result.metrics["IDSW"]) == (0.75, 1)
    assert result.per_sequence[0].metrics["LocA"] == 1


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_frame_of_cvat_is_that_of_a_benchmark(tmp_path, first):
    """CVAT counts from 0 and MOTChallenge from 1; the numbers of a table mean themselves."""
    boxes = "".join(
        f'<box frame="{k}" outside="0" occluded="0" xtl="{9 * k}" ytl="30" xbr="{9 * k + 40}" ybr="110"/>'
        for k in range(4)
    )
    (tmp_path / "park.xml").write_text(
        f'<annotations><track id="7" label="car">{boxes}</track></annotations>'
    )
    rows = [f"{k + first},3,{9 * k},30,40,80" for k in range(4)]
    head, end = ("frame,id,x,y,w,h\n", "") if first == 0 else ("", ",0.9,-1,-1,-1")
    file = tmp_path / ("park.csv" if first == 0 else "park.txt")
    file.write_text(head + "".join(f"{row}{end}\n" for row in rows))
    result = evaluate_tracks(tmp_path / "park.xml", file)
    clear = result.to_trackeval()["COMBINED_SEQ"]["object"]["CLEAR"]
    assert (clear["CLR_TP"], clear["CLR_FP"], clear["CLR_FN"], clear["MOTP"]) == (4, 0, 0, 1)


def test_a_frame_0_of_one_side_is_a_frame_of_both(tmp_path):
    """Numbers of frames mean themselves: four of five boxes fit, and there are five frames."""
    rows = "".join(f"{frame},1,20,30,40,80,car\n" for frame in (0, 1, 2, 3, 4))
    result = evaluated(tmp_path, GT, "frame,id,x,y,w,h,class\n" + rows)
    clear = result.to_trackeval()["COMBINED_SEQ"]["car"]["CLEAR"]
    assert (clear["CLR_TP"], clear["CLR_FP"], clear["CLR_FN"], clear["CLR_Frames"]) == (4, 1, 0, 5)


def test_frames_from_1_have_no_frame_0(tmp_path):
    result = evaluated(tmp_path, GT, GT.replace("20,30", "900,900"))
    clear = result.to_trackeval()["COMBINED_SEQ"]["car"]["CLEAR"]
    assert (clear["CLR_Frames"], clear["FP_per_frame"]) == (4, 1)


def test_classes_are_joined_by_name(tmp_path):
    """On one side a car comes after a bus, on the other it is the only class."""
    dt = GT + "1,8,0,0,5,5,bus\n"
    result = evaluated(tmp_path, GT, dt)
    assert [part.name for part in result.per_class] == ["car"]
    assert result.metrics["HOTA"] == 1
    assert any("W-592" in str(each) and "1 box " in str(each) for each in result.warnings)


def test_a_sequence_without_rows_is_one_where_nothing_was_found(tmp_path):
    gt = "seq,frame,id,x,y,w,h\nA,1,1,0,0,9,9\nB,1,1,0,0,9,9\n"
    result = evaluated(tmp_path, gt, "seq,frame,id,x,y,w,h\nA,1,1,0,0,9,9\n")
    assert result.metrics["MOTA"] == 0.5
    assert any("W-586" in str(each) and "no row of B" in str(each) for each in result.warnings)


def test_other_sequences_are_refused(tmp_path):
    gt = "seq,frame,id,x,y,w,h\nA,1,1,0,0,9,9\nB,1,1,0,0,9,9\n"
    with pytest.raises(InputError, match=r"E-582 .*\(A, B\).*these are dt.*named in a column sequence"):
        evaluated(tmp_path, gt, "frame,id,x,y,w,h\n1,1,0,0,9,9\n")


def test_a_track_twice_names_the_rows_of_the_file(tmp_path):
    gt = "seq,frame,id,x,y,w,h\nA,1,1,0,0,9,9\nB,1,1,0,0,9,9\n"
    with pytest.raises(InputError, match=r"E-580 .*dt.csv row 3: .*\(rows 2 and 3\)"):
        evaluated(tmp_path, gt, gt + "B,1,1,0,0,9,9\n", sequences=["B"])


def test_benchmarks_want_their_own_files(tmp_path):
    with pytest.raises(ArgumentError, match="'mot17' is a benchmark"):
        evaluated(tmp_path, GT, GT, protocol="mot17")


@pytest.mark.parametrize("corners", [False, True])
def test_every_field_is_that_of_the_same_tracks_as_text(corners, tmp_path):
    """The text form is held beside TrackEval in tests/parity; every field is equal to the last bit."""
    worlds = {"A-01": make_tracks(1), "A-02": make_tracks(2, 60, 14, grid=16)}
    gt, tracker = write_tracks(tmp_path, worlds)
    expected = evaluate_tracks(gt, tracker, protocol="mot15", fit_test=False).to_trackeval()
    lines: dict = {"truth": [], "found": []}
    for name, world in worlds.items():
        for side, into in lines.items():
            for frame, track, x, y, w, h, *more in getattr(world, side):
                box = (x, y, x + w, y + h) if corners else (x, y, w, h)
                numbers = ",".join(map(repr, map(float, box)))
                flag = more[0] if more else 1
                into.append(f"{name},{int(frame)},{int(track)},{numbers},{flag}\n")
    header = "sequence,frame,track_id," + ("x1,y1,x2,y2" if corners else "x,y,w,h") + ",score\n"
    result = evaluated(tmp_path, header + "".join(lines["truth"]), header + "".join(lines["found"]))
    found = result.to_trackeval()
    compared = 0
    for sequence, world in worlds.items():
        last = max(int(side[:, 0].max()) for side in (world.truth, world.found))
        for family, fields in expected[sequence]["pedestrian"].items():
            for field, value in fields.items():
                if last < world.frames and ("rame" in field):
                    continue  # a table does not say how long its video is
                got = found[sequence]["object"][family][field]
                np.testing.assert_array_equal(got, value, err_msg=f"{sequence} {family} {field}")
                compared += 1
    assert compared > 80


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        (["car", "cat", "dog"], {"car": 1, "cat": 1, "dog": 1}),
        (["cat", "dog"], {"car": 0, "cat": 1, "dog": 1}),
        (["dog"], {"car": 0, "cat": 0, "dog": 1}),
        (["ant", "cat", "dog"], {"car": 0, "cat": 1, "dog": 1}),
    ],
)
def test_labels_that_are_texts_mean_the_same_on_both_sides(labels, found):
    """A side that lacks a class, or has one more, numbers the others otherwise: cats were taken for cars."""
    boxes = [[0, 0, 9, 9], [50, 0, 9, 9], [100, 0, 9, 9]]
    truth = {"frames": [1] * 3, "ids": [1, 2, 3], "boxes": boxes, "labels": ["car", "cat", "dog"]}
    count = len(labels)
    own = {"frames": [1] * count, "ids": list(range(count)), "boxes": boxes[3 - count :], "labels": labels}
    result = evaluate_tracks(truth, own, fit_test=False)
    assert {each.name: each.metrics["CLR_TP"] for each in result.per_class} == found
    other = [each for each in result.warnings if each.code == "W-592"]
    assert [each.count for each in other] == [1] * ("ant" in labels)


def test_labels_in_memory_beside_the_classes_of_a_file(tmp_path):
    """Class 3 of MOTChallenge is a car; in memory the only text has the number 1."""
    (tmp_path / "gt").mkdir()
    (tmp_path / "gt" / "gt.txt").write_text("1,1,0,0,9,9,1,1,1\n1,2,50,0,9,9,1,3,1\n")
    own = {"frames": [1], "ids": [5], "boxes": [[50, 0, 9, 9]], "labels": ["car"]}
    result = evaluate_tracks(tmp_path, own, fit_test=False, protocol="tracks")
    assert {each.name: each.metrics["CLR_TP"] for each in result.per_class} == {"pedestrian": 0, "car": 1}


def test_classes_of_the_truth_where_nothing_was_found():
    truth = {"frames": [1, 1], "ids": [1, 2], "boxes": [[0, 0, 9, 9]] * 2, "labels": ["car", "cat"]}
    own: dict = {"frames": [], "ids": [], "boxes": [], "labels": []}
    result = evaluate_tracks(truth, own, fit_test=False)
    assert [each.name for each in result.per_class] == ["car", "cat"]


def _objects(labels, where=(0, 50)):
    return {
        "frames": [1] * len(where),
        "ids": list(range(len(where))),
        "boxes": [[x, 0, 9, 9] for x in where],
        "labels": labels,
    }


@pytest.mark.parametrize(
    ("labels", "found"), [(["dog", "cat"], [1, 2]), (["dog", "cat"], [0, 7]), ([1, 2], ["dog", "cat"])]
)
def test_texts_beside_numbers_are_refused(labels, found):
    """The numbers 1 and 2 were taken for cats and dogs, in the order of the alphabet: HOTA .211."""
    with pytest.raises(InputError, match=r"E-131 <predictions>: .*Fix: use the classes of the truth: "):
        evaluate_tracks(_objects(labels), _objects(found), fit_test=False)


@pytest.mark.parametrize(
    ("labels", "found", "hits"),
    [
        ([1.0, 2.0], [1, 2], {"1": 1, "2": 1}),
        ([1, 2], np.array([2.0, 2.0]), {"1": 0, "2": 1}),
        (["1", "2"], [1, 2], {"1": 1, "2": 1}),
        (["10", "2"], [10, 1], {"10": 1, "2": 0}),  # as texts 10 comes first, and is no class 1
        (["1", "cat"], [1, 2], {"1": 1, "cat": 0}),
        (["²", "cat"], ["²", "cat"], {"cat": 1, "²": 1}),
        (["cat", "dog"], ["cat", "²"], {"cat": 1, "dog": 0}),
    ],
)
def test_numbers_are_classes_of_that_number(labels, found, hits):
    """Two boxes, each found where its class is the same on both sides."""
    result = evaluate_tracks(_objects(labels), _objects(found), fit_test=False)
    assert {each.name: each.metrics["CLR_TP"] for each in result.per_class} == hits


def test_numbers_beside_a_file_are_those_of_the_file(tmp_path):
    """Class 3 of MOTChallenge is a car; corners on one side alone, so that classes are brought together."""
    (tmp_path / "gt").mkdir()
    (tmp_path / "gt" / "gt.txt").write_text("1,1,0,0,9,9,1,1,1\n1,2,50,0,9,9,1,3,1\n")
    found = tmp_path / "found.csv"
    found.write_text("frame,id,x1,y1,x2,y2,class\n1,7,0,0,9,9,1\n1,8,50,0,59,9,3\n")
    result = evaluate_tracks(tmp_path / "gt", found, fit_test=False, protocol="tracks")
    assert {each.name: each.metrics["CLR_TP"] for each in result.per_class} == {"pedestrian": 1, "car": 1}
