"""What the sections of the page of segments and label maps are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from truebox.evaluation import PanopticResult
from truebox.report.page.maps.image_rows import ImageRow, rows_of_maps, rows_of_segments
from truebox.report.page.unscored.material import UnscoredSide

__all__ = ["MapSide"]


@dataclass(frozen=True, eq=False)
class MapSide(UnscoredSide):
    """One result of the page.

    Parameters
    ----------
    result : PanopticResult or SemanticResult
    replicates : int
        Of its intervals; 0 makes none.
    pictures : int
        How many of its worst images are shown.
    """

    pictures: int

    @cached_property
    def rows(self) -> list[ImageRow]:
        """Of every image its numbers, in the order of the page's images."""
        if isinstance(self.result, PanopticResult):
            return rows_of_segments(self.result)
        return rows_of_maps(self.result)
