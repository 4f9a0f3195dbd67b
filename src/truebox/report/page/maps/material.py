"""What the sections of the page of segments and label maps are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truebox.diagnosis import in_words, map_intervals, panoptic_intervals
from truebox.evaluation import PanopticResult
from truebox.report.page.maps.image_rows import ImageRow, rows_of_maps, rows_of_segments

if TYPE_CHECKING:
    from truebox.diagnosis import Estimate
    from truebox.evaluation import SemanticResult

__all__ = ["MapMaterial", "MapSide"]


@dataclass(frozen=True, eq=False)
class MapSide:
    """One result of the page.

    Parameters
    ----------
    result : PanopticResult or SemanticResult
    replicates : int
        Of its intervals; 0 makes none.
    pictures : int
        How many of its worst images are shown.
    """

    result: PanopticResult | SemanticResult
    replicates: int
    pictures: int

    @cached_property
    def intervals(self) -> Mapping[str, Estimate]:
        """Of the headline metrics and of each class."""
        if not self.replicates:
            return {}
        if isinstance(self.result, PanopticResult):
            return panoptic_intervals(self.result, replicates=self.replicates)
        return map_intervals(self.result, replicates=self.replicates)

    @cached_property
    def rows(self) -> list[ImageRow]:
        """Of every image its numbers, in the order of the page's images."""
        if isinstance(self.result, PanopticResult):
            return rows_of_segments(self.result)
        return rows_of_maps(self.result)

    @cached_property
    def words(self) -> list[str]:
        """What to know about it."""
        return list(in_words(self.result))


@dataclass(frozen=True, slots=True, kw_only=True)
class MapMaterial:
    """The whole page.

    Parameters
    ----------
    sides : sequence of MapSide
        Of one truth.
    words, left_out : sequence of str
        Sentences for the top.
    gates : sequence of mapping
        As in `truebox.report.to_page`.
    command : str
        What to run for the same page.
    """

    sides: Sequence[MapSide]
    words: Sequence[str] = ()
    left_out: Sequence[str] = ()
    gates: Sequence[Mapping[str, Any]] = ()
    command: str = ""
