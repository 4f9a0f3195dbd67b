"""What KITTI tracking leaves out, by hand."""

from __future__ import annotations

import pytest
from kitti_labels import kitti_folders, kitti_line
from track_worlds import make_tracks, write_tracks

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_what_kitti_leaves_out(tmp_path):
    """A car counts; a van, a hidden car, a small detection and one in a DontCare region count neither way."""

    truth = kitti_line(1, "Car", 0) + kitti_line(2, "Van", 100) + kitti_line(3, "Car", 200, occluded=3)
    truth += kitti_line(4, "Car", 300, truncated=1) + kitti_line(-1, "DontCare", 400)
    found = (
        "".join(kitti_line(k, "Car", 100 * k) for k in range(5))
        + kitti_line(5, "Car", 500, height=25)
        + kitti_line(6, "Car", 600)
    )
    kitti_folders(tmp_path, gt=truth, found=found)
    car = evaluate_tracks(tmp_path / "gt", tmp_path / "found", protocol="kitti_tracking").per_class[0]
    assert (car.truths, car.detections, car.metrics["CLR_TP"], car.metrics["CLR_FP"]) == (1, 2, 1, 1)


def test_an_id_may_come_twice_if_one_of_the_rows_is_evaluated(tmp_path):
    """Of a car, a van and a hidden car: ids are looked at after the rest is left out (TrackEval 1.3.0)."""
    truth = (
        kitti_line(1, "Car", 0)
        + kitti_line(1, "Van", 100)
        + kitti_line(1, "Car", 200, occluded=3)
        + kitti_line(1, "Pedestrian", 300)
    )
    gt, found = kitti_folders(
        tmp_path, gt=truth, found=kitti_line(1, "Car", 0) + kitti_line(1, "Pedestrian", 300)
    )
    result = evaluate_tracks(gt, found, protocol="kitti_tracking")
    assert [part.metrics["MOTA"] for part in result.per_class] == [1, 1]
    again, _ = kitti_folders(tmp_path, again=truth + kitti_line(1, "Car", 400), other="")
    with pytest.raises(InputError, match=r"E-580 .*row 5: track 1 occurs twice in frame 0 \(rows 1 and 5\)"):
        evaluate_tracks(again, found, protocol="kitti_tracking")


def test_other_files_are_refused(tmp_path):
    """Results without classes would be of none: nothing found, and nothing said."""
    (gt,) = kitti_folders(tmp_path, gt=kitti_line(1, "Car", 0))
    mot = tmp_path / "mot"
    mot.mkdir()
    (mot / "0000.txt").write_text("1,1,0,0,50,50,1,-1,-1,-1\n")
    with pytest.raises(
        InputError, match=r"E-581 .*tracks of mot, and KITTI tracking evaluates its own labels"
    ):
        evaluate_tracks(gt, mot, protocol="kitti_tracking")
    for protocol in ("mot15", "mot17", "head_tracking"):
        with pytest.raises(InputError, match=r"E-581 .*tracks of kitti, and their class 1 is van"):
            evaluate_tracks(gt, gt, protocol=protocol)
    with pytest.raises(InputError, match=r"E-581 .*tracks of mot"):
        evaluate_tracks(*write_tracks(tmp_path / "w", {"A": make_tracks(1)}), protocol="kitti_tracking")


def test_files_without_any_row(tmp_path):
    """The list beside them says that they are labels, and how many frames there are."""
    gt, found = kitti_folders(tmp_path, gt="", found=kitti_line(1, "Car", 0, frame=3))
    (gt / "evaluate_tracking.seqmap.training").write_text("0000 empty 000000 000004\n")
    car = evaluate_tracks(gt, found, protocol="kitti_tracking").per_class[0]
    assert (car.metrics["CLR_FP"], car.metrics["CLR_FN"]) == (1, 0)
