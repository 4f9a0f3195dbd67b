"""One box: two corners, checked once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as _native
from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.boxes.box_html import box_html
from truebox.boxes.image_size import as_image_size
from truebox.boxes.layouts import from_corners, to_corners
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.showing import Plotted
from truebox.typing import Pixels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from truebox.boxes.box_format import BoxFormatLike

__all__ = ["Box", "as_box"]

_single_iou = _native.kernel("single_iou")


@dataclass(frozen=True, slots=True)
class Box(Plotted):
    """An axis-aligned box with a positive area, in continuous coordinates.

    ``plot()`` draws it, ``plot(other)`` both with their IoU.

    Parameters
    ----------
    x_min, y_min, x_max, y_max : float
        Finite, ``x_min < x_max`` and ``y_min < y_max``. Stored as `float`.

    Raises
    ------
    ArgumentError
        If a coordinate is not a finite number or the corners are not in order.

    Examples
    --------
    >>> truth = Box(50, 50, 150, 150)
    >>> truth.area, truth.center
    (10000.0, (100.0, 100.0))
    >>> truth.iou(Box(100, 100, 200, 200))
    0.14285714285714285
    >>> truth.intersection(Box(150, 50, 250, 150)) is None
    True
    >>> x_min, y_min, x_max, y_max = truth
    """

    _plotted_by = "plot_box"

    x_min: float
    y_min: float
    x_max: float
    y_max: float

    def __post_init__(self) -> None:
        for name in ("x_min", "y_min", "x_max", "y_max"):
            object.__setattr__(self, name, _finite(name, getattr(self, name)))
        for low, high in (("x_min", "x_max"), ("y_min", "y_max")):
            if not getattr(self, low) < getattr(self, high):
                raise ArgumentError(
                    f"Box needs {low} < {high}, got {low} = {getattr(self, low):g} and {high} = "
                    f"{getattr(self, high):g}; for another meaning of the numbers use "
                    "Box.from_format(values, 'xywh')"
                )

    @classmethod
    @refuses_other_kinds
    def from_format(
        cls, values: Sequence[float], box_format: BoxFormatLike, image_size: Sequence[float] | None = None
    ) -> Box:
        """The box that four numbers describe in `box_format`.

        Parameters
        ----------
        values : four numbers
            In the order of the format.
        box_format : BoxFormat or str
            What the numbers mean.
        image_size : (width, height), optional
            Needed for the ``rel_`` formats and only there.

        Raises
        ------
        ArgumentError
            If the numbers are no box with a positive area, or `image_size` is missing.

        Examples
        --------
        >>> Box.from_format((50, 50, 100, 100), "xywh")
        Box(x_min=50.0, y_min=50.0, x_max=150.0, y_max=150.0)
        >>> Box.from_format((0.5, 0.5, 0.25, 0.5), "rel_cxcywh", image_size=(640, 480)).as_tuple()
        (240.0, 120.0, 400.0, 360.0)
        """
        layout = as_box_format(box_format)
        numbers = tuple(values)
        if len(numbers) != 4:
            raise ArgumentError(f"a box has four numbers ({', '.join(layout.names)}), got {len(numbers)}")
        a, b, c, d = (_finite(name, value) for name, value in zip(layout.names, numbers, strict=True))
        if layout.has_size and not (c > 0 and d > 0):
            raise ArgumentError(
                f"a box in {layout.value} needs width > 0 and height > 0, got {c:g} and {d:g}"
            )
        x_min, y_min, x_max, y_max = to_corners(layout.absolute, a, b, c, d)
        if layout.is_relative:
            width, height = _required_size(image_size, layout)
            x_min, y_min, x_max, y_max = x_min * width, y_min * height, x_max * width, y_max * height
        return cls(x_min, y_min, x_max, y_max)

    @refuses_other_kinds
    def to_format(
        self, box_format: BoxFormatLike, image_size: Sequence[float] | None = None
    ) -> tuple[float, float, float, float]:
        """The four numbers of this box in `box_format`.

        Raises
        ------
        ArgumentError
            If a ``rel_`` format is asked for without `image_size`.

        Examples
        --------
        >>> Box(50, 50, 150, 100).to_format("cxcywh")
        (100.0, 75.0, 100.0, 50.0)
        """
        layout = as_box_format(box_format)
        corners = self.as_tuple()
        if layout.is_relative:
            width, height = _required_size(image_size, layout)
            corners = (self.x_min / width, self.y_min / height, self.x_max / width, self.y_max / height)
        a, b, c, d = from_corners(layout.absolute, *corners)
        return a, b, c, d

    @property
    def width(self) -> float:
        """Extent along x."""
        return self.x_max - self.x_min

    @property
    def height(self) -> float:
        """Extent along y."""
        return self.y_max - self.y_min

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle as (x, y)."""
        return self.x_min + self.width / 2, self.y_min + self.height / 2

    @refuses_other_kinds
    def iou(self, other: Box | Sequence[float], *, pixels: Pixels = "continuous") -> float:
        """Intersection over union with `other` (a Box or its four corners), in [0, 1]; see `truebox.iou`.

        Examples
        --------
        >>> Box(39, 63, 203, 112).iou(Box(54, 66, 198, 114), pixels="inclusive")
        0.7980093676814989
        """
        value: float | None = _single_iou(self.as_tuple(), as_box(other, "other").as_tuple(), "xyxy", pixels)
        if value is None:
            pixel_extent(pixels, BoxFormat.XYXY)
            raise ArgumentError(f"iou of {self!r} and {other!r} cannot be computed")
        return value

    @refuses_other_kinds
    def intersection(self, other: Box | Sequence[float]) -> Box | None:
        """The box that both cover, or None if they share no area (apart, or touching at an edge)."""
        other = as_box(other, "other")
        x_min, x_max = max(self.x_min, other.x_min), min(self.x_max, other.x_max)
        y_min, y_max = max(self.y_min, other.y_min), min(self.y_max, other.y_max)
        return Box(x_min, y_min, x_max, y_max) if x_min < x_max and y_min < y_max else None

    @refuses_other_kinds
    def union_area(self, other: Box | Sequence[float]) -> float:
        """Area that at least one of the two boxes covers."""
        other = as_box(other, "other")
        shared = self.intersection(other)
        return self.area + other.area - (shared.area if shared is not None else 0.0)

    def as_tuple(self) -> tuple[float, float, float, float]:
        """``(x_min, y_min, x_max, y_max)``."""
        return self.x_min, self.y_min, self.x_max, self.y_max

    def __iter__(self) -> Iterator[float]:
        return iter(self.as_tuple())

    @refuses_other_kinds
    def plot(self, other: Any = None, *, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw this box, or it and `other` with what they share and their IoU.

        Parameters
        ----------
        other : Box or four numbers, optional
            The prediction; this box is the truth then.
        ax : Axes, optional
            By default those of a new figure, ``ax.figure``.
        **options
            Those of `truebox.plotting.plot_iou`, such as ``pixels="inclusive"``.

        Returns
        -------
        Axes
            ``ax.figure.savefig("iou.png")`` writes it.

        Raises
        ------
        MissingExtraError
            Matplotlib is not installed.

        Examples
        --------
        >>> Box(39, 63, 203, 112).plot(Box(54, 66, 198, 114), pixels="inclusive").get_title()[:11]
        'IoU: 0.7980'
        """
        # Without arguments super() would look for the class as it was before it got its slots.
        return Plotted.plot(self, ax=ax, other=other, **options)

    def _repr_html_(self) -> str:
        return box_html(self)


def _finite(name: str, value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]  # anything with __float__, refused below otherwise
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"{name} of a box is {value!r}; expected a finite number") from None
    if isinstance(value, (str, bytes)) or not isfinite(number):
        raise ArgumentError(f"{name} of a box is {value!r}; expected a finite number")
    return number


def as_box(value: Box | Sequence[float], name: str = "box") -> Box:
    """`value` as a `Box`: itself, or out of four numbers ``x_min, y_min, x_max, y_max``.

    Parameters
    ----------
    value : Box or four numbers
        A tuple, a list, a row of an array or of a tensor; also in a list or an array of one row.
    name : str
        Of the argument, for errors.

    Raises
    ------
    ArgumentError
        Not four numbers, or corners that are not in order.

    Examples
    --------
    >>> as_box([50, 50, 150, 150]).width
    100.0
    """
    if isinstance(value, Box):
        return value
    numbers: tuple[Any, ...]
    try:
        numbers = tuple(value)
    except TypeError:
        numbers = ()
    if len(numbers) == 1 and not isinstance(value, (str, bytes)):
        return as_box(numbers[0], name)
    if len(numbers) != 4 or isinstance(value, (str, bytes)):
        many = (
            "" if isinstance(value, (str, bytes)) or not numbers else "; for many, call truebox.pairwise_iou"
        )
        raise ArgumentError(
            f"{name} is {value!r}; expected a Box or four numbers x_min, y_min, x_max, y_max{many}"
        )
    return Box(*numbers)


def _required_size(image_size: Sequence[float] | None, layout: BoxFormat) -> tuple[float, float]:
    if image_size is None:
        raise ArgumentError(f"box_format {layout.value!r} needs image_size=(width, height)")
    return as_image_size(image_size)
