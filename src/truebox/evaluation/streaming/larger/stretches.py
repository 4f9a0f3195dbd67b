"""Images in the order of their ids, cut into stretches, and a truth that gives the objects of some."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from truebox.evaluation.states.alignment import positions, sorted_table
from truebox.records import Ids, Images, Strings
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.records import Truth
    from truebox.typing import Int64Array

__all__ = ["HeldTruth", "Stretches", "TruthByStretch"]


class Stretches:
    """Neighbouring images of a sorted table.

    Parameters
    ----------
    images : Images
    count : int
        How many stretches there are; some are empty where there are fewer images.
    """

    def __init__(self, images: Images, count: int) -> None:
        self.table = sorted_table(images.ids)
        self.count = count
        self._listed = images.listed
        self._sizes = np.zeros((len(self.table), 2), dtype=np.int64)
        self._sizes[positions(images.ids, self.table, 1)[0]] = images.sizes

    def of(self, ids: Ids) -> Int64Array:
        """The stretch of each image; the first for those that nobody lists, which are counted once there."""
        place = np.maximum(positions(ids, self.table, 1)[0], 0).astype(np.int64)
        return place * self.count // max(len(self.table), 1)

    def images(self, first: int, last: int) -> Images:
        """Those from stretch `first` to before `last`, without names of files."""
        low, high = (-(-each * len(self.table) // self.count) for each in (first, last))
        return Images(
            ids=Ids(self.table.values[low:high], self.table.names),
            sizes=self._sizes[low:high],
            file_names=Strings(b"", np.zeros(high - low + 1, dtype=np.int64)),
            listed=self._listed,
        )


class TruthByStretch(Protocol):
    """A truth in memory or in files.

    Parameters
    ----------
    frame : Truth
        Its images and classes.
    stretches : Stretches
        Of its images.
    weights : int64 array
        What reading the objects of each stretch adds, in rows of detections.
    """

    frame: Truth
    stretches: Stretches
    weights: Int64Array

    def of(self, first: int, last: int) -> Truth:
        """The images from stretch `first` to before `last` and their objects, in the order of the file."""


class HeldTruth:
    """A truth in memory.

    Parameters
    ----------
    truth : Truth
    stretches : int
        Into how many its images are cut.
    """

    def __init__(self, truth: Truth, stretches: int) -> None:
        self.frame = truth
        self.stretches = Stretches(truth.images, stretches)
        self.weights = np.zeros(stretches, dtype=np.int64)
        where = self.stretches.of(truth.image)
        self._order = np.argsort(where, kind="stable")
        self._begins = np.searchsorted(where[self._order], np.arange(stretches + 1))

    def of(self, first: int, last: int) -> Truth:
        rows = np.sort(self._order[self._begins[first] : self._begins[last]])
        return replace(take_truth(self.frame, rows), images=self.stretches.images(first, last))
