"""Two arrays of rows that are not boxes [..., 4], of any library, made ready for a formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from truebox.arrays import (
    ArrayLibrary,
    Columns,
    answer_dtype,
    common_library,
    computing_dtype,
    library_of,
    without_wrapper,
)
from truebox.boxes.box_array import holds_no_boxes
from truebox.boxes.rotated.rotation import Rotation
from truebox.errors import ArgumentError
from truebox.overlap.pairs.box_pairs import no_boxes
from truebox.overlap.pairs.crossing import crossed

__all__ = ["RowOptions", "RowPairs", "pair_rows", "row_array"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOptions:
    """How two arrays of rows are to be read and met."""

    columns: tuple[str, ...]
    """What the numbers of a row are called."""

    rotation: Rotation | None = None
    """What the last number means, if it is an angle."""

    pairwise: bool
    names: tuple[str, str] = ("boxes_a", "boxes_b")


@dataclass(frozen=True, slots=True)
class RowPairs:
    """Columns of either side, ready to broadcast, and what the caller should get back."""

    library: ArrayLibrary
    a: Columns
    b: Columns
    dtype: str
    computed: str

    def measure(self, formula: Any) -> Any:
        """The formula over all pairs, in the dtype it is computed in."""
        return formula(self.library.xp, self.a, self.b)

    def answer(self, values: Any) -> Any:
        """`values` in the dtype the caller expects."""
        return self.library.cast(values, self.dtype)


def pair_rows(boxes_a: Any, boxes_b: Any, options: RowOptions) -> RowPairs:
    """Two arrays [..., K] of any library as `RowPairs`; shapes and dtypes are checked, values are not.

    Raises
    ------
    ArgumentError
        For a wrong shape or dtype, and for two libraries or devices.
    """
    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    library = common_library(boxes_a, boxes_b, options.names)
    count = len(options.columns)
    a, b = row_array(library, boxes_a, boxes_b, count), row_array(library, boxes_b, boxes_a, count)
    for array, name in ((a, options.names[0]), (b, options.names[1])):
        _check_shape(library.shape(array), options.columns, name)
    dtype = answer_dtype(library.dtype_name(a), library.dtype_name(b), library.default_float)
    computed = computing_dtype(dtype)
    left, right = (_columns(library, library.cast(rows, computed), options) for rows in (a, b))
    if options.pairwise:
        left, right = crossed(left, right, batches=max(len(library.shape(each) or ()) for each in (a, b)) > 2)
    return RowPairs(library, Columns(*left), Columns(*right), dtype, computed)


def row_array(library: ArrayLibrary, rows: Any, other: Any, count: int) -> Any:
    """`rows` as an array of `library`; a list takes the dtype of the other side's floats.

    What holds nothing, such as an empty list, is [0, count].
    """
    array = _as_array(library, rows, other)
    shape = library.shape(array)
    return no_boxes(library, array, count) if shape is not None and holds_no_boxes(shape) else array


def _as_array(library: ArrayLibrary, rows: Any, other: Any) -> Any:
    if library_of(rows) is library and hasattr(rows, "shape"):
        return rows
    array = np.asarray(rows)
    if library.name == "numpy":
        return array
    array = library.from_numpy(array, other)
    beside = library.dtype_name(other)
    return library.cast(array, beside) if not isinstance(rows, np.ndarray) and "float" in beside else array


def _columns(library: ArrayLibrary, rows: Any, options: RowOptions) -> tuple[Any, ...]:
    columns = library.columns(rows, len(options.columns))
    if options.rotation is None:
        return columns
    factor = options.rotation.factor
    return columns if factor == 1 else (*columns[:-1], columns[-1] * factor)


def _check_shape(shape: tuple[int | None, ...] | None, columns: tuple[str, ...], name: str) -> None:
    if shape is not None and (len(shape) == 0 or shape[-1] not in (len(columns), None)):
        raise ArgumentError(f"{name} has shape {shape}; expected [..., {len(columns)}]: {', '.join(columns)}")
