"""Which boxes nuScenes leaves out: too far from the car, without a point, or of cycles in a rack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.driving.centers.distance import rotation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.alignment import Alignment
    from truebox.records import Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int32Array

__all__ = ["RACKED", "RANGES", "points_inside", "rows_left"]

RANGES = {
    **dict.fromkeys(("car", "truck", "bus", "trailer", "construction_vehicle"), 50.0),
    **dict.fromkeys(("pedestrian", "motorcycle", "bicycle"), 40.0),
    **dict.fromkeys(("traffic_cone", "barrier"), 30.0),
}
"""Metres from the car within which a class is evaluated, by class."""

RACKED = "bicycle_rack"
_CYCLES = ("motorcycle", "bicycle")


def rows_left(case: Case, alignment: Alignment, racks: BoolArray) -> tuple[BoolArray, BoolArray]:
    """Which detections and which objects take part.

    Parameters
    ----------
    case : Case
        Both sides.
    alignment : Alignment
        Of the ten classes.
    racks : bool array [G]
        Which objects are bicycle racks.
    """
    truth, names = case.truth, alignment.category_names
    far = np.array([RANGES[name] for name in names] + [np.inf])  # the last: not evaluated
    cycles = np.array([name in _CYCLES for name in names] + [False])
    car = _car(truth, alignment)
    sides = (
        (case.predictions.attributes, alignment.predicted_image, alignment.predicted_category),
        (truth.attributes, alignment.true_image, alignment.true_category),
    )
    rack_image = np.where(racks, alignment.true_image, -1)
    kept = []
    for columns, image, category in sides:
        if not len(image):
            kept.append(np.ones(0, dtype=bool))
            continue
        left = _distance(columns, image, car) < far[category]
        left &= columns["points"] != 0
        left[_racked(columns, np.where(cycles[category], image, -1), truth, rack_image)] = False
        kept.append(left)
    return kept[0], kept[1]


def _car(truth: Truth, alignment: Alignment) -> FloatArray:
    """Where the car is in each image of the alignment [I + 1, 2], NaN where nothing says it."""
    car = np.full((len(alignment.images) + 1, 2), np.nan)
    given = truth.images.attributes
    if "ego_x" in given:
        place = {each: row for row, each in enumerate(truth.images.ids.tolist())}
        rows = [place[each] for each in alignment.images.tolist()]
        car[:-1] = np.column_stack([given["ego_x"], given["ego_y"]])[rows]
    elif len(truth):
        columns = truth.attributes
        known = np.flatnonzero(~np.isnan(columns["ego_x"]) & (alignment.true_image >= 0))[::-1]
        for axis, name in enumerate("xy"):
            car[alignment.true_image[known], axis] = (columns[f"{name}_3d"] - columns[f"ego_{name}"])[known]
    car[-1] = np.nan
    return car


def _distance(columns: Mapping[str, AnyArray], image: Int32Array, car: FloatArray) -> FloatArray:
    """From the car: as stated of a box, else from where the car is; 0 where neither is known."""
    x, y = (
        np.where(
            np.isnan(columns[f"ego_{name}"]), columns[f"{name}_3d"] - car[image, axis], columns[f"ego_{name}"]
        )
        for axis, name in enumerate("xy")
    )
    found: FloatArray = np.nan_to_num(np.sqrt(x * x + y * y), nan=0.0)
    return found


def _racked(
    columns: Mapping[str, AnyArray], cycle_image: AnyArray, truth: Truth, racks: AnyArray
) -> AnyArray:
    """Rows of cycles whose centre stands in a rack; `racks` has the image of truths that are one, else -1."""
    found: list[AnyArray] = [np.empty(0, dtype=np.int64)]
    for rack in np.flatnonzero(racks >= 0).tolist():
        rows = np.flatnonzero(cycle_image == racks[rack])
        box = {name: column[rack] for name, column in truth.attributes.items()}
        centers = np.column_stack([columns[f"{name}_3d"][rows] for name in "xyz"])
        found.append(rows[points_inside(box, centers)])
    return np.concatenate(found)


def points_inside(box: Mapping[str, AnyArray], points: FloatArray) -> BoolArray:
    """Which points [N, 3] lie in a box, its faces with it.

    Examples
    --------
    >>> box = {"x_3d": 0, "y_3d": 0, "z_3d": 0, "width_3d": 2, "length_3d": 4, "height_3d": 2}
    >>> box |= {"rotation_w": 1, "rotation_x": 0, "rotation_y": 0, "rotation_z": 0}
    >>> points_inside(box, np.array([[2.0, 1.0, 1.0], [1.0, 1.5, 0.0]])).tolist()
    [True, False]
    """
    names = [f"rotation_{name}" for name in "wxyz"]
    w, x, y, z = rotation({name: np.array([box[name]]) for name in names})[:, 0]
    turned = np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
    )
    half = np.array([box[f"{name}_3d"] for name in ("length", "width", "height")], dtype=np.float64) / 2
    center = np.array([box[f"{name}_3d"] for name in "xyz"], dtype=np.float64)
    apart = np.abs((points - center) @ turned)
    held: BoolArray = (apart <= half).all(axis=1)
    return held
