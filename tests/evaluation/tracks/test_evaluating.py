"""What may be given: similarities in place of boxes, other readings of predictions."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks

plain = pytest.importorskip("plain_tracks", reason="scipy is not installed")


def test_given_similarities():
    """Any similarity may stand in place of boxes: here the IoU itself, and the result is the same."""
    world = make_tracks(3, 12, 6)
    truth, found = world.sides
    given = [
        plain.iou(truth["boxes"][truth["frames"] == t], found["boxes"][found["frames"] == t])
        for t in range(truth["length"])
    ]
    without = [{name: values for name, values in each.items() if name != "boxes"} for each in (truth, found)]
    assert evaluate_tracks(*without, similarity=given).metrics["HOTA"] == pytest.approx(
        evaluate_tracks(truth, found).metrics["HOTA"], abs=1e-12
    )


SIDE = {"frames": [0, 1], "ids": [1, 1], "boxes": [[10, 10, 20, 20]] * 2}
BARE = {"frames": [0, 1], "ids": [1, 1]}


@pytest.mark.parametrize(
    ("similarity", "message"),
    [
        ([[[1.0]]], "1 arrays for 2 frames"),
        ([[[1.0]], [[1.0, 0.5]]], r"similarity\[1\] has shape \(1, 2\); expected \(1, 1\)"),
        ([[[1.0]], [[2.0]]], r"similarity\[1\] is not from 0 to 1"),
        ({"b": [[[1.0]], [[1.0]]]}, "'' is missing"),
    ],
)
def test_similarities_that_do_not_fit(similarity, message):
    with pytest.raises(ArgumentError, match=message):
        evaluate_tracks(BARE, BARE, similarity=similarity)


@pytest.mark.parametrize(
    ("how", "changed"),
    [
        ({"box_format": "xyxy"}, {"boxes": [[10, 10, 30, 30]] * 2}),
        ({"box_format": "cxcywh"}, {"boxes": [[20, 20, 20, 20]] * 2}),
        ({"box_scale": 2.0}, {"boxes": [[5, 5, 10, 10]] * 2}),
        ({"frame_offset": -3}, {"frames": [3, 4]}),
    ],
)
def test_other_readings(how, changed):
    assert evaluate_tracks(SIDE, {**SIDE, **changed}, **how).metrics["HOTA"] == 1


def test_a_layout_that_is_none():
    with pytest.raises(ArgumentError, match="box_format: 'yxyx' is not one of tracks"):
        evaluate_tracks(SIDE, SIDE, box_format="yxyx")


def test_no_array_is_changed():
    boxes = np.array(SIDE["boxes"], dtype=float)
    kept = boxes.copy()
    evaluate_tracks(SIDE, {**SIDE, "boxes": boxes}, box_scale=1.5, fit_test=False)
    np.testing.assert_array_equal(boxes, kept)


@pytest.mark.parametrize("side", ["truth", "predictions"])
def test_similarities_are_of_all_frames_of_either_side(side):
    """Frames go on to the last that either side has; a similarity for fewer is refused."""
    short = {"frames": [0], "ids": [1], "boxes": [[0, 0, 9, 9]]}
    long = {"frames": [0, 2], "ids": [1, 1], "boxes": [[0, 0, 9, 9]] * 2}
    pair = (long, short) if side == "truth" else (short, long)
    last = np.zeros((1, 0)) if side == "truth" else np.zeros((0, 1))
    given = [np.ones((1, 1)), np.zeros((0, 0)), last]
    assert evaluate_tracks(*pair, similarity=given).fields["HOTA"]["HOTA_TP"].tolist() == [1] * 19
    with pytest.raises(ArgumentError, match="similarity: 1 arrays for 3 frames"):
        evaluate_tracks(*pair, similarity=given[:1])


@pytest.mark.parametrize(
    "given", [[[0.5, 0.5]], [[0.5], [0.5], [0.5]], [0.5, 0.5], [[0.5, 0.5], [0.5, 0.5]], []]
)
def test_similarities_of_a_frame_have_a_row_for_each_truth(given):
    """Two truths and one prediction: as many numbers in another shape are refused too."""
    two, one = {"frames": [0, 0], "ids": [1, 2]}, {"frames": [0], "ids": [1]}
    with pytest.raises(ArgumentError, match=r"similarity\[0\] has shape .*; expected \(2, 1\)"):
        evaluate_tracks(two, one, similarity=[np.array(given)])
    assert evaluate_tracks(two, one, similarity=[np.array([[1.0], [0.0]])]).fields["HOTA"]["HOTA_TP"][0] == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("box_scale", value) for value in (0, -1, float("nan"), float("inf"))),
        *(("frame_offset", value) for value in (0.5, True, 2**40)),
    ],
)
def test_scales_and_offsets_that_are_none_are_refused(name, value):
    tracks = {"frames": [1, 2], "ids": ["a", "a"], "boxes": [[0, 0, 9, 9]] * 2}
    with pytest.raises(ArgumentError, match=rf"^{name}: .*Fix: pass "):
        evaluate_tracks(tracks, tracks, **{name: value})
    assert evaluate_tracks(tracks, tracks, box_scale=1, frame_offset=np.int64(0)).metrics["HOTA"] == 1
