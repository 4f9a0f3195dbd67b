"""The numbers of one object as a YOLO row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.last_digits import digits_not_held
from truebox.datasets.texts.csv.row_texts import floats, grouped_rows, wholes
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.records import Predictions, Segmentations, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["WrittenRows"]


@dataclass(frozen=True, slots=True, eq=False)
class WrittenRows:
    """Rows in fractions of their images, ready to be written.

    Parameters
    ----------
    task : {"detect", "segment", "pose"}
    boxes : float64 array [N, 4]
        Centre and size.
    flat : float64 array
        Coordinates of all polygons or points.
    offsets : int64 array [N + 1]
        Of each row in `flat`.
    points : int
        Keypoints of a row.
    shapes_lost : int
        Masks that a polygon of one part cannot hold.
    digits : tuple of NotHeld
        Boxes that are read with other last digits.
    """

    task: str
    boxes: FloatArray
    flat: FloatArray
    offsets: np.ndarray
    points: int = 0
    shapes_lost: int = 0
    digits: tuple[NotHeld, ...] = ()

    @classmethod
    def of(cls, records: Truth | Predictions, images: np.ndarray, sizes: FloatArray) -> WrittenRows:
        """The rows of records; `sizes` [N, 2] are those of their images."""
        x, y, width, height = records.boxes.T
        wide, high = sizes.T
        boxes = np.stack(
            ((x + width / 2) / wide, (y + height / 2) / high, width / wide, height / high), axis=1
        )
        corners = boxes[:, :2] - boxes[:, 2:] / 2  # as readers have them
        again = np.concatenate((corners, boxes[:, 2:]), axis=1) * np.tile(sizes, 2)
        digits = digits_not_held(records.boxes, again)
        nothing, none = np.empty(0), np.zeros(len(boxes) + 1, dtype=np.int64)
        if records.keypoints is not None and len(boxes):
            points = records.keypoints.points.copy()
            points[:, :, :2] /= sizes[:, None, :]
            size = points.shape[1] * 3
            offsets = np.arange(len(boxes) + 1) * size
            return cls("pose", boxes, points.reshape(-1), offsets, points.shape[1], digits=digits)
        held = records.segmentations
        if held is None or not len(boxes):
            return cls("detect", boxes, nothing, none, digits=digits)
        if not _single_polygons(held):
            lost = int((held.kinds != SegmentationKind.NONE).sum())
            return cls("detect", boxes, nothing, none, shapes_lost=lost, digits=digits)
        offsets = held.part_offsets[held.row_offsets]
        scale = np.repeat(sizes, np.diff(offsets) // 2, axis=0).reshape(-1)
        return cls("segment", boxes, held.numbers / scale, offsets)

    def texts(
        self, images: np.ndarray, classes: np.ndarray, count: int, scores: FloatArray | None = None
    ) -> tuple[bytes, Int64Array]:
        """The lines of each of `count` images, in digits that read back to the numbers; scores behind.

        Returns
        -------
        bytes, int64 array [count + 1]
            All lines, and where those of each image begin and the last ones end.
        """
        if self.task == "detect":
            last = [] if scores is None else [floats(scores)]
            columns = [wholes(classes), *map(floats, self.boxes.T), *last]
            return grouped_rows(columns, ["", *[" "] * (len(columns) - 1), "\n"], images, count)
        lines: list[list[str]] = [[] for _ in range(count)]
        ends = [""] * len(images) if scores is None else [f" {score!r}" for score in scores.tolist()]
        for row, (image, number) in enumerate(zip(images.tolist(), classes.tolist(), strict=True)):
            lines[image].append(f"{number} {self._text(row)}{ends[row]}\n")
        texts = ["".join(each).encode() for each in lines]
        return b"".join(texts), np.cumsum([0, *map(len, texts)], dtype=np.int64)

    def _text(self, row: int) -> str:
        part = self.flat[self.offsets[row] : self.offsets[row + 1]].tolist()
        values = part if self.task == "segment" else [*self.boxes[row].tolist(), *part]
        return " ".join(map(repr, values))

    def not_held(self) -> list[NotHeld]:
        """What a row could not hold."""
        text = "masks that are not polygons of one part (boxes are written)"
        return [*([NotHeld(text, self.shapes_lost)] if self.shapes_lost else []), *self.digits]


def _single_polygons(held: Segmentations) -> bool:
    whole = (held.kinds == SegmentationKind.POLYGONS).all() and (np.diff(held.row_offsets) == 1).all()
    return bool(whole and (np.diff(held.part_offsets) >= 6).all())
