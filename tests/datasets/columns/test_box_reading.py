"""Four numbers read as another kind of box."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.columns.box_reading import (
    BOX_READINGS,
    as_read,
    as_xywh,
    from_xywh,
    ground_boxes,
    is_relative,
    read_again_as,
    refuse_unknown_reading,
)
from truebox.errors import ArgumentError, InputError

LAYOUTS = [reading for reading in BOX_READINGS if "_" not in reading]


def found(*boxes):
    rows = [{"image_id": 1, "category_id": 1, "bbox": list(box), "score": 0.5} for box in boxes]
    return read_predictions(rows)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_and_back(layout):
    boxes = np.random.default_rng(1).integers(0, 64, (50, 4)).astype(float)  # halves are exact
    assert as_xywh(from_xywh(boxes, layout), layout).tolist() == boxes.tolist()


def test_what_the_numbers_mean():
    numbers = (10.0, 20.0, 30.0, 60.0)
    read = {layout: read_again_as(found(numbers), layout).boxes[0].tolist() for layout in LAYOUTS}
    assert read == {
        "xywh": [10, 20, 30, 60],
        "xyxy": [10, 20, 20, 40],
        "cxcywh": [-5, -10, 30, 60],
        "yxyx": [20, 10, 40, 20],
    }


def test_another_native_layout_is_undone_first():
    assert read_again_as(found((10, 20, 20, 40)), "xywh", "xyxy").boxes[0].tolist() == [10, 20, 30, 60]


def test_fractions_are_said():
    read = read_again_as(found((0.1, 0.2, 0.3, 0.4)), "rel_xywh")
    assert (read.units, read.boxes[0].tolist()) == ("fractions", [0.1, 0.2, 0.3, 0.4])


def test_what_gives_negative_sizes_is_refused():
    with pytest.raises(InputError, match=r"E-122 <predictions> row 1: \[30, 20, 10, 60\] read as xyxy"):
        read_again_as(found((1, 2, 3, 4), (30, 20, 10, 60)), "xyxy")


def test_unknown_and_impossible_readings_are_refused():
    with pytest.raises(ArgumentError, match="'wxyh' is unknown"):
        read_again_as(found(), "wxyh")
    with pytest.raises(ArgumentError, match=r"in pixels, and .* holds fractions"):
        read_again_as(found(), "xyxy", "rel_cxcywh")


def test_an_area_that_came_from_the_box_follows_it():
    truth = read_truth(
        {
            "images": [{"id": 1}],
            "categories": [{"id": 1, "name": "cat"}],
            "annotations": [
                {"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 5, 10, 10], "area": 100},
                {"id": 2, "image_id": 1, "category_id": 1, "bbox": [5, 5, 10, 10], "area": 7},
            ],
        }
    )
    assert read_again_as(truth, "xyxy").area.tolist() == [25, 7]


@pytest.mark.parametrize("reading", BOX_READINGS)
def test_every_reading_has_its_scale_and_its_layout(reading):
    boxes = np.array([[8.0, 4.0, 16.0, 32.0]])
    numbers = from_xywh(boxes, reading.rpartition("_")[2])
    percent = reading.startswith("pct_")
    assert np.allclose(as_read(numbers, reading), boxes / (100 if percent else 1), rtol=1e-12)
    assert is_relative(reading) == (reading.split("_")[0] in ("rel", "pct"))


def test_a_reading_that_is_none_is_refused_in_words():
    with pytest.raises(ArgumentError, match="'wxyh' is unknown"):
        as_read(np.empty((0, 4)), "wxyh")
    refuse_unknown_reading("pct_yxyx")


def test_a_quarter_turn_swaps_length_and_width() -> None:
    half = 0.5**0.5
    columns = {"x_3d": [10, 10], "y_3d": [20, 20], "width_3d": [2, 2], "length_3d": [4, 4]}
    columns |= {"rotation_w": [1, half], "rotation_x": [0, 0], "rotation_y": [0, 0], "rotation_z": [0, half]}
    found = ground_boxes({name: np.array(values) for name, values in columns.items()})
    assert found == pytest.approx(np.array([[8, 19, 4, 2], [9, 18, 2, 4]], dtype=float))


def test_areas_follow_the_boxes_unless_they_were_stated():
    rows = [
        {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 20, 30, 60]},
        {"id": 2, "image_id": 1, "category_id": 1, "bbox": [10, 20, 30, 60], "area": 700},
    ]
    truth = read_truth({"images": [{"id": 1}], "categories": [{"id": 1, "name": "a"}], "annotations": rows})
    assert truth.area.tolist() == [1800, 700]
    again = read_again_as(truth, "xyxy")
    assert again.boxes.tolist() == [[10, 20, 20, 40]] * 2
    assert again.area.tolist() == [20 * 40, 700]


def test_percent_of_the_picture():
    read = read_again_as(found((10, 20, 30, 60)), "pct_xyxy")
    assert read.units == "fractions"
    assert read.boxes[0] == pytest.approx([0.1, 0.2, 0.2, 0.4])
