"""Detections beside the objects that they are meant for, and what their parts may mean instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from truebox.fitting.cuboids.directions import degrees, turn_between, turned, turned_alike, wrapped, yaw_of
from truebox.fitting.cuboids.layout import CENTER, SIDES, CuboidLayout, space_columns, with_columns
from truebox.fitting.cuboids.some_images import nearer_in_images
from truebox.fitting.part_readings import OtherReading, Tried, nearer
from truebox.fitting.samples import places_of

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["CuboidPairs"]

_VELOCITY = ("velocity_x", "velocity_y")
_ENOUGH_IN_IMAGE = 5
_LEAST_SHIFT, _WELL_PLACED = 0.1, 0.5
"""Metres."""
_SAME_SCALE = 0.1
_BY_CHANCE = 0.2
"""Of directions: at random an eighth is as near as `_NEAR_TURN` to those of their objects."""
_NEAR_TURN = 0.4
_ALIKE, _MOST, _ENOUGH = 1e-3, 0.9, 30
_SIGNS_LOST = 0.7
_UNKNOWN = -10.0
_ENOUGH_MOVING, _COMPLEX = 3, np.array([1.0, 1.0j])
"""Objects of an image that tell by which angle all velocities are turned."""
_MOVING = 1.0
"""Metres a second."""
_SPEEDS = (
    ("against the direction of motion", "turn their sign", -1.0),
    ("kilometres an hour", "divide them by 3.6", 1 / 3.6),
    ("half of what they are", "multiply them by 2", 2.0),
    ("twice what they are", "divide them by 2", 0.5),
    ("a tenth of what they are", "multiply them by 10", 10.0),
)


@dataclass(frozen=True, slots=True, eq=False)
class CuboidPairs:
    """Detections within reach of an object, and these objects."""

    layout: CuboidLayout
    truth: Truth
    predictions: Predictions
    found: Int64Array
    true: Int64Array

    def _sides(self, names: Sequence[str]) -> tuple[FloatArray, FloatArray]:
        return space_columns(self.predictions, names, self.found), space_columns(self.truth, names, self.true)

    def _said(
        self, about: str, given: FloatArray, tried: list[Tried], least: float, well: float
    ) -> OtherReading | None:
        best = nearer(given, tried, least, well)
        if best is None:
            places = places_of(self.predictions.image, self.truth.images.ids)
            its = places, places[self.found]
            return nearer_in_images(about, given, tried, its, least=least, well=well)
        reading, changed, closer = best
        return OtherReading(about, reading.what, reading.fix, changed, closer, reading.read, reading.refused)

    def shift(self, *, upright: bool = True) -> OtherReading | None:
        """One step for all, or for all of an image, as from a sensor elsewhere on a turning car."""
        axes = self.layout.ground if not upright else (0, 1, 2)
        names = [CENTER[axis] for axis in axes]
        found, true = self._sides(names)

        def off(by: FloatArray) -> FloatArray:
            error: FloatArray = np.sqrt(((true - found - by) ** 2).sum(axis=1))
            return error

        given, step = off(np.zeros(1)), np.median(true - found, axis=0)
        if not np.median(given) > _LEAST_SHIFT / 2:
            return None

        def moved(held: Predictions) -> Predictions:
            return with_columns(held, names, space_columns(held, names) + step)

        said = ", ".join(f"{-by:+.2f} in {name[0]}" for by, name in zip(step, names, strict=True))
        tried = [Tried(f"moved by {said}", "take that off", off(step), moved)]
        known = self._said("places", given, tried, _LEAST_SHIFT, _WELL_PLACED)
        if known is not None:
            return known
        places = places_of(self.predictions.image, self.truth.images.ids)
        steps = _medians(true - found, places[self.found], len(self.truth.images))

        def moved_by_image(held: Predictions) -> Predictions:
            by = np.where((places >= 0)[:, None], steps[places], 0.0)
            return with_columns(held, names, space_columns(held, names) + by)

        own = steps[places[self.found]]
        far = float(np.median(np.sqrt((own**2).sum(axis=1))))
        if far < _LEAST_SHIFT:  # most images have too few to tell
            return None
        what = f"moved by one step in every image, {far:.2f} m in the median"
        tried = [Tried(what, "add where the sensor stands on the car", off(own), moved_by_image)]
        return self._said("places", given, tried, _LEAST_SHIFT, _WELL_PLACED)

    def sizes(self) -> OtherReading | None:
        found, true = self._sides(SIDES)
        names = ("length", "width", "height")

        def off(sides: FloatArray) -> FloatArray:
            with np.errstate(divide="ignore", invalid="ignore"):
                error: FloatArray = np.abs(np.log(sides / true)).max(axis=1)
            return error

        tried = []
        for order in permutations(range(3)):
            if order == (0, 1, 2):
                continue
            what = "{}, {} and {}".format(*(names[order.index(k)] for k in range(3)))
            tried.append(
                Tried(what, "write them in the order of the truth", off(found[:, order]), _ordered(order))
            )
        about = "length, width and height"
        tried.append(Tried("half of what they are", "multiply them by 2", off(2 * found), _times(SIDES, 2.0)))
        tried.append(Tried("twice what they are", "divide them by 2", off(found / 2), _times(SIDES, 0.5)))
        tried += _scaled(found, true, off)
        return self._said(about, off(found), tried, 0.1, 0.3)

    def heights(self) -> OtherReading | None:
        up = CENTER[self.layout.up]
        (found, high), (true, true_high) = (side.T for side in self._sides((up, "height_3d")))
        with np.errstate(divide="ignore", invalid="ignore"):
            tried = [
                Tried(what, fix, np.abs(found + part * high - true) / true_high, _raised(up, part))
                for what, (fix, part) in self.layout.heights.items()
            ]
            given = np.abs(found - true) / true_high
        return self._said("places", given, tried, 0.15, 0.25)

    def directions(self) -> OtherReading | None:
        names = self.layout.turns
        found, true = self._sides(names)
        if len(names) == 1:
            others = [degrees(names, found, true), *self._from_alpha(names, found[:, 0], true[:, 0])]
            return self._directed("directions", names, found[:, 0], true[:, 0], *others)
        rolled = yaw_of(np.roll(found, 1, axis=1))  # x, y, z, w as it was written
        others = []
        if _alike(rolled).mean() < _MOST:  # any w, x, y, z without roll and pitch tell 0 so
            other = lambda held: with_columns(held, names, np.roll(space_columns(held, names), 1, axis=1))  # noqa: E731
            off = turn_between(rolled - yaw_of(true))
            others.append(Tried("quaternions x, y, z, w", "write w, x, y, z", off, other))
        return self._directed("directions", names, yaw_of(found), yaw_of(true), *others)

    def _from_alpha(self, names: tuple[str, ...], found: FloatArray, true: FloatArray) -> Iterator[Tried]:
        """Of KITTI: directions seen from the camera where those in space are read."""
        if "alpha" not in self.truth.attributes:
            return

        def in_space(held: Predictions) -> Predictions:
            x, _, z = space_columns(held, CENTER).T
            angle = space_columns(held, names)[:, 0] + np.arctan2(x, z)
            return with_columns(held, names, wrapped(angle)[:, None])

        x, _, z = space_columns(self.predictions, CENTER, self.found).T
        off = turn_between(found + np.arctan2(x, z) - true)
        yield Tried("alpha", "add arctan2(x, z) to alpha", off, in_space)

    def views(self) -> OtherReading | None:
        """Of KITTI: directions seen from the camera."""
        names = ("alpha",)
        if any("alpha" not in side.attributes for side in (self.truth, self.predictions)):
            return None
        found, true = self._sides(names)
        if (found == _UNKNOWN).any():  # the kit gives none of them a number then
            return None

        def seen(held: Predictions) -> Predictions:
            x, _, z = space_columns(held, CENTER).T
            angle = space_columns(held, names)[:, 0] - np.arctan2(x, z)
            return with_columns(held, names, wrapped(angle)[:, None])

        x, _, z = space_columns(self.predictions, CENTER, self.found).T
        what, fix = "rotation_y", "subtract arctan2(x, z) from rotation_y"
        other = Tried(what, fix, turn_between(found[:, 0] - np.arctan2(x, z) - true[:, 0]), seen)
        more = (degrees(names, found, true), other)
        return self._directed("directions alpha", names, found[:, 0], true[:, 0], *more)

    def _directed(
        self, about: str, names: tuple[str, ...], found: FloatArray, true: FloatArray, *others: Tried
    ) -> OtherReading | None:
        """The rows that all directions have, those of one kind, or that none agrees."""
        off, same = turn_between(found - true), np.median(found)
        alike = _alike(found)
        one = alike.mean() > _MOST and turn_between(true - same).mean() > _NEAR_TURN / 2
        tried = list(others)
        if not (one and _varied(true)):  # no turn of one direction gives many
            tried = [*turned(names, found, true), *others, *turned_alike(names, found, true)]
        best = self._said(about, off, tried, 0.2, _NEAR_TURN)
        near = off < _NEAR_TURN
        if best is not None or len(off) < _ENOUGH:
            return best
        unsigned = None if one else _unsigned(about, found, true)
        if unsigned is not None or not (one or near.mean() < _BY_CHANCE):
            return unsigned
        if one:
            what = f"{alike.sum():,} of {len(off):,} {about} are {same:.3g}, whatever their objects have"
        else:
            what = (
                f"{near.sum():,} of {len(off):,} {about} lie within {np.degrees(_NEAR_TURN):.0f} degrees of "
                "those of their objects, about as many as by chance, and none of the usual readings fits"
            )
        fix = "what is computed from them means nothing unless the detector is as bad"
        return OtherReading(about, what, fix, len(off), int(near.sum()), None)

    def speeds(self) -> OtherReading | None:
        if any(name not in side.attributes for name in _VELOCITY for side in (self.truth, self.predictions)):
            return None
        found, true = self._sides(_VELOCITY)
        fast = np.hypot(*true.T)

        def off(speed: FloatArray) -> FloatArray:
            with np.errstate(divide="ignore", invalid="ignore"):
                error: FloatArray = np.where(fast > _MOVING, np.hypot(*(speed - true).T) / fast, np.nan)
            return error

        tried = [
            Tried(what, fix, off(found * times), _times(_VELOCITY, times)) for what, fix, times in _SPEEDS
        ]
        traded = lambda held: with_columns(held, _VELOCITY, space_columns(held, _VELOCITY)[:, ::-1])  # noqa: E731
        tried.append(Tried("y before x", "write x before y", off(found[:, ::-1]), traded))
        known = self._said("velocities", off(found), tried, 0.2, _NEAR_TURN)
        return known or self._turning(off, found, np.where(fast[:, None] > _MOVING, true, np.nan))

    def _turning(
        self, off: Callable[[FloatArray], FloatArray], found: FloatArray, true: FloatArray
    ) -> OtherReading | None:
        """All velocities of an image turned by one angle, as where they are those along a car's own axes."""
        places = places_of(self.predictions.image, self.truth.images.ids)
        groups = places[self.found]
        # Complex numbers: what turns the sum of the found best towards that of the true.
        towards = (true @ _COMPLEX) * np.conj(found @ _COMPLEX)
        known = np.isfinite(towards)
        count = len(self.truth.images)
        held = np.bincount(groups[known], minlength=count)
        turns = np.ones(count, dtype=np.complex128)
        enough = held >= _ENOUGH_MOVING
        summed = np.zeros(count, dtype=np.complex128)
        np.add.at(summed, groups[known], towards[known])
        enough &= np.abs(summed) > 0
        turns[enough] = summed[enough] / np.abs(summed[enough])

        def turned_by_image(all_found: Predictions) -> Predictions:
            by = np.where(places >= 0, turns[places], 1.0)
            return with_columns(
                all_found, _VELOCITY, _as_columns((space_columns(all_found, _VELOCITY) @ _COMPLEX) * by)
            )

        read = _as_columns((found @ _COMPLEX) * turns[groups])
        what, fix = "along the axes of the car or a sensor", "turn them into the frame of the places"
        return self._said("velocities", off(found), [Tried(what, fix, off(read), turned_by_image)], 0.2, 0.2)

    def attributes(self) -> OtherReading | None:
        """Of nuScenes: names of what objects do, which all detections lack."""
        sides = self.predictions, self.truth
        if any("attribute" not in side.attributes for side in sides):
            return None
        found, true = (side.attributes["attribute"] for side in sides)
        asked = self.found[true[self.true] != ""]
        if len(asked) < _ENOUGH or (found[asked] != "").any():
            return None
        what = f"all {len(asked):,} detections of objects with an attribute name none: AAE is 1 everywhere"
        return OtherReading("attributes", what, "write attribute_name", len(asked), 0, None)


def _alike(angles: FloatArray) -> BoolArray:
    """Which directions are the middle one."""
    alike: BoolArray = turn_between(angles - np.median(angles)) < _ALIKE
    return alike


def _varied(true: FloatArray) -> bool:
    """Whether objects lie in more than one direction."""
    middle = np.arctan2(np.sin(true).mean(), np.cos(true).mean())
    return bool((turn_between(true - middle) < _NEAR_TURN).mean() < _MOST)


def _unsigned(about: str, found: FloatArray, true: FloatArray) -> OtherReading | None:
    """That no direction is below 0, and those whose objects' are have the other sign."""
    below = wrapped(true) < -_NEAR_TURN
    if float(found.min()) < 0 or np.count_nonzero(below) < _ENOUGH / 3 or not (~below).any():
        return None
    lost, kept = turn_between(found + true)[below], turn_between(found - true)[~below]
    share = float((lost < _NEAR_TURN).mean())
    halved = float((turn_between(found - true + np.pi)[below] < _NEAR_TURN).mean())
    if min(share, float((kept < _NEAR_TURN).mean())) < _SIGNS_LOST or halved >= _SIGNS_LOST * share:
        return None  # half a turn may have been taken off instead
    count = int((lost < _NEAR_TURN).sum())
    what = (
        f"no {about} are below 0, and of {np.count_nonzero(below):,} whose object's is {count:,} would lie "
        f"within {np.degrees(_NEAR_TURN):.0f} degrees of it with the other sign"
    )
    return OtherReading(about, what, "write directions with their signs", len(found), count, None)


def _scaled(found: FloatArray, true: FloatArray, off: Callable[[FloatArray], FloatArray]) -> Iterator[Tried]:
    """All three sides larger or smaller alike."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.log(found / true)
    ratio = ratio[np.isfinite(ratio).all(axis=1)]
    if not len(ratio):
        return
    middle = np.median(ratio, axis=0)
    scale = float(np.exp(middle.mean()))
    off_two = abs(abs(middle.mean()) - np.log(2))
    if np.ptp(middle) <= _SAME_SCALE < min(abs(middle.mean()), off_two):
        what, fix = f"{scale:.2f} times what they are", f"divide them by {scale:.2f}"
        yield Tried(what, fix, off(found / scale), _times(SIDES, 1 / scale))


def _as_columns(numbers: AnyArray) -> FloatArray:
    return np.column_stack([numbers.real, numbers.imag])


def _ordered(order: tuple[int, ...]) -> Callable[[Predictions], Predictions]:
    return lambda held: with_columns(held, SIDES, space_columns(held, SIDES)[:, order])


def _times(names: tuple[str, ...], factor: float) -> Callable[[Predictions], Predictions]:
    return lambda held: with_columns(held, names, space_columns(held, names) * factor)


def _raised(up: str, part: float) -> Callable[[Predictions], Predictions]:
    def read(held: Predictions) -> Predictions:
        place, high = space_columns(held, (up, "height_3d")).T
        return with_columns(held, (up,), (place + part * high)[:, None])

    return read


def _medians(values: FloatArray, groups: Int64Array, count: int) -> FloatArray:
    """The median of each group [count, C]; 0 of those with fewer than `_ENOUGH_IN_IMAGE`."""
    found = np.zeros((count, values.shape[1]))
    held = np.bincount(groups, minlength=count)
    begin = np.cumsum(held) - held
    enough = held >= _ENOUGH_IN_IMAGE
    low, high = (begin + (held - 1) // 2)[enough], (begin + held // 2)[enough]
    last = (begin + held - 1)[enough]
    for column, value in enumerate(values.T):
        ranked = value[np.lexsort((value, groups))]
        middle = (ranked[low] + ranked[high]) / 2
        found[enough, column] = np.where(np.isnan(ranked[last]), np.nan, middle)
    return found
