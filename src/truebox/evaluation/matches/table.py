"""The match table: what every diagnosis is derived from, without matching twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.escaping import escape_html
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError
from truebox.evaluation import matches
from truebox.evaluation.matches.two_tables import TwoTables
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation.matches.export import ColumnTable
    from truebox.evaluation.matches.rows import DetectionMatches, OverlapPairs, TruthMatches
    from truebox.evaluation.states.state import MatchState
    from truebox.typing import BoolArray, ByteArray

__all__ = ["FALSE_POSITIVE", "IGNORED", "TRUE_POSITIVE", "MatchTable"]

FALSE_POSITIVE = 0
TRUE_POSITIVE = 1
IGNORED = 2


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class MatchTable(Plotted, TwoTables):
    """Detections and truths of one evaluation with partners, overlaps and outcomes.

    ``plot()`` draws the scores, right ones and wrong ones (`truebox.plotting.plot_score_histogram`).

    Parameters
    ----------
    detections : DetectionMatches
    truths : TruthMatches
    pairs : OverlapPairs
    state : MatchState
        Of the same evaluation; its rows are those of `detections`.
    category_names : tuple of str
        Beside ``state.categories``.
    error : uint8 array [N] or None
        The error type of each detection as an index into `error_names`; a diagnosis fills it.
    error_names : tuple of str

    Examples
    --------
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> table = evaluate(truth, [{"score": 0.9, **box}], mode="corrected").matches
    >>> table.detections.own_overlap.tolist(), table.detections.matched_truth[0, 0]
    ([1.0], np.int32(0))
    >>> table.outcome()[0, 0] == TRUE_POSITIVE
    np.True_
    """

    _plotted_by = "plot_score_histogram"

    detections: DetectionMatches
    truths: TruthMatches
    pairs: OverlapPairs
    state: MatchState
    category_names: tuple[str, ...]
    error: ByteArray | None = None
    error_names: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        return f"<code>{escape_html(repr(self)[1:-1])}</code>"

    def __repr__(self) -> str:
        return (
            f"<MatchTable {len(self.detections):,} detections, {len(self.truths):,} truths, "
            f"{len(self.pairs):,} overlaps>"
        )

    @refuses_other_kinds
    def outcome(self, area: str | None = None) -> ByteArray:
        """Outcome of each detection at each IoU threshold [N, T]: 0 false positive, 1 true, 2 ignored.

        Parameters
        ----------
        area : str or None
            Label of the area range; None is "all", or the first where no range is called so.

        Raises
        ------
        ArgumentError
            There is no such range.
        """
        count = len(self.state.parameters.iou_thresholds)
        outcomes = np.empty((len(self.state), count), dtype=np.uint8)
        for t in range(count):
            outcomes[:, t] = self.outcome_at(t, area)
        return outcomes

    @refuses_other_kinds
    def outcome_at(self, threshold: int, area: str | None = None) -> ByteArray:
        """The column of `outcome` for one IoU threshold, by its place among them [N]."""
        return state_outcomes(self.state, threshold, area)

    @property
    def detection_table(self) -> ColumnTable:
        """The detections as a table for data frames and files, ids and class names included."""
        return matches.detection_table(self)

    @property
    def truth_table(self) -> ColumnTable:
        """The truths as a table for data frames and files, ids and class names included."""
        return matches.truth_table(self)


def state_outcomes(state: MatchState, threshold: int, area: str | None = None) -> ByteArray:
    """The outcome of each detection of a state at one IoU threshold, by its place among them [N].

    Parameters and errors are those of `MatchTable.outcome`.
    """
    word, bit = _place(state, threshold, area)
    one, shift = np.uint64(1), np.uint64(bit)
    ignored = ((state.ignored[:, word] >> shift) & one).astype(np.uint8)
    matched = ((state.matched[:, word] >> shift) & one).astype(np.uint8)
    outcomes: ByteArray = np.maximum(matched, ignored * np.uint8(IGNORED))
    return outcomes


def ignored_at(state: MatchState, threshold: int, area: str | None = None) -> BoolArray:
    """Where `state_outcomes` is `IGNORED` [N]."""
    word, bit = _place(state, threshold, area)
    found: BoolArray = (state.ignored[:, word] & (np.uint64(1) << np.uint64(bit))) != 0
    return found


def _place(state: MatchState, threshold: int, area: str | None) -> tuple[int, int]:
    """Word and bit of an outcome."""
    labels = list(state.parameters.area_ranges)
    label = labels[state.parameters.main_range] if area is None else area
    if label not in labels:
        hint = did_you_mean(area, labels)
        raise ArgumentError(
            f"area: {area!r} is unknown.{hint} Fix: pass one of {', '.join(map(repr, labels))}."
        )
    return divmod(labels.index(label) * len(state.parameters.iou_thresholds) + threshold, 64)
