"""Hugging Face image folders and tables: one row per image, its objects as lists under ``objects``.

Facts relied on (huggingface.co/docs/datasets/image_dataset, section "Object detection"; the cards of
cppe-5 and of detection-datasets/coco):

- ``metadata.jsonl``, ``metadata.csv`` or Parquet beside the pictures; ``file_name`` is relative to the
  metadata file.
- ``objects`` is ``{"bbox": [[...], ...], "categories": [...]}``, or a list of ``{"bbox": [...],
  "category": ...}``; the class is called ``categories``, ``category``, ``label`` or ``labels``, a number
  or a name. In CSV the cell is JSON.
- **Nothing declares the convention of ``bbox``**: cppe-5 has x, y, width, height, others have two
  corners. The option ``box_format`` must say it.
- Parquet written by `datasets` holds the names of its classes in its schema; elsewhere ``classes`` names
  numbers, from 0 on. ``width`` and ``height`` of a row are those of its image.
"""

from __future__ import annotations

from truebox.datasets import texts
from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.formats.huggingface.outer_keys import outer_keys
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head
from truebox.errors import InputError, MissingExtraError

__all__ = ["FORMAT"]


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        name = next((each for each in place.names if each.rpartition("/")[2] in _METADATA), None)
        return None if name is None else _recognise(Place(place.path / name), role)
    if not _has_objects(place):
        return None
    if role == "predictions" and b"score" not in place.head:
        return None
    return Evidence(3, f"{place.path.name} with objects")


_METADATA = ("metadata.jsonl", "metadata.csv", "metadata.parquet")


def _has_objects(place: Place) -> bool:
    if place.head.startswith(b"PAR1"):
        try:
            return "objects" in texts.names_of_arrow(place.path)
        except (InputError, MissingExtraError):
            return False
    keys = outer_keys(place.head)
    if keys:
        return "objects" in keys and ("file_name" in keys or "image_id" in keys)
    head = csv_head(place.head)
    return head is not None and "objects" in head.names and "file_name" in head.names


FORMAT = Format(
    name="huggingface",
    title="Hugging Face metadata",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes"),
    splits="rows:splits_of",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
