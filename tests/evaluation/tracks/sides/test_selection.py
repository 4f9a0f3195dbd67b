"""Rows that take part: flags, classes that are refused, ignored regions."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.sides.selection import classed_pedestrians, inside_regions


def test_a_result_that_names_another_class(tmp_path):
    gt, tracker = write_tracks(tmp_path, {"A": make_tracks(1, 10, 5)})
    file = tracker / "data" / "A.txt"
    file.write_text(file.read_text().replace(",1,-1,-1,-1", ",1,3,-1,-1", 1))
    with pytest.raises(InputError, match=r"E-585 .*the result names class 3"):
        evaluate_tracks(gt, tracker, protocol="mot17")


@pytest.mark.parametrize("protocol", ["mot15", "mot16", "mot17", "mot20", "dancetrack", "head_tracking"])
def test_a_truth_whose_numbers_are_other_classes(tmp_path, protocol):
    """VisDrone counts people (2) and cars (4), which MOTChallenge takes for riders and bicycles."""
    gt, tracker = write_drone(tmp_path)
    with pytest.raises(InputError, match=r"E-581 .*class 2 is people and not person_on_vehicle"):
        evaluate_tracks(gt, tracker, protocol=protocol)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_such_a_truth_is_no_benchmark_of_theirs(tmp_path):
    """Three objects found as they are: no class is a distractor."""
    result = evaluate_tracks(*write_drone(tmp_path))
    assert (result.protocol, result.truths, result.metrics["MOTA"]) == ("tracks", 9, 1)


def write_drone(folder):
    """Three frames of a pedestrian (1), of people (2) and of a car (4), all found."""
    rows = [(frame, n, 100 * n, 20, 40, 30) for frame in (1, 2, 3) for n in (1, 2, 4)]
    for name, end in (("annotations/uav.txt", "1,{},0,0"), ("found/uav.txt", "0.9,-1,-1,-1")):
        (folder / name).parent.mkdir()
        lines = [",".join(map(str, row)) + "," + end.format(row[1]) for row in rows]
        (folder / name).write_text("\n".join(lines))
    return folder / "annotations", folder / "found"


def test_flags_between_nought_and_one(tmp_path):
    """TrackEval cuts the flag to a whole number, so 0.9 is not considered (M19)."""
    gt, tracker = write_tracks(tmp_path, {"A": make_tracks(1, 10, 5)})
    file = gt / "A" / "gt" / "gt.txt"
    words = file.read_text().splitlines()[0].split(",")
    file.write_text(",".join([*words[:6], "0.9,1,1"]) + "\n")
    (tracker / "data" / "A.txt").write_text(",".join([*words[:6], "1,-1,-1,-1"]) + "\n")
    counted = [
        evaluate_tracks(gt, tracker, protocol="mot15", mode=mode, fit_test=False).truths
        for mode in ("strict", "corrected")
    ]
    assert counted == [0, 1]


def test_boxes_inside_regions():
    boxes = np.array([[0.0, 0, 10, 10], [0, 0, 10, 10], [5, 5, 5, 5]])
    regions = np.array([[0.0, 0, 5, 10], [0, 0, 6, 10]])
    inside = inside_regions(boxes, np.array([0, 1, 1]), regions, np.array([0, 1]), 0.5)
    assert inside.tolist() == [False, True, False]  # half, more than half, no area


@pytest.mark.parametrize("label", [-1, -5])
def test_a_truth_whose_rows_say_no_class_is_refused(label):
    def tracks(*labels):
        rows = {"frames": [1, 2], "ids": [1, 1], "boxes": [[0, 0, 9, 9]] * 2}
        return tracks_of_arrays({**rows, "labels": list(labels)}, "truth")

    with pytest.raises(InputError) as refused:
        classed_pedestrians(tracks(label, -1), tracks(1, 1))
    assert refused.value.code == "E-421"
    with pytest.raises(InputError, match=r"E-421 truth row 2: the row says no class"):
        classed_pedestrians(tracks(1, label), tracks(1, 1))
    assert classed_pedestrians(tracks(1, 1), tracks(1, 1)) == ((1, "pedestrian"),)


@pytest.mark.parametrize(("protocol", "last"), [("mot17", 13), ("mot20", 13), ("head_tracking", 4)])
def test_a_row_of_a_class_that_the_benchmark_does_not_have(tmp_path, protocol, last):
    """TrackEval 1.3.0: "Attempting to evaluate using invalid gt classes"; such rows were left out unsaid."""
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "S.txt").write_text("1,1,0,0,9,9,1,-1,-1,-1\n1,2,50,0,9,9,1,-1,-1,-1\n")
    for number in (0, 1, last, last + 1, -1):
        home = tmp_path / str(number) / "S" / "gt"
        home.mkdir(parents=True)
        (home / "gt.txt").write_text(f"1,1,0,0,9,9,1,1,1\n1,2,50,0,9,9,1,{number},1\n")
        if 1 <= number <= last:
            result = evaluate_tracks(home.parents[1], tmp_path / "found", protocol=protocol, fit_test=False)
            assert result.truths == 1 + (number == 1)
            continue
        code = "E-421" if number < 0 else "E-585"
        with pytest.raises(InputError, match=rf"{code} .*gt\.txt row 2: .*write 1 to {last} in column 8"):
            evaluate_tracks(home.parents[1], tmp_path / "found", protocol=protocol)


def test_one_sequence_without_classes_beside_others_is_refused(tmp_path):
    """All of it was left out: nothing of that sequence was to be found."""
    for name, end in (("A", "1,1,1"), ("B", "1")):
        (tmp_path / "gt" / name / "gt").mkdir(parents=True)
        (tmp_path / "gt" / name / "gt" / "gt.txt").write_text(f"1,1,0,0,9,9,{end}\n")
        (tmp_path / "found").mkdir(exist_ok=True)
        (tmp_path / "found" / f"{name}.txt").write_text("1,1,0,0,9,9,1,-1,-1,-1\n")
    with pytest.raises(InputError, match=r"E-421 .*B/gt/gt\.txt row 1: the row says no class"):
        evaluate_tracks(tmp_path / "gt", tmp_path / "found", protocol="mot17")


@pytest.mark.parametrize(
    ("box", "region", "share"),
    [
        ([5, 20, 15, 60], [5, 20, 15, 40], 1 / 2),
        ([30, 2, 70, 12], [40, 0, 100, 100], 3 / 4),
        ([100, 50, 108, 51], [0, 0, 102, 100], 1 / 4),
        ([3, 7, 5, 9], [0, 0, 100, 100], 1),
        ([3, 7, 5, 9], [5, 7, 9, 9], 0),
    ],
)
def test_the_share_of_a_box_within_a_region(box, region, share):
    """Boxes that are no squares, away from the corner; a share that is the limit is not enough."""
    one = np.zeros(1, dtype=np.int64)
    boxes, regions = (np.array([each], dtype=float) for each in (box, region))
    for limit, inside in ((share - 1e-9, share > 0), (share, False), (share + 1e-9, False)):
        if limit >= 0:
            assert inside_regions(boxes, one, regions, one, limit).tolist() == [inside]
    assert inside_regions(boxes, one, regions, one + 1, 0.0).tolist() == [False]


def test_a_truth_of_which_some_rows_say_a_class_is_not_said_to_have_none(tmp_path):
    """Ten columns that disagree are read as those of MOT15 (W-426)."""
    (tmp_path / "gt" / "S" / "gt").mkdir(parents=True)
    rows = "1,1,0,0,9,9,1,1,1,-1\n2,1,0,0,9,9,1,-1,-1,-1\n"
    (tmp_path / "gt" / "S" / "gt" / "gt.txt").write_text(rows)
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "S.txt").write_text("1,1,0,0,9,9,1,-1,-1,-1\n")
    with pytest.raises(InputError, match=r"E-421 .*gt\.txt row 1: not every row says its class"):
        evaluate_tracks(tmp_path / "gt", tmp_path / "found", protocol="mot17")
