"""Open Images CSV: boxes as fractions in the order XMin, XMax, YMin, YMax.

Facts relied on (storage.googleapis.com/openimages/web/download_v7.html and factsfigures_v7.html):

- Truth
  ``ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,
  IsInside``; coordinates are fractions of the image, X from the left and Y from the top, **both X before
  both Y**.
- ``LabelName`` is a machine id (MID, ``/m/011k07``); ``class-descriptions-boxable.csv`` has ``MID,name``
  lines and no header. ``Confidence`` of a human-verified box is always 1: it is no score.
- ``IsGroupOf`` 1 marks one box around more than five instances: kept as crowd and as an attribute. -1 is
  unknown.
- Predictions (evaluation protocol of the 2019 challenge): ``ImageID,LabelName,Conf,XMin,XMax,YMin,YMax``,
  or one row an image, ``ImageId,PredictionString`` with ``label conf XMin YMin XMax YMax`` repeated (**X,
  Y, X, Y there**).
- Submissions to Kaggle's Global Wheat Detection have ``image_id,PredictionString`` with ``confidence xmin
  ymin width height`` repeated, in pixels and without a class: there is one.
- The files do not say the sizes of images: without the pictures boxes stay fractions.
- Exports of labelling tools write decimal commas (``"0,358"``): a fraction has no thousands, so they are
  taken as points and counted.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv_head import csv_head

__all__ = ["BOX", "FORMAT", "SCORES", "STRINGS", "folded"]

BOX = ("XMin", "YMin", "XMax", "YMax")
SCORES = ("Conf", "Score", "Confidence")
STRINGS = {"imageid", "predictionstring"}


def folded(name: str) -> str:
    """The name of a column without case and underscores."""
    return name.lower().replace("_", "")


def _recognise(place: Place, role: Role) -> Evidence | None:
    head = None if place.is_folder else csv_head(place.head)
    if head is None:
        return None
    names = set(head.names)
    if role == "predictions" and {folded(name) for name in names} == STRINGS:
        return Evidence(3, f"the columns {' and '.join(head.names)}")
    if {"ImageID", "LabelName", *BOX} <= names and (role == "truth" or names & set(SCORES)):
        return Evidence(3, "the columns ImageID, LabelName, XMin, XMax, YMin, YMax")
    return None


FORMAT = Format(
    name="openimages",
    title="Open Images CSV",
    recognise=_recognise,
    boxes="open",
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
