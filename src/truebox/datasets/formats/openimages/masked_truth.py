"""Boxes and masks of one truth: a mask belongs to the box of the same image, class and coordinates."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import agreeing, counted
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.formats.openimages.encoded_masks import segmentations_of_texts
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets.formats.openimages.mask_tables import MaskTable
    from truebox.records import Truth
    from truebox.typing import Int64Array

__all__ = ["objects_with_masks", "with_segmentations"]

_ROW = "row of its mask"
"""An attribute while the truth is made: refused rows go, and their masks with them."""


def objects_with_masks(
    boxes: ObjectTable | None, tables: Sequence[MaskTable]
) -> tuple[ObjectTable, list[Finding]]:
    """The objects of boxes and masks, each with the row of its mask among all masks, or -1.

    As the kit merges both: equal coordinates, to the last digit. Several of one key are each combined with
    each; a mask without a box is an object of its own, and so is a box without a mask.

    Parameters
    ----------
    boxes : ObjectTable or None
        With corners as fractions.
    tables : sequence of MaskTable
        Of one truth.

    Returns
    -------
    objects, findings
    """
    masks = _Masks(tables)
    if boxes is None:
        return _own_objects(masks, np.arange(len(masks))), []
    grouped = masks.group is not None and "crowd" in boxes.flags
    keys = _keys(masks.image, masks.category, masks.boxes, masks.group if grouped else None)
    waiting: dict[Any, list[int]] = defaultdict(list)
    for row, key in enumerate(keys):
        waiting[key].append(row)
    crowd = boxes.flags.get("crowd") if grouped else None
    box_rows: list[int] = []
    mask_rows: list[int] = []
    met: set[Any] = set()
    for row, key in enumerate(_keys(boxes.image, boxes.category, boxes.boxes, crowd)):
        held = waiting.get(key)
        if held is None:
            held = [-1]
        else:
            met.add(key)
        box_rows += [row] * len(held)
        mask_rows += held
    alone = np.array([row for row, key in enumerate(keys) if key not in met], dtype=np.int64)
    own = _own_objects(masks, alone)
    objects = _followed(_taken(boxes, np.array(box_rows, dtype=np.int64), mask_rows), own)
    return objects, _said(len(alone), len(keys))


def _said(alone: int, count: int) -> list[Finding]:
    if not alone:
        return []
    has = agreeing(alone, "has", "have")
    text = (
        f"{counted(alone, 'mask')} of {count} {has} no box of the same image, class and coordinates, to the "
        "last digit: each is an object of its own beside the boxes"
    )
    return [Finding("W-425", text, alone)]


class _Masks:
    """All masks, as those of one table."""

    def __init__(self, tables: Sequence[MaskTable]) -> None:
        self.image = [str(each) for table in tables for each in table.image.tolist()]
        self.category = [str(each) for table in tables for each in table.category.tolist()]
        self.boxes = np.concatenate([np.empty((0, 4)), *(table.boxes for table in tables)])
        groups = [table.group for table in tables]
        said = [each for each in groups if each is not None]
        self.group = np.concatenate(said) if said and len(said) == len(groups) else None
        self._places = [(table.place, len(table.texts)) for table in tables]

    def __len__(self) -> int:
        return len(self.boxes)

    def place(self, row: int) -> str:
        """What a message calls a row."""
        for place, count in self._places:
            if row < count:
                return place(row)
            row -= count
        raise IndexError(row)


def _keys(image: Any, category: Any, boxes: Any, group: Any) -> list[Any]:
    columns = [image if isinstance(image, list) else image.tolist()]
    columns += [category if isinstance(category, list) else category.tolist(), *boxes.T.tolist()]
    if group is not None:
        columns.append((group > 0).tolist())
    return list(zip(*columns, strict=True))


def _own_objects(masks: _Masks, rows: Int64Array) -> ObjectTable:
    chosen = rows.tolist()
    group = np.zeros(len(rows)) if masks.group is None else masks.group[rows]
    return ObjectTable(
        image=Ids.of([masks.image[row] for row in chosen]) if chosen else Ids(rows, ()),
        category=Ids.of([masks.category[row] for row in chosen]) if chosen else Ids(rows, ()),
        boxes=masks.boxes[rows],
        layout="rel_xyxy",
        place=lambda row: masks.place(chosen[row]),
        flags={"crowd": group},
        attributes={_ROW: rows, "group_of": np.where(group > 0, 1, 0)},
    )


def _taken(boxes: ObjectTable, rows: Int64Array, masks: list[int]) -> ObjectTable:
    return replace(
        boxes,
        image=Ids(boxes.image.values[rows], boxes.image.names),
        category=Ids(boxes.category.values[rows], boxes.category.names),
        boxes=boxes.boxes[rows],
        place=lambda row: boxes.place(int(rows[row])),
        flags={name: column[rows] for name, column in boxes.flags.items()},
        attributes={name: column[rows] for name, column in boxes.attributes.items()}
        | {_ROW: np.array(masks, dtype=np.int64)},
    )


def _followed(first: ObjectTable, second: ObjectTable) -> ObjectTable:
    """The objects of both; what only one side says is unknown of the other."""
    if not len(second):
        return first
    count, more = len(first), len(second)
    flags = {
        name: np.concatenate([first.flags.get(name, np.zeros(count)), second.flags.get(name, np.zeros(more))])
        for name in {**first.flags, **second.flags}
    }
    attributes = {
        name: np.concatenate(
            [first.attributes.get(name, np.full(count, -1)), second.attributes.get(name, np.full(more, -1))]
        )
        for name in first.attributes
    }
    return replace(
        first,
        image=_ids_of_both(first.image, second.image),
        category=_ids_of_both(first.category, second.category),
        boxes=np.concatenate([first.boxes, second.boxes]),
        place=lambda row: first.place(row) if row < count else second.place(row - count),
        flags=flags,
        attributes=attributes,
    )


def _ids_of_both(first: Ids, second: Ids) -> Ids:
    known = {name: place for place, name in enumerate(first.names or ())}
    codes = np.array([known.setdefault(name, len(known)) for name in second.names or ()], dtype=np.int64)
    return Ids(np.concatenate([first.values, codes[second.values]]), tuple(known))


def with_segmentations(truth: Truth, tables: Sequence[MaskTable]) -> Truth:
    """The truth whose rows name their masks, with these, and with the sizes of its images that masks tell."""
    sizes = np.concatenate([np.empty((0, 2), dtype=np.int64), *(table.sizes for table in tables)])
    texts = [text for table in tables for text in table.texts]
    rows = truth.attributes[_ROW]
    own = [None if row < 0 else texts[row] for row in rows.tolist()]
    own_sizes = sizes[np.maximum(rows, 0)] if len(sizes) else np.zeros((len(rows), 2), dtype=np.int64)
    found = segmentations_of_texts(own, own_sizes)
    of_images = truth.images.sizes.copy()
    place = {value: row for row, value in enumerate(truth.images.ids.tolist())}
    image = np.array([place[value] for value in truth.image.tolist()], dtype=np.int64)
    masked = np.flatnonzero(found.kinds)[::-1]  # the first mask of an image is written last, and stays
    masked = masked[(of_images[image[masked]] <= 0).any(axis=1)]
    of_images[image[masked]] = found.sizes[masked, ::-1]
    return replace(
        truth,
        segmentations=found,
        images=replace(truth.images, sizes=of_images),
        attributes={name: column for name, column in truth.attributes.items() if name != _ROW},
    )
