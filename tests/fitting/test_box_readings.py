"""What four numbers may mean instead."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.columns.box_reading import BOX_READINGS
from truebox.datasets.columns.numbers.four_numbers import from_xywh
from truebox.fitting.box_readings import box_readings

BOXES = np.array([[64.0, 32.0, 128.0, 64.0], [16.0, 8.0, 32.0, 64.0]])
SIZES = np.array([[512.0, 256.0], [512.0, 256.0]])


def named(numbers, sizes):
    return {reading.flag: reading for reading in box_readings(numbers, sizes)}


def test_the_reading_given_comes_first():
    assert next(iter(box_readings(BOXES, SIZES))).flag == "--box-format xywh"


@pytest.mark.parametrize("reading", BOX_READINGS)
def test_what_a_format_writes_its_reading_reads(reading):
    scale, _, layout = reading.rpartition("_")
    factor = {"": 1.0, "rel": 1 / np.tile(SIZES, 2), "pct": 100 / np.tile(SIZES, 2)}[scale]
    numbers = from_xywh(BOXES * factor, layout)
    assert named(numbers, SIZES)[f"--box-format {reading}"].boxes.tolist() == BOXES.tolist()


def test_a_letterbox_is_undone():
    # 512 x 256 in a square of 640: scaled by 1.25, with a border of 160 above and below.
    numbers = BOXES * 1.25 + [0, 160, 0, 0]
    reading = named(numbers, SIZES)["--box-format xywh --letterbox 640"]
    assert reading.boxes.tolist() == BOXES.tolist()
    assert "letterboxed to 640 x 640" in reading.what


def test_without_sizes_only_pixels_are_tried():
    flags = named(BOXES, np.array([[512.0, 256.0], [0.0, 0.0]]))
    assert set(flags) - {""} == {f"--box-format {layout}" for layout in ("xywh", "xyxy", "cxcywh", "yxyx")}
    assert not any(
        "image" in reading.what for reading in box_readings(BOXES, np.array([[512.0, 256.0], [0, 0]]))
    )


X, Y, W, H = BOXES.T
WIDTH, HEIGHT = SIZES.T
OTHERWISE = {
    "y_min, x_min, height, width": (Y, X, H, W),
    "x_min, x_max, y_min, y_max": (X, X + W, Y, Y + H),
    "x, y, width, height, thousandths of the image": (
        *(X / WIDTH * 1000, Y / HEIGHT * 1000),
        *(W / WIDTH * 1000, H / HEIGHT * 1000),
    ),
    "y_min, x_min, y_max, x_max, thousandths of the image": (
        *(Y / HEIGHT * 1000, X / WIDTH * 1000),
        *((Y + H) / HEIGHT * 1000, (X + W) / WIDTH * 1000),
    ),
    "x, y, width, height with y counted from the bottom of the image": (X, HEIGHT - Y - H, W, H),
    "x_min, y_min, x_max, y_max of the image mirrored left to right": (WIDTH - X - W, Y, WIDTH - X, Y + H),
    # Clockwise, what was at the bottom is at the left: x' = height - y, y' = x.
    "x, y, width, height of the image turned by 90 degrees clockwise": (HEIGHT - Y - H, X, H, W),
    "x, y, width, height of the image turned by 90 degrees counterclockwise": (Y, WIDTH - X - W, H, W),
    "x, y, width, height of the image turned by 180 degrees": (WIDTH - X - W, HEIGHT - Y - H, W, H),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_what_no_option_reads_is_known_too(what):
    (reading,) = [
        each for each in box_readings(np.stack(OTHERWISE[what], axis=1), SIZES) if each.what == what
    ]
    assert reading.boxes == pytest.approx(BOXES)
    assert (reading.flag, bool(reading.fix)) == ("", True)
