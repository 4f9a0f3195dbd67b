"""Boxes at another place, of another scale, in the next image."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.fitting import displaced
from truebox.generation import make_dataset
from truebox.records import Ids


@pytest.fixture(scope="module")
def made():
    return make_dataset(40, 5, seed=4)


def test_what_fits_is_nowhere_better(made):
    truth, found = made
    seen = displaced(truth, found)
    assert (seen.where, seen.better_share) == ("", seen.share)
    assert seen.share > 0.5


@pytest.mark.parametrize(("x", "y"), [(-60, 0), (0, 45), (30, -90)])
def test_one_step_of_all_boxes(made, x, y):
    truth, found = made
    right = displaced(truth, found).share
    seen = displaced(truth, replace(found, boxes=found.boxes + np.array([x, y, 0, 0])))
    word, _, dx, *_, last = seen.where.replace("in y", "").replace("in x and ", "").split()
    assert word == "moved"
    assert abs(int(dx) + x) <= 4
    assert abs(int(last) + y) <= 4
    assert seen.better_share == pytest.approx(right, abs=0.1)


@pytest.mark.parametrize("scale", [0.3, 0.8, 1.25, 3.0])
def test_one_scale_of_all_boxes(made, scale):
    truth, found = made
    seen = displaced(truth, replace(found, boxes=found.boxes * scale))
    assert seen.where.startswith("with x and y times ")
    assert float(seen.where.split()[-1]) == pytest.approx(1 / scale, rel=0.05)


@pytest.mark.parametrize(("step", "word"), [(1, "before"), (-1, "after")])
def test_images_out_by_one(made, step, word):
    truth, found = made
    ids = truth.images.ids.tolist()
    other = dict(zip(ids, np.roll(ids, -step).tolist(), strict=True))
    seen = displaced(truth, replace(found, image=Ids.of([other[each] for each in found.image.tolist()])))
    assert seen.where == f"in the image that the truth lists {word} theirs"
    assert seen.better_share > 3 * seen.share


def test_nothing_in_common(made):
    truth, found = made
    nothing = replace(found, image=Ids.of([10**6] * len(found)))
    assert tuple(displaced(truth, nothing)) == (0, 0.0, 0.0, "")
