"""Argoverse 2: annotations and detections of its sensor data set, tables with one cuboid a row.

Facts, from av2-api b7321d1 (``evaluation/detection``, ``structures/cuboid.py``, ``map/map_api.py``):

- Columns ``tx_m, ty_m, tz_m`` (centre in metres, from the car), ``length_m, width_m, height_m``,
  ``qw, qx, qy, qz`` (a quaternion), ``timestamp_ns`` of the sweep, ``category``, ``log_id``. Annotations add
  ``num_interior_pts``, detections ``score``. Feather; the columns are the same in Parquet and CSV.
- The data set has a folder for each log, ``<split>/<log_id>/annotations.feather``, whose tables leave out
  ``log_id``: it is the name of the folder. ``sensors/lidar/<timestamp_ns>.feather`` beside it are the sweeps.
- The submission is one table of all logs; the kit's own tests have annotations as one table too.

A sweep is an image of unknown size called ``<log_id>/<timestamp_ns>``, and its box here is what a cuboid
covers on the ground.
"""

from __future__ import annotations

from collections.abc import Mapping

from truebox.datasets import texts
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head
from truebox.datasets.texts.files import ARROW_MAGICS
from truebox.errors import InputError, MissingExtraError

__all__ = ["ANNOTATIONS", "CLASSES", "CUBOID", "FORMAT", "OTHERS", "are_columns"]

CLASSES = (
    *("ARTICULATED_BUS", "BICYCLE", "BICYCLIST", "BOLLARD", "BOX_TRUCK", "BUS", "CONSTRUCTION_BARREL"),
    *("CONSTRUCTION_CONE", "DOG", "LARGE_VEHICLE", "MESSAGE_BOARD_TRAILER"),
    *("MOBILE_PEDESTRIAN_CROSSING_SIGN", "MOTORCYCLE", "MOTORCYCLIST", "PEDESTRIAN", "REGULAR_VEHICLE"),
    *("SCHOOL_BUS", "SIGN", "STOP_SIGN", "STROLLER", "TRUCK", "TRUCK_CAB", "VEHICULAR_TRAILER"),
    *("WHEELCHAIR", "WHEELED_DEVICE", "WHEELED_RIDER"),
)
"""Of the detection task, in the kit's order."""

OTHERS = ("ANIMAL", "OFFICIAL_SIGNALER", "RAILED_VEHICLE", "TRAFFIC_LIGHT_TRAILER")
"""What else is annotated, and may be detected where no sweep holds it: the task leaves it out."""

CUBOID = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")

ANNOTATIONS = "annotations.feather"

_NEEDED = {*CUBOID, "timestamp_ns", "category"}
_DEEPEST = 2


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return _logs(place) if role == "truth" else None
    names = _names(place)
    if not names >= _NEEDED or (role == "predictions" and "score" not in names):
        return None
    return Evidence(3, "the columns tx_m ... qz, timestamp_ns and category")


def _names(place: Place) -> set[str]:
    if place.head.startswith(ARROW_MAGICS):
        try:
            return set(texts.names_of_arrow(place.path))
        except (InputError, MissingExtraError):  # the format of tables says what is wrong
            return set()
    head = csv_head(place.head)
    return set() if head is None else set(head.names)


def _logs(place: Place) -> Evidence | None:
    held = [name for name in place.names if name.rpartition("/")[2] == ANNOTATIONS]
    if any(name.count("/") < _DEEPEST for name in held):
        return Evidence(3, f"{ANNOTATIONS} of logs")
    return None


def are_columns(source: object) -> bool:
    """Whether parsed data is columns of cuboids.

    Examples
    --------
    >>> columns = dict.fromkeys((*CUBOID, "timestamp_ns", "category"), [])
    >>> are_columns(columns), are_columns({"boxes": []})
    (True, False)
    """
    return isinstance(source, Mapping) and set(source) >= _NEEDED


FORMAT = Format(
    name="argoverse2",
    title="Argoverse 2",
    benchmark="argoverse2",
    recognise=_recognise,
    boxes="open",
    heeds=(),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    parsed=are_columns,
    parsed_truth="reader:truth_of",
    parsed_predictions="reader:predictions_of",
)
