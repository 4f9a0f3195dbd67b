"""What each benchmark leaves out, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.evaluation import TRACK_PROTOCOLS, evaluate_tracks, protocol_value

# One frame: a pedestrian, and one of each class of MOTChallenge far from it; predictions lie on all of them.
CLASSES = (1, 2, 3, 6, 7, 8, 12)
BOXES = [[100 * k, 0, 40, 80] for k in range(len(CLASSES))]


@pytest.mark.parametrize(
    ("protocol", "left_out"),
    [
        ("mot16", {2, 7, 8, 12}),
        ("mot17", {2, 7, 8, 12}),
        ("dancetrack", {2, 7, 8, 12}),
        ("mot20", {2, 6, 7, 8, 12}),
        ("mot15", set()),
        ("head_tracking", {2, 3, 4}),
    ],
)
def test_predictions_on_other_classes(tmp_path, protocol, left_out):
    (tmp_path / "gt").mkdir()
    classes = (1, 2, 3, 4) if protocol == "head_tracking" else CLASSES  # it has no others
    truth = [
        f"1,{k + 1},{x},{y},{w},{h},1,{kind},1\n"
        for k, (kind, (x, y, w, h)) in enumerate(zip(classes, BOXES, strict=False))
    ]
    found = [
        f"1,{k + 1},{x},{y},{w},{h},1,-1,-1,-1\n" for k, (x, y, w, h) in enumerate(BOXES[: len(classes)])
    ]
    (tmp_path / "gt" / "gt.txt").write_text("".join(truth))
    (tmp_path / "found.txt").write_text("".join(found))
    result = evaluate_tracks(tmp_path, tmp_path / "found.txt", protocol=protocol)
    assert result.truths == (len(classes) if protocol == "mot15" else 1)
    assert result.detections == len(classes) - len(left_out)
    left = set(np.array(classes)[result.matched[0].partner_of_prediction == -2].tolist())
    assert left == left_out


def test_invisible_heads_and_the_flag(tmp_path):
    """The reference gives the flag as an output array to `logical_or`, so it never counts (M21)."""
    (tmp_path / "gt").mkdir()
    rows = [("1", "1"), ("1", "0"), ("0", "1")]  # flag and visibility
    truth = [f"1,{k + 1},{100 * k},0,40,80,{flag},1,{seen}\n" for k, (flag, seen) in enumerate(rows)]
    found = [f"1,{k + 1},{100 * k},0,40,80,1,-1,-1,-1\n" for k in range(3)]
    (tmp_path / "gt" / "gt.txt").write_text("".join(truth))
    (tmp_path / "found.txt").write_text("".join(found))
    counted = [
        evaluate_tracks(tmp_path, tmp_path / "found.txt", protocol="head_tracking", mode=mode).detections
        for mode in ("strict", "corrected")
    ]
    assert counted == [2, 1]


@pytest.mark.parametrize(
    ("flag", "seen", "counts", "stays"),
    [("1", "1", 1, 1), ("-1", "1", 0, 1), ("2", "0.5", 1, 1), ("1", "1e-17", 1, 0), ("1", "-1", 0, 0)],
)
def test_heads_by_flag_and_visibility_as_trackeval(tmp_path, flag, seen, counts, stays):
    """`HeadTrackingChallenge` 1.3.0: truths with `gt_conf > 0` and visibility above 0; a prediction goes
    where the visibility is below 2**-52."""
    (tmp_path / "gt").mkdir()
    (tmp_path / "gt" / "gt.txt").write_text(f"1,1,0,0,40,80,{flag},1,{seen}\n1,2,100,0,40,80,1,1,1\n")
    (tmp_path / "found.txt").write_text("1,1,0,0,40,80,1,-1,-1,-1\n1,2,100,0,40,80,1,-1,-1,-1\n")
    result = evaluate_tracks(tmp_path, tmp_path / "found.txt", protocol="head_tracking", fit_test=False)
    assert (result.truths, result.detections) == (1 + counts, 1 + stays)


@pytest.mark.parametrize("name", TRACK_PROTOCOLS)
def test_every_protocol_says_what_it_is(name):
    protocol = protocol_value(name)
    assert protocol.title
    assert protocol.takes == {"threads", "fit_test"}


@pytest.mark.parametrize("protocol", ["mot16", "mot17", "mot20", "dancetrack", "head_tracking"])
def test_a_truth_without_classes_is_refused(protocol, tmp_path):
    """Seven columns: no row is a pedestrian, and all that is found would be wrong (TrackEval refuses it)."""
    home = tmp_path / "gt" / "S-01" / "gt"
    home.mkdir(parents=True)
    (home / "gt.txt").write_text("1,1,10,10,40,80,1\n2,1,10,10,40,80,1\n")
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "S-01.txt").write_text("1,1,10,10,40,80,1,-1,-1,-1\n2,1,10,10,40,80,1,-1,-1,-1\n")
    with pytest.raises(InputError, match=r"E-421 .*gt\.txt row 1: no row says its class.* protocol='tracks'"):
        evaluate_tracks(tmp_path / "gt", tmp_path / "found", protocol=protocol)
    result = evaluate_tracks(tmp_path / "gt", tmp_path / "found", protocol="mot15")
    assert result.metrics["HOTA"] == 1


def test_classes_in_memory():
    """A number is the benchmark's, a name is a name: cars that are the first class are no pedestrians."""
    side = {"frames": [1, 2], "ids": [1, 1], "boxes": [[0, 0, 9, 9]] * 2}
    for labels in ([1, 1], ["pedestrian"] * 2):
        named = side | {"labels": labels}
        assert evaluate_tracks(named, named, protocol="mot17", fit_test=False).metrics["HOTA"] == 1
    cars = side | {"labels": ["car"] * 2}
    with pytest.raises(InputError, match=r"E-581 .*class 1 is car"):
        evaluate_tracks(cars, cars, protocol="mot17")
    with pytest.raises(InputError, match=r"E-421 .*no row says its class"):
        evaluate_tracks(side, side, protocol="mot17")
