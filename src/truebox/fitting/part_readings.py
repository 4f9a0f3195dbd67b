"""Parts of a box, such as its place or direction, under other readings, beside the object it is meant for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from truebox._frozen import dataclass
from truebox._named import NamedTuple
from truebox.fitting.fit import far_better
from truebox.fitting.overlaps import HIT

if TYPE_CHECKING:
    from truebox.fitting.samples import Sample
    from truebox.records import Predictions
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = [
    "FEWEST",
    "OtherReading",
    "PointReading",
    "Refused",
    "Tried",
    "best_place",
    "best_scale",
    "moved_reading",
    "nearer",
    "nearest_pairs",
    "nearest_partners",
    "nearly_all_overlap_more",
    "nowhere",
    "point_readings",
]

Refused: TypeAlias = Literal["any", "headline", "none"]
FEWEST = 10
"""Of fewer pairs nothing is said."""
_CHANGED = 0.1
"""Of overlaps."""
_MATTERS = 0.2
"""Of the pairs a reading must change so many."""
_AGREED = 0.9
"""And of these so many must be nearer so."""
_NOT_FAR = 3.0
"""Reaches of an object."""
_STEP = 1.08
_ENOUGH, _HARDLY = 20, 0.1
"""Detections of which it may be said that hardly any is on an object, and the share below which it is."""


@dataclass(frozen=True, slots=True, eq=False)
class OtherReading:
    """What fits far better than what was read.

    Parameters
    ----------
    about, what : str
        Complete "if the ... were ...".
    fix : str
        What mends it.
    sampled, better : int
        Detections looked at, and how many are on an object, or nearer to theirs, so.
    read : callable or None
        All predictions under the reading; None where none fits, which `what` says by itself.
    refused : {"any", "headline", "none"}, default "any"
        Which metric must be near zero as read, and good so, that predictions are refused.

    Examples
    --------
    >>> OtherReading("directions", "degrees", "write radians", 90, 88, lambda predictions: predictions).better
    88
    """

    about: str
    what: str
    fix: str
    sampled: int
    better: int
    read: Callable[[Predictions], Predictions] | None
    refused: Refused = "any"


class PointReading(NamedTuple):
    """What the coordinates of points may be: ``factor * points[:, order] + step``."""

    what: str
    fix: str
    order: tuple[int, ...]
    factor: tuple[float, ...]
    step: tuple[float, ...] | None = None

    def of(self, points: FloatArray) -> FloatArray:
        """Of points [N, D]."""
        moved: FloatArray = points[:, list(self.order)] * np.array(self.factor)
        return moved if self.step is None else moved + np.array(self.step)


class Tried(NamedTuple):
    """Another reading of a part: what it is, and by how much it is off in each pair."""

    what: str
    fix: str
    error: FloatArray
    read: Callable[[Predictions], Predictions]
    refused: Refused = "any"


def point_readings(axes: Sequence[str], units: Mapping[str, float]) -> Iterator[PointReading]:
    """Every order and sign of the coordinates, the fewest changes first, then every unit.

    Parameters
    ----------
    axes : sequence of str
        What coordinates are called.
    units : mapping
        In words, and what brings them to the unit that is read.

    Examples
    --------
    >>> [each.what for each in point_readings("xy", {"centimetres": 0.01})][:4]
    ['x, -y', '-x, y', 'y, x', '-x, -y']
    """
    count = len(axes)
    as_read = tuple(range(count))
    rows = [
        (order, signs)
        for order in permutations(range(count))
        for signs in product((1.0, -1.0), repeat=count)
        if (order, min(signs)) != (as_read, 1.0)
    ]
    rows.sort(key=lambda row: sum(k != at for k, at in enumerate(row[0])) / 2 + row[1].count(-1.0))
    for order, signs in rows:
        written = [order.index(k) for k in range(count)]
        what = ", ".join(f"{'-' if signs[k] < 0 else ''}{axes[k]}" for k in written)
        yield PointReading(what, f"write them as {', '.join(axes)}", order, signs)
    for unit, factor in units.items():
        yield PointReading(unit, f"multiply them by {factor:g}", as_read, (factor,) * count)


def moved_reading(
    sample: Sample, found: FloatArray, true: FloatArray, reach: FloatArray, axes: Sequence[str]
) -> Iterator[PointReading]:
    """One step for all, the median of those to the nearest objects, where these are not far off.

    Parameters
    ----------
    sample, found, true, reach
        As `nearest_pairs` takes them.
    axes : sequence of str
        What coordinates are called.
    """
    apart = nearest_pairs(sample, found, true, _NOT_FAR * reach)
    near, rows = nearest_partners(sample, apart)
    if len(near) < FEWEST:
        return
    step = np.median(true[rows] - found[near], axis=0)
    said = ", ".join(f"{-by:+.3g} in {axis}" for by, axis in zip(step, axes, strict=True))
    count = len(axes)
    order, ones = tuple(range(count)), (1.0,) * count
    yield PointReading(f"moved by {said}", "take that off", order, ones, tuple(step.tolist()))


def nowhere(
    about: str,
    share: float,
    sampled: int,
    sides: tuple[FloatArray, FloatArray],
    *,
    axes: Sequence[str],
    elsewhere: Iterable[tuple[float, str]],
) -> OtherReading | None:
    """That hardly any detection is on an object, and where both sides lie; None where enough are.

    Parameters
    ----------
    about : str
        What the places are of.
    share : float
        How many are on an object.
    sampled : int
        Of so many.
    sides : (float64 array [S, D], float64 array [N, D])
        Places of detections, and of objects.
    axes : sequence of str
        What coordinates are called.
    elsewhere : iterable of (float, str)
        How many are in other images, and in which.
    """
    if sampled < _ENOUGH or share >= _HARDLY:
        return None
    ranges = [np.quantile(side, (0.02, 0.98), axis=0).T for side in sides]
    reach = " and ".join(
        f"{axis} from {low:.4g} to {high:.4g} where those of objects have {first:.4g} to {last:.4g}"
        for axis, (low, high), (first, last) in zip(axes, *ranges, strict=True)
    )
    best = f"{share:.0%} of the {sampled:,} best detections"
    other, words = max(elsewhere, default=(0.0, ""))
    if far_better(other, share, sampled):
        what = f"{best} are on an object of their image, {other:.0%} would be {words}"
        return OtherReading(about, what, "give each its own image", sampled, round(other * sampled), None)
    what = f"only {best} are on an object of their image; they have {reach}"
    fix = "unless the detector is as bad, they are of other images or in other coordinates"
    return OtherReading(about, what, fix, sampled, round(share * sampled), None)


def nearest_pairs(sample: Sample, found: FloatArray, true: FloatArray, reach: FloatArray) -> FloatArray:
    """How far each pair of a sample is apart, where 1 is as far as the object reaches.

    Parameters
    ----------
    sample : Sample
        Detections, and each beside every truth of its image.
    found, true : float64 array [S, D], [N, D]
        Points of the sampled detections, and of all truths.
    reach : float64 array [N]
        Of all truths.
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        squared = np.zeros(len(sample.detection))
        for own, other in zip(found.T, true.T, strict=True):
            apart = own[sample.detection] - other[sample.truth]
            apart *= apart
            squared += apart
        distance: FloatArray = np.sqrt(squared, out=squared)
        distance /= reach[sample.truth]
        distance[np.isnan(distance)] = np.inf
    return distance


def best_place(
    sample: Sample,
    share_of: Callable[[PointReading | None], float],
    readings: Iterator[PointReading],
) -> tuple[PointReading, float] | None:
    """The reading under which far more detections are on an object, and how many; None where none is.

    Parameters
    ----------
    sample : Sample
        What is looked at.
    share_of : callable
        The share of the sampled detections on an object, of a reading or (None) as read.
    readings : iterator of PointReading
        The first of equals is taken.
    """
    given = share_of(None)
    if not far_better(1.0, given, len(sample)):
        return None
    best, best_share = None, 0.0
    for reading in readings:
        share = share_of(reading)
        if share > best_share:
            best, best_share = reading, share
    if best is None or not far_better(best_share, given, len(sample)):
        return None
    return best, best_share


def best_scale(overlap: Callable[[float], float], steps: int) -> float:
    """The scale of the largest overlap, looked for in steps of 8 %, so many down and up, then of 1 %.

    Examples
    --------
    >>> round(best_scale(lambda scale: -abs(scale - 2), 20), 2)
    2.0
    """
    near = max((_STEP**step for step in range(-steps, steps + 1)), key=overlap)
    return max((near * 1.01**step for step in range(-4, 5)), key=overlap)


def nearer(
    given: FloatArray, tried: Sequence[Tried], least: float, well: float
) -> tuple[Tried, int, int] | None:
    """The reading that is nearer in nearly every pair that it changes; these pairs, and the nearer of them.

    Parameters
    ----------
    given : float64 array [P]
        By how much each pair is off as read; NaN where that is not known.
    tried : sequence of Tried
        Other readings, the first of equals is taken.
    least : float
        What is changed by less is not changed.
    well : float
        By how much half of the changed pairs may be off under a reading that fits.

    Examples
    --------
    >>> off = np.full(20, 3.1)
    >>> nearer(off, [Tried("half a turn", "", off - 3.0, lambda found: found)], 0.2, 0.4)[1:]
    (20, 20)
    """
    best, best_mean = None, np.inf
    for each in tried:
        known: BoolArray = np.isfinite(given) & np.isfinite(each.error)
        changed = known & (np.abs(given - each.error) > least)
        count, closer = int(changed.sum()), int((changed & (each.error < given)).sum())
        if count < max(FEWEST, _MATTERS * known.sum()) or closer < _AGREED * count:
            continue
        mean = float(each.error[known].mean())
        if np.median(each.error[changed]) <= well and mean < best_mean:
            best, best_mean = (each, count, closer), mean
    return best


def nearly_all_overlap_more(given: FloatArray, other: FloatArray) -> bool:
    """Whether far more overlap by half; or nearly all of those that change overlap more, and these by half.

    Examples
    --------
    >>> given = np.full(40, 0.55)
    >>> nearly_all_overlap_more(given, given + 0.3), nearly_all_overlap_more(given, given + 0.05)
    (True, False)
    """
    if far_better(float((other >= HIT).mean()), float((given >= HIT).mean()), len(given)):
        return True
    changed = np.abs(other - given) > _CHANGED
    if int(changed.sum()) < max(FEWEST, _MATTERS * len(given)):
        return False
    more = float((other > given)[changed].mean())
    return more >= _AGREED and float(np.median(other[changed])) >= HIT


def nearest_partners(sample: Sample, apart: FloatArray) -> tuple[Int64Array, Int64Array]:
    """Of the detections within reach of a truth: their place in the sample, and the row of the nearest."""
    order = np.lexsort((apart, sample.detection))
    first = order[sample.first_pair]
    near = np.flatnonzero(apart[first] < 1)
    return near, sample.truth[first[near]]
