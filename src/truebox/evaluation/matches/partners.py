"""Match tables of results without ranked detections: both sides, each row with its partner and outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truebox.evaluation.matches.two_tables import TwoTables

if TYPE_CHECKING:
    from truebox.evaluation.matches.export import ColumnTable

__all__ = ["PartnerTables"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PartnerTables(TwoTables):
    """Two tables of columns: what was predicted, and what is true.

    Parameters
    ----------
    detection_table : ColumnTable
        One row for each prediction: where it is, its class, its ``outcome`` in words, ``matched_truth``, the
        row of its partner in `truth_table`, and their ``overlap``.
    truth_table : ColumnTable
        The same the other way round, with ``matched_detection``.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> truth = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> found = {"frames": [2, 3], "ids": [1, 1], "boxes": [[0, 0, 9, 9], [50, 0, 9, 9]]}
    >>> tables = evaluate_tracks(truth, found, fit_test=False).matches
    >>> tables.truth_table.to_dict()["outcome"], tables.detection_table.to_dict()["matched_truth"]
    (['missed', 'found'], [1, None])
    """

    detection_table: ColumnTable
    truth_table: ColumnTable

    def __repr__(self) -> str:
        return f"<PartnerTables {len(self.detection_table):,} detections, {len(self.truth_table):,} truths>"
