"""True tracks as what is drawn or swapped: HOTA and Identity of the whole are sums over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.evaluation import TrackResult
    from truebox.typing import FloatArray, Int64Array

__all__ = ["ASSOCIATION", "DrawnTracks"]

ASSOCIATION = ("HOTA", "AssA", "AssRe", "AssPr", "IDF1")
"""Metrics of which a block of frames shows little: what tracks lose, they lose over longer times."""


class DrawnTracks:
    """The true tracks of a result, and false tracks that follow none, as columns of weights.

    Parameters
    ----------
    result : TrackResult
        Of `truebox.evaluation.evaluate_tracks`.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> truth = {"frames": [1, 2, 3, 4], "ids": [7] * 4, "boxes": [[0, 0, 9, 9]] * 4}
    >>> found = {"frames": [1, 2, 4], "ids": [1, 1, 2], "boxes": [[0, 0, 9, 9]] * 3}
    >>> tracks = DrawnTracks(evaluate_tracks(truth, found))
    >>> hota = tracks.measured(0, np.ones((1, 1)))["HOTA"]
    >>> tracks.truths, round(float(hota[0]), 3)  # the root of 3 of 4 found, by (2 * 2/4 + 1/4) / 3 kept
    (1, 0.559)
    """

    def __init__(self, result: TrackResult) -> None:
        self._parts = [each.parts for each in result.matched]
        classes = len(result.state.classes)
        self._cells = [
            [cell for cell, each in enumerate(result.matched) if each.category == kind]
            for kind in range(classes)
        ]
        lengths = [len(each.lengths) for each in self._parts]
        alone = [len(each.alone) for each in self._parts]
        self._begins = np.cumsum([0, *lengths]).tolist()
        self._alone_begins = np.cumsum([0, *alone]).tolist()
        self.truths = int(self._begins[-1])
        """True tracks, the first columns."""
        self.columns = self.truths + int(self._alone_begins[-1])
        """Those, and false tracks that follow none."""

    def held(self, kind: int | None) -> int:
        """How many true tracks a class has; None: all."""
        if kind is None:
            return self.truths
        return sum(self._begins[cell + 1] - self._begins[cell] for cell in self._cells[kind])

    def measured(
        self,
        kind: int,
        weights: FloatArray,
        other: DrawnTracks | None = None,
        its: FloatArray | None = None,
    ) -> dict[str, FloatArray]:
        """The metrics of association of one class, of each row of weights [R, columns or more]."""
        sums = self._added(kind, weights)
        if other is not None and its is not None:
            more = other._added(kind, its)
            sums = {name: value + more[name] for name, value in sums.items()}
        tp, all_truths = sums["found"], sums["lengths"][:, None]
        matches = np.maximum(1, tp)
        shares = {
            "AssA": sums["kept"] / matches,
            "AssRe": sums["kept_of_truth"] / matches,
            "AssPr": sums["kept_of_prediction"] / matches,
        }
        det = tp / np.maximum(1, all_truths + sums["wrong"] + sums["alone"][:, None])
        found = {"HOTA": np.sqrt(det * shares["AssA"]), **shares}
        held: dict[str, FloatArray] = {name: values.mean(axis=1) for name, values in found.items()}
        together, missed = sums["together"], sums["lengths"] - sums["together"]
        wrong = sums["astray"] + sums["alone_astray"]
        held["IDF1"] = together / np.maximum(1, together + 0.5 * wrong + 0.5 * missed)
        return held

    def _added(self, kind: int, weights: FloatArray) -> dict[str, FloatArray]:
        cells = self._cells[kind]
        own = weights[:, _columns([(self._begins[cell], self._begins[cell + 1]) for cell in cells])]
        begins = [begin + self.truths for begin in self._alone_begins]
        false = weights[:, _columns([(begins[cell], begins[cell + 1]) for cell in cells])]
        parts = [self._parts[cell] for cell in cells]
        added = {}
        for name in (
            *("lengths", "found", "wrong", "kept", "kept_of_truth", "kept_of_prediction"),
            *("together", "astray", "alone", "alone_astray"),
        ):
            values = np.concatenate([getattr(each, name) for each in parts]) if parts else np.empty(0)
            side = false if name.startswith("alone") else own
            added[name] = side @ values if parts else np.zeros(len(weights))
        if not parts:
            for name in ("found", "wrong", "kept", "kept_of_truth", "kept_of_prediction"):
                added[name] = np.zeros((len(weights), 1))
        return added


def _columns(ranges: list[tuple[int, int]]) -> Int64Array:
    parts = [np.arange(begin, end) for begin, end in ranges]
    return np.concatenate([np.empty(0, dtype=np.int64), *parts])
