"""Numbers of rows as boxes, polygons and points; expected values by hand from the format's definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from label_samples import folder_of, png

from truebox.datasets import read_truth
from truebox.errors import ArgumentError, InputError


def read(root, rows, *, yaml="names: [cat, dog]\n", size=(200, 100), **options):
    folder_of(root, {"data.yaml": yaml, "images/a.png": png(*size), "labels/a.txt": rows})
    return read_truth(root, format="yolo", **options)


def test_a_box_is_centre_and_size_in_fractions(tmp_path):
    truth = read(tmp_path, "1 0.5 0.25 0.25 0.5")
    assert truth.boxes.tolist() == [[75, 0, 50, 50]]
    assert truth.area.tolist() == [2500]
    assert truth.category.tolist() == [1]


def test_a_polygon_gives_its_extent_its_area_and_itself(tmp_path):
    truth = read(tmp_path, "0 0.1 0.1 0.3 0.1 0.1 0.5\n", geometry="masks")
    assert np.allclose(truth.boxes, [[20, 10, 40, 40]], rtol=0, atol=1e-12)
    assert np.allclose(truth.area, [800], rtol=1e-12)
    assert np.allclose(truth.segmentations.numbers, [20, 10, 60, 10, 20, 50])
    assert truth.segmentations.kinds.tolist() == [3]


def test_a_rotated_box_keeps_its_angle(tmp_path):
    # The first side goes from (50, 50) to (60, 60): 45 degrees clockwise as shown, y pointing down.
    corners = [(50, 50), (60, 60), (50, 70), (40, 60)]
    row = " ".join(f"{x / 200!r} {y / 100!r}" for x, y in corners)
    truth = read(tmp_path, f"0 {row}\n", task="obb")
    assert truth.attributes["angle"] == pytest.approx(45)
    assert truth.boxes[0] == pytest.approx([40, 50, 20, 20])
    assert truth.area[0] == pytest.approx(200)  # a square of side sqrt(200)


def test_keypoints_have_two_or_three_numbers(tmp_path):
    three = read(tmp_path / "3", "0 .5 .5 1 1 .25 .5 2 0 0 0 .5 .5 1", geometry="keypoints")
    assert three.keypoints.points.tolist() == [[[50, 50, 2], [0, 0, 0], [100, 50, 1]]]
    assert three.keypoints.labelled.tolist() == [2]
    yaml = "names: [cat]\nkpt_shape: [2, 2]\n"
    two = read(tmp_path / "2", "0 .5 .5 1 1 .25 .5 -0.005 .1", yaml=yaml, geometry="keypoints")
    assert two.keypoints.points.tolist() == [[[50, 50, 2], [-1, 10, 0]]]
    assert two.boxes.tolist() == [[0, 0, 200, 100]]


@pytest.mark.parametrize(
    ("row", "code", "words"),
    [
        ("0 40 30 20 10", "E-401", "no fractions.*box_format="),
        ("0 0.5 0.5 -0.005 0.1", "E-401", "negative width or height"),
        ("0 0.5 0.5 1.02 0.1", "E-401", "no fractions"),
        ("0 0.5 0.5 0.2 0.1 0.9", "E-400", "6 columns where class x y width height is expected"),
        ("0 0.5 0.5 0.2", "E-400", "4 columns"),
        ("0 0.1 0.1 0.3 0.1 0.1 0.5", "E-400", "7 columns"),
        ("2 0.5 0.5 0.1 0.1", "E-402", "class 2 has no name: there are 2 names"),
    ],
)
def test_rows_out_of_bounds_are_refused_with_their_place(tmp_path, row, code, words):
    text = f"0 0.5 0.5 1 1\n0 0.5 0.5 1 1\n{row}\n"
    with pytest.raises(InputError, match=rf"{code} labels/a.txt line 3: .*{words}"):
        read(tmp_path, text)
    truth = read(tmp_path, text, lenient=True)
    assert len(truth) == 2
    assert [finding.code for finding in truth.findings] == ["W-150"]


def test_a_pose_of_negative_width_is_refused(tmp_path):
    yaml = "names: [cat]\nkpt_shape: [1, 3]\n"
    sound = "0 .5 .5 .5 .5 .5 .5 2\n"
    for sides in ("-0.005 .1", ".1 -0.005"):
        text = f"{sound}0 .5 .5 {sides} .5 .5 2\n"
        with pytest.raises(InputError, match=r"E-401 labels/a.txt line 2: .*negative width or height"):
            read(tmp_path, text, yaml=yaml, task="pose")
        assert len(read(tmp_path, text, yaml=yaml, task="pose", lenient=True)) == 1


def test_the_slack_is_that_of_ultralytics(tmp_path):
    # verify_image_label: points.max() <= 1.01, lb_min >= -0.01
    assert len(read(tmp_path, "0 1.01 -0.01 0.5 0.5")) == 1


def test_another_reading_of_four_numbers(tmp_path):
    row = "0 10 20 30 60"
    assert read(tmp_path, row, box_format="xyxy").boxes.tolist() == [[10, 20, 20, 40]]
    assert read(tmp_path, row, box_format="cxcywh").boxes.tolist() == [[-5, -10, 30, 60]]
    assert read(tmp_path, "0 .1 .2 .3 .4", box_format="rel_xyxy").boxes[0] == pytest.approx([20, 20, 40, 20])
    with pytest.raises(InputError, match=r"E-401 .*negative width or height"):
        read(tmp_path, "0 30 60 10 20", box_format="xyxy")
    with pytest.raises(ArgumentError, match=r"box_format: 'corners' is unknown"):
        read(tmp_path, row, box_format="corners")
    with pytest.raises(ArgumentError, match=r"does not apply to segment rows"):
        read(tmp_path, "0 .1 .1 .3 .1 .1 .5", box_format="xyxy")


def test_poses_of_different_length_are_refused(tmp_path):
    text = "0 .5 .5 1 1 .1 .1 2\n0 .5 .5 1 1 .1 .1 2 .1 .1 2 .2 .2 2\n"
    with pytest.raises(InputError, match=r"E-400 labels/a.txt line 2: 3 points where other rows have 1"):
        read(tmp_path, text, task="pose", geometry="keypoints", yaml="names: [a]\nkpt_shape: [1, 3]\n")


def test_an_empty_dataset_has_empty_columns(tmp_path):
    for geometry, task in (("masks", "segment"), ("keypoints", "pose"), ("boxes", "obb")):
        truth = read(tmp_path, "", geometry=geometry, task=task)
        assert (len(truth), len(truth.images)) == (0, 1)
    assert math.isfinite(truth.area.sum())
