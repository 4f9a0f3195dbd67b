"""A table of detections and one of truths, as lists, data frames and files."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds

if TYPE_CHECKING:
    from truebox.evaluation.matches.export import ColumnTable

__all__ = ["TwoTables"]


class TwoTables:
    """What has `detection_table` and `truth_table`."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def detection_table(self) -> ColumnTable:
            """One row for each detection."""
            raise NotImplementedError

        @property
        def truth_table(self) -> ColumnTable:
            """One row for each truth."""
            raise NotImplementedError

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
