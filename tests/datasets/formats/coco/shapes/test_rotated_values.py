"""Rotated boxes in COCO JSON, in every form in which files have them."""

from __future__ import annotations

import copy
import json

import numpy as np
import pytest
from rotated_worlds import rotated_world, written

import truebox as tb
from truebox.errors import InputError

FORMS = ["segmentation", "corners", "rbox radians", "rbox degrees", "bbox radians-ccw", "bbox degrees-ccw"]
pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def corners_read(records):
    return records.segmentations.numbers.reshape(-1, 8)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("as_file", [True, False])
def test_every_form_is_the_same_boxes(tmp_path, form, as_file):
    truth, found = rotated_world(5)
    expected = np.array([row["segmentation"][0] for row in truth["annotations"]])
    truth["annotations"], results = written(truth["annotations"], form), written(found, form)
    how = {"box_format": form.split()[1]} if " " in form else {}
    sides = truth, results
    if as_file:
        sides = tmp_path / "t.json", tmp_path / "p.json"
        for path, held in zip(sides, (truth, results), strict=True):
            path.write_text(json.dumps(held))
        records = tb.read_truth(sides[0], geometry="rotated", **how)
        predictions = tb.read_predictions(sides[1], geometry="rotated", **how)
    else:
        arrays = {"geometry": "rotated", **how}
        records, predictions = tb.read_truth(truth, **arrays), tb.read_predictions(results, **arrays)
    np.testing.assert_allclose(corners_read(records), expected, atol=1e-9)
    assert corners_read(predictions) == pytest.approx(
        np.array([row["segmentation"][0] for row in found]), abs=1e-9
    )
    assert records.area == pytest.approx([row["area"] for row in truth["annotations"]])
    low, high = expected.reshape(-1, 4, 2).min(axis=1), expected.reshape(-1, 4, 2).max(axis=1)
    np.testing.assert_allclose(records.boxes, np.hstack([low, high - low]), atol=1e-9)


def test_large_angles_are_degrees_and_it_is_said():
    truth, _ = rotated_world(5)
    truth["annotations"] = written(truth["annotations"], "bbox degrees-ccw")
    records = tb.read_truth(truth, geometry="rotated")
    (finding,) = records.findings
    assert finding.code == "W-197"
    assert "degrees; counter-clockwise, as in Detectron2" in finding.message
    said = tb.read_truth(truth, geometry="rotated", box_format="degrees-ccw")
    assert said.findings == ()
    assert corners_read(said).tolist() == corners_read(records).tolist()


def test_small_angles_are_refused_and_the_fix_works():
    truth, found = rotated_world(5)
    truth["annotations"], found = (
        written(truth["annotations"], "rbox radians"),
        written(found, "rbox radians"),
    )
    with pytest.raises(InputError, match=r"E-196 .*these may be radians, or small degrees"):
        tb.evaluate(truth, found, geometry="rotated")
    assert tb.evaluate(truth, found, geometry="rotated", box_format="radians").metrics["AP"] > 0


def test_angles_of_zero_need_no_unit():
    truth, _ = rotated_world(5, upright=True)
    truth["annotations"] = written(truth["annotations"], "rbox radians")
    assert tb.read_truth(truth, geometry="rotated").findings == ()


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"rbox": [1, 2, 3]}, "E-195", "3 numbers, need 5"),
        ({"rbox": [1, 2, "3", 4, 0]}, "E-120", "need a number"),
        ({"rbox": [1, 2, float("inf"), 4, 0]}, "E-121", "not finite"),
        ({"rbox": [1, 2, -3, 4, 0]}, "E-122", "negative width or height"),
        ({"rbox": None}, "E-195", "bbox is missing"),
        ({"rbox": None, "segmentation": [[0, 0, 1, 0, 1, 1]]}, "E-195", "not one polygon of four points"),
        ({"rbox": None, "bbox": [0, 0, 2, 3, 4, 5]}, "E-195", "6 numbers, need 5"),
    ],
)
def test_bad_rows_are_named(change, code, words):
    truth, _ = rotated_world(5)
    rows = written(truth["annotations"], "rbox degrees")
    rows[3] |= change
    truth["annotations"] = rows
    with pytest.raises(InputError, match=f"{code} .*3.*{words}"):
        tb.read_truth(truth, geometry="rotated", box_format="degrees")
    lenient = tb.read_truth(truth, geometry="rotated", box_format="degrees", lenient=True)
    assert len(lenient) == len(rows) - 1


def test_upright_reading_points_to_the_geometry():
    truth, _ = rotated_world(5)
    truth["annotations"] = written(truth["annotations"], "bbox degrees")
    with pytest.raises(InputError, match=r"5 numbers, need 4 .*geometry='rotated'"):
        tb.read_truth(truth)
    assert len(tb.read_truth(copy.deepcopy(truth), geometry="rotated")) == len(truth["annotations"])


def test_arrays_hold_centre_size_and_angle_or_corners():
    five = [[10.0, 10.0, 4.0, 2.0, np.pi / 2]]
    records = tb.read_truth([{"boxes": five, "labels": [1]}], geometry="rotated", box_format="radians")
    np.testing.assert_allclose(corners_read(records), [[11, 8, 11, 12, 9, 12, 9, 8]], atol=1e-12)
    again = tb.read_truth([{"boxes": corners_read(records), "labels": [1]}], geometry="rotated")
    assert corners_read(again).tolist() == corners_read(records).tolist()
    assert again.area == pytest.approx([8])
    with pytest.raises(InputError, match=r"E-120 truth\[0\].boxes: shape \(1, 3\)"):
        tb.read_truth([{"boxes": [[1, 2, 3]], "labels": [1]}], geometry="rotated")


def test_leniently_the_unit_is_what_all_rows_tell():
    truth, _ = rotated_world(5)
    rows = written(truth["annotations"], "rbox degrees-ccw")
    rows[0]["rbox"][4] = 2.0  # alone it might be radians
    rows[1]["rbox"][2] = -1
    truth["annotations"] = rows
    lenient = tb.read_truth(truth, geometry="rotated", lenient=True)
    assert len(lenient) == len(rows) - 1
    assert [finding.code for finding in lenient.findings] == ["W-197", "W-150"]


def test_rotated_rows_that_are_evaluated_as_boxes_name_their_geometry() -> None:
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "ship"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "rbox": [50, 50, 20, 10, 40]}],
    }
    with pytest.raises(InputError) as refused:
        tb.read_truth(truth)
    assert refused.value.code == "E-120"
    assert refused.value.fix == "evaluate the rotated boxes (--geometry rotated), on both sides"
    read = tb.read_truth(truth, geometry="rotated")
    assert (len(read), [finding.code for finding in read.findings]) == (1, ["W-197"])


PENTAGON = [0, 0, 10, 0, 12, 5, 10, 10, 0, 10]


@pytest.mark.parametrize(
    "outline",
    [[PENTAGON], [PENTAGON, [20, 20, 30, 20, 30, 30, 20, 30]], {"counts": [0, 4], "size": [2, 2]}],
    ids=["five corners", "two parts", "run lengths"],
)
@pytest.mark.parametrize("as_file", [True, False])
def test_an_upright_box_does_not_stand_in_for_an_outline(tmp_path, outline, as_file):
    # The extent of a pentagon, 12 x 10, is not the turned box that its mask has: a wrong number.
    row = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 12, 10], "segmentation": outline}
    truth = {
        "images": [{"id": 1, "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "ship"}],
        "annotations": [{"id": 1, "iscrowd": 0, "area": 110, **row}],
    }
    held = truth
    if as_file:
        held = tmp_path / "truth.json"
        held.write_text(json.dumps(truth))
    with pytest.raises(InputError, match=r"E-195 .*not one polygon of four points") as refused:
        tb.read_truth(held, geometry="rotated")
    assert "remove the segmentation where the upright bbox is meant" in refused.value.fix
    with pytest.raises(InputError, match=r"E-195 .*not one polygon of four points"):
        tb.read_predictions([{"score": 0.9, **row}], geometry="rotated")
    ways = {"segmentation": []}, {"segmentation": [[]]}, {"segmentation": None}, {"bbox": [6, 5, 12, 10, 0]}
    for said in ways:
        truth["annotations"][0] = {"id": 1, "iscrowd": 0, "area": 110, **row, **said}
        assert tb.read_truth(truth, geometry="rotated").boxes.tolist() == [[0, 0, 12, 10]]
