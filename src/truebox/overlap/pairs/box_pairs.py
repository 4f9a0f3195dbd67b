"""Two arrays of boxes, of any library, made ready for a formula: one dtype, corners, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from truebox._named import NamedTuple
from truebox.arrays import (
    ArrayLibrary,
    Columns,
    answer_dtype,
    common_library,
    computing_dtype,
    library_of,
    without_wrapper,
)
from truebox.boxes import BoxFormat
from truebox.boxes.box_array import as_box_array, holds_no_boxes
from truebox.boxes.image_size import as_image_size
from truebox.boxes.layouts import to_corners
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.overlap.pairs.crossing import crossed
from truebox.overlap.pairs.rescaling import (
    LIMITS,
    are_of_one_shape,
    extent_scale,
    pair_scale,
    scaled_rows,
)

__all__ = [
    "BoxPairs",
    "PairOptions",
    "corner_columns",
    "image_sides",
    "measured_pairs",
    "no_boxes",
    "pair_boxes",
]


# A tuple: a frozen dataclass costs half a microsecond a call.
class PairOptions(NamedTuple):
    """How two arrays of boxes are to be read and met."""

    layout: BoxFormat
    pixels: str
    image_size: Sequence[float] | None
    pairwise: bool
    in_pixels: bool
    """Whether the measure sees the shape of the image, so that fractions of it must become pixels."""

    names: tuple[str, str] = ("boxes_a", "boxes_b")
    of_areas: bool = False
    """Whether the measure is of areas alone, wherever the boxes lie."""


class BoxPairs(NamedTuple):
    """Corners of either side, ready to broadcast, and what the caller should get back."""

    library: ArrayLibrary
    a: Columns
    b: Columns
    scale: Any | None
    dtype: str
    computed: str

    def length(self, value: float) -> Any:
        """A length in the unit of the boxes, scaled as they are."""
        return value if self.scale is None else self.scale * value

    def measure(self, formula: Any, **lengths: float) -> Any:
        """The formula over all pairs, in the dtype it is computed in."""
        scaled = {name: self.length(value) for name, value in lengths.items()}
        return formula(self.library.xp, self.a, self.b, **scaled)

    def answer(self, values: Any) -> Any:
        """`values` in the dtype the caller expects."""
        return self.library.cast(values, self.dtype)


def pair_boxes(boxes_a: Any, boxes_b: Any, options: PairOptions) -> BoxPairs:
    """Two arrays [..., 4] of any library as `BoxPairs`; shapes and dtypes are checked, values are not.

    Raises
    ------
    ArgumentError
        For a wrong shape or dtype, two libraries or devices, or a missing image size.
    """
    sides = _made_alike(boxes_a, boxes_b, options)
    if options.pairwise:
        return _scaled_pairs(sides, options)
    scaled = scaled_rows(sides.library, sides.a, sides.b, sides.computed)
    if scaled is None:
        return _pairs(sides, options, None)
    a, b, scale = scaled
    return _pairs(sides._replace(a=a, b=b), options, scale)


def measured_pairs(
    boxes_a: Any, boxes_b: Any, options: PairOptions, formula: Any, lengths: Mapping[str, float]
) -> Any:
    """The formula over all pairs of `pair_boxes`, in the dtype the caller expects.

    In a graph that branches it holds the answer with and without the factors of huge boxes, and takes one
    when it runs: a factor for each pair costs as much as the measure.

    Raises
    ------
    ArgumentError
        As `pair_boxes`.
    """

    def answered(pairs: BoxPairs) -> Any:
        return pairs.answer(pairs.measure(formula, **lengths))

    sides = _made_alike(boxes_a, boxes_b, options)
    library, a, b = sides.library, sides.a, sides.b

    def scaled() -> Any:
        return answered(_scaled_pairs(sides, options))

    if not library.branches or not (options.pairwise or are_of_one_shape(library, a, b)):
        return scaled()

    def plain(a: Any, b: Any) -> Any:
        return answered(_pairs(sides._replace(a=a, b=b), options, None))

    return library.unless_huge((a, b), LIMITS[sides.computed][0], plain, scaled)


def _scaled_pairs(sides: _Sides, options: PairOptions) -> BoxPairs:
    """With a factor for each pair, where a box may be huge."""
    library, rows = sides.library, (sides.a, sides.b)
    if library.fuses and options.of_areas and not (options.pairwise or options.layout.has_size):
        scale = extent_scale(library, *rows, sides.computed)
    else:
        scale = pair_scale(library, *rows, sides.computed, pairwise=options.pairwise)
    if scale is not None and not options.pairwise:
        a, b = (library.scaled(side, scale) for side in rows)
        sides = sides._replace(a=a, b=b)
    return _pairs(sides, options, scale)


class _Sides(NamedTuple):
    """Both sides of one library and in the dtype they are computed in; `dtype` is that of the answer."""

    library: ArrayLibrary
    a: Any
    b: Any
    dtype: str
    computed: str


def _made_alike(boxes_a: Any, boxes_b: Any, options: PairOptions) -> _Sides:
    image_sides(options)
    boxes_a, boxes_b = without_wrapper(boxes_a), without_wrapper(boxes_b)
    library = common_library(boxes_a, boxes_b, options.names)
    a = _taken(library, boxes_a, boxes_b, options.layout, options.names[0])
    b = _taken(library, boxes_b, boxes_a, options.layout, options.names[1])
    dtype = answer_dtype(library.dtype_name(a), library.dtype_name(b), library.default_float)
    computed = computing_dtype(dtype)
    return _Sides(library, library.cast(a, computed), library.cast(b, computed), dtype, computed)


def _pairs(sides: _Sides, options: PairOptions, scale: Any | None) -> BoxPairs:
    """Rows that meet are scaled already; every row with every one becomes so here."""
    library, lengths = sides.library, image_sides(options)
    pixel = None if options.pairwise else scale
    left = corner_columns(library, sides.a, options, lengths, pixel)
    right = corner_columns(library, sides.b, options, lengths, pixel)
    if options.pairwise:
        batches = max(len(library.shape(each) or ()) for each in (sides.a, sides.b)) > 2
        left, right = crossed(left, right, batches=batches)
        if scale is not None:
            left = tuple(column * scale for column in left)
            right = tuple(column * scale for column in right)
    return BoxPairs(library, Columns(*left), Columns(*right), scale, sides.dtype, sides.computed)


def _taken(library: ArrayLibrary, boxes: Any, other: Any, layout: BoxFormat, name: str) -> Any:
    """`boxes` as an array [..., 4] of `library`; a list takes the dtype of the other side's floats."""
    if library_of(boxes).name != "numpy" or library.name == "numpy":
        array = as_box_array(boxes, layout, name) if library.name == "numpy" else boxes
    else:
        array = library.from_numpy(as_box_array(boxes, layout, name), other)
        beside = library.dtype_name(other)
        if not isinstance(boxes, np.ndarray) and "float" in beside:
            array = library.cast(array, beside)
    shape = library.shape(array)
    if shape is not None and holds_no_boxes(shape):
        return no_boxes(library, array)
    if shape is not None and (len(shape) == 0 or shape[-1] not in (4, None)):
        raise ArgumentError(f"{name} has shape {shape}; expected [..., 4], four numbers a box")
    return array


def no_boxes(library: ArrayLibrary, like: Any, count: int = 4) -> Any:
    """No boxes, [0, count], of the library, dtype and device of an array that holds nothing either."""
    return library.cast(library.from_numpy(np.zeros((0, count)), like), library.dtype_name(like))


def corner_columns(
    library: ArrayLibrary,
    boxes: Any,
    options: PairOptions,
    sides: tuple[float, float] | None,
    pixel: Any | None,
) -> tuple[Any, ...]:
    """``x_min, y_min, x_max, y_max`` as four columns, in pixels where the measure needs them.

    `pixel` is how long one is where the boxes are scaled.
    """
    x_min, y_min, x_max, y_max = to_corners(options.layout.absolute, *library.columns(boxes))
    if sides is not None:
        width, height = sides
        return x_min * width, y_min * height, x_max * width, y_max * height
    if not pixel_extent(options.pixels, options.layout):
        return x_min, y_min, x_max, y_max
    one: Any = 1.0 if pixel is None else pixel
    return x_min, y_min, x_max + one, y_max + one


def image_sides(options: PairOptions) -> tuple[float, float] | None:
    """What fractions must be multiplied by, if they must; refuses options that do not go together."""
    pixel_extent(options.pixels, options.layout)
    if not (options.layout.is_relative and options.in_pixels):
        return None
    if options.image_size is None:
        raise ArgumentError(
            f"box_format {options.layout.value!r} needs image_size=(width, height): this measure depends on "
            "the image's shape. To measure in a unit square, pass "
            f"box_format={options.layout.absolute.value!r}"
        )
    return as_image_size(options.image_size)
