"""LUNA16: nodules of CT scans as points with a diameter, and the marks of a system with a probability.

Facts, from the evaluation script and its files (uci-cbcl/NoduleNet feffef3, ``evaluationScript``):

- ``annotations.csv``: ``seriesuid, coordX, coordY, coordZ, diameter_mm``, a nodule a row, in millimetres.
- ``annotations_excluded.csv``: the same of findings that are neither to be found nor wrong to be found; a
  diameter below 0 is not known.
- ``seriesuids.csv``: the scans that are evaluated, one a line, without a header. Many hold no nodule.
- A result: ``seriesuid, coordX, coordY, coordZ, probability``; other columns are not read.

A scan is an image of unknown size, and its box here is what a finding covers seen along the z axis.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head
from truebox.errors import InputError

__all__ = ["ANNOTATIONS", "EXCLUDED", "FORMAT", "NEEDED", "SCANS", "are_columns"]

ANNOTATIONS, EXCLUDED, SCANS = "annotations.csv", "annotations_excluded.csv", "seriesuids.csv"
NEEDED: Mapping[Role, tuple[str, ...]] = {
    "truth": ("seriesuid", "coordX", "coordY", "coordZ", "diameter_mm"),
    "predictions": ("seriesuid", "coordX", "coordY", "coordZ", "probability"),
}


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return _folder(place) if role == "truth" else None
    head = csv_head(place.head)
    if head is None or not set(NEEDED[role]) <= set(head.names):
        return None
    return Evidence(3, f"the columns {', '.join(NEEDED[role])}")


def _folder(place: Place) -> Evidence | None:
    if ANNOTATIONS not in place.names:
        return None
    try:
        inner = _recognise(Place(Path(place.path) / ANNOTATIONS), "truth")
    except InputError:  # reading it says why
        return None
    return inner and Evidence(3, f"{ANNOTATIONS} with {inner.text}")


def are_columns(source: object) -> bool:
    """Whether parsed data is columns of points in scans.

    Examples
    --------
    >>> are_columns(dict.fromkeys(NEEDED["truth"], [])), are_columns({"boxes": []})
    (True, False)
    """
    return isinstance(source, Mapping) and set(source) >= set(NEEDED["truth"][:4])


FORMAT = Format(
    name="luna16",
    title="LUNA16",
    benchmark="luna16",
    recognise=_recognise,
    boxes="open",
    heeds=(),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    parsed=are_columns,
    parsed_truth="reader:truth_of",
    parsed_predictions="reader:predictions_of",
)
