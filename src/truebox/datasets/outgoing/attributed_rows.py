"""Annotations of boxes with attributes as the text of COCO objects, all at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.texts.csv.row_texts import chosen, floats, row_texts, wholes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.datasets.texts.csv.row_texts import Column
    from truebox.records import Ids, Truth
    from truebox.typing import AnyArray, Int64Array

__all__ = ["attributed_rows"]


def attributed_rows(truth: Truth, rows: Int64Array, columns: Mapping[str, Any]) -> bytes | None:
    """The objects of these rows, without the brackets of their list, in the words of ``json.dumps``.

    Parameters
    ----------
    truth : Truth
        What is written.
    rows : int64 array [R]
        Which rows of it, in this order.
    columns : mapping
        ``image`` and ``category``, the ids [R] that are written.

    Returns
    -------
    bytes or None
        None where objects have shapes, or attributes that are no column of flags or finite numbers.
    """
    held = {key: _attribute(column[rows]) for key, column in truth.attributes.items()}
    shaped = truth.segmentations is not None or truth.keypoints is not None
    if shaped or not held or not len(rows) or any(each is None for each in held.values()):
        return None
    box, area = truth.boxes[rows], truth.area[rows]
    if not (np.isfinite(box).all() and np.isfinite(area).all()):
        return None
    crowd, ignore = (column[rows].astype(np.int64) for column in (truth.crowd, truth.ignore))
    ids = [_ids(each) for each in (_taken(truth.ids, rows), columns["image"], columns["category"])]
    written = [*ids, *map(floats, box.T), floats(area), wholes(crowd)]
    between = [
        '{"id": ',
        ', "image_id": ',
        ', "category_id": ',
        ', "bbox": [',
        ", ",
        ", ",
        ", ",
        '], "area": ',
    ]
    between += [', "iscrowd": ', ""]
    written.append(chosen((ignore != 0).astype(np.int64), ["", ', "ignore": 1']))
    before = ', "attributes": {'
    for key, each in held.items():
        between.append(f"{before}{json.dumps(key)}: ")
        written += [] if each is None else [each]
        before = ", "
    between.append("}}, ")
    return row_texts(written, between)[0].removesuffix(b", ")


def _taken(ids: Ids, rows: Int64Array) -> Ids:
    return type(ids)(ids.values[rows], ids.names)


def _ids(ids: Ids) -> Column:
    if ids.names is None:
        return wholes(ids.values)
    return chosen(ids.values, [json.dumps(name) for name in ids.names])


def _attribute(values: AnyArray) -> Column | None:
    """Whole numbers of more than 63 bits, texts and what rows lack are written row by row."""
    if values.ndim != 1:
        return None
    if values.dtype.kind == "b":
        return chosen(values.astype(np.int64), ["false", "true"])
    if values.dtype.kind == "i":
        return wholes(values)
    return floats(values) if values.dtype.kind == "f" and np.isfinite(values).all() else None
