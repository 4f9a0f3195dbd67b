"""Match tables of results without ranked detections: both sides, each row with its partner and outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds

if TYPE_CHECKING:
    from os import PathLike

    from truebox.evaluation.matches.export import ColumnTable

__all__ = ["PartnerTables"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PartnerTables:
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

    def to_dict(self) -> dict[str, dict[str, list[Any]]]:
        """Columns as lists: ``detections`` and ``truths``; no partner is None."""
        return {"detections": self.detection_table.to_dict(), "truths": self.truth_table.to_dict()}

    def to_pandas(self) -> tuple[Any, Any]:
        """Data frames of the detections and of the truths; pandas must be installed."""
        return self.detection_table.to_pandas(), self.truth_table.to_pandas()

    def to_polars(self) -> tuple[Any, Any]:
        """Data frames of the detections and of the truths; polars must be installed."""
        return self.detection_table.to_polars(), self.truth_table.to_polars()

    @refuses_other_kinds
    def to_parquet(self, detections: str | PathLike[str], truths: str | PathLike[str] | None = None) -> None:
        """Write the detections, and the truths where a second path is given.

        Raises
        ------
        MissingExtraError
            pyarrow is not installed.
        """
        self.detection_table.to_parquet(detections)
        if truths is not None:
            self.truth_table.to_parquet(truths)
