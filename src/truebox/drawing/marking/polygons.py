"""Outlined objects on a picture: quads, text regions, segmentations by polygon."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import answered_first, refuse_masked, refuses_other_kinds
from truebox._native import drawing as native
from truebox.drawing.marking.plain_drawings import plain_polygons
from truebox.drawing.marking.sides import Sides
from truebox.drawing.painting.canvas import flat_outlines
from truebox.drawing.painting.marks import Mark
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.errors import ArgumentError, InputError
from truebox.overlap import pairwise_polygon_iou

if TYPE_CHECKING:
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray

__all__ = ["draw_polygons", "outline_marks", "outlines_extent"]


@answered_first(plain_polygons)
@refuses_other_kinds
def draw_polygons(
    image: PictureLike = None,
    truth: Any = (),
    predictions: Any = (),
    *,
    truth_labels: Sequence[Any] | None = None,
    prediction_labels: Sequence[Any] | None = None,
    scores: Sequence[float] | None = None,
    show_iou: bool = True,
    shade: bool = True,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
    order: ColourOrder = "rgb",
) -> Image.Image:
    """Draw polygons on a copy of a picture or on a blank canvas, lightly filled.

    Parameters
    ----------
    truth, predictions : array [N, K, 2] or [N, 2 K], or sequence of arrays [K, 2] or [2 K]
        Corners in order around each polygon, in pixels; at least three.
    image, truth_labels, prediction_labels, scores, show_iou, shade, theme, line_width, text_size, order
        As in `draw_boxes`. An outline that crosses itself has no IoU: pass ``show_iou=False, shade=False``.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    InputError
        ``E-166``, ``E-167``: a polygon that is none; ``E-193``: one that crosses itself, where its IoU is
        asked for; ``E-560``: no picture.
    ArgumentError, MissingExtraError
        As in `draw_boxes`.

    Examples
    --------
    >>> from truebox.drawing import draw_polygons
    >>> draw_polygons((100, 80), [[10, 10, 60, 20, 50, 70]], [[20, 10, 70, 20, 60, 70]]).size
    (100, 80)
    """
    sides = Sides(
        truth_labels=truth_labels,
        prediction_labels=prediction_labels,
        scores=scores,
        theme=theme,
        line_width=line_width,
        text_size=text_size,
        show_iou=show_iou,
        shade=shade,
    )
    plain = native.plain_outlines(predictions) if truth_labels is None and _is_nothing(truth) else None
    if plain is not None and not sides.look.dashed:
        xy, offsets, boxes = plain
        extent = xy.reshape(-1, 2) if image is None else None
        canvas = as_canvas(image, sides.look.canvas, extent, order=order)
        return sides.draw_predictions(canvas, boxes, (xy, offsets))
    outlines = _outlines(truth, "truth"), _outlines(predictions, "predictions")
    look = sides.look
    extent = outlines_extent(*outlines) if image is None else None
    canvas = as_canvas(image, look.canvas, extent, order=order)
    if not outlines[0] and truth_labels is None and not look.dashed and outlines[1]:
        return sides.draw_predictions(canvas, _boxes_around(outlines[1]), flat_outlines(outlines[1]))
    return sides.draw(
        canvas,
        outline_marks(outlines[0], look.truth),
        outline_marks(outlines[1], look.prediction, dashed=look.dashed),
        lambda: pairwise_polygon_iou(outlines[1], outlines[0]),
    )


def _is_nothing(polygons: Any) -> bool:
    return isinstance(polygons, (tuple, list)) and not polygons


def outline_marks(
    outlines: Sequence[FloatArray], colour: tuple[int, int, int], *, dashed: bool = False
) -> list[Mark]:
    """A mark for each polygon [K, 2]."""
    if not outlines:
        return []
    return [
        Mark(colour=colour, anchor=anchor, outlines=(outline,), dashed=dashed)
        for anchor, outline in zip(_boxes_around(outlines), outlines, strict=True)
    ]


def _boxes_around(outlines: Sequence[FloatArray]) -> FloatArray:
    """Corners [N, 4] of the box around each polygon; there is at least one."""
    points = np.concatenate(outlines)
    starts = [*accumulate(map(len, outlines[:-1]), initial=0)]
    corners = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    boxes: FloatArray = np.concatenate(corners, axis=1)
    return boxes


def outlines_extent(*sides: Sequence[FloatArray]) -> FloatArray:
    """All corners of all polygons [P, 2]."""
    return np.concatenate([np.empty((0, 2)), *(points for side in sides for points in side)])


def _outlines(polygons: Any, name: str) -> list[FloatArray]:
    outlines: list[FloatArray] = []
    for row, polygon in enumerate(polygons):
        refuse_masked(polygon, f"{name}[{row}]")
        try:
            numbers = np.asarray(polygon, dtype=np.float64)
        except (TypeError, ValueError):
            _require_finite(outlines, name)
            raise ArgumentError(f"{name}[{row}]: expected numbers x1, y1, x2, y2, ...") from None
        if numbers.size < 6 or numbers.size % 2:
            _require_finite(outlines, name)
            problem = f"{numbers.size} numbers are no polygon"
            raise InputError(
                "E-167", f"{name}[{row}]", problem, "write x, y of at least three corners", row=row
            )
        outlines.append(numbers.reshape(-1, 2))
    _require_finite(outlines, name)
    return outlines


def _require_finite(outlines: Sequence[FloatArray], name: str) -> None:
    if not outlines or np.isfinite(np.concatenate(outlines)).all():
        return
    row = next(row for row, outline in enumerate(outlines) if not np.isfinite(outline).all())
    fix = "remove the polygon or mend the point"
    raise InputError("E-166", f"{name}[{row}]", "a coordinate is not finite", fix, row=row)
