"""What measures of rotated boxes and of boxes in space have in common: rows of numbers, of any library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from truebox._native import overlap as native
from truebox._native.threads import thread_count
from truebox.boxes.rotated.rotation import as_rotation
from truebox.overlap.pairs.row_library import rows_of_library
from truebox.overlap.pairs.row_pairs import RowOptions, pair_rows
from truebox.overlap.ways.batches import by_batches

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["RowMeasure"]


@dataclass(slots=True, kw_only=True, eq=False)
class RowMeasure:
    """A measure of rows of numbers: in ordinary memory by one function, elsewhere by the formula.

    Examples
    --------
    >>> from truebox import formulas
    >>> from truebox.overlap.pairs.number_rows import ROTATED
    >>> from truebox.overlap.ways.gaussian import as_gaussians
    >>> likeness = RowMeasure(formula=formulas.gwd, columns=ROTATED, in_memory=as_gaussians)
    >>> likeness.elementwise([[0, 0, 4, 2, 0]], [[0, 0, 2, 4, 90]], "degrees", "clockwise")
    array([1.])
    """

    formula: Callable[..., Any]
    """For whatever is traced, differentiated or on a device; its values are not validated."""

    columns: tuple[str, ...]
    """What the numbers of a row are called."""

    in_memory: Callable[..., FloatArray]
    """``f(formula, boxes_a, boxes_b, options, workers)`` over NumPy arrays and lists, which it validates."""

    y_down: bool = True
    """Whether angles are seen on an image; from above, y points up."""

    kernel: str | None = None
    """What the native function is called, where there is one."""

    pairwise_of_arrays: Callable[..., Any] = field(init=False)
    """For NumPy arrays: the native function itself, which passes on to `pairwise` what it does not take."""

    elementwise_of_arrays: Callable[..., Any] = field(init=False)

    def __post_init__(self) -> None:
        if self.kernel is None:
            self.pairwise_of_arrays, self.elementwise_of_arrays = self.pairwise, self.elementwise
            return
        self.pairwise_of_arrays = native.kernel(f"pairwise_{self.kernel}", self.pairwise)
        self.elementwise_of_arrays = native.kernel(f"elementwise_{self.kernel}", self.elementwise)

    def pairwise(
        self,
        boxes_a: Any,
        boxes_b: Any,
        unit: str | None = None,
        direction: str | None = None,
        threads: int | None = None,
    ) -> Any:
        """[N, M]; `unit` and `direction` where the last number is an angle."""
        return self._answer(boxes_a, boxes_b, unit, direction, threads, pairwise=True)

    def elementwise(
        self,
        boxes_a: Any,
        boxes_b: Any,
        unit: str | None = None,
        direction: str | None = None,
        threads: int | None = None,
    ) -> Any:
        """[N], as `pairwise`."""
        return self._answer(boxes_a, boxes_b, unit, direction, threads, pairwise=False)

    def _answer(
        self,
        boxes_a: Any,
        boxes_b: Any,
        unit: str | None,
        direction: str | None,
        threads: int | None,
        *,
        pairwise: bool,
    ) -> Any:
        turns = (
            None if unit is None or direction is None else as_rotation(unit, direction, y_down=self.y_down)
        )
        workers = thread_count(threads)
        options = RowOptions(columns=self.columns, rotation=turns, pairwise=pairwise)

        def in_memory(rows_a: Any, rows_b: Any) -> FloatArray:
            return self.in_memory(self.formula, rows_a, rows_b, options, workers)

        def by_pairs(some_a: Any, some_b: Any) -> Any:
            pairs = pair_rows(some_a, some_b, options)
            return pairs.answer(pairs.measure(self.formula))

        many = by_batches(boxes_a, boxes_b, in_memory, by_pairs, numbers=len(self.columns), pairwise=pairwise)
        if many is not None:
            return many
        answer = rows_of_library(self.formula, in_memory, boxes_a, boxes_b, options)
        return in_memory(boxes_a, boxes_b) if answer is None else answer
