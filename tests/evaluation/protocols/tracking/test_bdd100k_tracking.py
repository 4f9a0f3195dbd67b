"""What BDD100K tracking leaves out, by hand."""

from __future__ import annotations

import json

import pytest

from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def label(track, kind, x, **attributes):
    box = {"x1": x, "y1": 0, "x2": x + 50, "y2": 50}
    held = {"attributes": attributes} if attributes else {}
    return {"id": str(track), "category": kind, "box2d": box, **held}


def write(folder, *frames):
    folder.mkdir(parents=True, exist_ok=True)
    listed = [{"name": f"{k}", "index": k, "labels": labels} for k, labels in enumerate(frames)]
    (folder / "v.json").write_text(json.dumps(listed))
    return folder


def test_crowds_and_other_kinds_excuse_what_lies_in_them(tmp_path):
    """A car, and cars in a crowd of buses, on a trailer, and alone: one match, one false box."""
    truth = [label(1, "car", 0), label(2, "bus", 100, Crowd=True), label(3, "trailer", 200)]
    found = [label(k, "car", 100 * k) for k in range(4)]
    gt, dt = write(tmp_path / "gt", truth), write(tmp_path / "dt" / "data", found).parent
    result = evaluate_tracks(gt, dt, fit_test=False)
    car = next(part for part in result.per_class if part.name == "car")
    assert (car.truths, car.detections, car.metrics["CLR_TP"], car.metrics["CLR_FP"]) == (1, 2, 1, 1)
    total = result.to_trackeval()["COMBINED_SEQ"]
    assert total["VEHICLE"]["CLEAR"]["MOTA"] == 0
    assert total["HUMAN"]["CLEAR"]["CLR_FP"] == 0
    assert [each.name for each in result.layout.totals][-3:] == ["HUMAN", "VEHICLE", "BIKE"]
    groups = result.to_dict()["results"][0]["groups"]
    assert list(groups) == ["HUMAN", "VEHICLE", "BIKE"]
    assert (groups["VEHICLE"]["CLR_TP"], groups["VEHICLE"]["CLR_FP"], groups["VEHICLE"]["MOTA"]) == (1, 1, 0)


def test_a_match_in_a_crowd_stays(tmp_path):
    truth = [label(1, "car", 0), label(2, "car", 0, Crowd=True)]
    gt = write(tmp_path / "gt", truth)
    dt = write(tmp_path / "dt", [label(5, "car", 0)])
    result = evaluate_tracks(gt, dt, fit_test=False)
    car = next(part for part in result.per_class if part.name == "car")
    assert (car.truths, car.metrics["CLR_TP"], car.metrics["CLR_FP"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        ([[label(1, "person", 0)]], r"E-585 .*v.json frame 0 labels\[0\]: the class 'person' is none"),
        ([[], []], r"E-591 .*v.json: there are 2 frames, and v has 1"),
    ],
)
def test_what_is_refused(frames, message, tmp_path):
    gt = write(tmp_path / "gt", [label(1, "car", 0)])
    with pytest.raises(InputError, match=message):
        evaluate_tracks(gt, write(tmp_path / "dt", *frames), fit_test=False)


def test_other_tracks_are_refused():
    side = {"frames": [0], "ids": [1], "boxes": [[0, 0, 9, 9]]}
    with pytest.raises(InputError, match=r"E-581 .*BDD100K tracking evaluates its own JSON"):
        evaluate_tracks(side, side, protocol="bdd100k_tracking")
