"""TFOD CSV: ``filename,width,height,class,xmin,ymin,xmax,ymax``, one row per object.

Facts relied on (``xml_to_csv.py`` and ``generate_tfrecord.py`` of the TensorFlow Object Detection API
tutorial, tensorflow-object-detection-api-tutorial.readthedocs.io; TFOD exports of labelling tools):

- ``width`` and ``height`` are those of the **image**; the box has its own four columns.
- The pixel flavour copies the corners of VOC XML; the record maker divides them by the image's size and
  adds nothing, so they are taken as they are (``pixel_origin=1`` takes one off the left and top).
- The other flavour has the fractions already. Which one it is shows in the numbers: no object of the
  pixel flavour lies within one pixel of an image of many.
- Detections are the same with a column ``score`` or ``confidence``.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head

__all__ = ["FORMAT"]

BOX = ("xmin", "ymin", "xmax", "ymax")
HEADER = ("filename", "width", "height", "class", *BOX)
SCORES = ("score", "confidence")


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = None if place.is_folder else csv_head(place.head)
    if head is None or not set(HEADER) <= set(head.names):
        return None
    scored = any(name in head.names for name in SCORES)
    return Evidence(3, f"the columns {', '.join(HEADER)}") if scored or role == "truth" else None


FORMAT = Format(
    name="tfod-csv",
    title="TFOD CSV",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes", "pixel_origin"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
