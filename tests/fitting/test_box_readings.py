"""What four numbers may mean instead."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.columns.box_reading import BOX_READINGS, from_xywh
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
    assert set(flags) == {f"--box-format {layout}" for layout in ("xywh", "xyxy", "cxcywh", "yxyx")}
