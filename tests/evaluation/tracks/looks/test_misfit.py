"""What fits only under another reading is found by trying, and said with the flag that mends it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks


def fast_world():
    """Objects far apart that move their own width every frame: another frame fits nothing."""
    frames = [t for t in range(20) for _ in range(4)]
    ids = [k for _ in range(20) for k in range(4)]
    boxes = [[100 + 12 * t + 7, 200 * k + 9, 12, 40] for t, k in zip(frames, ids, strict=True)]
    return {"frames": frames, "ids": ids, "boxes": boxes, "length": 24}


def without(side, **changed):
    return {**side, **changed}


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
def test_frames_that_are_shifted(shift):
    truth = fast_world()
    truth["frames"] = [t + 2 for t in truth["frames"]]
    found = without(truth, frames=[t + shift for t in truth["frames"]])
    with pytest.raises(InputError, match=rf"E-584 .*frame.offset[ =]{-shift}"):
        evaluate_tracks(truth, found)
    assert evaluate_tracks(truth, found, frame_offset=-shift).metrics["HOTA"] == 1


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
def test_slow_objects_match_in_other_frames_too_but_less_closely(shift):
    """A twelfth of the width a frame: matched at IoU .5 all the same."""
    truth = fast_world()
    truth["boxes"] = [[100 + t, 200 * k, 12, 40] for t, k in zip(truth["frames"], truth["ids"], strict=True)]
    truth["frames"] = [t + 2 for t in truth["frames"]]
    found = without(truth, frames=[t + shift for t in truth["frames"]])
    with pytest.warns(match=rf"W-588 .*frame.offset[ =]{-shift}$"):
        evaluate_tracks(truth, found)
    assert not evaluate_tracks(truth, found, frame_offset=-shift).warnings


def test_a_sequence_without_a_name_is_called_the_sequence():
    """In memory a single one has none: it read "true boxes of  are found"."""
    truth = fast_world()
    with pytest.raises(InputError, match=r"of the true boxes of the sequence are found with"):
        evaluate_tracks(truth, without(truth, frames=[t + 1 for t in truth["frames"]]))
    few = [k for k, t in enumerate(truth["frames"]) if t % 2 == 0]
    found = {name: [truth[name][k] for k in few] for name in ("frames", "ids", "boxes")}
    with pytest.warns(match=r"W-588 .*results of the sequence are of every 2nd frame only"):
        evaluate_tracks(truth, found)
    beyond = {name: [*found[name], found[name][-1]] for name in found}
    beyond["frames"][-1] = 30
    with pytest.raises(InputError, match=r"E-435 .*frame 30 is beyond the sequence, whose last is 23"):
        evaluate_tracks(truth, beyond)


def test_a_scale_at_which_near_boxes_still_match():
    """Boxes of 200 that move from 0 to 1,000: six near the corner overlap by a half all the same."""
    truth = {"frames": list(range(20)), "ids": [1] * 20, "length": 20}
    truth["boxes"] = [[50 * k, 50 * k, 200, 200] for k in range(20)]
    found = without(truth, boxes=[[1.1 * value for value in box] for box in truth["boxes"]])
    with pytest.warns(match=r"W-588 .*box.scale") as caught:
        evaluate_tracks(truth, found)
    factor = float(re.search(r"box.scale[ =]([0-9.]+)", str(caught[0].message))[1])
    assert factor == pytest.approx(1 / 1.1, rel=1e-5)


@pytest.mark.parametrize(
    "scale", [0.5, 2.0, 1.5, 2 / 3, 3.0, 1 / 3, 0.25, 4.0, 0.3125, 1.6, 1.25, 0.75, 4 / 3, 0.8]
)
def test_another_scale(scale):
    truth = fast_world()
    found = without(truth, boxes=[[scale * value for value in box] for box in truth["boxes"]])
    with pytest.raises(InputError, match="E-584") as caught:
        evaluate_tracks(truth, found)
    factor = float(re.search(r"box.scale[ =]([0-9.]+)", str(caught.value))[1])
    assert evaluate_tracks(truth, found, box_scale=factor).metrics["HOTA"] > 0.9


@pytest.mark.parametrize("layout", ["xyxy", "cxcywh"])
def test_boxes_in_another_layout(layout):
    truth = fast_world()
    made = {
        "xyxy": lambda x, y, w, h: [x, y, x + w, y + h],
        "cxcywh": lambda x, y, w, h: [x + w / 2, y + h / 2, w, h],
    }[layout]
    found = without(truth, boxes=[made(*box) for box in truth["boxes"]])
    with pytest.raises(InputError, match=f"E-584 .*box.format.*{layout}"):
        evaluate_tracks(truth, found)
    assert evaluate_tracks(truth, found, box_format=layout).metrics["HOTA"] == 1
    assert evaluate_tracks(truth, found, fit_test=False).metrics["HOTA"] < 0.5


@pytest.mark.parametrize(
    ("made", "layout"),
    [
        (lambda x, y, w, h: [x, y, w, h], "xywh"),
        (lambda x, y, w, h: [x + w / 2, y + h / 2, w, h], "cxcywh"),
        (lambda x, y, w, h: [x, y, 2 * x + w, 2 * y + h], "write both corners as they are"),
        (lambda x, y, w, h: [x + w / 2, y + h / 2, x + w * 1.5, y + h * 1.5], "make corners of centre"),
    ],
)
def test_other_numbers_in_columns_of_corners(tmp_path, made, layout):
    """Tables with x1, y1, x2, y2 that hold sizes, centres, or corners made of what was taken for others."""
    truth = fast_world()
    corners = (lambda x, y, w, h: [x, y, x + w, y + h], made)
    for name, form in zip(("gt", "found"), corners, strict=True):
        rows = zip(truth["frames"], truth["ids"], truth["boxes"], strict=True)
        text = [",".join(map(str, (t, k, *form(*box)))) for t, k, box in rows]
        (tmp_path / f"{name}.csv").write_text("frame,id,x1,y1,x2,y2\n" + "\n".join(text) + "\n")
    both = str(tmp_path / "gt.csv"), str(tmp_path / "found.csv")
    with pytest.raises(InputError, match=f"E-584 .*{layout}"):
        evaluate_tracks(*both, protocol="tracks")
    assert evaluate_tracks(*both, protocol="tracks", fit_test=False).metrics["HOTA"] < 0.5
    if layout in ("xywh", "cxcywh"):
        assert evaluate_tracks(*both, protocol="tracks", box_format=layout).metrics["HOTA"] == 1


def test_masks_of_another_size():
    """Objects painted twice as small, in pictures of the same size: no flag mends masks."""
    masks = np.zeros((20, 60, 80), dtype=bool)
    small = np.zeros_like(masks)
    for k in range(20):
        masks[k, 20:40, 20 + k : 40 + k] = small[k, 10:20, 10 + k // 2 : 20 + k // 2] = True
    truth = {"frames": list(range(20)), "ids": [1] * 20, "masks": masks}
    with pytest.raises(
        InputError, match=r"E-584 .*with masks 2 times as large.* Fix: write masks in the pixels"
    ):
        evaluate_tracks(truth, {**truth, "masks": small})


def test_results_of_another_video():
    """Nothing fits, however it is read; frames that fit hardly better are no word about frames."""
    frames = list(range(40))
    truth = {"frames": frames, "ids": [1] * 40, "boxes": [[10 + 2 * t, 10, 30, 40] for t in frames]}
    found = {"frames": frames, "ids": [1] * 40, "boxes": [[600 - 9 * t, 300 - 5 * t, 9, 60] for t in frames]}
    with pytest.warns(match=r"W-588 .* 0% of the true boxes .* is this another video\?") as caught:
        evaluate_tracks(truth, found)
    assert not any("frame" in str(each.message) and "offset" in str(each.message) for each in caught)


def test_every_third_frame():
    truth = fast_world()
    rows = [k for k, frame in enumerate(truth["frames"]) if frame % 3 == 0]
    found = {name: [values[k] for k in rows] for name, values in truth.items() if name != "length"}
    with pytest.warns(match="W-588 .* every 3rd frame only"):
        evaluate_tracks(truth, found)


def test_what_is_merely_bad_is_not_blamed_on_its_reading():
    truth, found = make_tracks(4, 30, 10).sides
    assert not evaluate_tracks(truth, found).warnings


def test_every_second_frame_of_a_long_sequence():
    """More rows than are tried: the frames that are tried are compared with those frames alone."""
    frames = [t for t in range(3000) for _ in range(4)]
    ids = [k for _ in range(3000) for k in range(4)]
    truth = {"frames": frames, "ids": ids, "boxes": [[200 * k + 9, 50, 40, 80] for k in ids], "length": 3000}
    rows = [k for k, frame in enumerate(frames) if frame % 2 == 0]
    found = {name: [values[k] for k in rows] for name, values in truth.items() if name != "length"}
    with pytest.warns(match="W-588 .* every 2nd frame only"):
        evaluate_tracks(truth, found)


def test_what_is_passed_already_counts():
    """The flag that is named is the whole one, not what is to be added to the one before."""
    truth = fast_world()
    truth["frames"] = [t + 2 for t in truth["frames"]]
    found = without(truth, frames=[t + 2 for t in truth["frames"]])
    with pytest.raises(InputError, match=r"E-584 .*frame.offset[ =]-2"):
        evaluate_tracks(truth, found, frame_offset=-1)
    with pytest.raises(InputError, match=r"E-584 .*leave .*frame.offset out"):
        evaluate_tracks(truth, truth, frame_offset=1)
    half = without(truth, boxes=[[value / 2 for value in box] for box in truth["boxes"]])
    with pytest.raises(InputError, match="E-584") as caught:
        evaluate_tracks(truth, half, box_scale=4.0)
    assert float(re.search(r"box.scale[ =]([0-9.]+)", str(caught.value))[1]) == pytest.approx(2, rel=0.02)
