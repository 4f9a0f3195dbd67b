"""Detections that lie on nothing, and the reading that explains them."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.fitting import RowsByImage, lost_rows

SIZE = {"width": 640, "height": 480}
BOXES = np.array([[70 * n + 5, 20 + 9 * n, 70 * n + 45, 110 + 9 * n] for n in range(8)], dtype=np.float64)
IMAGES = [BOXES + np.array([0, 70 * n, 0, 70 * n]) for n in range(4)]


def sides(write):
    """Four images, whose objects lie at other heights."""
    truth = tb.read_truth([{"boxes": boxes, "labels": [1] * 8, **SIZE} for boxes in IMAGES])
    rows = []
    for image, boxes in enumerate(IMAGES):
        x, y, right, bottom = boxes.T
        for numbers in np.stack(write(x, y, right - x, bottom - y), axis=1).tolist():
            rows.append({"image_id": image, "category_id": 1, "bbox": numbers, "score": 0.5})
    rows_by_image = RowsByImage(np.arange(32), np.repeat(np.arange(4, dtype=np.int32), 8))
    return truth, tb.read_predictions(rows), rows_by_image


@pytest.mark.parametrize(
    ("what", "write"),
    [
        ("x_min, y_min, height, width", lambda x, y, w, h: (x, y, h, w)),
        ("x_min, y_min, x_max, y_max", lambda x, y, w, h: (x, y, x + w, y + h)),
        ("y_center, x_center, height, width", lambda x, y, w, h: (y + h / 2, x + w / 2, h, w)),
        (
            "x, y, width, height, fractions of its longer side",
            lambda x, y, w, h: (x / 640, y / 640, w / 640, h / 640),
        ),
    ],
)
def test_the_reading_is_found(what, write):
    truth, found, rows = sides(write)
    seen = lost_rows(truth, found, rows, np.ones(len(rows.row), dtype=bool), rows)
    assert (seen.fit.better, seen.of_truth) == (what, False)
    assert len(seen.rows) >= 31  # a corner in the corner of its image lies on its object even so


def test_rows_that_are_right_are_not_looked_at():
    truth, found, rows = sides(lambda x, y, w, h: (x, y, h, w))
    assert lost_rows(truth, found, rows, rows.row < 9, rows) is None  # fewer than ten
    assert lost_rows(truth, found, rows, rows.row < 10, rows).looked_at == 32


def test_what_chance_explains_as_well_is_no_reading():
    # Boxes that cover most of an image lie on the object of every image.
    whole = [[0, 0, 640, 400]]
    truth = tb.read_truth([{"boxes": whole, "labels": [1], **SIZE}] * 30)
    found = tb.read_predictions(
        [{"image_id": n, "category_id": 1, "bbox": [0, 0, 400, 640], "score": 0.5} for n in range(30)]
    )
    rows = RowsByImage(np.arange(30), np.arange(30, dtype=np.int32))
    assert lost_rows(truth, found, rows, np.ones(30, dtype=bool), rows) is None


def test_near_misses_that_a_reading_would_bring_just_over_a_half_are_not_explained_by_it():
    """Squares moved down by a third: width and height traded bring boxes from 0.44 to 0.52."""

    def write(x, y, w, h):
        return x, y + w * 0.32, w * 0.9, w * 1.1

    def square(boxes):
        return np.concatenate([boxes[:, :2], boxes[:, :2] + 40], axis=1)

    truth = tb.read_truth([{"boxes": square(boxes), "labels": [1] * 8, **SIZE} for boxes in IMAGES])
    _, found, rows = sides(write)
    assert lost_rows(truth, found, rows, np.ones(len(rows.row), dtype=bool), rows) is None
