"""The value `Masks`: many run-length masks in one ragged buffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox._native import masks as native
from truebox.errors import ArgumentError
from truebox.masks.refusal import refuse

if TYPE_CHECKING:  # NumPy's own types load in 5 ms
    from numpy.typing import NDArray

    RunArray: TypeAlias = NDArray[np.uint32]

__all__ = ["Masks", "concatenate_masks", "empty_masks"]


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """Binary masks as COCO run lengths: down the columns, a run of zeros, a run of ones, and so on.

    A value is checked once, here, and its arrays cannot be written afterwards, so nothing that
    receives one needs to doubt it. Masks of different sizes may lie in one value.

    Parameters
    ----------
    runs : uint32 array [R]
        The runs of all masks, one mask after the other.
    offsets : int64 array [N + 1]
        Mask ``i`` is ``runs[offsets[i]:offsets[i + 1]]``; its runs sum to height × width.
    sizes : int64 array [N, 2]
        Height and width of each mask, in pixels; fewer than 2³² pixels a mask.

    Raises
    ------
    InputError
        ``E-160``, ``E-161``: runs that end before the image or go beyond it; ``E-163``: an
        impossible size; ``E-165``: runs that are not whole non-negative numbers.
    ArgumentError
        Arrays of the wrong shape, or offsets that do not fit the runs.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.masks import Masks, decode_masks
    >>> masks = Masks(np.array([2, 1, 1]), np.array([0, 3]), np.array([[2, 2]]))
    >>> decode_masks(masks).astype(int)
    array([[[0, 1],
            [0, 0]]])
    >>> len(masks), masks[0].sizes
    (1, array([[2, 2]]))
    """

    runs: RunArray
    offsets: NDArray[np.int64]
    sizes: NDArray[np.int64]

    def __post_init__(self) -> None:
        sizes = _whole("sizes", self.sizes, np.int64)
        if sizes.ndim != 2 or sizes.shape[1] != 2:
            raise ArgumentError(
                f"sizes: expected an array [N, 2] of height and width, got shape {sizes.shape}"
            )
        offsets = _whole("offsets", self.offsets, np.int64)
        runs = _whole("runs", self.runs, np.uint32)
        if offsets.ndim != 1 or runs.ndim != 1:
            raise ArgumentError("runs and offsets: expected one axis each")
        refuse(native.check(runs, offsets, sizes), "masks")
        _freeze(self, runs, offsets, sizes)

    @classmethod
    @refuses_other_kinds
    def trusted(cls, runs: RunArray, offsets: NDArray[np.int64], sizes: NDArray[np.int64]) -> Masks:
        """Wrap arrays that a kernel has just made: no check, no copy."""
        masks = object.__new__(cls)
        # The kernels' 64-bit type may be another of C's integers than NumPy's int64.
        _freeze(masks, runs, offsets.view(np.int64), sizes)
        return masks

    def __len__(self) -> int:
        return len(self.sizes)

    def __getitem__(self, rows: int | slice | Sequence[int] | NDArray[Any]) -> Masks:
        """The masks at `rows` (an integer gives a batch of one)."""
        if isinstance(rows, (int, np.integer)):
            if not -len(self) <= rows < len(self):
                raise IndexError(f"mask {rows} of {len(self)}")
            row = int(rows) % len(self)
            rows = slice(row, row + 1)
        if isinstance(rows, slice) and rows.indices(len(self))[2] == 1:
            start, stop, _ = rows.indices(len(self))
            stop = max(start, stop)
            offsets = self.offsets[start : stop + 1]
            return Masks.trusted(
                self.runs[offsets[0] : offsets[-1]], offsets - offsets[0], self.sizes[start:stop]
            )
        refuse_masked(rows, "rows")
        return self._take(np.arange(len(self))[rows])

    def __iter__(self) -> Iterator[Masks]:
        return (self[row] for row in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same runs for the same sizes."""
        if not isinstance(other, Masks):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in ("sizes", "offsets", "runs")
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        sizes = {(int(height), int(width)) for height, width in self.sizes[:1000]}
        shown = " ".join(f"{height}x{width}" for height, width in sorted(sizes)[:3])
        return f"Masks({len(self)} masks, {len(self.runs)} runs, {shown or 'no size'})"

    def __reduce__(self) -> tuple[type[Masks], tuple[NDArray[Any], ...]]:
        # Through the checks again: what was pickled may come from anywhere.
        return Masks, (self.runs, self.offsets, self.sizes)

    def _take(self, rows: NDArray[np.intp]) -> Masks:
        lengths = np.diff(self.offsets)[rows]
        offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        # Run r of the result lies as far into its mask as r lies after the mask's new beginning.
        source = np.repeat(self.offsets[:-1][rows] - offsets[:-1], lengths) + np.arange(offsets[-1])
        return Masks.trusted(self.runs[source], offsets, self.sizes[rows])


def empty_masks() -> Masks:
    """No masks at all."""
    return Masks.trusted(np.empty(0, np.uint32), np.zeros(1, np.int64), np.empty((0, 2), np.int64))


@refuses_other_kinds
def concatenate_masks(parts: Sequence[Masks]) -> Masks:
    """Put batches one after the other.

    Parameters
    ----------
    parts : sequence of Masks
        May be empty, and may hold empty batches.

    Returns
    -------
    Masks

    Examples
    --------
    >>> from truebox.masks import concatenate_masks, encode_masks
    >>> import numpy as np
    >>> one = encode_masks(np.eye(3, dtype=bool))
    >>> len(concatenate_masks([one, one]))
    2
    """
    if not parts:
        return empty_masks()
    starts = np.cumsum([0, *(part.offsets[-1] for part in parts)])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts, strict=False)]
    return Masks.trusted(
        np.concatenate([part.runs for part in parts]),
        np.concatenate([*offsets, starts[-1:]]).astype(np.int64),
        np.concatenate([part.sizes for part in parts]),
    )


def _whole(name: str, values: Any, dtype: type[np.integer[Any]]) -> NDArray[Any]:
    refuse_masked(values, name)
    try:
        array = np.asarray(values)
    except ValueError:  # rows of several lengths
        raise ArgumentError(
            f"{name}: expected an array of whole numbers, got rows of several lengths"
        ) from None
    if array.size and array.dtype.kind not in "iu":
        refuse((5, 0, array.dtype.name, 0), name)
    limits = np.iinfo(dtype)
    outside = (array < limits.min) | (array > limits.max) if array.dtype != dtype else np.zeros(0, bool)
    if outside.any():
        first = int(np.argmax(outside.ravel()))
        refuse((5, first, int(array.ravel()[first]), 0), name)
    return np.array(array, dtype=dtype, order="C")


def _freeze(masks: Masks, runs: RunArray, offsets: NDArray[np.int64], sizes: NDArray[np.int64]) -> None:
    runs.setflags(write=False)
    offsets.setflags(write=False)
    sizes.setflags(write=False)
    object.__setattr__(masks, "runs", runs)
    object.__setattr__(masks, "offsets", offsets)
    object.__setattr__(masks, "sizes", sizes)
