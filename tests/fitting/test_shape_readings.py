"""What coordinates of points and masks may mean: planted, and found again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError
from truebox.fitting import fit_of_shapes, shapes_read_so
from truebox.generation import make_shape_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WRITTEN = {
    "fractions of the image": lambda points, size: points / size,
    "percent of the image": lambda points, size: points / size * 100,
    "thousandths of the image": lambda points, size: points / size * 1000,
    "thousandths of the image, y before x": lambda points, size: (points / size * 1000)[..., ::-1],
    "0.5 times as large": lambda points, size: points * 2,
    "4 times as large": lambda points, size: points / 4,
    "y before x": lambda points, size: points[..., ::-1],
    "of the image stretched to 256 x 256": lambda points, size: points / size * 256,
    "with y counted from the bottom of the image": lambda points, size: points * [1, -1] + size * [0, 1],
}


def sizes_of(truth, found):
    place = {each: row for row, each in enumerate(truth.images.ids.tolist())}
    return truth.images.sizes[[place[each] for each in found.image.tolist()]].astype(float)


def with_points(truth, found, change):
    points = found.keypoints.points.copy()
    points[..., :2] = change(points[..., :2], sizes_of(truth, found)[:, None])
    return replace(found, keypoints=replace(found.keypoints, points=points))


@pytest.mark.parametrize("what", WRITTEN)
def test_keypoints(what):
    truth, found = make_shape_dataset("keypoints", images=40, categories=1, seed=2)
    wrong = with_points(truth, found, WRITTEN[what])
    fit = fit_of_shapes(truth, wrong)
    assert (fit.about, fit.better) == ("points", what)
    assert shapes_read_so(truth, wrong, fit).keypoints.points == pytest.approx(found.keypoints.points)
    right = tb.evaluate(truth, found, geometry="keypoints").metrics["AP"]
    with pytest.raises(InputError, match=f"{right:.2f} if the points were {what}") as caught:
        tb.evaluate(truth, wrong, geometry="keypoints")
    assert caught.value.code == "E-470"
    assert tb.evaluate(truth, wrong, geometry="keypoints", fit_test=False).metrics["AP"] < right / 3


def test_keypoints_that_are_merely_bad_stay():
    truth, found = make_shape_dataset("keypoints", images=40, categories=1, seed=2)
    noise = np.random.default_rng(1).normal(0, 60, found.keypoints.points[..., :2].shape)
    assert fit_of_shapes(truth, with_points(truth, found, lambda points, size: points + noise)).better == ""
    assert fit_of_shapes(truth, found).better == ""


def polygons(change=lambda points, size: points):
    """Twenty squares as polygons in ten images of 400 x 200, and detections of them."""
    images = [{"id": n, "width": 400, "height": 200} for n in range(10)]
    truth, found = [], []
    for n in range(20):
        x, y = 20 + 17 * n, 10 + 6 * (n % 10)
        points = np.array([[x, y], [x + 30, y], [x + 30, y + 50], [x, y + 50]], dtype=float)
        row = {"image_id": n // 2, "category_id": 1}
        box = {"bbox": [x, y, 30, 50], "area": 1500, "iscrowd": 0}
        truth.append({"id": n + 1, **row, **box, "segmentation": [points.ravel().tolist()]})
        moved = change(points, np.array([400.0, 200.0])).ravel().tolist()
        found.append({**row, "score": 0.5 + n / 100, "segmentation": [moved]})
    return {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": truth}, found


@pytest.mark.parametrize("geometry", ["masks", "boundary"])
@pytest.mark.parametrize("what", WRITTEN)
def test_polygons(what, geometry):
    truth, found = polygons(WRITTEN[what])
    with pytest.raises(InputError, match=f"100% would if the masks were {what}") as caught:
        tb.evaluate(truth, found, geometry=geometry)
    assert caught.value.code == "E-470"
    assert tb.evaluate(truth, polygons()[1], geometry=geometry).metrics["AP"] == pytest.approx(1)
