"""A truth put together row by row: the door for formats whose files hold few objects each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.box_rows import checked_box
from truebox.datasets.columns.finishing import finish_truth
from truebox.datasets.columns.shape_rows import ShapeRows
from truebox.datasets.columns.unfinished import UnfinishedTruth
from truebox.errors import InputError
from truebox.records import Ids, Strings, Truth
from truebox.typing import OUTLINED, ROTATED

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["TruthRows"]


class TruthRows:
    """Images, classes and objects in the order in which they are added.

    Image ids are texts, the file's name without suffix as a rule; class ids count from 1 in the order
    of the names, or from 0 where the format itself numbers them so.

    Parameters
    ----------
    source : Source
    options : ReadOptions
    first_class : int
        The id of the first class.
    numbered : bool
        Whether these ids are the format's own; else only ``--classes`` gives numbers a meaning.

    Examples
    --------
    >>> from truebox.datasets.options import ReadOptions
    >>> from truebox.records import Source
    >>> rows = TruthRows(Source("labels", "voc", "VOC XML"), ReadOptions())
    >>> image = rows.image("000001", width=500, height=375, file_name="000001.jpg")
    >>> rows.add(image, rows.category("dog"), (10, 20, 30, 40), "000001.xml object 1")
    True
    >>> rows.truth().boxes.tolist()
    [[10.0, 20.0, 30.0, 40.0]]
    """

    def __init__(
        self, source: Source, options: ReadOptions, *, first_class: int = 1, numbered: bool = False
    ) -> None:
        self.source = source
        self.options = options
        self._first_class = first_class
        self._numbered = numbered or bool(options.classes)
        self._listed = self._numbered
        self._images: dict[str, int] = {}
        self._sizes: list[tuple[int, int]] = []
        self._files: list[str] = []
        self._classes: dict[str, int] = {}
        self._of_image: list[int] = []
        self._of_class: list[int] = []
        self._boxes: list[tuple[float, float, float, float]] = []
        self._area: list[float] = []
        self._crowd: list[int] = []
        self._ignore: list[int] = []
        self._shapes = ShapeRows()
        self._attributes: list[Mapping[str, Any]] = []
        self._image_attributes: list[Mapping[str, Any]] = []
        for name in options.classes or ():  # their numbers are the places in this list
            self.category(name)

    def image(
        self,
        key: str,
        *,
        width: int = 0,
        height: int = 0,
        file_name: str = "",
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        """The index of an image, added when it is new."""
        index = self._images.setdefault(key, len(self._images))
        if index == len(self._sizes):
            self._sizes.append((width, height))
            self._files.append(file_name)
            self._image_attributes.append(attributes or {})
        return index

    def size(self, image: int) -> tuple[int, int]:
        """Width and height of an image; 0 where unknown."""
        return self._sizes[image]

    def categories(self, names: Iterable[str]) -> None:
        """Name classes before any object does, so that their order is known."""
        for name in names:
            self.category(name)
            self._listed = True

    def category(self, name: str) -> int:
        """The index of a class, added when it is new."""
        return self._classes.setdefault(name, len(self._classes))

    def add(
        self,
        image: int,
        category: int,
        box: Sequence[float],
        place: str,
        *,
        area: float | None = None,
        crowd: bool = False,
        ignore: bool = False,
        polygons: Sequence[Sequence[float]] | None = None,
        mask: tuple[tuple[int, int], bytes] | None = None,
        keypoints: Sequence[float] | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> bool:
        """Add one object; False where it was refused and leniently dropped (E-121, E-122).

        `box` is ``x, y, width, height`` in pixels; `place` names file and row for messages. Unless
        given, the area is that of the box; where rotated boxes are evaluated, of the outline.
        """
        try:
            checked = checked_box(box, place, len(self._boxes))
        except InputError as error:
            self.options.errors.refuse(error)
            return False
        self._of_image.append(image)
        self._of_class.append(category)
        self._boxes.append(checked)
        if area is None:
            turned = self.options.geometry in ROTATED and polygons
            area = _polygon_area(polygons[0]) if turned and polygons else checked[2] * checked[3]
        self._area.append(area)
        self._crowd.append(crowd)
        self._ignore.append(ignore)
        self._shapes.add(polygons=polygons, mask=mask, keypoints=keypoints)
        self._attributes.append(attributes or {})
        return True

    def extend(
        self,
        image: Int64Array,
        category: Int64Array,
        boxes: FloatArray,
        *,
        area: FloatArray,
        crowd: BoolArray,
        ignore: BoolArray,
        attributes: Sequence[Mapping[str, Any]],
    ) -> None:
        """Add many objects that a reader has checked as `add` would: finite boxes, no negative size."""
        self._of_image.extend(image.tolist())
        self._of_class.extend(category.tolist())
        self._boxes.extend(map(tuple, boxes.tolist()))
        self._area.extend(area.tolist())
        self._crowd.extend(crowd.tolist())
        self._ignore.extend(ignore.tolist())
        self._attributes.extend(attributes)
        self._shapes.add_empty(len(image))

    def truth(self) -> Truth:
        """The records, with what reading noticed."""
        count = len(self._boxes)
        keys, names = tuple(self._images), tuple(self._classes)
        class_ids = np.arange(len(names), dtype=np.int64) + self._first_class
        shaped = self.options.geometry in OUTLINED
        pointed = self.options.geometry == "keypoints"
        columns = UnfinishedTruth(
            image_ids=Ids(np.arange(len(keys), dtype=np.int64), keys),
            image_sizes=np.array(self._sizes, dtype=np.int64).reshape(-1, 2),
            file_names=Strings.of(self._files),
            category_ids=Ids(class_ids),
            category_names=names,
            image=Ids(np.array(self._of_image, dtype=np.int64), keys),
            category=Ids(class_ids[np.array(self._of_class, dtype=np.int64)]),
            ids=Ids(np.arange(1, count + 1, dtype=np.int64)),
            boxes=np.array(self._boxes, dtype=np.float64).reshape(-1, 4),
            area=np.array(self._area, dtype=np.float64),
            area_missing=np.zeros(count, dtype=bool),
            crowd=np.array(self._crowd, dtype=np.uint8),
            ignore=np.array(self._ignore, dtype=np.uint8),
            segmentations=self._shapes.segmentations() if shaped else None,
            keypoints=self._shapes.keypoints(self.source.name) if pointed else None,
        )
        truth = finish_truth(columns, self.source)
        return replace(
            truth,
            categories=replace(truth.categories, numbered=self._numbered, listed=self._listed),
            images=replace(truth.images, attributes=attribute_columns(self._image_attributes)),
            attributes=attribute_columns(self._attributes),
            findings=(*truth.findings, *self.options.errors.findings()),
        )


def _polygon_area(outline: Sequence[float]) -> float:
    points = np.asarray(outline, dtype=np.float64).reshape(-1, 2)
    x, y = (points - points[:1]).T
    # np.roll takes ten times as long for so few.
    return abs(float(np.dot(x, np.append(y[1:], y[:1])) - np.dot(y, np.append(x[1:], x[:1])))) / 2


def attribute_columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, np.ndarray]:
    """One array per name that occurs in any row; None where a row has none (then dtype object).

    Examples
    --------
    >>> attribute_columns([{"track": 3}, {"track": 4}])["track"].tolist()
    [3, 4]
    """
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {}
    for name in names:
        values = [row.get(name) for row in rows]
        plain = set(map(type, values)) <= {int, bool} or set(map(type, values)) <= {float, int}
        columns[name] = np.array(values) if plain else np.array(values, dtype=object)
    return columns
