"""What the angle, the sides and the order of corners of rotated boxes may mean instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.boxes import rotated_to_corners
from truebox.fitting.cuboids.some_images import images_nearer_so
from truebox.fitting.overlaps import HIT
from truebox.fitting.part_readings import (
    FEWEST,
    OtherReading,
    nearest_pairs,
    nearest_partners,
    nearly_all_overlap_more,
)
from truebox.fitting.samples import places_of, sample_pairs
from truebox.fitting.turns.common_turns import common_turns, told_by_none
from truebox.overlap import elementwise_rotated_iou
from truebox.records import quad_extents, quad_rows, segmentations_of_corners

if TYPE_CHECKING:
    from truebox.fitting.part_readings import Refused
    from truebox.fitting.samples import Sample
    from truebox.fitting.turns.common_turns import CommonTurn
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["fits_of_turned"]

_MOST_PAIRS = 30_000
_CLOSE, _ALIKE, _LONG = 0.5, 0.4, 1.5
_CHANGED = 0.15
_NEAR_TURN, _BY_CHANCE = 0.3, 0.35
"""Radians; at random a fifth is as near."""
_ENOUGH, _OFTEN = 30, 0.3
_PART, _OF_THE_REST = 0.1, 0.6
_TURN_OF_THE_REST = np.radians(30)
"""Of a detector that is off by less all the same those beyond `_NEAR_TURN` are off by more than all."""
_MOSTLY = 0.8
"""Where so many overlap by half nothing is looked for, unless directions are off."""
_OFF = 0.12
"""Radians, in the middle: detectors are off by less."""


class _QuadReading(NamedTuple):
    """From corners as read [N, 8] to boxes centre, width, height, angle [N, 5]."""

    about: str
    what: str
    fix: str
    of: Callable[[FloatArray], FloatArray]
    refused: Refused = "any"


def _sides(corners: FloatArray) -> FloatArray:
    """Centre, the first side, the second, and the direction of the first, which the corners tell [N, 5]."""
    points = corners.reshape(-1, 4, 2)
    center = points.mean(axis=1)
    along = points[:, 1] - points[:, 0] + points[:, 2] - points[:, 3]
    across = points[:, 2] - points[:, 1] + points[:, 3] - points[:, 0]
    lengths = np.stack([np.hypot(*along.T), np.hypot(*across.T)], axis=1) / 2
    return np.concatenate([center, lengths, np.arctan2(along[:, 1], along[:, 0])[:, None]], axis=1)


def _changed(change: Callable[..., tuple[FloatArray, ...]]) -> Callable[[FloatArray], FloatArray]:
    return lambda corners: np.stack(change(*_sides(corners).T), axis=1)


def _ordered(order: tuple[int, ...]) -> Callable[[FloatArray], FloatArray]:
    return lambda corners: _sides(corners[:, order])


_READINGS = (
    _QuadReading(
        "angles",
        "counted the other way round",
        "turn the sign of the angles that the corners are made of",
        _changed(lambda x, y, w, h, a: (x, y, w, h, -a)),
    ),
    _QuadReading(
        "angles",
        "a quarter turn off, or width and height traded places",
        "let the angle be that of the width, clockwise from the x axis",
        _changed(lambda x, y, w, h, a: (x, y, h, w, a)),
    ),
    _QuadReading(
        "angles",
        "counted the other way round and a quarter turn off",
        "let the angle be that of the width, clockwise from the x axis",
        _changed(lambda x, y, w, h, a: (x, y, h, w, -a)),
    ),
    _QuadReading(
        "angles",
        "radians where degrees are read",
        "make degrees of them first",
        _changed(lambda x, y, w, h, a: (x, y, w, h, np.degrees(a))),
    ),
    _QuadReading(
        "places",
        "corners where centres are read",
        "add half the width and half the height to x and y",
        _changed(lambda x, y, w, h, a: (x + w / 2, y + h / 2, w, h, a)),
    ),
    _QuadReading(
        "places",
        "centres where corners are read",
        "subtract half the width and half the height from x and y",
        _changed(lambda x, y, w, h, a: (x - w / 2, y - h / 2, w, h, a)),
    ),
    _QuadReading(
        "sides",
        "half of what they are",
        "multiply width and height by 2",
        _changed(lambda x, y, w, h, a: (x, y, 2 * w, 2 * h, a)),
    ),
    _QuadReading(
        "corners",
        "in the order 1, 2, 4, 3, so that their sides cross",
        "write them one after another around the box",
        _ordered((0, 1, 2, 3, 6, 7, 4, 5)),
    ),
    _QuadReading(
        "corners",
        "the four x, then the four y",
        "write x and y of each corner, one corner after another",
        _ordered((0, 4, 1, 5, 2, 6, 3, 7)),
    ),
)


@refuses_other_kinds
def fits_of_turned(truth: Truth, predictions: Predictions) -> Iterator[OtherReading]:
    """The reading of angles, sides or corners under which far more rotated boxes lie on an object by half.

    Examples
    --------
    >>> import truebox as tb
    >>> def rows(sign):
    ...     boxes = [[90.0 * n, 50, 60, 12, sign * (20 + 5 * n)] for n in range(12)]
    ...     return {"boxes": boxes, "labels": [1] * 12}
    >>> how = {"geometry": "rotated", "box_format": "degrees"}
    >>> truth = tb.read_truth([rows(1)], **how)
    >>> found = tb.read_predictions([rows(-1) | {"scores": [0.5] * 12}], **how)
    >>> [(each.about, each.what) for each in fits_of_turned(truth, found)]
    [('angles', 'counted the other way round')]
    """
    if truth.segmentations is None or predictions.segmentations is None:
        return
    sample = sample_pairs(truth, predictions).thinned(_MOST_PAIRS)
    if len(sample) < FEWEST:
        return
    true_corners, of_truth = quad_rows(truth.segmentations)
    corners, of_found = quad_rows(predictions.segmentations)
    held, of_found = corners[sample.detections], of_found[sample.detections]
    if not (of_truth.all() and of_found.all()):
        return
    true, reach = _sides(true_corners), np.hypot(*truth.boxes[:, 2:].T) / 2

    def overlaps_of_quads(found: FloatArray) -> FloatArray:
        near, rows = nearest_partners(sample, nearest_pairs(sample, found[:, :2], true[:, :2], reach))
        overlaps = np.zeros(len(sample))
        overlaps[near] = elementwise_rotated_iou(
            found[near], true[rows], unit="radians", direction="clockwise"
        )
        return overlaps

    sides = _sides(held)
    given, pairs = overlaps_of_quads(sides), _long_pairs(sample, sides, true, reach)
    off = pairs.off
    if (given >= HIT).mean() >= _MOSTLY and (len(off) < FEWEST or float(np.sort(off)[len(off) // 2]) < _OFF):
        return
    best, best_overlaps, tried = None, given, []
    readings = (*_READINGS, *_turned_alike(pairs))
    for reading in readings:
        overlaps = overlaps_of_quads(reading.of(held))
        tried.append(overlaps)
        if overlaps.mean() > best_overlaps.mean():
            best, best_overlaps = reading, overlaps
    best_share = float((best_overlaps >= HIT).mean())
    if best is None or not nearly_all_overlap_more(given, best_overlaps):
        places = places_of(predictions.image, truth.images.ids)
        some = _in_some_images(given, tried, readings, places[sample.detections], places)
        yield from _by_chance(pairs, len(sample)) if some is None else (some,)
        return
    count = round(best_share * len(sample))
    read = partial(_read_so, best)
    yield OtherReading(best.about, best.what, best.fix, len(sample), count, read, best.refused)


def _read_so(reading: _QuadReading, predictions: Predictions, rows: BoolArray | None = None) -> Predictions:
    """All predictions under a reading, or some rows of them."""
    assert predictions.segmentations is not None
    given, quads = quad_rows(predictions.segmentations)
    if not quads.all():
        return predictions
    turned = rotated_to_corners(reading.of(given), unit="radians", direction="clockwise").reshape(-1, 8)
    corners = np.ascontiguousarray(turned if rows is None else np.where(rows[:, None], turned, given))
    return replace(predictions, segmentations=segmentations_of_corners(corners), boxes=quad_extents(corners))


def _in_some_images(
    given: FloatArray,
    tried: Sequence[FloatArray],
    readings: Sequence[_QuadReading],
    sampled: Int64Array,
    places: Int64Array,
) -> OtherReading | None:
    """The reading that some images need, among others that fit as they are."""
    errors = [np.where((given > 0) | (each > 0), 1 - each, np.nan) for each in tried]
    off = np.where(given > 0, 1 - given, 1.0)
    count = int(places.max(initial=-1)) + 1
    found = images_nearer_so(off, errors, sampled, count, least=_CHANGED, well=1 - HIT)
    if found is None:
        return None
    reading, rows = readings[found.place], (places >= 0) & found.images[places]
    what = f"{reading.what} in {int(found.images.sum()):,} of {found.looked_at:,} images"
    read = partial(_read_so, reading, rows=rows)
    fix, counts = f"{reading.fix} there", (found.changed, found.closer)
    return OtherReading(reading.about, what, fix, *counts, read, reading.refused)


class _LongPairs(NamedTuple):
    """Long boxes on objects of their size: directions of the first sides, and of the longer ones."""

    found: FloatArray
    true: FloatArray
    along: FloatArray
    true_along: FloatArray

    @property
    def off(self) -> FloatArray:
        """How far the longer sides are turned, at most a quarter."""
        turn = self.along - self.true_along
        off: FloatArray = np.abs((turn + np.pi / 2) % np.pi - np.pi / 2)
        return off


def _long_pairs(sample: Sample, found: FloatArray, true: FloatArray, reach: FloatArray) -> _LongPairs:
    near, rows = nearest_partners(sample, nearest_pairs(sample, found[:, :2], true[:, :2], _CLOSE * reach))
    sides, true_sides = (np.sort(each[:, 2:4], axis=1) for each in (found[near], true[rows]))
    with np.errstate(divide="ignore", invalid="ignore"):
        alike = (np.abs(np.log(sides / true_sides)) < _ALIKE).all(axis=1)
        long = alike & (true_sides[:, 1] > _LONG * true_sides[:, 0])
    found, true = found[near][long], true[rows][long]
    return _LongPairs(found[:, 4], true[:, 4], _along(found), _along(true))


def _turned_alike(pairs: _LongPairs) -> Iterator[_QuadReading]:
    """What would bring the directions near, of all of these boxes and of those that are off."""
    rest = pairs.off >= _NEAR_TURN
    of_all = list(common_turns(pairs.found, pairs.true, np.pi))
    of_rest = [] if rest.all() else common_turns(pairs.found[rest], pairs.true[rest], np.pi)
    more = [each for each in of_rest if each.factor != 1 or abs(each.shift) >= _TURN_OF_THE_REST]
    for each in dict.fromkeys((*of_all, *more)):
        yield _QuadReading("angles", each.what, each.fix, partial(_with_angles, each), each.refused)


def _with_angles(turn: CommonTurn, corners: FloatArray) -> FloatArray:
    boxes = _sides(corners)
    return np.column_stack([boxes[:, :4], turn.of(boxes[:, 4])])


def _by_chance(pairs: _LongPairs, sampled: int) -> Iterator[OtherReading]:
    """That boxes lie on long objects of their size, and are turned at random."""
    off = pairs.off
    agreeing = int((off < _NEAR_TURN).sum())
    if len(off) < _ENOUGH or len(off) < _OFTEN * sampled:
        return
    if agreeing >= _BY_CHANCE * len(off):
        yield from _in_part(pairs.along, pairs.true_along, off)
        return
    what = (
        f"{agreeing:,} of {len(off):,} long boxes of the size of their object lie within "
        f"{np.degrees(_NEAR_TURN):.0f} degrees of its direction, about as many as by chance"
    )
    fix = "degrees may have been taken for radians, or another angle written"
    if told_by_none(pairs.found, np.pi):
        fix = "their angles are all alike or whole quarters: the detector's own may be rounded or not written"
    yield OtherReading("angles", what, fix, len(off), agreeing, None)


def _in_part(found: FloatArray, true: FloatArray, off: FloatArray) -> Iterator[OtherReading]:
    """That most of the long boxes which do not agree are turned by a quarter, or the other way round."""
    rest = off >= _NEAR_TURN
    mirrored = np.abs((found + true + np.pi / 2) % np.pi - np.pi / 2) < _NEAR_TURN
    kinds = {
        "a quarter turn off": (
            off > np.pi / 2 - _NEAR_TURN,
            "let the angle be that of the width; where it was brought into a quarter, trade width and height",
        ),
        "turned the other way round": (mirrored, "give all angles one sign"),
    }
    for what, (so, fix) in kinds.items():
        count = int(np.count_nonzero(rest & so))
        if count < max(_ENOUGH / 2, _PART * len(off)) or count < _OF_THE_REST * np.count_nonzero(rest):
            continue
        said = (
            f"{int(np.count_nonzero(~rest)):,} of {len(off):,} long boxes of the size of their object have "
            f"its direction, and {count:,} of the other {int(np.count_nonzero(rest)):,} are {what}"
        )
        yield OtherReading("angles", said, fix, len(off), count, None)
        return


def _along(boxes: FloatArray) -> FloatArray:
    """The direction of the longer side."""
    return np.where(boxes[:, 2] >= boxes[:, 3], boxes[:, 4], boxes[:, 4] + np.pi / 2)
