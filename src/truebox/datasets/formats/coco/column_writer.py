"""Columns to COCO JSON files: all or nothing, every float in the digits that read back to it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import datasets as _kernels
from truebox._writing.whole_file import whole_file
from truebox.datasets.texts.csv.row_texts import chosen, own_texts, row_texts, wholes
from truebox.errors import ArgumentError
from truebox.records import Ids, Strings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from truebox.typing import AnyArray, FloatArray

__all__ = ["write_coco_predictions", "write_coco_truth"]

IdsLike: TypeAlias = "Ids | Sequence[int] | Sequence[str] | np.ndarray"

_PLAIN = re.compile(rb"[ !#-\[\]-~]*")  # of ASCII what JSON has as it is

# Rows formatted at once: the text of a chunk is some 15 MB, whatever the size of the file.
_CHUNK = 100_000


@refuses_other_kinds
def write_coco_predictions(
    path: str | os.PathLike[str], *, image: IdsLike, category: IdsLike, boxes: ArrayLike, scores: ArrayLike
) -> None:
    """Write a list of COCO results.

    The file appears under its name only when it is complete.

    Parameters
    ----------
    path : path
        Overwritten when it exists.
    image, category : ids [N]
        Integers, strings, or `truebox.records.Ids`.
    boxes : array [N, 4]
        ``x, y, width, height``, finite.
    scores : array [N]
        Finite.

    Raises
    ------
    ArgumentError
        The columns differ in length, or hold a number that is not finite.

    Examples
    --------
    >>> import tempfile
    >>> from truebox.datasets import read_predictions, write_coco_predictions
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/predictions.json"
    ...     write_coco_predictions(path, image=[7], category=[1], boxes=[[0, 0, 0.1, 2]], scores=[0.5])
    ...     read_predictions(path).boxes.tolist()
    [[0.0, 0.0, 0.1, 2.0]]
    """
    rows = _boxes(boxes)
    count = len(rows)
    images, categories = _ids("image", image, count), _ids("category", category, count)
    numbers = _numbers("scores", scores, count)
    names = _json_names(images), _json_names(categories)
    with whole_file(path) as stream:
        stream.write(b"[")
        for part in _chunks(count):
            if part.start:
                stream.write(b", ")
            stream.write(
                _kernels.format_predictions(
                    images.values[part],
                    names[0],
                    categories.values[part],
                    names[1],
                    rows[part],
                    numbers[part],
                )
            )
        stream.write(b"]\n")


@refuses_other_kinds
def write_coco_truth(
    path: str | os.PathLike[str],
    *,
    image_ids: IdsLike,
    category_ids: IdsLike,
    category_names: Sequence[str],
    image: IdsLike,
    category: IdsLike,
    boxes: ArrayLike,
    image_sizes: ArrayLike | None = None,
    file_names: Sequence[str] | Strings | None = None,
    ids: IdsLike | None = None,
    area: ArrayLike | None = None,
    crowd: ArrayLike | None = None,
    ignore: ArrayLike | None = None,
) -> None:
    """Write a COCO truth; the file appears under its name only when it is complete.

    Parameters
    ----------
    path : path
        Overwritten when it exists.
    image_ids : ids [I]
        Integers, strings, or `truebox.records.Ids`.
    category_ids : ids [K]
        As `image_ids`.
    category_names : sequence of K str
        One per category.
    image, category : ids [N]
        Of each annotation.
    boxes : array [N, 4]
        ``x, y, width, height``, finite.
    image_sizes : array [I, 2], optional
        Width and height; left out of the file where 0.
    file_names : I texts, optional
        Left out of the file where empty.
    ids : ids [N], optional
        By default 1, 2, ..., N: the reference loses matches of an annotation with id 0.
    area : array [N], optional
        By default width x height.
    crowd, ignore : arrays [N], optional
        Of 0 and 1; by default 0.

    Raises
    ------
    ArgumentError
        The columns differ in length, or hold a number that is not finite.

    Examples
    --------
    >>> import tempfile
    >>> from truebox.datasets import read_truth, write_coco_truth
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/truth.json"
    ...     write_coco_truth(
    ...         path, image_ids=[7], category_ids=[1], category_names=["cat"],
    ...         image=[7], category=[1], boxes=[[0, 0, 3, 2]],
    ...     )
    ...     read_truth(path).area.tolist()
    [6.0]
    """
    rows = _boxes(boxes)
    count = len(rows)
    own = _ids("ids", np.arange(1, count + 1) if ids is None else ids, count)
    images, categories = _ids("image", image, count), _ids("category", category, count)
    areas = _numbers("area", rows[:, 2] * rows[:, 3] if area is None else area, count)
    flags = [_flags(name, value, count) for name, value in (("crowd", crowd), ("ignore", ignore))]
    listed = _image_objects(_ids("image_ids", image_ids), image_sizes, file_names)
    classes = json.dumps(_category_objects(_ids("category_ids", category_ids), category_names))
    names = [_json_names(column) for column in (own, images, categories)]
    with whole_file(path) as stream:
        stream.write(b'{"images": [' + listed)
        stream.write(f'], "categories": {classes}, "annotations": ['.encode())
        for part in _chunks(count):
            if part.start:
                stream.write(b", ")
            stream.write(
                _kernels.format_annotations(
                    own.values[part],
                    names[0],
                    images.values[part],
                    names[1],
                    categories.values[part],
                    names[2],
                    rows[part],
                    areas[part],
                    flags[0][part],
                    flags[1][part],
                )
            )
        stream.write(b"]}\n")


def _chunks(count: int) -> Iterator[slice]:
    return (slice(start, min(start + _CHUNK, count)) for start in range(0, count, _CHUNK))


def _boxes(boxes: ArrayLike) -> FloatArray:
    rows = _array("boxes", boxes, np.float64)
    rows = rows.reshape(0, 4) if rows.size == 0 else rows
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise ArgumentError(f"boxes must have shape [N, 4] (x, y, width, height), got {rows.shape}")
    if not np.isfinite(rows).all():
        raise ArgumentError("boxes must be finite: JSON has no NaN and no Infinity")
    return rows


def _array(name: str, values: Any, dtype: Any) -> AnyArray:
    try:
        return np.ascontiguousarray(values, dtype=dtype)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(
            f"{name} is {values!r:.60}; expected an array of numbers or texts, whose rows are of one length"
        ) from None


def _numbers(name: str, values: ArrayLike, count: int) -> FloatArray:
    numbers = _array(name, values, np.float64)
    if numbers.shape != (count,):
        raise ArgumentError(f"{name} must have shape ({count},), one per box, got {numbers.shape}")
    if not np.isfinite(numbers).all():
        raise ArgumentError(f"{name} must be finite: JSON has no NaN and no Infinity")
    return numbers


def _flags(name: str, values: ArrayLike | None, count: int) -> Any:
    flags = np.zeros(count) if values is None else np.asarray(values)
    if flags.shape != (count,) or not np.isin(flags, (0, 1)).all():
        raise ArgumentError(f"{name} must be 0 or 1, one per box ({count})")
    return np.ascontiguousarray(flags, dtype=np.uint8)


def _ids(name: str, ids: IdsLike, count: int | None = None) -> Ids:
    if not isinstance(ids, Ids):
        values = _array(name, ids, None)
        if values.dtype.kind == "U":
            names, codes = np.unique(values, return_inverse=True)
            ids = Ids(codes.astype(np.int64), tuple(names.tolist()))
        elif values.dtype.kind in "iu" or values.size == 0:
            ids = Ids(values.astype(np.int64))
        else:
            raise ArgumentError(f"{name} must be all integers or all strings, got dtype {values.dtype}")
    if count is not None and ids.values.shape != (count,):
        raise ArgumentError(f"{name} must have shape ({count},), one per box, got {ids.values.shape}")
    return Ids(np.ascontiguousarray(ids.values, dtype=np.int64), ids.names)


def _json_names(ids: Ids) -> list[str] | None:
    return None if ids.names is None else [json.dumps(name) for name in ids.names]


def _image_objects(ids: Ids, sizes: ArrayLike | None, file_names: Sequence[str] | Strings | None) -> bytes:
    """Objects of JSON, without the brackets of their list."""
    wide = (
        np.zeros((len(ids), 2), dtype=np.int64) if sizes is None else _array("image_sizes", sizes, np.int64)
    ).reshape(-1, 2)
    if file_names is None:
        file_names = [""] * len(ids)
    texts = file_names if isinstance(file_names, Strings) else Strings.of([text or "" for text in file_names])
    if len(wide) != len(ids) or len(texts) != len(ids):
        raise ArgumentError(f"image_sizes and file_names must have one entry per image ({len(ids)})")
    if not len(ids):
        return b""
    sized, named = (wide != 0).any(axis=1), np.diff(texts.offsets) > 0
    if not (sized.all() and named.all()):
        return _varied_objects(ids, wide, texts)
    if not _PLAIN.fullmatch(texts.buffer):
        texts = Strings.of(json.dumps(text)[1:-1] for text in texts)
    own = (
        wholes(ids.values)
        if ids.names is None
        else chosen(ids.values, [json.dumps(name) for name in ids.names])
    )
    columns = [own, *map(wholes, wide.T), own_texts(texts)]
    between = ['{"id": ', ', "width": ', ', "height": ', ', "file_name": "', '"}, ']
    return row_texts(columns, between)[0].removesuffix(b", ")


def _varied_objects(ids: Ids, sizes: AnyArray, texts: Strings) -> bytes:
    objects: list[dict[str, Any]] = []
    for row, ((width, height), text) in enumerate(zip(sizes.tolist(), texts, strict=True)):
        size = {"width": width, "height": height} if width or height else {}
        objects.append({"id": ids[row], **size, **({"file_name": text} if text else {})})
    return json.dumps(objects)[1:-1].encode()


def _category_objects(ids: Ids, names: Sequence[str]) -> list[dict[str, Any]]:
    if len(ids) != len(names):
        raise ArgumentError(f"category_names must have one entry per category ({len(ids)}), got {len(names)}")
    return [{"id": ids[row], "name": str(name)} for row, name in enumerate(names)]
