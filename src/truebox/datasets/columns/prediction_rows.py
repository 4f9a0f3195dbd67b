"""Predictions put together row by row: the door for formats whose files hold few objects each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.box_rows import checked_box, checked_score
from truebox.datasets.columns.shape_rows import ShapeRows
from truebox.datasets.columns.truth_rows import attribute_columns
from truebox.errors import InputError
from truebox.records import Ids, Predictions
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source
    from truebox.typing import FloatArray

__all__ = ["PredictionRows"]


class PredictionRows:
    """Detections in the order in which they are added; images and classes by id or by name.

    Parameters
    ----------
    source : Source
    options : ReadOptions

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.records import Source
    >>> rows = PredictionRows(Source("found", "yolo", "YOLO labels"), ReadOptions())
    >>> rows.add("000001", "dog", (10, 20, 30, 40), 0.5, "000001.txt line 1")
    True
    >>> found = rows.predictions()
    >>> found.image[0], found.image_by, found.category_by
    ('000001', 'name', 'name')
    """

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self.source = source
        self.options = options
        self._image: list[str | int] = []
        self._category: list[str | int] = []
        self._boxes: list[tuple[float, float, float, float]] = []
        self._scores: list[float] = []
        self._shapes = ShapeRows()
        self._attributes: list[Mapping[str, Any]] = []

    def add(
        self,
        image: str | int,
        category: str | int,
        box: Sequence[float],
        score: float,
        place: str,
        *,
        polygons: Sequence[Sequence[float]] | None = None,
        mask: tuple[tuple[int, int], bytes] | None = None,
        keypoints: Sequence[float] | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> bool:
        """Add one detection; False where it was refused and leniently dropped (E-121, E-122, E-124)."""
        row = len(self._boxes)
        try:
            checked = checked_box(box, place, row)
            value = checked_score(score, place, row)
        except InputError as error:
            self.options.errors.refuse(error)
            return False
        self._image.append(image)
        self._category.append(category)
        self._boxes.append(checked)
        self._scores.append(value)
        self._shapes.add(polygons=polygons, mask=mask, keypoints=keypoints)
        self._attributes.append(attributes or {})
        return True

    def extend(
        self,
        image: Sequence[str | int],
        category: Sequence[str | int],
        boxes: FloatArray,
        scores: FloatArray,
    ) -> None:
        """Add many detections that a reader has checked as `add` would: finite, no negative size."""
        self._image.extend(image)
        self._category.extend(category)
        self._boxes.extend(map(tuple, boxes.tolist()))
        self._scores.extend(scores.tolist())
        self._attributes.extend([{}] * len(image))
        self._shapes.add_empty(len(image))

    def predictions(self) -> Predictions:
        """The records; texts as images or classes are names, numbers are ids."""
        image, category = Ids.of(self._image), Ids.of(self._category)
        shaped = self.options.geometry in OUTLINED
        keypoints = None
        if self.options.geometry == "keypoints":
            keypoints = self._shapes.keypoints(self.source.name)
        boxes = np.array(self._boxes, dtype=np.float64).reshape(-1, 4)
        return Predictions(
            source=self.source,
            image=image,
            category=category,
            boxes=boxes if keypoints is None else keypoints.extents,
            scores=np.array(self._scores, dtype=np.float64),
            findings=self.options.errors.findings(),
            boxed=not shaped and keypoints is None,
            segmentations=self._shapes.segmentations() if shaped else None,
            keypoints=keypoints,
            image_by="name" if image.are_strings else "id",
            category_by="name" if category.are_strings else "id",
            attributes=attribute_columns(self._attributes),
        )
