"""Boxes in space: what people get wrong is planted, and named."""

from __future__ import annotations

from math import cos, degrees, pi, sin
from typing import Any

import numpy as np
import pytest

import truebox as tb
from made.cuboid_worlds import argoverse_tables, cuboid_rows, kitti_folders, nuscenes_samples
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUTH, FOUND = cuboid_rows()


def changed(change: Any) -> list[dict[str, Any]]:
    return [row | change(row) for row in FOUND]


def said(result: Any) -> list[str]:
    return [each.message for each in result.warnings if each.code == "W-321"]


PARTS = {
    "the length, width and height were width, length and height": lambda r: {"l": r["w"], "w": r["l"]},
    "the length, width and height were height, width and length": lambda r: {"l": r["h"], "h": r["l"]},
    "the length, width and height were half of what they are": lambda r: {k: r[k] / 2 for k in "lwh"},
    "the directions were counted the other way round": lambda r: {"yaw": -r["yaw"]},
    "the directions were half a turn further": lambda r: {"yaw": r["yaw"] + pi},
    "the directions were a quarter turn further": lambda r: {"yaw": r["yaw"] + pi / 2},
    "the directions were a quarter turn less": lambda r: {"yaw": r["yaw"] - pi / 2},
    "the directions were counted the other way round from a quarter turn before": lambda r: {
        "yaw": -r["yaw"] - pi / 2
    },
    "the directions were quaternions x, y, z, w": lambda r: {
        "rotation": [0.0, 0.0, sin(r["yaw"] / 2), cos(r["yaw"] / 2)]
    },
    "the velocities were kilometres an hour": lambda r: {"vx": 3.6 * r["vx"], "vy": 3.6 * r["vy"]},
    "the velocities were against the direction of motion": lambda r: {"vx": -r["vx"], "vy": -r["vy"]},
    "the velocities were y before x": lambda r: {"vx": r["vy"], "vy": r["vx"]},
    "the velocities were along the axes of the car or a sensor": lambda r: {
        "vx": r["vx"] * cos(r["frame"]) + r["vy"] * sin(r["frame"]),
        "vy": r["vy"] * cos(r["frame"]) - r["vx"] * sin(r["frame"]),
    },
}
PLACES = {
    "y, x, z": lambda r: {"x": r["y"], "y": r["x"]},
    "-x, y, z": lambda r: {"x": -r["x"]},
    "y, -x, z": lambda r: {"x": r["y"], "y": -r["x"]},
    "-y, -z, x": lambda r: {"x": -r["y"], "y": -r["z"], "z": r["x"]},
    "centimetres": lambda r: {k: 100 * r[k] for k in "xyzlwh"},
    "feet": lambda r: {k: r[k] / 0.3048 for k in "xyzlwh"},
}


@pytest.mark.parametrize("what", PARTS)
def test_parts_of_nuscenes(what: str) -> None:
    right = tb.evaluate(nuscenes_samples(TRUTH), nuscenes_samples(FOUND), protocol="nuscenes")
    assert said(right) == []
    wrong = tb.evaluate(nuscenes_samples(TRUTH), nuscenes_samples(changed(PARTS[what])), protocol="nuscenes")
    (message,) = said(wrong)
    key, given, mended = message.split(": ")[1].split(" if ")[0].replace(" as given;", "").split(" ")
    assert what in message
    assert (float(given), float(mended)) == pytest.approx((wrong.metrics[key], right.metrics[key]), abs=6e-4)


def test_attributes_that_all_lack_are_said() -> None:
    def named(samples: dict[str, Any], rows: slice) -> dict[str, Any]:
        for boxes in samples["results"].values():
            for box in boxes[rows]:
                box["attribute_name"] = (
                    "vehicle.moving" if box["detection_name"] == "car" else "pedestrian.moving"
                )
        return samples

    truth = named(nuscenes_samples(TRUTH), slice(None))
    bare = tb.evaluate(truth, nuscenes_samples(FOUND), protocol="nuscenes")
    (message,) = said(bare)
    assert "with an attribute name none: AAE is 1 everywhere; write attribute_name" in message
    assert bare.metrics["AAE"] == 1
    for some in (slice(None), slice(1)):
        assert said(tb.evaluate(truth, named(nuscenes_samples(FOUND), some), protocol="nuscenes")) == []


@pytest.mark.parametrize("what", PLACES)
def test_places_of_nuscenes_are_refused(what: str) -> None:
    wrong = nuscenes_samples(changed(PLACES[what]))
    with pytest.raises(InputError, match=f"if the coordinates were {what}, which fits") as caught:
        tb.evaluate(nuscenes_samples(TRUTH), wrong, protocol="nuscenes")
    assert caught.value.code == "E-470"
    assert (
        tb.evaluate(nuscenes_samples(TRUTH), wrong, protocol="nuscenes", fit_test=False).metrics["AP"] < 0.1
    )


def test_a_frame_that_moves_is_said_with_where_both_sides_lie() -> None:
    far = [row | {"x": row["x"] + 600, "y": row["y"] + 900} for row in TRUTH]
    turned = changed(lambda r: {"x": -r["y"] + 3 * r["frame"]})
    (message,) = said(tb.evaluate(nuscenes_samples(far), nuscenes_samples(turned), protocol="nuscenes"))
    assert "only 0% of the" in message
    assert "in other coordinates" in message


def test_images_that_are_moved_by_one_are_said() -> None:
    wrong = [row | {"frame": row["frame"] - 1} for row in FOUND if row["frame"]]
    (message,) = said(tb.evaluate(nuscenes_samples(TRUTH), nuscenes_samples(wrong), protocol="nuscenes"))
    assert message.count("would be in the image that the truth lists after theirs") == 1


def test_directions_by_chance_are_said() -> None:
    draw = np.random.default_rng(3)
    wild = changed(lambda r: {"yaw": draw.uniform(-pi, pi)})
    (message,) = said(tb.evaluate(nuscenes_samples(TRUTH), nuscenes_samples(wild), protocol="nuscenes"))
    assert "about as many as by chance" in message
    none = changed(lambda r: {"yaw": 0.0})
    (message,) = said(tb.evaluate(nuscenes_samples(TRUTH), nuscenes_samples(none), protocol="nuscenes"))
    assert "directions are 0, whatever their objects have" in message


@pytest.mark.parametrize("seed", range(4))
def test_detectors_that_are_merely_bad_stay(seed: int) -> None:
    """Half of all directions turned round, sizes and places off: no reading is nearer in nine of ten."""
    draw = np.random.default_rng(seed)

    def bad(row: dict[str, Any]) -> dict[str, Any]:
        sides = {key: row[key] * np.exp(0.4 * draw.standard_normal()) for key in "lwh"}
        place = {key: row[key] + 0.7 * draw.standard_normal() for key in "xyz"}
        turn = pi * draw.integers(2) + 0.5 * draw.standard_normal()
        return sides | place | {"yaw": row["yaw"] + turn, "vx": 0.0, "vy": 0.0}

    for protocol, write in (("nuscenes", nuscenes_samples), ("argoverse2", argoverse_tables)):
        assert said(tb.evaluate(write(TRUTH), write(changed(bad)), protocol=protocol)) == []


HEIGHTS = {"bottom": -0.5, "top": 0.5}


@pytest.mark.parametrize("where", HEIGHTS)
def test_heights_of_argoverse(where: str) -> None:
    wrong = argoverse_tables(changed(lambda r: {"z": r["z"] + HEIGHTS[where] * r["h"]}))
    (message,) = said(tb.evaluate(argoverse_tables(TRUTH), wrong, protocol="argoverse2"))
    assert f"if the places were at the {where} of the box" in message
    same = nuscenes_samples(changed(lambda r: {"z": r["z"] + HEIGHTS[where] * r["h"]}))
    assert (
        said(tb.evaluate(nuscenes_samples(TRUTH), same, protocol="nuscenes")) == []
    )  # measured on the ground


def test_a_sensor_that_stands_elsewhere() -> None:
    wrong = argoverse_tables(changed(lambda r: {"x": r["x"] - 1.1}))
    (message,) = said(tb.evaluate(argoverse_tables(TRUTH), wrong, protocol="argoverse2"))
    assert "moved by -1.1" in message


def seen(row: Any) -> dict[str, Any]:
    """The direction from the camera as it is, whatever is written for the one in space."""
    angle = -row["yaw"] - pi / 2
    return {"alpha": lambda _, x, z: (angle - np.arctan2(x, z) + pi) % (2 * pi) - pi}


KITTI = {
    "the places were in the middle of the box": lambda r: {"below": -r["z"]},
    "the directions were counted the other way round": lambda r: {
        "turn": lambda angle: -angle,
        "alpha": lambda angle, x, z: -angle - np.arctan2(x, z),
    },
    "the directions were degrees": lambda r: {
        "turn": degrees,
        "alpha": lambda angle, x, z: np.radians(angle) - np.arctan2(x, z),
    },
    "the directions were alpha": lambda r: (
        {"turn": lambda angle: angle - np.arctan2(r["y"], r["x"] + 40)} | seen(r)
    ),
    "the directions were turned by -20 degrees": lambda r: {"turn": lambda angle: angle + pi / 9} | seen(r),
    "the directions were half of what they are": lambda r: {"turn": lambda angle: angle / 2} | seen(r),
    "directions are -1.57, whatever their objects have": lambda r: {"turn": lambda angle: -pi / 2} | seen(r),
    "no directions are below 0, and of": lambda r: {"turn": abs} | seen(r),
    "the directions alpha were rotation_y": lambda r: {"alpha": lambda angle, x, z: angle},
    "the directions alpha were half a turn further": lambda r: {
        "alpha": lambda angle, x, z: angle - np.arctan2(x, z) + pi
    },
}


NEAR_ZERO = ("the places were in the middle of the box", "the directions alpha were half a turn further")


@pytest.mark.parametrize("what", KITTI)
def test_parts_of_kitti(what: str, tmp_path: Any) -> None:
    truth = kitti_folders(TRUTH, tmp_path / "truth")
    assert said(tb.evaluate(truth, kitti_folders(FOUND, tmp_path / "right"), protocol="kitti")) == []
    wrong = kitti_folders(changed(KITTI[what]), tmp_path / "wrong")
    if what in NEAR_ZERO:
        with pytest.raises(InputError, match=what):
            tb.evaluate(truth, wrong, protocol="kitti")
    else:
        (message,) = said(tb.evaluate(truth, wrong, protocol="kitti"))
        assert what in message


def test_a_sensor_on_a_turning_car() -> None:
    """One step in each image, of another direction in each."""
    angle = np.random.default_rng(2).uniform(-pi, pi, 12)
    wrong = changed(
        lambda r: {"x": r["x"] + 0.9 * cos(angle[r["frame"]]), "y": r["y"] + 0.9 * sin(angle[r["frame"]])}
    )
    (message,) = said(tb.evaluate(nuscenes_samples(TRUTH), nuscenes_samples(wrong), protocol="nuscenes"))
    assert "if the places were moved by one step in every image, 0.9" in message
