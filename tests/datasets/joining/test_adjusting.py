"""Predictions mended as their owner says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox._writing.spoken import on_command_line
from truebox.datasets.joining.adjusting import (
    adjusted,
    class_id_readings,
    out_of_letterbox,
    shapes_said,
    sizes_of_rows,
)
from truebox.datasets.options import ReadOptions
from truebox.errors import ArgumentError, InputError
from truebox.generation import make_dataset
from truebox.records import Ids


@pytest.fixture(scope="module")
def made():
    return make_dataset(10, 4, seed=1)


def test_nothing_said_changes_nothing(made):
    truth, found = made
    assert adjusted(truth, found, ReadOptions()) is found


def test_a_letterbox_is_undone():
    sizes = np.array([[512.0, 256.0], [256.0, 512.0]])
    boxes = np.array([[64.0, 32.0, 128.0, 64.0]] * 2)
    # A square of 640 scales both by 1.25 and pads the shorter side by 160 on either end.
    boxed = boxes * 1.25 + [[0, 160, 0, 0], [160, 0, 0, 0]]
    assert out_of_letterbox(boxed, sizes, 640).tolist() == boxes.tolist()


def test_each_image_has_a_letterbox_of_its_own():
    # In a square of 600 the first is scaled by 1.5 and padded by 150 above, the second by 2 and 200 beside.
    sizes = np.array([[400.0, 200.0], [100.0, 300.0]])
    boxed = np.array([[15.0, 165.0, 30.0, 60.0], [220.0, 40.0, 20.0, 80.0]])
    assert out_of_letterbox(boxed, sizes, 600).tolist() == [[10, 10, 20, 40], [10, 20, 10, 40]]


def test_sizes_follow_the_image_of_each_row(made):
    truth, found = made
    by_id = dict(zip(truth.images.ids.tolist(), truth.images.sizes.tolist(), strict=True))
    assert sizes_of_rows(truth, found).tolist() == [by_id[value] for value in found.image.tolist()]
    elsewhere = replace(found, image=Ids(np.full(len(found), -5)))
    assert not sizes_of_rows(truth, elsewhere).any()


@pytest.mark.parametrize("geometry", ["masks", "keypoints", "rotated", "boundary", "probiou"])
def test_only_boxes_are_taken_out_of_a_letterbox(made, geometry):
    truth, found = made
    shapes = shapes_said(geometry)
    with pytest.raises(ArgumentError, match=f"^letterbox= .* and {shapes} are evaluated") as refused:
        adjusted(truth, found, ReadOptions(letterbox=640, geometry=geometry))
    assert f"write the {shapes} in pixels of the image, or evaluate with geometry='boxes'" in str(
        refused.value
    )
    with on_command_line():
        said = str(refused.value)
    assert said.startswith("--letterbox moves")
    assert said.endswith("or evaluate with --geometry boxes.")


def test_a_letterbox_needs_sizes(made):
    truth, found = made
    unknown = replace(truth, images=replace(truth.images, sizes=np.zeros_like(truth.images.sizes)))
    with pytest.raises(ArgumentError, match=r"letterbox: .*size of every image"):
        adjusted(unknown, found, ReadOptions(letterbox=640))


@pytest.mark.parametrize(("how", "step"), [("+1", -1), ("-1", 1)])
def test_class_ids_that_are_off_by_one(made, how, step):
    truth, found = made
    shifted = replace(found, category=Ids(found.category.values + step))
    assert adjusted(truth, shifted, ReadOptions(class_ids=how)).category.tolist() == found.category.tolist()


def test_class_ids_that_are_positions():
    assert dict(class_id_readings(Ids.of([90, 3])))["position"] == {0: 3, 1: 90}


def test_class_ids_that_fit_nothing_are_refused(made):
    truth, found = made
    with pytest.raises(InputError, match=r"E-131 .*read as \+1"):
        adjusted(truth, replace(found, category=Ids(found.category.values + 50)), ReadOptions(class_ids="+1"))
    with pytest.raises(ArgumentError, match="texts"):
        adjusted(truth, replace(found, category=Ids.of(["a"] * len(found))), ReadOptions(class_ids="+1"))
    with pytest.raises(ArgumentError, match="'\\+2' is unknown"):
        adjusted(truth, found, ReadOptions(class_ids="+2"))
