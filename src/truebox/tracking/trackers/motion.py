"""Where boxes go: a Kalman filter of constant velocity over many tracks at once.

Sources: R. E. Kalman, A New Approach to Linear Filtering, 1960. The noise is that of SORT (Bewley et al.,
ICIP 2016, arXiv:1602.00763) and of DeepSORT (Wojke et al., ICIP 2017, arXiv:1703.07402), as in ByteTrack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = ["AreaMotion", "HeightMotion", "Motion"]


@dataclass(slots=True)
class Motion:
    """State of N tracks: four numbers of the box, then their speeds, and the covariance.

    Parameters
    ----------
    mean : float64 array [N, S]
    covariance : float64 array [N, S, S]
    """

    mean: FloatArray
    covariance: FloatArray

    size = 8
    """Numbers in a state; 7 where one of the box has no speed."""

    @classmethod
    def none(cls) -> Motion:
        """No track yet."""
        return cls(np.zeros((0, cls.size)), np.zeros((0, cls.size, cls.size)))

    def __len__(self) -> int:
        return len(self.mean)

    @staticmethod
    def measured(boxes: FloatArray) -> FloatArray:
        """The four numbers of boxes x0 y0 x1 y1 that are followed."""
        raise NotImplementedError

    @property
    def boxes(self) -> FloatArray:
        """Where the boxes are expected, x0 y0 x1 y1."""
        raise NotImplementedError

    def started(self, boxes: FloatArray) -> Motion:
        """Motion of new tracks that begin at boxes."""
        raise NotImplementedError

    def _noise(self) -> tuple[FloatArray, FloatArray]:
        """Variances of a step [N, S] and of a measurement [N, 4]."""
        raise NotImplementedError

    def taken(self, rows: AnyArray) -> Motion:
        """The motion of some tracks."""
        return type(self)(self.mean[rows], self.covariance[rows])

    def joined(self, other: Motion) -> Motion:
        """The motion of both, one after the other."""
        return type(self)(
            np.concatenate([self.mean, other.mean]), np.concatenate([self.covariance, other.covariance])
        )

    def predict(self) -> None:
        """One frame on."""
        if not len(self):
            return
        step = np.eye(self.size)
        speeds = np.arange(self.size - 4)
        step[speeds, speeds + 4] = 1
        noise, _ = self._noise()
        self.mean = self.mean @ step.T
        self.covariance = step @ self.covariance @ step.T
        self.covariance[:, np.arange(self.size), np.arange(self.size)] += noise

    def correct(self, rows: AnyArray, boxes: FloatArray) -> None:
        """Take in what was seen of some tracks."""
        if not len(rows):
            return
        _, noise = self._noise()
        mean, covariance = self.mean[rows], self.covariance[rows]
        innovation = covariance[:, :4, :4].copy()
        innovation[:, np.arange(4), np.arange(4)] += noise[rows]
        gain = np.swapaxes(np.linalg.solve(innovation, covariance[:, :4, :]), 1, 2)
        missing = self.measured(boxes) - mean[:, :4]
        self.mean[rows] = mean + np.einsum("nij,nj->ni", gain, missing)
        self.covariance[rows] = covariance - gain @ innovation @ np.swapaxes(gain, 1, 2)


class AreaMotion(Motion):
    """As SORT: centre, area and aspect, and no speed of the aspect."""

    __slots__ = ()
    size = 7

    @staticmethod
    def measured(boxes: FloatArray) -> FloatArray:
        """Centre, area, width by height."""
        size = boxes[:, 2:] - boxes[:, :2]
        centre = boxes[:, :2] + size / 2
        return np.column_stack([centre, size[:, 0] * size[:, 1], size[:, 0] / np.maximum(size[:, 1], 1e-9)])

    @property
    def boxes(self) -> FloatArray:
        """Where the boxes are expected."""
        area, aspect = np.maximum(self.mean[:, 2], 1e-9), np.maximum(self.mean[:, 3], 1e-9)
        width = np.sqrt(area * aspect)
        half = np.column_stack([width, area / width]) / 2
        return np.concatenate([self.mean[:, :2] - half, self.mean[:, :2] + half], axis=1)

    def started(self, boxes: FloatArray) -> Motion:
        """Of new tracks: speeds are unknown."""
        mean = np.concatenate([self.measured(boxes), np.zeros((len(boxes), 3))], axis=1)
        covariance = np.zeros((len(boxes), 7, 7))
        covariance[:, np.arange(7), np.arange(7)] = [10, 10, 10, 10, 1e4, 1e4, 1e4]
        return type(self)(mean, covariance)

    def predict(self) -> None:
        """One frame on; an area never falls below 0."""
        self.mean[self.mean[:, 2] + self.mean[:, 6] <= 0, 6] = 0
        Motion.predict(self)

    def _noise(self) -> tuple[FloatArray, FloatArray]:
        count = len(self)
        step = np.broadcast_to([1, 1, 1, 1, 0.01, 0.01, 0.0001], (count, 7))
        return step, np.broadcast_to([1.0, 1.0, 10.0, 10.0], (count, 4))


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
        half = np.column_stack([self.mean[:, 2] * self.mean[:, 3], self.mean[:, 3]]) / 2
        return np.concatenate([self.mean[:, :2] - half, self.mean[:, :2] + half], axis=1)

    def started(self, boxes: FloatArray) -> Motion:
        """Of new tracks: speeds are unknown."""
        mean = np.concatenate([self.measured(boxes), np.zeros((len(boxes), 4))], axis=1)
        height = mean[:, 3]
        place, speed, fixed = height / 10, height / 16, np.ones(len(boxes))
        spread = [place, place, 1e-2 * fixed, place, speed, speed, 1e-5 * fixed, speed]
        covariance = np.zeros((len(boxes), 8, 8))
        covariance[:, np.arange(8), np.arange(8)] = np.column_stack(spread) ** 2
        return type(self)(mean, covariance)

    def _noise(self) -> tuple[FloatArray, FloatArray]:
        height = self.mean[:, 3]
        place, speed, fixed = height / 20, height / 160, np.ones(len(height))
        step = np.column_stack([place, place, 1e-2 * fixed, place, speed, speed, 1e-5 * fixed, speed])
        return step**2, np.column_stack([place, place, 1e-1 * fixed, place]) ** 2
