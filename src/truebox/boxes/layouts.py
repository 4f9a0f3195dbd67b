"""The arithmetic between box formats, on numbers and on columns of arrays alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebox.boxes.box_format import BoxFormat

__all__ = ["from_corners", "relayout", "to_corners"]

Four = tuple[Any, Any, Any, Any]


def _same(a: Any, b: Any, c: Any, d: Any) -> Four:
    return a, b, c, d


def _swap_axes(a: Any, b: Any, c: Any, d: Any) -> Four:
    return b, a, d, c


def _corners_to_xywh(x_min: Any, y_min: Any, x_max: Any, y_max: Any) -> Four:
    return x_min, y_min, x_max - x_min, y_max - y_min


def _corners_to_cxcywh(x_min: Any, y_min: Any, x_max: Any, y_max: Any) -> Four:
    width, height = x_max - x_min, y_max - y_min
    return x_min + width / 2, y_min + height / 2, width, height


def _xywh_to_corners(x: Any, y: Any, width: Any, height: Any) -> Four:
    return x, y, x + width, y + height


def _cxcywh_to_corners(x: Any, y: Any, width: Any, height: Any) -> Four:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


_TO_CORNERS: dict[BoxFormat, Callable[[Any, Any, Any, Any], Four]] = {
    BoxFormat.XYXY: _same,
    BoxFormat.YXYX: _swap_axes,
    BoxFormat.XYWH: _xywh_to_corners,
    BoxFormat.CXCYWH: _cxcywh_to_corners,
}

_FROM_CORNERS: dict[BoxFormat, Callable[[Any, Any, Any, Any], Four]] = {
    BoxFormat.XYXY: _same,
    BoxFormat.YXYX: _swap_axes,
    BoxFormat.XYWH: _corners_to_xywh,
    BoxFormat.CXCYWH: _corners_to_cxcywh,
}


def to_corners(source: BoxFormat, a: Any, b: Any, c: Any, d: Any) -> Four:
    """``x_min, y_min, x_max, y_max`` from an absolute format."""
    return _TO_CORNERS[source](a, b, c, d)


def from_corners(target: BoxFormat, x_min: Any, y_min: Any, x_max: Any, y_max: Any) -> Four:
    """An absolute format from ``x_min, y_min, x_max, y_max``."""
    return _FROM_CORNERS[target](x_min, y_min, x_max, y_max)


def relayout(source: BoxFormat, target: BoxFormat, columns: Four) -> Four:
    """From one absolute format to another; sizes pass from one size format to the other untouched."""
    a, b, c, d = columns
    if source is target:
        return columns
    if source is BoxFormat.XYWH and target is BoxFormat.CXCYWH:
        return a + c / 2, b + d / 2, c, d
    if source is BoxFormat.CXCYWH and target is BoxFormat.XYWH:
        return a - c / 2, b - d / 2, c, d
    return from_corners(target, *to_corners(source, a, b, c, d))
