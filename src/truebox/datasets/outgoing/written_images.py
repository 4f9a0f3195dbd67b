"""Records as writers want them: image by image, every object with its names and its own shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.joining.joining import join
from truebox.datasets.outgoing.outgoing import refuse_fractions
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.records import Ids, Keypoints, Predictions, Segmentations, Truth

__all__ = [
    "WrittenImage",
    "WrittenObject",
    "polygons_of",
    "predictions_by_image",
    "truth_by_image",
]


@dataclass(slots=True)
class WrittenObject:
    """One object; `box` is x, y, width, height in pixels, `polygons` and `keypoints` flat lists."""

    label: str
    box: list[float]
    score: float | None = None
    polygons: list[list[float]] = field(default_factory=list)
    keypoints: list[float] = field(default_factory=list)
    crowd: bool = False
    ignore: bool = False
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class WrittenImage:
    """One image by its file name, or by its id where the records have no names; sizes 0 where unknown."""

    name: str
    width: int
    height: int
    objects: list[WrittenObject] = field(default_factory=list)


def truth_by_image(truth: Truth) -> list[WrittenImage]:
    """Every image of a truth with its objects, in file order; objects of unlisted images are left out.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "file_name": "a.jpg"}])
    >>> image = truth_by_image(truth)[0]
    >>> image.name, image.objects[0].label, image.objects[0].box
    ('a.jpg', 'cat', [0.0, 0.0, 9.0, 9.0])
    """
    refuse_fractions(truth)
    images = _images(truth)
    places = _places(truth.images.ids)
    labels = _labels(truth)
    boxes, crowd, ignore = truth.boxes.tolist(), truth.crowd.tolist(), truth.ignore.tolist()
    attributes = _attribute_rows(truth.attributes, len(truth))
    for row, image in enumerate(truth.image.tolist()):
        if image in places:
            images[places[image]].objects.append(
                WrittenObject(
                    label=labels.get(truth.category[row], str(truth.category[row])),
                    box=boxes[row],
                    polygons=polygons_of(truth.segmentations, row),
                    keypoints=_points_of(truth.keypoints, row),
                    crowd=bool(crowd[row]),
                    ignore=bool(ignore[row]),
                    attributes=attributes[row],
                )
            )
    return images


def predictions_by_image(truth: Truth, predictions: Predictions) -> list[WrittenImage]:
    """Every image of the truth with the detections in it, in the order of their rows.

    Raises
    ------
    InputError
        Predictions that name images or classes do not join the truth (E-130, E-131, E-154).

    Examples
    --------
    >>> import truebox as tb
    >>> image = {"boxes": [[0, 0, 9, 9]], "labels": [3]}
    >>> truth, found = tb.read_truth([image]), tb.read_predictions([image | {"scores": [0.5]}])
    >>> predictions_by_image(truth, found)[0].objects[0].score
    0.5
    """
    refuse_fractions(truth)
    joined = join(truth, predictions)
    images = _images(truth)
    places = _places(truth.images.ids)
    labels = _labels(truth)
    boxes, scores = joined.boxes.tolist(), joined.scores.tolist()
    attributes = _attribute_rows(joined.attributes, len(joined))
    for row, image in enumerate(joined.image.tolist()):
        if image in places:
            images[places[image]].objects.append(
                WrittenObject(
                    label=labels.get(joined.category[row], str(joined.category[row])),
                    box=boxes[row],
                    score=scores[row],
                    polygons=polygons_of(joined.segmentations, row),
                    keypoints=_points_of(joined.keypoints, row),
                    attributes=attributes[row],
                )
            )
    return images


def polygons_of(segmentations: Segmentations | None, row: int) -> list[list[float]]:
    """The polygons of a row, ``x, y, x, y ...`` each; none where it has run lengths or nothing.

    Examples
    --------
    >>> polygons_of(None, 0)
    []
    """
    if segmentations is None or segmentations.kinds[row] != SegmentationKind.POLYGONS:
        return []
    first, last = segmentations.row_offsets[row], segmentations.row_offsets[row + 1]
    ends = segmentations.part_offsets
    return [segmentations.numbers[ends[part] : ends[part + 1]].tolist() for part in range(first, last)]


def _points_of(keypoints: Keypoints | None, row: int) -> list[float]:
    return [] if keypoints is None else keypoints.points[row].ravel().tolist()


def _images(truth: Truth) -> list[WrittenImage]:
    names = [
        name or str(given)
        for name, given in zip(truth.images.file_names, truth.images.ids.tolist(), strict=True)
    ]
    return [
        WrittenImage(name, width, height)
        for name, (width, height) in zip(names, truth.images.sizes.tolist(), strict=True)
    ]


def _places(ids: Ids) -> dict[int | str, int]:
    return {value: place for place, value in enumerate(ids.tolist())}


def _labels(truth: Truth) -> dict[int | str, str]:
    return dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))


def _attribute_rows(columns: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [{} for _ in range(count)]
    for name, column in columns.items():
        for row, value in zip(rows, column.tolist(), strict=True):
            if value is not None and not (isinstance(value, float) and np.isnan(value)):
                row[name] = value
    return rows
