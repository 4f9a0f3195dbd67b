"""One image of a data set: its truth and its predictions, out of records."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from truebox.drawing.keypoints import keypoint_mark
from truebox.drawing.marks import Mark
from truebox.drawing.masks import mask_mark
from truebox.drawing.picture import PictureLike, as_picture
from truebox.drawing.segmentation_rows import mask_of_row, outlines_of_row
from truebox.drawing.sides import Sides
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.overlap import pairwise_iou

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.records import Ids, Predictions, Truth
    from truebox.typing import FloatArray, Int64Array

__all__ = ["draw_image"]


def draw_image(
    image: PictureLike,
    truth: Truth,
    predictions: Predictions | None = None,
    *,
    image_id: int | str,
    score_threshold: float | None = None,
    show_iou: bool = True,
    shade: bool = True,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
) -> Image.Image:
    """Draw what a data set holds about one image.

    Masks and keypoints are drawn where the records were read with them (``geometry="masks"``,
    ``"keypoints"``); boxes else. Predictions name their class, their score and the IoU of their box with the
    truth of their class that they overlap most.

    Parameters
    ----------
    image : Pillow image, path, array, (width, height) or None
        As in `draw_boxes`. None is a canvas of the size that the truth states.
    truth : Truth
        From `truebox.read_truth`.
    predictions : Predictions, optional
        From `truebox.read_predictions`.
    image_id : int or str
        Which image, as the truth names it.
    score_threshold : float, optional
        Predictions below are left out; by default none is.
    show_iou, shade, theme, line_width, text_size
        As in `draw_boxes`. Labels of the best scores choose their place first.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    ArgumentError
        The truth does not list the image; also as in `draw_boxes`.
    InputError
        ``E-160`` to ``E-165``: a mask that cannot be read; ``E-560``: no picture.
    MissingExtraError
        Pillow is not installed.

    Warns
    -----
    TrueboxWarning
        ``W-563``: the picture does not have the size that the truth states.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.drawing import draw_image
    >>> truth = tb.read_truth([{"boxes": [[10, 20, 60, 90]], "labels": ["cat"], "width": 120, "height": 100}])
    >>> found = tb.read_predictions([{"boxes": [[12, 18, 66, 90]], "labels": ["cat"], "scores": [0.9]}])
    >>> draw_image(None, truth, found, image_id=0).size
    (120, 100)
    """
    row = _image_row(truth, image_id)
    stated = (int(truth.images.sizes[row, 0]), int(truth.images.sizes[row, 1]))
    true_rows = _rows_of(truth.image, image_id)
    found_rows = _predicted_rows(predictions, image_id, score_threshold)
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    sides = Sides(
        truth_labels=_class_names(truth.category, true_rows, names),
        prediction_labels=None
        if predictions is None
        else _class_names(predictions.category, found_rows, names),
        scores=None if predictions is None else predictions.scores[found_rows].tolist(),
        theme=theme,
        line_width=line_width,
        text_size=text_size,
        show_iou=show_iou,
        shade=shade,
    )
    look = sides.look
    true_marks = [
        _mark(truth, index, look.truth, crowd=bool(truth.crowd[index])) for index in true_rows.tolist()
    ]
    found_marks = []
    if predictions is not None:
        found_marks = [
            _mark(predictions, index, look.prediction, dashed=look.dashed) for index in found_rows.tolist()
        ]
    anchors = [mark.anchor for mark in (*true_marks, *found_marks)]
    canvas = stated if image is None and all(stated) else image
    picture = as_picture(canvas, look.canvas, np.array(anchors).reshape(-1, 2))
    if all(stated) and picture.size != stated:
        _warn_of_size(truth, image_id, stated, picture.size)

    def overlap() -> FloatArray:
        boxes = [np.array([mark.anchor for mark in marks]) for marks in (found_marks, true_marks)]
        found: FloatArray = pairwise_iou(*boxes)
        return found

    return sides.draw(picture, true_marks, found_marks, overlap)


def _image_row(truth: Truth, image_id: int | str) -> int:
    rows = _rows_of(truth.images.ids, image_id)
    if not len(rows):
        known = ", ".join(repr(each) for each in truth.images.ids.tolist()[:3])
        raise ArgumentError(
            f"image_id {image_id!r} is no image of {truth.source.name}; its {len(truth.images)} images "
            f"are {known or 'none'}{', ...' if len(truth.images) > 3 else ''}"
        )
    return int(rows[0])


def _rows_of(ids: Ids, wanted: int | str) -> Int64Array:
    """Rows with an id; 7 and "7" are two ids."""
    if ids.names is None:
        return (
            np.flatnonzero(ids.values == wanted)
            if isinstance(wanted, (int, np.integer))
            else np.empty(0, np.int64)
        )
    if wanted not in ids.names:
        return np.empty(0, np.int64)
    return np.flatnonzero(ids.values == ids.names.index(str(wanted)))


def _predicted_rows(predictions: Predictions | None, image_id: int | str, least: float | None) -> Int64Array:
    """Rows of the image from the best score down."""
    if predictions is None:
        return np.empty(0, np.int64)
    rows = _rows_of(predictions.image, image_id)
    if least is not None:
        rows = rows[predictions.scores[rows] >= least]
    return rows[np.argsort(-predictions.scores[rows], kind="stable")]


def _class_names(category: Ids, rows: Int64Array, names: dict[int | str, str]) -> list[str]:
    ids = [category[row] for row in rows.tolist()]
    return [names.get(each, str(each)) for each in ids]


def _mark(
    side: Truth | Predictions, row: int, colour: Colour, *, crowd: bool = False, dashed: bool = False
) -> Mark:
    """The mark of one object: its mask or outline, its keypoints, or its box."""
    x, y, width, height = side.boxes[row].tolist()
    box = np.array([x, y, x + width, y + height])
    boxed = bool(getattr(side, "boxed", True))
    if side.keypoints is not None:
        return keypoint_mark(side.keypoints.points[row], colour, "auto", rings=not hasattr(side, "scores"))
    if side.segmentations is not None:
        outlines = outlines_of_row(side.segmentations, row)
        if outlines:
            return _with_outlines(box, boxed, outlines, colour, dashed=dashed)
        mask = mask_of_row(side.segmentations, row, side.source.name)
        if mask is not None:
            return mask_mark(mask, colour)
    return Mark(colour=colour, anchor=box, framed=True, dashed=dashed or crowd)


def _with_outlines(
    box: FloatArray, boxed: bool, outlines: tuple[FloatArray, ...], colour: Colour, *, dashed: bool
) -> Mark:
    points = np.concatenate(outlines)
    anchor = box if boxed else np.concatenate((points.min(axis=0), points.max(axis=0)))
    return Mark(colour=colour, anchor=anchor, outlines=outlines, dashed=dashed)


def _warn_of_size(truth: Truth, image_id: int | str, stated: tuple[int, int], found: tuple[int, int]) -> None:
    warnings.warn(
        f"W-563 image {image_id!r}: the picture is {found[0]} x {found[1]}, but {truth.source.name} states "
        f"{stated[0]} x {stated[1]}; boxes may lie in the wrong place",
        TrueboxWarning,
        stacklevel=3,
    )
