"""Tracks of CVAT for video: what is seen in every frame, also between those that are listed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.formats.cvat.format import FORMAT
from truebox.datasets.formats.cvat.reader import read_truth
from truebox.datasets.options import ReadOptions
from truebox.errors import InputError
from truebox.records import Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from truebox.records import Truth
    from truebox.typing import AnyArray, Int64Array

__all__ = ["read_cvat_video"]


def read_cvat_video(path: Path, name: str) -> Tracks:
    """The tracks of one file: a sequence for each task, named by the file where there is one only.

    Frames have the numbers that CVAT gives them, from 0. Boxes between listed frames are interpolated as CVAT
    does it, and end where one is ``outside``. Objects marked as crowds or to be ignored do not count.

    Raises
    ------
    InputError
        The XML is broken, or a value is wrong (E-400 to E-449); there is no track (E-581).

    Examples
    --------
    >>> import tempfile
    >>> box = '<box frame="3" outside="0" occluded="0" xtl="1" ytl="2" xbr="5" ybr="6"/>'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "park.xml"
    ...     _ = file.write_text(f'<annotations><track id="7" label="dog">{box}</track></annotations>')
    ...     side = read_cvat_video(file, "park.xml")
    >>> side.sequences[0].name, side.sequences[0].frame.tolist(), side.sequences[0].boxes.tolist()
    ('park', [3], [[1.0, 2.0, 4.0, 4.0]])
    """
    truth = read_truth(path, ReadOptions())
    if len(truth) and "track" not in truth.attributes:
        raise InputError("E-581", name, "its objects have no tracks", "export the task as CVAT for video")
    number = truth.images.attributes.get("frame")
    frames: Int64Array = np.zeros(0, dtype=np.int64) if number is None else number.astype(np.int64)
    tasks = [file.rpartition("/")[0] for file in truth.images.file_names]
    rows = _Rows(truth, frames)
    sequences = []
    for task in dict.fromkeys(tasks):
        images = np.array([each == task for each in tasks])
        sequences.append(rows.sequence(task or path.name.split(".")[0], images, str(path)))
    classes = dict(zip(truth.categories.ids.values.tolist(), truth.categories.names, strict=True))
    return Tracks(
        source=Source(name, FORMAT.name, "CVAT tracks", path),
        sequences=tuple(sequences),
        classes=classes,
        findings=truth.findings,
        by_name=True,
    )


class _Rows:
    """Columns of all tasks."""

    def __init__(self, truth: Truth, frames: Int64Array) -> None:
        self._truth, self._frames = truth, frames
        places = {number: place for place, number in enumerate(truth.images.ids.values.tolist())}
        self._image = np.array([places[number] for number in truth.image.values.tolist()], dtype=np.int64)
        self._track = _numbered(truth.attributes.get("track", np.empty(0, dtype=np.int64)))
        self._score = ((truth.crowd == 0) & (truth.ignore == 0)).astype(np.float64)

    def sequence(self, name: str, images: AnyArray, place: str) -> TrackedSequence:
        """The rows of some images."""
        rows = np.flatnonzero(images[self._image])
        return TrackedSequence(
            name=name,
            length=int(self._frames[images].max()) + 1,
            frame=self._frames[self._image[rows]].astype(np.int32),
            track=self._track[rows],
            boxes=self._truth.boxes[rows],
            label=self._truth.category.values[rows],
            score=self._score[rows],
            attributes={"row": rows},
            place=place,
            first=0,
        )


def _numbered(ids: AnyArray) -> Int64Array:
    """Whole numbers as they are, else the places of the texts in order."""
    if ids.dtype.kind in "iu":
        return ids.astype(np.int64)
    return np.unique(ids.astype(str), return_inverse=True)[1].reshape(-1).astype(np.int64)
