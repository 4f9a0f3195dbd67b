"""Objects of the Waymo Open Dataset as records; the facts relied on stand in `format`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.formats.waymo.format import CLASSES, FORMAT
from truebox.datasets.formats.waymo.objects import objects_of_file
from truebox.datasets.outgoing.left_out import refuse_keypoints
from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.datasets.options import ReadOptions

__all__ = ["read_predictions", "read_truth"]


def read_truth(path: Path, options: ReadOptions) -> Truth:
    refuse_keypoints(options, path, FORMAT.title)
    found = objects_of_file(path, options, "truth")
    count, frames = len(found), len(found.frames)
    return Truth(
        source=Source(str(path), FORMAT.name, FORMAT.title, path),
        images=Images(
            ids=Ids(np.arange(frames, dtype=np.int64), found.frames),
            sizes=np.zeros((frames, 2), dtype=np.int64),
            file_names=Strings.of([""] * frames),
        ),
        categories=Categories(
            ids=Ids(np.arange(1, len(CLASSES) + 1, dtype=np.int64)), names=CLASSES, numbered=False
        ),
        image=Ids(found.frame, found.frames),
        category=Ids(found.category),
        ids=Ids(np.arange(1, count + 1, dtype=np.int64)),
        boxes=found.boxes,
        area=found.boxes[:, 2] * found.boxes[:, 3],
        crowd=np.zeros(count, dtype=np.uint8),
        ignore=np.zeros(count, dtype=np.uint8),
        findings=options.errors.findings(),
        attributes=dict(found.columns),
    )


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    refuse_keypoints(options, path, FORMAT.title)
    found = objects_of_file(path, options, "predictions")
    return Predictions(
        source=Source(str(path), FORMAT.name, FORMAT.title, path),
        image=Ids(found.frame, found.frames),
        category=Ids(found.category - 1, CLASSES),
        boxes=found.boxes,
        scores=found.scores,
        findings=options.errors.findings(),
        category_by="name",
        attributes=dict(found.columns),
    )
