"""Images that need another reading are found among others; what is off by chance is not taken for them."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import truebox as tb
from made.cuboid_worlds import cuboid_rows, nuscenes_samples
from truebox.fitting.cuboids.some_images import images_nearer_so, nearer_in_images
from truebox.fitting.part_readings import Tried

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

FRAMES = 30
TRUTH, FOUND = cuboid_rows(FRAMES)
CHANGES = {
    "directions were a quarter turn further": lambda row: {"yaw": row["yaw"] + pi / 2},
    "directions were half a turn further": lambda row: {"yaw": row["yaw"] + pi},
    "length, width and height were half of what they are": lambda row: {key: row[key] / 2 for key in "lwh"},
    "length, width and height were 1.35 times what they are": lambda row: {
        key: row[key] * 1.35 for key in "lwh"
    },
}


def said(found):
    result = tb.evaluate(
        nuscenes_samples(TRUTH, FRAMES), nuscenes_samples(found, FRAMES), protocol="nuscenes"
    )
    return [each.message for each in result.warnings if each.code == "W-321"]


@pytest.mark.parametrize("what", list(CHANGES)[:3])
def test_a_third_of_the_images_written_otherwise(what):
    change = CHANGES[what]
    (message,) = said([row | (change(row) if row["frame"] < 10 else {}) for row in FOUND])
    assert f"if the {what} in " in message
    assert f" of {FRAMES} images, which fits" in message


def test_all_sides_too_large_alike():
    what = "length, width and height were 1.35 times what they are"
    (message,) = said([row | CHANGES[what](row) for row in FOUND])
    assert f"if the {what}, which fits" in message


def test_detections_that_are_off_here_and_there():
    assert said(FOUND) == []
    chance = np.random.default_rng(4)
    assert said([row | {"yaw": row["yaw"] + pi * (chance.random() < 0.4)} for row in FOUND]) == []


@pytest.mark.parametrize(("images", "said"), [(5, True), (4, False)])
def test_five_images_at_least(images, said):
    given = np.where(np.arange(200) < 10 * images, 3.1, 0.1)
    image = np.arange(200) // 10
    found = images_nearer_so(given, [3.2 - given], image, 20, least=0.2, well=0.4)
    assert (found is not None) is said


def test_where_the_others_do_not_fit_either_nothing_is_said():
    given, image = np.full(200, 3.1), np.arange(200) // 10
    other = np.where(np.arange(200) < 80, 0.1, 3.2)
    assert images_nearer_so(given, [other], image, 20, least=0.2, well=0.4) is None
    tried = [Tried("half a turn further", "", other, lambda found: found)]
    assert nearer_in_images("directions", given, tried, (image, image), least=0.2, well=0.4) is None
