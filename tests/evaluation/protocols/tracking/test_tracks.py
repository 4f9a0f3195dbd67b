"""Tracks of any classes, where files have regions or boxes of another layout."""

from __future__ import annotations

import pytest
from kitti_labels import kitti_folders, kitti_line

from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_regions_are_no_tracks(tmp_path):
    """By the rules of any tracks a DontCare region, whose id is -1, is neither an object nor a class."""
    regions = "".join(
        kitti_line(-1, "DontCare", 500, frame) + kitti_line(-1, "DontCare", 900, frame) for frame in (0, 1)
    )
    gt, found = kitti_folders(
        tmp_path,
        gt=kitti_line(1, "Car", 0) + kitti_line(1, "Car", 5, 1) + regions,
        found=kitti_line(4, "Car", 0),
    )
    result = evaluate_tracks(gt, found, protocol="tracks")
    assert [part.name for part in result.per_class] == ["car"]
    assert (result.truths, result.metrics["MOTA"]) == (2, 0.5)


def test_results_in_sizes_beside_corners(tmp_path):
    """MOTChallenge's x, y, width, height are brought to KITTI's corners, frames from 1 to those from 0."""
    gt, _ = kitti_folders(
        tmp_path,
        gt=kitti_line(1, "Car", 100) + kitti_line(1, "Car", 105, 1) + kitti_line(2, "Van", 700, 1),
        none="",
    )
    mot = tmp_path / "mot"
    mot.mkdir()
    (mot / "0000.txt").write_text("1,9,100,0,50,50,1,-1,-1,-1\n2,9,105,0,50,50,1,-1,-1,-1\n")
    result = evaluate_tracks(gt, mot, protocol="tracks")
    assert (result.metrics["CLR_TP"], result.metrics["CLR_FP"], result.metrics["LocA"]) == (2, 0, 1)
