"""Small pictures of an image: its true classes, the predicted ones, and where they differ."""

from __future__ import annotations

import base64
import colorsys
import io
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._pillow import pillow
from truebox.evaluation import PanopticResult

if TYPE_CHECKING:
    from truebox.evaluation import SemanticResult
    from truebox.typing import AnyArray, BoolArray

__all__ = ["OUTCOMES", "map_pictures"]

OUTCOMES = {
    "right": (26, 152, 80),
    "of a match, outside the overlap": (240, 200, 60),
    "wrong": (224, 48, 30),
    "missed": (224, 123, 0),
    "does not count": (150, 157, 168),
}
"""What becomes of a pixel, and its colour."""

_RIGHT, _APART, _WRONG, _MISSED, _NEUTRAL = range(len(OUTCOMES))
_LONGEST = 360
_NOTHING, _EDGE = 0, 255
_COLOURS = 254
_GOLDEN = 0.6180339887498949


def map_pictures(result: PanopticResult | SemanticResult, place: int) -> dict[str, Any]:
    """Data addresses of the three pictures of one image, and the classes and outcomes that are in them.

    Examples
    --------
    >>> sorted(map_pictures(result, 0))                                 # doctest: +SKIP
    ['classes', 'found', 'outcome', 'outcomes', 'truth']
    """
    if isinstance(result, PanopticResult):
        true, found, outcome = _of_segments(result, place)
    else:
        true, found, outcome = _of_labels(result, place)
    classes = np.unique(np.concatenate([true[0].ravel(), found[0].ravel()]))
    colours = [(0, 0, 0), *(_class_colour(each) for each in range(_COLOURS)), (20, 20, 20)]
    return {
        "truth": _picture(_coloured(*true), colours),
        "found": _picture(_coloured(*found), colours),
        "outcome": _picture(outcome, [*OUTCOMES.values()]),
        "classes": [[int(each), _hex(_class_colour(int(each)))] for each in classes.tolist() if each >= 0],
        "outcomes": [
            [name, _hex(colour)]
            for number, (name, colour) in enumerate(OUTCOMES.items())
            if (outcome == number).any()
        ],
    }


def _of_labels(
    result: SemanticResult, place: int
) -> tuple[tuple[AnyArray, AnyArray], tuple[AnyArray, AnyArray], AnyArray]:
    true, found = (_smaller(each).astype(np.int64) for each in result.maps_of(place))
    neutral = true == result.void
    outcome = np.where(neutral, _NEUTRAL, np.where(true == found, _RIGHT, _WRONG))
    true = np.where(neutral, -1, true)
    return (true, true), (found, found), outcome


def _of_segments(
    result: PanopticResult, place: int
) -> tuple[tuple[AnyArray, AnyArray], tuple[AnyArray, AnyArray], AnyArray]:
    state = result.state
    true, found = (_smaller(each) for each in result.maps_of(place))
    alone = state.unmatched[state.unmatched[:, 0] == place]
    wrong, missed = (np.isin(side, alone[alone[:, 3] == kind, 2]) for side, kind in ((found, 0), (true, 1)))
    pairs = state.segments[state.image == place]
    both = np.isin(true, pairs[:, 0]) & np.isin(found, pairs[:, 1])
    partner = dict(pairs.tolist())
    ids, where = np.unique(true, return_inverse=True)
    meant = np.array([partner.get(each, -1) for each in ids.tolist()])[where].reshape(true.shape)
    in_match = np.isin(true, pairs[:, 0]) | np.isin(found, pairs[:, 1])
    outcome = np.select(
        [both & (meant == found), wrong, missed, in_match & (true != 0)],
        [_RIGHT, _WRONG, _MISSED, _APART],
        _NEUTRAL,
    )
    image = state.images[place]
    sides = ((true, result.truth), (found, result.predictions))
    classes = [_classes_of(ids, read, image) for ids, read in sides]
    return (classes[0], true), (classes[1], found), outcome


def _classes_of(ids: AnyArray, read: Any, image: int | str) -> AnyArray:
    """Rows of classes where the map has segments, -1 where it has none."""
    rows = read.of(read.images.index(image))
    of_id = dict(zip(read.ids[rows].tolist(), read.category[rows].tolist(), strict=True))
    unique, where = np.unique(ids, return_inverse=True)
    classes = np.array([of_id.get(each, -1) for each in unique.tolist()])
    found: AnyArray = classes[where].reshape(ids.shape)
    return found


def _smaller(labels: AnyArray) -> AnyArray:
    """Every so manieth pixel, so that labels do not mix."""
    step = -(-max(labels.shape) // _LONGEST)
    return labels[::step, ::step]


def _coloured(classes: AnyArray, segments: AnyArray) -> AnyArray:
    """Places in the palette: of the class, and dark where one segment ends at another of its class."""
    places = np.where(classes < 0, _NOTHING, 1 + classes % _COLOURS)
    edge: BoolArray = np.zeros(classes.shape, dtype=bool)
    for axis in (0, 1):
        here, there = (np.take(segments, range(at, segments.shape[axis] - 1 + at), axis) for at in (0, 1))
        kinds = [np.take(classes, range(at, classes.shape[axis] - 1 + at), axis) for at in (0, 1)]
        part = (slice(0, -1), slice(None)) if axis == 0 else (slice(None), slice(0, -1))
        edge[part] |= (here != there) & (kinds[0] == kinds[1]) & (kinds[0] >= 0)
    return np.where(edge, _EDGE, places)


def _picture(places: AnyArray, palette: list[tuple[int, int, int]]) -> str:
    image = pillow("Pictures of maps").fromarray(places.astype(np.uint8))
    image = image.convert("P") if image.mode != "L" else image
    image.putpalette([part for colour in palette for part in colour])
    held = io.BytesIO()
    image.save(held, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(held.getvalue()).decode("ascii")


def _class_colour(number: int) -> tuple[int, int, int]:
    """Of a class: neighbours in number are far apart in hue."""
    parts = colorsys.hls_to_rgb((0.08 + number * _GOLDEN) % 1.0, 0.45 + 0.1 * (number % 3), 0.65)
    red, green, blue = (round(255 * part) for part in parts)
    return red, green, blue


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
