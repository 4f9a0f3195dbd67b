"""One image of a data set: its truth and its predictions, out of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds, warn_caller
from truebox.datasets.joining.joining import join
from truebox.drawing.marking.keypoints import keypoint_mark
from truebox.drawing.marking.masks import mask_mark
from truebox.drawing.marking.sides import Sides
from truebox.drawing.painting.marks import Mark
from truebox.drawing.pictures.enlarging import check_scale, enlarged
from truebox.drawing.pictures.picture import ColourOrder, PictureLike, as_canvas
from truebox.drawing.pictures.segmentation_rows import mask_of_row, outlines_of_row
from truebox.drawing.theme import as_theme
from truebox.errors import ArgumentError, InputError
from truebox.overlap import pairwise_iou
from truebox.records import Truth

if TYPE_CHECKING:
    from truebox.drawing.colours import Colour
    from truebox.drawing.painting.canvas import Canvas
    from truebox.drawing.pillow import Image
    from truebox.drawing.theme import Theme
    from truebox.masks import Masks
    from truebox.records import Ids, Predictions
    from truebox.typing import FloatArray, Int64Array

__all__ = ["draw_image"]


@refuses_other_kinds
def draw_image(
    image: PictureLike,
    truth: Truth,
    predictions: Predictions | None = None,
    *,
    image_id: int | str,
    score_threshold: float | None = None,
    show_iou: bool = True,
    shade: bool = False,
    theme: str | Theme = "classic",
    line_width: int | None = None,
    text_size: int | None = None,
    order: ColourOrder = "rgb",
    scale: int = 1,
) -> Image.Image:
    """Draw what a data set holds about one image.

    Masks and keypoints are drawn where the records were read with them (``geometry="masks"``,
    ``"keypoints"``); boxes else, those of crowds dashed. Predictions name their class, their score and the
    IoU of their box with the truth of their class that they overlap most.

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
    show_iou, shade, theme, line_width, text_size, order
        As in `draw_boxes`; nothing is shaded by default, so that the objects stay visible. Labels of the best
        scores choose their place first.
    scale : int
        How many times larger the answer is than the picture, as in `draw_boxes`.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    ArgumentError
        The truth does not list the image; also as in `draw_boxes`.
    InputError
        ``E-160`` to ``E-165``: a mask that cannot be read, or of another size; ``E-560``: no picture.
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
    check_scale(scale)
    found = None if predictions is None else join(truth, predictions)
    true_rows = _rows_of(truth.image, image_id)
    found_rows = _predicted_rows(found, image_id, score_threshold)
    look = as_theme(theme)
    boxes = [truth.boxes[true_rows], *([] if found is None else [found.boxes[found_rows]])]
    canvas = _canvas(image, truth, image_id, look, np.concatenate(boxes), order=order)
    sizes = canvas.size, _stated_size(truth, image_id)
    true_marks = [_mark(truth, row, look.truth, sizes) for row in true_rows.tolist()]
    found_marks: list[Mark] = []
    if found is not None:
        found_marks = [_mark(found, row, look.prediction, sizes) for row in found_rows.tolist()]
        found_marks = [replace(mark, dashed=look.dashed) for mark in found_marks]
    names = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    boxed = truth.segmentations is None and truth.keypoints is None
    sides = Sides(
        truth_labels=_class_names(truth.category, true_rows, names),
        crowds=(truth.crowd[true_rows] != 0).tolist(),
        prediction_labels=[] if found is None else _class_names(found.category, found_rows, names),
        scores=[] if found is None else found.scores[found_rows].tolist(),
        theme=look,
        line_width=line_width,
        text_size=text_size,
        show_iou=show_iou,
        shade=shade,
        measure="IoU" if boxed else "box IoU",
    )

    def overlap() -> FloatArray:
        anchors = [np.array([mark.anchor for mark in marks]) for marks in (found_marks, true_marks)]
        values: FloatArray = pairwise_iou(*anchors)
        # A crowd region is no object that a prediction could be compared with.
        return np.where(truth.crowd[true_rows] != 0, 0.0, values)

    if scale == 1:
        return sides.draw(canvas, true_marks, found_marks, overlap)
    larger_true, larger_found = (
        [mark.enlarged(scale) for mark in marks] for marks in (true_marks, found_marks)
    )
    return sides.draw(enlarged(canvas, scale), larger_true, larger_found, overlap)


def _canvas(
    image: PictureLike,
    truth: Truth,
    image_id: int | str,
    look: Theme,
    boxes: FloatArray,
    *,
    order: ColourOrder,
) -> Canvas:
    """The picture, or a canvas of the size the truth states, or one around the boxes."""
    stated = _stated_size(truth, image_id)
    if image is None and not all(stated) and truth.units == "fractions":
        raise ArgumentError(
            f"image=None: boxes of {truth.source.name} are fractions, and the size of image {image_id!r} is "
            "unknown; give the picture or its (width, height)"
        )
    canvas = as_canvas(
        stated if image is None and all(stated) else image,
        look.canvas,
        boxes[:, :2] + boxes[:, 2:],
        order=order,
    )
    if all(stated) and canvas.size != stated:
        warn_caller(
            f"W-563 image {image_id!r}: the picture is {canvas.size[0]} x {canvas.size[1]}, but "
            f"{truth.source.name} states {stated[0]} x {stated[1]}; boxes may lie in the wrong place",
        )
    return canvas


def _stated_size(truth: Truth, image_id: int | str) -> tuple[int, int]:
    """Width and height as the truth states them, 0 where it does not."""
    rows = _rows_of(truth.images.ids, image_id)
    if not len(rows):
        known = ", ".join(repr(each) for each in truth.images.ids.tolist()[:3])
        raise ArgumentError(
            f"image_id {image_id!r} is no image of {truth.source.name}; its {len(truth.images)} images "
            f"are {known or 'none'}{', ...' if len(truth.images) > 3 else ''}"
        )
    width, height = truth.images.sizes[rows[0]].tolist()
    return width, height


def _rows_of(ids: Ids, wanted: int | str) -> Int64Array:
    """Rows with an id; 7 and "7" are two ids."""
    if ids.names is None:
        is_number = isinstance(wanted, (int, np.integer))
        return np.flatnonzero(ids.values == wanted) if is_number else np.empty(0, np.int64)
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


def _mark(side: Truth | Predictions, row: int, colour: Colour, sizes: Sequence[tuple[int, int]]) -> Mark:
    """The mark of one object: its mask or outline, its keypoints, or its box.

    `sizes` are those of the picture and as stated; a mask has one of them.
    """
    scale = np.array(sizes[0], dtype=np.float64) if side.units == "fractions" else np.ones(2)
    low, extent = side.boxes[row, :2] * scale, side.boxes[row, 2:] * scale
    box = np.concatenate((low, low + extent))
    if side.keypoints is not None:
        points = side.keypoints.points[row] * np.array([*scale, 1.0])
        return keypoint_mark(points, colour, "auto", rings=isinstance(side, Truth))
    if side.segmentations is not None:
        outlines = tuple(outline * scale for outline in outlines_of_row(side.segmentations, row))
        if outlines:
            return _outlined(box, outlines, colour, boxed=isinstance(side, Truth) or side.boxed)
        mask = mask_of_row(side.segmentations, row, side.source.name)
        if mask is not None:
            _refuse_other_size(mask, sizes, f"{side.source.name}[{row}]", row)
            return mask_mark(mask, colour)
    crowd = isinstance(side, Truth) and bool(side.crowd[row])
    return Mark(colour=colour, anchor=box, framed=True, dashed=crowd)


def _refuse_other_size(mask: Masks, sizes: Sequence[tuple[int, int]], place: str, row: int) -> None:
    height, width = mask.sizes[0].tolist()
    if (width, height) not in sizes:
        stated = f"{sizes[0][1]} x {sizes[0][0]}"
        raise InputError(
            "E-164",
            place,
            f"the mask's size is {height} x {width} (height x width), its picture's {stated}",
            "encode the mask for the full image, or check which image it belongs to",
            row=row,
        )


def _outlined(box: FloatArray, outlines: tuple[FloatArray, ...], colour: Colour, *, boxed: bool) -> Mark:
    points = np.concatenate(outlines)
    anchor = box if boxed else np.concatenate((points.min(axis=0), points.max(axis=0)))
    return Mark(colour=colour, anchor=anchor, outlines=outlines)
