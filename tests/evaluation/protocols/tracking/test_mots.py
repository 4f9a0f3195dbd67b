"""What tracked masks are worth, by hand: ignored regions, classes, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from mask_worlds import make_masks, write_masks

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.choosing import choose_protocol
from truebox.evaluation.tracks.evaluating import read_side
from truebox.masks import encode_masks, masks_to_compressed


def line(frame, track, kind, *spans, width=20):
    """A mask of one row of pixels: from, to."""
    mask = np.zeros((1, width), dtype=bool)
    for begin, end in spans:
        mask[:, begin:end] = True
    return f"{frame} {track} {kind} 1 {width} {masks_to_compressed(encode_masks(mask[None]))[0].decode()}\n"


def sides(tmp_path, truth, found):
    for folder, text in (("gt", truth), ("mine", found)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "0002.txt").write_text(text)
    return tmp_path / "gt", tmp_path / "mine"


def test_only_unmatched_masks_mostly_in_a_region_are_left_out(tmp_path):
    """Of 4 false masks, one lies in the region by 3 of 4 pixels, one by exactly half, two outside."""
    truth = line(0, 2001, 2, (0, 4)) + line(0, 10000, 10, (4, 6), (8, 11), (14, 16))
    found = line(0, 1, 2, (0, 3), (4, 5)) + line(0, 2, 2, (7, 11)) + line(0, 3, 2, (13, 15))
    found += line(0, 4, 2, (17, 18)) + line(0, 5, 2, (18, 19)) + line(0, 6, 1, (19, 20))
    result = evaluate_tracks(*sides(tmp_path, truth, found), protocol="kitti_mots", fit_test=False)
    car, pedestrian = result.per_class
    clear = pedestrian.fields["CLEAR"]
    assert (clear["CLR_TP"], clear["CLR_FP"], clear["CLR_FN"]) == (1, 3, 0)
    assert (car.truths, car.detections) == (0, 1)
    assert pedestrian.metrics["MOTP"] == 3 / 5
    assert pedestrian.metrics["sMOTA"] == 3 / 5 - 3
    assert result.matched[1].partner_of_prediction.tolist() == [0, -2, -1, -1, -1]


def test_a_switch_between_masks(tmp_path):
    truth = "".join(line(t, 2001, 2, (0, 8)) for t in range(4))
    found = "".join(line(t, 1 + t // 2, 2, (0, 8)) for t in range(4))
    result = evaluate_tracks(*sides(tmp_path, truth, found), protocol="kitti_mots")
    pedestrian = result.per_class[1].metrics
    assert (pedestrian["IDSW"], pedestrian["MOTA"], pedestrian["sMOTA"]) == (1, 0.75, 0.75)
    assert pedestrian["AssA"] == 0.5
    assert [row[3] for row in result.events.rows()] == ["new id"]


@pytest.mark.parametrize(
    ("truth", "found", "message"),
    [
        (
            line(0, 1, 2, (0, 4)),
            line(0, 1, 2, (0, 4)) + line(0, 2, 1, (2, 6)),
            r"E-589 .*mine.*0002.txt line 2: track 1 and track 2 share 2 pixels of frame 0",
        ),
        (
            line(0, 10000, 10, (3, 9)) + line(0, 1, 2, (0, 4)),
            line(0, 1, 2, (0, 4)),
            r"E-589 .*gt.*0002.txt line 2: track 1 and an ignored region share 1 pixel of frame 0",
        ),
        (
            line(0, 1, 2, (0, 4)),
            line(0, 1, 2, (0, 4)) + line(1, 1, 2, (0, 4), width=30),
            r"E-164 .*mine.*0002.txt line 2: this mask is of 1 x 30 pixels .*gt.*line 1 of 1 x 20",
        ),
        (line(0, 1, 2, (0, 4)), "1,1,0,0,4,1,1,-1,-1,-1\n", r"E-590 .*mine: these tracks are boxes"),
    ],
)
def test_what_is_refused(tmp_path, truth, found, message):
    with pytest.raises(InputError, match=message):
        evaluate_tracks(*sides(tmp_path, truth, found), protocol="kitti_mots")


def test_regions_may_overlap_and_results_may_be_empty(tmp_path):
    truth = line(0, 10000, 10, (3, 9)) + line(0, 10001, 10, (5, 12)) + line(0, 1, 2, (0, 3))
    result = evaluate_tracks(*sides(tmp_path, truth, ""), protocol="kitti_mots", fit_test=False)
    assert result.per_class[1].fields["CLEAR"]["CLR_FN"] == 1


@pytest.mark.parametrize(
    ("layout", "classes", "protocol", "why"),
    [
        ("mots", (2,), "mots", "masks of pedestrians alone, in frames counted from 1"),
        ("mots", (1, 2), "kitti_mots", "the truth has masks of cars"),
        ("kitti_mots", (2,), "kitti_mots", "in frames counted from 0"),
    ],
)
def test_which_protocol_is_told(tmp_path, layout, classes, protocol, why):
    gt, tracker = write_masks(tmp_path, {"0002": make_masks(1, classes=classes)}, layout)
    truth = read_side(str(gt), "truth", None)
    chosen, finding = choose_protocol(truth, read_side(str(tracker), "predictions", None))
    assert (chosen.name, finding.code) == (protocol, "W-587")
    assert why in finding.message


def test_masks_in_memory_may_overlap_where_no_benchmark_forbids_it():
    masks = np.zeros((2, 4, 4), dtype=bool)
    masks[0, :2], masks[1, 1:] = True, True
    side = {"frames": [0, 0], "ids": [1, 2], "masks": masks}
    result = evaluate_tracks(side, side)
    assert result.metrics["HOTA"] == 1
    half = {"frames": [0], "ids": [1], "masks": masks[:1]}
    assert evaluate_tracks({**half, "masks": masks[1:]}, half, fit_test=False).metrics["HOTA(0)"] == 1
    assert evaluate_tracks({**half, "masks": masks[1:]}, half, fit_test=False).metrics["LocA(0)"] == 4 / 16
