"""Keypoints on a picture, with the limbs between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds
from truebox.drawing.marking.sides import Sides
from truebox.drawing.marking.skeletons import as_skeleton
from truebox.drawing.painting.marks import Mark
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.typing import FloatArray

__all__ = ["draw_keypoints", "keypoint_mark"]


@refuses_other_kinds
def draw_keypoints(
    image: PictureLike = None,
    truth: Any = (),
    predictions: Any = (),
    *,
    skeleton: Sequence[Sequence[int]] | str | None = "auto",
    truth_labels: Sequence[Any] | None = None,
    prediction_labels: Sequence[Any] | None = None,
    scores: Sequence[float] | None = None,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
    order: ColourOrder = "rgb",
) -> Image.Image:
    """Draw keypoints and limbs on a copy of a picture or on a blank canvas.

    Parameters
    ----------
    truth, predictions : array-like [N, K, 3] or [N, K, 2]
        ``x, y, visibility``. Points with visibility 0 are left out, and so are their limbs; of the truth,
        points with visibility 1 (labelled, but hidden) are rings. Without visibility all points are drawn.
    skeleton : "auto", sequence of pairs, or None
        Which points a limb joins, counted from 0. ``"auto"`` knows COCO's 17 points of a person.
    image, truth_labels, prediction_labels, scores, theme, line_width, text_size, order
        As in `draw_boxes`.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    InputError
        ``E-170``: keypoints of the wrong shape or not finite; ``E-560``: no picture.
    ArgumentError, MissingExtraError
        As in `draw_boxes`.

    Examples
    --------
    >>> from truebox.drawing import draw_keypoints
    >>> draw_keypoints((90, 60), [[(20, 20, 2), (60, 40, 1)]], skeleton=[(0, 1)]).size
    (90, 60)
    """
    sides = Sides(
        truth_labels=truth_labels,
        prediction_labels=prediction_labels,
        scores=scores,
        theme=theme,
        line_width=line_width,
        text_size=text_size,
        show_iou=False,
        shade=False,
    )
    look = sides.look
    points = _points(truth, "truth"), _points(predictions, "predictions")
    seen = [rows[..., :2][rows[..., 2] != 0] for rows in points]
    canvas = as_canvas(image, look.canvas, np.concatenate(seen), order=order)
    marks = [
        [keypoint_mark(row, colour, skeleton, rings=rings) for row in rows]
        for rows, colour, rings in zip(points, (look.truth, look.prediction), (True, False), strict=True)
    ]
    return sides.draw(canvas, marks[0], marks[1], lambda: np.zeros((len(marks[1]), len(marks[0]))))


def keypoint_mark(
    points: FloatArray,
    colour: tuple[int, int, int],
    skeleton: Sequence[Sequence[int]] | str | None,
    *,
    rings: bool,
) -> Mark:
    """The mark of one object.

    Parameters
    ----------
    points : array [K, 3]
        ``x, y, visibility``.
    colour : (red, green, blue)
        Of dots and limbs.
    skeleton : "auto", sequence of pairs, or None
        As in `draw_keypoints`.
    rings : bool
        Draw points with visibility 1 as rings.
    """
    seen = points[:, 2] != 0
    pairs = [(a, b) for a, b in as_skeleton(skeleton, len(points)) if seen[a] and seen[b]]
    places = points[seen, :2]
    around = places if len(places) else np.zeros((1, 2))
    return Mark(
        colour=colour,
        anchor=np.concatenate((around.min(axis=0), around.max(axis=0))),
        limbs=np.array([points[[a, b], :2] for a, b in pairs]).reshape(-1, 2, 2),
        dots=places,
        hollow=(points[seen, 2] == 1) if rings else None,
    )


def _points(values: Any, name: str) -> FloatArray:
    refuse_masked(values, name)
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(
            f"{name}: expected keypoints [N, K, 3], the same number for all objects"
        ) from None
    if array.size == 0:
        return np.empty((0, 0, 3))
    if array.ndim != 3 or array.shape[2] not in (2, 3):
        fix = "give an array [N, K, 3] of x, y, visibility"
        raise InputError("E-170", name, f"the shape is {list(array.shape)}", fix)
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=(1, 2)))[0])
        fix = "set the visibility of points that are not there to 0, and their place to 0, 0"
        raise InputError("E-170", f"{name}[{row}]", "a number is not finite", fix, row=row)
    if array.shape[2] == 2:
        array = np.concatenate((array, np.full((*array.shape[:2], 1), 2.0)), axis=2)
    return array
