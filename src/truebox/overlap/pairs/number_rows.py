"""Rows of numbers that are not four: rotated boxes and boxes in space, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = ["as_number_rows", "as_rotated_rows", "refuse_other_library", "refuse_unequal_lengths"]

ROTATED = ("cx", "cy", "width", "height", "angle")
UPRIGHT = ("cx", "cy", "cz", "length", "width", "height", "angle")
_SIZES = {"width", "height", "length"}

# Converted silently, these would come back as another library's array, elsewhere and without gradients.
_OTHER_LIBRARIES = {
    "torch": "boxes.detach().cpu().numpy()",
    "tensorflow": "boxes.numpy()",
    "jax": "numpy.asarray(boxes)",
    "jaxlib": "numpy.asarray(boxes)",
    "cupy": "boxes.get()",
}


def refuse_other_library(values: Any, name: str) -> None:
    """Raise for arrays of torch, TensorFlow, JAX and CuPy, which NumPy would take without a word."""
    library = type(values).__module__.partition(".")[0]
    if library in _OTHER_LIBRARIES:
        raise ArgumentError(
            f"{name} is a {library} {type(values).__name__}; this function takes NumPy arrays. Convert it "
            f"first: {_OTHER_LIBRARIES[library]}. For gradients call truebox.formulas with {library} as xp"
        )


def as_number_rows(boxes: Any, names: tuple[str, ...], name: str) -> FloatArray:
    """`boxes` as float64 [N, len(names)], C-contiguous and finite.

    Parameters
    ----------
    boxes : array-like [N, K]
        Any real dtype; an empty list is [0, K].
    names : tuple of str
        What the numbers of a row are called.
    name : str
        The argument's name, for messages.

    Raises
    ------
    ArgumentError
        For a wrong shape or dtype.
    InputError
        ``E-190`` for the first row with NaN or infinity.
    """
    refuse_other_library(boxes, name)
    wanted = f"expected [N, {len(names)}]: {', '.join(names)}"
    refuse_masked(boxes, name)
    try:
        array = np.asarray(boxes)
    except ValueError:
        raise ArgumentError(f"{name} has rows of different lengths; {wanted}") from None
    if array.size == 0 and array.ndim <= 1:
        return np.empty((0, len(names)))
    if array.dtype.kind not in "fiu":
        raise ArgumentError(f"{name} has dtype {array.dtype}; expected real numbers")
    if array.ndim != 2 or array.shape[1] != len(names):
        hint = "; for one box write [[...]]" if array.ndim == 1 else ""
        raise ArgumentError(f"{name} has shape {array.shape}; {wanted}{hint}")
    rows: FloatArray = np.require(array, np.float64, ("C", "A", "E"))
    finite = np.isfinite(rows)
    if not finite.all():
        row = int(np.argmin(finite.all(axis=1)))
        column = int(np.argmin(finite[row]))
        raise InputError(
            "E-190",
            f"{name}[{row}]",
            f"{names[column]} is {rows[row, column]}, not a finite number{_count(~finite)}",
            "remove these boxes or repair what computed them",
            row=row,
        )
    return rows


def as_rotated_rows(boxes: Any, names: tuple[str, ...], name: str) -> FloatArray:
    """`as_number_rows` with sizes of 0 or more.

    Raises
    ------
    ArgumentError, InputError
        As `as_number_rows`, and ``E-192`` for the first row with a negative size.
    """
    rows = as_number_rows(boxes, names, name)
    columns = [k for k, word in enumerate(names) if word in _SIZES]
    bad: BoolArray = np.less(rows[:, columns], 0)
    if bad.any():
        row = int(np.argmax(bad.any(axis=1)))
        column = columns[int(np.argmax(bad[row]))]
        raise InputError(
            "E-192",
            f"{name}[{row}]",
            f"{names[column]} {rows[row, column]:.12g} is negative{_count(bad)}",
            f"write {', '.join(names)}, with sizes of 0 or more",
            row=row,
        )
    return rows


def refuse_unequal_lengths(count_a: int | None, count_b: int | None, names: str, what: str) -> None:
    """Raise where the sides of an elementwise measure surely differ in length; `names` such as "boxes"."""
    if None not in (count_a, count_b) and count_a != count_b:
        raise ArgumentError(
            f"{names}_a has {count_a} {what} and {names}_b has {count_b}; elementwise needs as many of "
            "either. For all pairs use the pairwise function of this measure"
        )


def _count(bad: BoolArray) -> str:
    rows = np.logical_or.reduce(bad, axis=1)
    return f", in {np.count_nonzero(rows)} of {rows.size} boxes" if rows.size > 1 else ""
