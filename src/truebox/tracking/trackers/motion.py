"""Where boxes go: a Kalman filter of constant velocity over many tracks at once.

Every number of a box has a speed of its own and noise of its own, so the covariance of a track never joins
two of them: it falls into one of two by two for each, of which three numbers are kept.

Sources: R. E. Kalman, A New Approach to Linear Filtering, 1960. The noise is that of SORT (Bewley et al.,
ICIP 2016, arXiv:1602.00763) and of DeepSORT (Wojke et al., ICIP 2017, arXiv:1703.07402), as in ByteTrack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Self

    from truebox.typing import AnyArray, FloatArray

__all__ = ["AreaMotion", "HeightMotion", "Motion"]

_PLACE, _SPEED, _PLACES, _BOTH, _SPEEDS = range(5)


@dataclass(slots=True)
class Motion:
    """State of N tracks.

    Parameters
    ----------
    state : float64 array [N, 5, 4]
        Of the four numbers of a box: where they are, their speeds, the variance of the place, the covariance
        of both and the variance of the speed.
    """

    state: FloatArray

    @classmethod
    def none(cls) -> Self:
        """No track yet."""
        return cls(np.zeros((0, 5, 4)))

    def __len__(self) -> int:
        return len(self.state)

    @staticmethod
    def measured(boxes: FloatArray) -> FloatArray:
        """The four numbers of boxes x0 y0 x1 y1 that are followed."""
        raise NotImplementedError

    @property
    def boxes(self) -> FloatArray:
        """Where the boxes are expected, x0 y0 x1 y1."""
        raise NotImplementedError

    def started(self, boxes: FloatArray) -> Self:
        """Motion of new tracks that begin at boxes: their speeds are unknown."""
        state = np.zeros((len(boxes), 5, 4))
        state[:, _PLACE] = self.measured(boxes)
        state[:, _PLACES], state[:, _SPEEDS] = self._doubt(state[:, _PLACE])
        return type(self)(state)

    def _doubt(self, place: FloatArray) -> tuple[AnyArray, AnyArray]:
        """Variances of place and speed of a new track."""
        raise NotImplementedError

    def _of_a_step(self) -> tuple[AnyArray, AnyArray]:
        """Variances that a step adds to place and speed."""
        raise NotImplementedError

    def _of_a_measurement(self, place: FloatArray) -> AnyArray:
        """Variances of what is measured."""
        raise NotImplementedError

    def taken(self, rows: AnyArray | slice) -> Self:
        """The motion of some tracks; of a slice it is a view."""
        return type(self)(self.state[rows])

    def joined(self, other: Self) -> Self:
        """The motion of both, one after the other."""
        return type(self)(np.concatenate([self.state, other.state]))

    def predict(self) -> None:
        """One frame on."""
        of_place, of_speed = self._of_a_step()
        place, speed, places, both, speeds = self.state.swapaxes(0, 1)
        place += speed
        places += 2 * both + speeds + of_place
        both += speeds
        speeds += of_speed

    def correct(self, rows: AnyArray | slice, boxes: FloatArray) -> None:
        """Take in what was seen of some tracks."""
        place, speed, places, both, speeds = self.state[rows].swapaxes(0, 1)
        missing = self.measured(boxes) - place
        total = places + self._of_a_measurement(place)
        gain, gain_of_speed = places / total, both / total
        corrected = (
            place + gain * missing,
            speed + gain_of_speed * missing,
            places - gain * places,
            both - gain * both,
            speeds - gain_of_speed * both,
        )
        self.state[rows] = np.stack(corrected, axis=1)


class AreaMotion(Motion):
    """As SORT: centre, area and aspect, and no speed of the aspect."""

    __slots__ = ()

    @staticmethod
    def measured(boxes: FloatArray) -> FloatArray:
        """Centre, area, width by height."""
        size = boxes[:, 2:] - boxes[:, :2]
        centre = boxes[:, :2] + size / 2
        return np.column_stack([centre, size[:, 0] * size[:, 1], size[:, 0] / np.maximum(size[:, 1], 1e-9)])

    @property
    def boxes(self) -> FloatArray:
        """Where the boxes are expected."""
        place = self.state[:, _PLACE]
        area, aspect = np.maximum(place[:, 2], 1e-9), np.maximum(place[:, 3], 1e-9)
        width = np.sqrt(area * aspect)
        half = np.column_stack([width, area / width]) / 2
        return np.concatenate([place[:, :2] - half, place[:, :2] + half], axis=1)

    def predict(self) -> None:
        """One frame on; an area never falls below 0."""
        area, growth = self.state[:, _PLACE, 2], self.state[:, _SPEED, 2]
        growth[area + growth <= 0] = 0
        Motion.predict(self)

    def _doubt(self, place: FloatArray) -> tuple[AnyArray, AnyArray]:
        return np.full(4, 10.0), np.array([1e4, 1e4, 1e4, 0])

    def _of_a_step(self) -> tuple[AnyArray, AnyArray]:
        return np.ones(4), np.array([0.01, 0.01, 0.0001, 0])

    def _of_a_measurement(self, place: FloatArray) -> AnyArray:
        return np.array([1.0, 1.0, 10.0, 10.0])


class HeightMotion(Motion):
    """As ByteTrack: centre, aspect and height, all noise in proportion to the height."""

    __slots__ = ()

    @staticmethod
    def measured(boxes: FloatArray) -> FloatArray:
        """Centre, width by height, height."""
        size = boxes[:, 2:] - boxes[:, :2]
        height = np.maximum(size[:, 1], 1e-9)
        return np.column_stack([boxes[:, :2] + size / 2, size[:, 0] / height, size[:, 1]])

    @property
    def boxes(self) -> FloatArray:
        """Where the boxes are expected."""
        place = self.state[:, _PLACE]
        half = np.column_stack([place[:, 2] * place[:, 3], place[:, 3]]) / 2
        return np.concatenate([place[:, :2] - half, place[:, :2] + half], axis=1)

    def keep_heights(self, rows: AnyArray) -> None:
        """Some tracks grow no more."""
        self.state[rows, _SPEED, 3] = 0

    def _doubt(self, place: FloatArray) -> tuple[AnyArray, AnyArray]:
        return _by_height(place, 1 / 10, 1e-2), _by_height(place, 1 / 16, 1e-5)

    def _of_a_step(self) -> tuple[AnyArray, AnyArray]:
        place = self.state[:, _PLACE]
        return _by_height(place, 1 / 20, 1e-2), _by_height(place, 1 / 160, 1e-5)

    def _of_a_measurement(self, place: FloatArray) -> AnyArray:
        return _by_height(place, 1 / 20, 1e-1)


def _by_height(place: FloatArray, share: float, of_aspect: float) -> AnyArray:
    """Variances where deviations are a share of the height, and a number of the aspect."""
    deviations = np.repeat(place[:, 3:] * share, 4, axis=1)
    deviations[:, 2] = of_aspect
    return deviations**2
