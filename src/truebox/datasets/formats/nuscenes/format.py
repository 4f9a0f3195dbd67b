"""nuScenes: results of its detection task, a truth of the same form, and the tables of the data set.

Facts, from nuscenes-devkit d9de17a (``eval/detection/README.md``, ``data_classes.py``, ``common/loaders.py``,
``docs/schema_nuscenes.md``):

- Results: ``{"meta": {...}, "results": {sample: [box, ...]}}``, every sample listed. Of each box
  ``translation`` (x, y, z of the centre in metres, global), ``size`` (width, length, height), ``rotation``
  (a quaternion w, x, y, z), ``velocity`` (x, y in m/s, NaN where unknown), ``detection_name``,
  ``detection_score``, ``attribute_name`` (may be empty). The kit's own dumps add ``ego_translation``
  (from the car to the box) and ``num_pts``; a truth of this form has both and no score.
- Tables: JSON lists of records with tokens, in a folder ``v1.0-...``. Classes of the task are made of the
  finer categories; velocities of the neighbours in time; the car stands where LIDAR_TOP's pose is.

A sample is an image of unknown size, and its box here is what a 3-D box covers on the ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role

if TYPE_CHECKING:
    from truebox.datasets.place import Place

__all__ = ["ATTRIBUTES", "CLASSES", "FORMAT", "RACK", "TABLES", "are_samples"]

CLASSES = (
    *("car", "truck", "bus", "trailer", "construction_vehicle", "pedestrian", "motorcycle", "bicycle"),
    *("traffic_cone", "barrier"),
)
"""Of the detection task, in the kit's order."""

RACK = "bicycle_rack"
"""No class of the task: what stands in one is left out."""

ATTRIBUTES = (
    *("pedestrian.moving", "pedestrian.sitting_lying_down", "pedestrian.standing"),
    *("cycle.with_rider", "cycle.without_rider"),
    *("vehicle.moving", "vehicle.parked", "vehicle.stopped"),
)

TABLES = ("sample", "sample_annotation", "instance", "category")
"""Without which a folder holds no truth."""

_KEYS = (b'"detection_name"', b'"translation"')
_EMPTY = deferred_pattern(rb'"results"\s*:\s*\{\s*("[^"]*"\s*:\s*\[\s*\]\s*,?\s*)*\}')


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return _tables(place) if role == "truth" else None
    if b'"results"' not in place.head:
        return None
    if all(key in place.head for key in _KEYS):
        return Evidence(3, "results by sample, with detection_name and translation")
    if b'"use_camera"' in place.head and _EMPTY.search(place.head):
        return Evidence(2, "results by sample, all empty")
    return None


def are_samples(source: object) -> bool:
    """Whether parsed data is results by sample rather than COCO.

    Examples
    --------
    >>> are_samples({"meta": {}, "results": {"a sample": []}}), are_samples({"images": []})
    (True, False)
    """
    held = source.get("results") if isinstance(source, Mapping) else None
    return isinstance(held, Mapping) and all(isinstance(each, list) for each in held.values())


def _tables(place: Place) -> Evidence | None:
    held = {name.rpartition("/")[2] for name in place.names if name.count("/") <= 1}
    if all(f"{table}.json" in held for table in TABLES):
        return Evidence(3, "tables of samples, annotations, instances and categories")
    return None


FORMAT = Format(
    name="nuscenes",
    title="nuScenes",
    benchmark="nuscenes",
    recognise=_recognise,
    bare=rb'"results"\s*:\s*\{\s*(?:\}|"(?:[^"\\]|\\.)*"\s*:\s*\[)',
    boxes="open",
    heeds=(),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    splits="scenes:splits_of",
    parsed=are_samples,
    parsed_truth="reader:truth_of",
    parsed_predictions="reader:predictions_of",
)
