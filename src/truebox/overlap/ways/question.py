"""One call of a box measure, checked: what every way is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._named import NamedTuple
from truebox.arrays import ArrayLibrary, common_library, library_of, without_wrapper
from truebox.boxes import BoxFormat
from truebox.boxes.box_array import as_box_array, as_float_boxes, holds_no_boxes
from truebox.boxes.image_size import as_image_size
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.overlap.pairs.box_pairs import PairOptions, no_boxes
from truebox.overlap.pairs.number_rows import refuse_unequal_lengths

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = [
    "Formula",
    "Kernel",
    "OverlapQuestion",
    "check_image_size",
    "check_threads",
    "checked",
]

Formula = Callable[..., Any]
# (boxes_a, boxes_b, box_format, pixels, image_size, out, threads) -> array, or None for what it does not take
Kernel = Callable[[Any, Any, str, str, Any, Any, Any], Any]


# A tuple: a frozen dataclass costs a microsecond a call, a tenth of a small one.
class OverlapQuestion(NamedTuple):
    """Two sides whose options and shapes fit, and what is to be computed of them."""

    formula: Formula
    kernel: Kernel | None
    """The native one, where there is one."""

    boxes_a: Any
    boxes_b: Any
    library: ArrayLibrary
    how: PairOptions
    lengths: Mapping[str, float]
    """Parameters of the formula that are lengths in the unit of the boxes."""

    out: Any
    threads: Any

    @property
    def of_numpy(self) -> bool:
        """Whether both sides are NumPy arrays, or lists that became such."""
        return self.library.name == "numpy"


def checked(
    formula: Formula,
    kernel: Kernel | None,
    boxes_a: Any,
    boxes_b: Any,
    how: PairOptions,
    *,
    lengths: Mapping[str, float],
    out: Any,
    threads: Any,
) -> OverlapQuestion:
    """The question as ways take it; values are not looked at.

    Raises
    ------
    ArgumentError
        For an option, a shape or a dtype that does not fit.
    """
    pixel_extent(how.pixels, how.layout)
    check_threads(threads)
    library = common_library(boxes_a, boxes_b)
    counts: tuple[int | None, int | None]
    if library.name == "numpy":
        boxes_a, boxes_b = _rows(boxes_a, how.layout, "boxes_a"), _rows(boxes_b, how.layout, "boxes_b")
        counts = len(boxes_a), len(boxes_b)
    else:
        if out is not None:
            raise ArgumentError(f"out goes with NumPy arrays only; these are of {library.name}. Leave it out")
        boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
        library = common_library(boxes_a, boxes_b)
        boxes_a, boxes_b = (
            _with_four_columns(boxes_a, how, "boxes_a"),
            _with_four_columns(boxes_b, how, "boxes_b"),
        )
        counts = _count(boxes_a, how.layout, "boxes_a"), _count(boxes_b, how.layout, "boxes_b")
    if not how.pairwise:
        refuse_unequal_lengths(*counts, "boxes", "boxes")
    return OverlapQuestion(
        formula=formula,
        kernel=kernel,
        boxes_a=boxes_a,
        boxes_b=boxes_b,
        library=library,
        how=how,
        lengths=lengths,
        out=out,
        threads=threads,
    )


def _rows(boxes: Any, layout: BoxFormat, name: str) -> AnyArray:
    array = as_box_array(boxes, layout, name)
    if array.ndim == 1:
        array = array[None]  # four numbers are one box
    _refuse_other_than_rows(array.shape, name)
    return as_float_boxes(array)


def _with_four_columns(boxes: Any, how: PairOptions, name: str) -> Any:
    """Nothing as [0, 4], one box as [1, 4], all else as it is."""
    library = library_of(boxes)
    if not hasattr(boxes, "shape"):
        return _rows(boxes, how.layout, name).tolist()
    shape = library.shape(boxes)
    if shape is None:
        return boxes
    if len(shape) == 1 and shape[0] == 4:  # the length first: a compiler holds a graph to what was compared
        return boxes[None]
    return no_boxes(library, boxes) if holds_no_boxes(shape) else boxes


def _count(boxes: Any, layout: BoxFormat, name: str) -> int | None:
    """How many boxes there are, as far as that is known of another library's array."""
    if hasattr(boxes, "shape"):
        shape = library_of(boxes).shape(boxes)
    else:
        shape = as_box_array(boxes, layout, name).shape
    if shape is None:
        return None
    _refuse_other_than_rows(shape, name)
    return shape[0]


def _refuse_other_than_rows(shape: tuple[int | None, ...], name: str) -> None:
    if len(shape) != 2:
        raise ArgumentError(f"{name} has shape {shape}; expected [N, 4], four numbers a box")


def check_threads(threads: Any) -> None:
    """Refuse what is no number of threads.

    Raises
    ------
    ArgumentError
        Saying what it must be.
    """
    if threads is None:
        return
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or threads < 1:
        raise ArgumentError(
            f"threads is {threads!r}; expected None (chosen by size) or an integer of 1 or more"
        )


def check_image_size(image_size: Sequence[float] | None, layout: BoxFormat) -> None:
    """Refuse an image size beside absolute coordinates, and one that is no size.

    Raises
    ------
    ArgumentError
        Saying so.
    """
    if image_size is None:
        return
    if not layout.is_relative:
        raise ArgumentError(
            f"image_size goes with the rel_ formats; box_format {layout.value!r} is in pixels already. "
            "Leave it out"
        )
    as_image_size(image_size)
