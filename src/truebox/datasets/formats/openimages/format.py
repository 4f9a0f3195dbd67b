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
- Beside the boxes there are image labels, ``ImageID,Source,LabelName,Confidence``, 1 where a person saw the
  class and 0 where it is not there; and the hierarchy of classes, JSON of ``LabelName`` and
  ``Subcategory``, whose ``Part`` lists are no subclasses. A folder of the three is one truth.
- Masks of the challenge's kit: ``ImageID,LabelName,ImageWidth,ImageHeight,XMin,YMin,XMax,YMax,IsGroupOf,
  Mask`` of the truth and ``ImageID,ImageWidth,ImageHeight,LabelName,Score,Mask`` of predictions, or one row
  an image, ``ImageID,ImageWidth,ImageHeight,PredictionString`` with ``label confidence mask`` repeated; a
  mask is COCO's compressed run lengths, through zlib, in base 64 (challenge_evaluation.md of
  tensorflow/models).
- Masks as published: ``MaskPath,ImageID,LabelName,BoxID,BoxXMin,BoxXMax,BoxYMin,BoxYMax,PredictedIoU,
  Clicks``, and PNG files whose pixels that are not black belong to the object.
- A mask belongs to the box of the same image, class and coordinates; boxes without one are known as boxes
  only.
- The files do not say the sizes of images: without the pictures boxes stay fractions.
- Exports of labelling tools write decimal commas (``"0,358"``): a fraction has no thousands, so they are
  taken as points and counted.
"""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place
from truebox.datasets.texts.csv.head import csv_head
from truebox.errors import InputError

__all__ = [
    "BOX",
    "FORMAT",
    "GROUP",
    "MASK",
    "PICTURE",
    "PUBLISHED_BOX",
    "SCORES",
    "SIZE",
    "STRINGS",
    "SUFFIXES",
    "folded",
    "holds_masks",
    "kind_of",
]

BOX = ("XMin", "YMin", "XMax", "YMax")
PUBLISHED_BOX = ("BoxXMin", "BoxYMin", "BoxXMax", "BoxYMax")
GROUP, MASK, PICTURE = "IsGroupOf", "Mask", "MaskPath"
SIZE = ("ImageWidth", "ImageHeight")
SCORES = ("Conf", "Score", "Confidence")
STRINGS = {"imageid", "predictionstring"}
SUFFIXES = (".csv", ".json")
_KINDS = (
    ("masks", (MASK,)),
    ("masks", (PICTURE, *PUBLISHED_BOX)),
    ("boxes", BOX),
    ("labels", ("Confidence",)),
)
_MOST_FILES = 50


def folded(name: str) -> str:
    """The name of a column without case and underscores."""
    return name.lower().replace("_", "")


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder:
        return _recognise_folder(place) if role == "truth" else None
    head = csv_head(place.head)
    return None if head is None else _recognise_columns(head.names, role)


def _recognise_columns(given: tuple[str, ...], role: Role) -> Evidence | None:
    names = set(given)
    if role == "predictions" and {folded(name) for name in names - set(SIZE)} == STRINGS:
        return Evidence(3, f"the columns {' and '.join(given)}")
    if role == "predictions" and not names & set(SCORES):
        return None
    for columns in (BOX, (PICTURE, *PUBLISHED_BOX) if role == "truth" else (*SIZE, MASK)):
        if {"ImageID", "LabelName", *columns} <= names:
            shown = ("XMin", "XMax", "YMin", "YMax") if columns is BOX else columns
            return Evidence(3, f"the columns ImageID, LabelName, {', '.join(shown)}")
    return None


def holds_masks(path: Path) -> str:
    """What says that predictions are masks and nothing else, in words; nothing where they have boxes."""
    head = csv_head(Place(path).head)
    if head is None:
        return ""
    names = set(head.names)
    if MASK in names and not set(BOX) <= names:
        return f"the column {MASK} of {path.name}, and no boxes"
    strings = {folded(name) for name in names} >= STRINGS and set(SIZE) <= names
    return f"ImageWidth and ImageHeight beside the detections of {path.name}" if strings else ""


def _recognise_folder(place: Place) -> Evidence | None:
    """A folder that holds one file of boxes, or of masks, beside labels of images or the hierarchy."""
    named = [name for name in place.names if name.lower().endswith(SUFFIXES)]
    if len(named) > _MOST_FILES or place.count(".csv") == 0:
        return None
    kinds = {kind_of(place.path / name) for name in named} - {None}
    if "masks" in kinds:
        return Evidence(3, "a CSV of masks")
    if "boxes" not in kinds or len(kinds) < 2:
        return None
    return Evidence(3, "a CSV of boxes beside labels of images or the hierarchy of classes")


def kind_of(path: Path) -> str | None:
    """What a file of the folder holds: ``"boxes" "masks" "labels" "hierarchy"``, or nothing that is read."""
    if path.suffix.lower() not in SUFFIXES:
        return None
    try:
        start = Place(path).head
    except InputError:  # reading it says why
        return None
    if path.suffix.lower() == ".json":
        return "hierarchy" if b'"Subcategory"' in start else None
    head = csv_head(start)
    names = set() if head is None else set(head.names)
    found = (kind for kind, columns in _KINDS if {"ImageID", "LabelName", *columns} <= names)
    return next(found, None)


FORMAT = Format(
    name="openimages",
    title="Open Images CSV",
    benchmark="open_images",
    recognise=_recognise,
    boxes="open",
    heeds=("box_format", "classes"),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
    masked="format:holds_masks",
    write_truth="writer:write_truth",
    write_predictions="writer:write_predictions",
)
