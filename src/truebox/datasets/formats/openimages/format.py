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
- The files do not say the sizes of images: without the pictures boxes stay fractions.
- Exports of labelling tools write decimal commas (``"0,358"``): a fraction has no thousands, so they are
  taken as points and counted.
"""

from __future__ import annotations

from truebox.datasets.format import Format
from truebox.datasets.formats.openimages.reader import NAME, TITLE, read_predictions, read_truth, recognise
from truebox.datasets.formats.openimages.writer import write_predictions, write_truth

__all__ = ["FORMAT"]

FORMAT = Format(
    name=NAME,
    title=TITLE,
    recognise=recognise,
    boxes="open",
    read_truth=read_truth,
    read_predictions=read_predictions,
    write_truth=write_truth,
    write_predictions=write_predictions,
)
