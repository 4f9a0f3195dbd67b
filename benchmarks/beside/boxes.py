"""Boxes that kits of plain detection are asked of: as our records, and as rows by image."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import truebox as tb
from benchmarks.made_data import made_files

__all__ = ["Boxes", "boxes"]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Both sides.

    Parameters
    ----------
    truth, found : Truth, Predictions
    title : str
    true, predicted : list
        Of each image ``boxes`` as corners [n, 4], ``labels`` from 1 and ``scores``.
    names : tuple of str
        Of the classes.
    """

    truth: Any
    found: Any
    title: str
    true: Sequence[Mapping[str, Any]]
    predicted: Sequence[Mapping[str, Any]]
    names: tuple[str, ...]


def boxes(quick: bool) -> Boxes:
    """Of 200 images with 80 classes. Kits differ in what they do with crowds: nobody has any here."""
    files = made_files(50 if quick else 200, 80, 100)
    truth, found = tb.read_truth(files.truth), tb.read_predictions(files.predictions)
    sides = _rows(truth, truth.crowd == 0), _rows(found, np.ones(len(found), dtype=bool))
    ids, names = truth.images.ids.tolist(), truth.categories.names
    empty = {"boxes": np.empty((0, 4)), "labels": np.empty(0, int), "scores": np.empty(0)}
    true, predicted = ([each.get(image, empty) for image in ids] for each in sides)
    given = [
        [
            {"boxes": each["boxes"], "labels": [names[label - 1] for label in each["labels"].tolist()]}
            | ({"scores": each["scores"]} if side is predicted else {})
            for each in side
        ]
        for side in (true, predicted)
    ]
    title = f"{len(ids):,} images, 80 classes, {len(found):,} detections"
    return Boxes(
        tb.read_truth(given[0], box_format="xyxy"),
        tb.read_predictions(given[1], box_format="xyxy"),
        *(title, true, predicted, names),
    )


def _rows(side: Any, kept: Any) -> dict[Any, dict[str, Any]]:
    """Corners, classes from 1 and scores by image."""
    corners = np.concatenate([side.boxes[:, :2], side.boxes[:, :2] + side.boxes[:, 2:]], axis=1)[kept]
    image, label = np.array(side.image.tolist())[kept], np.array(side.category.tolist())[kept]
    scores = side.scores[kept] if hasattr(side, "scores") else np.ones(len(image))
    order = np.argsort(image, kind="stable")
    bounds = np.flatnonzero(np.append(True, np.diff(image[order]) != 0))
    return {
        image[rows[0]].item(): {"boxes": corners[rows], "labels": label[rows], "scores": scores[rows]}
        for rows in np.split(order, bounds[1:])
    }
