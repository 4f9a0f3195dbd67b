"""Images in which parts of boxes fit only under another reading, among others where they fit as read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from truebox.fitting.part_readings import OtherReading

if TYPE_CHECKING:
    from truebox.fitting.part_readings import Tried
    from truebox.records import Predictions
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["ImagesReadOtherwise", "images_nearer_so", "nearer_in_images"]

_AT_LEAST = 3
"""Pairs in an image that a reading changes: of fewer, all are nearer by chance."""
_AGREED = 0.8
_FEWEST, _SHARE, _TIMES_CHANCE = 5, 0.1, 5


class ImagesReadOtherwise(NamedTuple):
    """Which reading it is, the images, of how many, and what pairs it changes there and how many fit so."""

    place: int
    images: BoolArray
    looked_at: int
    changed: int
    closer: int


def images_nearer_so(
    given: FloatArray,
    tried: Sequence[FloatArray],
    image: Int64Array,
    count: int,
    *,
    least: float,
    well: float,
) -> ImagesReadOtherwise | None:
    """The reading under which nearly all pairs of some images fit that it changes, and are off as read.

    These must be five images and a tenth of those with three such pairs or more, five times as many as would
    be so by chance were all images alike, and half of the pairs of the others must fit as read.

    Parameters
    ----------
    given : float64 array [P]
        By how much each pair is off as read; NaN where that is not known.
    tried : sequence of float64 array [P]
        The same under every reading.
    image : int64 array [P]
        Of each pair.
    count : int
        Images there are.
    least, well : float
        What is changed by less is not changed; by how much pairs that fit are off at most.

    Examples
    --------
    >>> given = np.where(np.arange(200) < 80, 3.1, 0.1)
    >>> found = images_nearer_so(given, [3.2 - given], np.arange(200) // 10, 20, least=0.2, well=0.4)
    >>> int(found.images.sum()), found.looked_at, found.changed
    (8, 20, 80)
    """
    best, best_rank = None, (0, 0.0)
    for place, error in enumerate(tried):
        known: BoolArray = np.isfinite(given) & np.isfinite(error)
        with np.errstate(invalid="ignore"):
            changed: BoolArray = known & (np.abs(given - error) > least)
            so: BoolArray = changed & (error < given) & (error <= well)
        pairs, fitting = (np.bincount(image[each], minlength=count) for each in (changed, so))
        looked = pairs >= _AT_LEAST
        sure: BoolArray = looked & (fitting >= _AGREED * pairs)
        number, held = int(sure.sum()), sure[image]
        rest = known & ~held
        if number < max(_FEWEST, _SHARE * np.count_nonzero(looked)) or not rest.any():
            continue
        if float((given[rest] <= well).mean()) < 1 / 2:
            continue
        elsewhere = changed & ~held
        share = float(so[elsewhere].mean()) if elsewhere.any() else 0.0
        if number < _TIMES_CHANCE * float((share ** (_AGREED * pairs[looked])).sum()):
            continue
        rank = number, -float(error[known & held].mean())
        if rank > best_rank:
            counts = int((changed & held).sum()), int((so & held).sum())
            best, best_rank = ImagesReadOtherwise(place, sure, int(looked.sum()), *counts), rank
    return best


def nearer_in_images(
    about: str,
    given: FloatArray,
    tried: Sequence[Tried],
    places: tuple[Int64Array, Int64Array],
    **limits: float,
) -> OtherReading | None:
    """The reading of parts of boxes in space that some images need, of which `images_nearer_so` decides.

    Parameters
    ----------
    about : str
        What is read otherwise.
    given, tried, limits
        As `nearer` takes them.
    places : (int64 array [D], int64 array [P])
        The image of every detection, -1 of none, and that of each pair.

    Examples
    --------
    >>> from truebox.fitting.part_readings import Tried
    >>> given = np.where(np.arange(200) < 80, 3.1, 0.1)
    >>> other = [Tried("half a turn further", "", 3.1 - given, lambda found: found)]
    >>> image = np.arange(200) // 10
    >>> nearer_in_images("directions", given, other, (image, image), least=0.2, well=0.4).what
    'half a turn further in 8 of 20 images'
    """
    every, image = places
    count = int(every.max(initial=-1)) + 1
    found = images_nearer_so(given, [each.error for each in tried], image, count, **limits)
    if found is None:
        return None
    best = tried[found.place]
    what = f"{best.what} in {int(found.images.sum()):,} of {found.looked_at:,} images"
    read = _read_there(best.read, found.images, every)
    fix, counts = f"{best.fix} there", (found.changed, found.closer)
    return OtherReading(about, what, fix, *counts, read, best.refused)


def _read_there(
    read: Callable[[Predictions], Predictions], sure: BoolArray, places: Int64Array
) -> Callable[[Predictions], Predictions]:
    """The reading of the detections of some images alone."""
    rows = (places >= 0) & sure[places]

    def read_there(held: Predictions) -> Predictions:
        other = read(held)
        columns = {
            name: values
            if values is held.attributes.get(name)
            else np.where(rows, values, held.attributes[name])
            for name, values in other.attributes.items()
        }
        return replace(other, attributes=columns, boxes=np.where(rows[:, None], other.boxes, held.boxes))

    return read_there
