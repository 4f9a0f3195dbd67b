"""Ultralytics ``predictions.json``: COCO results of the validation of a model, with its own ids.

Facts, from Ultralytics 8.4.190 (``ultralytics/models/yolo/detect/val.py: pred_to_json, init_metrics``): a
row has ``image_id`` (the number that is the file's name, else the name without suffix), ``file_name``,
``category_id``, ``bbox`` as x, y, width, height of 3 decimals, ``score`` of 5. The class is its
number in ``data.yaml`` plus 1, or for COCO the published id from 1 to 90 (``data/converter.py:
coco80_to_coco91_class``). Files without file names in their rows are plain COCO results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import deferred_pattern
from truebox.datasets.format import Evidence, Format, Role

if TYPE_CHECKING:
    from truebox.datasets.place import Place

__all__ = ["FORMAT"]

_ROW = deferred_pattern(
    rb'^\[\s*\{\s*"image_id"\s*:\s*[^,]+,\s*"file_name"\s*:\s*"[^"]*"\s*,\s*"category_id"'
)


def _recognise(place: Place, role: Role) -> Evidence | None:
    if role != "predictions" or place.is_folder:
        return None
    text = place.head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if _ROW.match(text):
        return Evidence(3, 'a list of objects with "image_id", "file_name" and "category_id"')
    return None


FORMAT = Format(
    name="ultralytics",
    title="Ultralytics predictions.json",
    recognise=_recognise,
    read_predictions="reader:read_predictions",
)
