"""FiftyOne's own exports: ``samples.json`` of a dataset, and ``labels.json`` beside the pictures.

Facts, from docs.voxel51.com ("Exporting FiftyOne datasets", FiftyOneDataset and
FiftyOneImageDetectionDataset, version 1.5):

- ``samples.json`` is ``{"samples": [...]}``; a sample has ``filepath``, ``metadata`` with ``width`` and
  ``height`` where it was computed, and fields, of which those with ``"_cls": "Detections"`` have a list
  ``detections``. A field that is null is a picture on which nothing was drawn or found.
- ``labels.json`` is ``{"classes": [...] or null, "labels": {name: [...]}}``; a ``label`` there is a text, or
  a number of the classes from 0; null is a picture without labels.
- A detection has ``label``, ``bounding_box`` as fractions ``[x, y, width, height]`` from the top left
  corner, and ``confidence`` where it was predicted; ``iscrowd`` is an attribute, and ``IsGroupOf`` of those
  of Open Images. ``labels.json`` has them in ``attributes``, as ``{"iscrowd": true}`` (release 1.22.1,
  ``fiftyone/utils/data/exporters.py: _parse_attributes``); old ones wrote ``{"iscrowd": {"value": true}}``.
- Exports to COCO, YOLO, VOC, CVAT and others are those formats.
"""

from __future__ import annotations

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["CROWDS", "FILES", "FORMAT", "PREFERRED"]

FILES = ("samples.json", "labels.json")
CROWDS = ("iscrowd", "IsGroupOf")
"""The attribute of a region that holds many, in COCO and in Open Images."""

PREFERRED = {"truth": "ground_truth", "predictions": "predictions"}
"""What FiftyOne's own examples call the fields."""

_SAMPLES = deferred_pattern(rb'^\{\s*"samples"\s*:\s*\[')
_LABELS = deferred_pattern(rb'^\{\s*"(classes|labels)"\s*:')
_BOX = b'"bounding_box"'


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        named = next((name for name in FILES if name in place.names), None)
        if named is None:
            return None
        place = Place(place.path / named)
    head = place.head.lstrip()
    if _SAMPLES.match(head) and (b'"filepath"' in head or b'"_cls"' in head):
        return Evidence(3, 'samples with "filepath"')
    if _LABELS.match(head) and _BOX in head:
        scored = b'"confidence"' in head
        if role == "predictions" and not scored:
            return None
        return Evidence(3, 'labels with "bounding_box"')
    return None


FORMAT = Format(
    name="fiftyone",
    title="FiftyOne export",
    recognise=_recognise,
    bare=rb'^\s*\{\s*"samples"\s*:\s*\[',
    boxes="rel_xywh",
    heeds=("classes", "columns"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
)
