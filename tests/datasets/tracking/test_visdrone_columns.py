"""VisDrone's tracks: told from those of MOT15 by their columns; what is not evaluated is said."""

from __future__ import annotations

import pytest

from truebox.datasets import read_tracks, sides_are_tracked
from truebox.evaluation import evaluate_tracks

TRUTH = """1,0,593,743,99,120,0,0,0,0
1,1,10,10,40,40,1,4,0,0
2,1,12,10,40,40,1,4,0,1
1,2,200,10,20,40,1,1,0,2
2,2,200,10,20,40,0,1,1,2
1,3,300,10,20,40,1,11,0,0
"""
FOUND = """1,1,10,10,40,40,0.9,4,-1,-1
2,1,12,10,40,40,0.9,4,-1,-1
1,5,200,10,20,40,0.8,1,-1,-1
1,6,600,750,20,40,0.8,1,-1,-1
1,7,300,10,20,40,0.8,11,-1,-1
"""


@pytest.fixture
def sides(tmp_path):
    for side, text in (("gt", TRUTH), ("mine", FOUND)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "uav_a.txt").write_text(text)
    return tmp_path / "gt", tmp_path / "mine"


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_classes_are_evaluated_apart_and_flags_count(sides):
    gt, mine = sides
    assert sides_are_tracked(str(gt), [str(mine)])
    result = evaluate_tracks(gt, mine)
    assert result.protocol == "tracks"
    assert [part.name for part in result.per_class] == ["pedestrian", "car"]
    # the pedestrian of flag 0 does not count; what lies in the region to be ignored is wrong, which is said
    assert [(part.truths, part.detections) for part in result.per_class] == [(1, 2), (2, 2)]
    # and so is that a box of class 11 is left out
    assert [each.code for each in result.warnings] == ["W-587", "W-594", "W-592"]
    assert "2 rows of regions to be ignored (0) and of other things (11)" in str(result.warnings[1])


def test_rows_keep_their_places(sides):
    side = read_tracks(sides[0])
    assert side.source.format == "visdrone"
    assert side.sequences[0].place_of(0).endswith("row 2")


@pytest.mark.parametrize("ending", ["1,-1,-1,-1", "1,4.5,0,0", "1,12,0,0", "1,4,3,0", "0.5,4,0,0"])
def test_other_columns_are_those_of_mot15(tmp_path, ending):
    (tmp_path / "a.txt").write_text(f"1,1,10,10,40,40,{ending}\n")
    assert read_tracks(tmp_path / "a.txt").source.format == "mot"
