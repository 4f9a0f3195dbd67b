"""What a result keeps so that its match table can be made when somebody asks."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from truebox._frozen import dataclass
from truebox._moved import set_fields
from truebox.evaluation import matches
from truebox.evaluation.matching.policy import COCO_POLICY

if TYPE_CHECKING:
    from truebox.evaluation.matches.strong import StrongPairs
    from truebox.evaluation.matches.table import MatchTable
    from truebox.evaluation.matching.matching import MatchTruths
    from truebox.evaluation.matching.policy import MatchingPolicy
    from truebox.evaluation.matching.source import OverlapSource
    from truebox.evaluation.result import Result
    from truebox.typing import Int64Array, WordArray

__all__ = ["MatchGround"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MatchGround:
    """The overlaps and truths of one evaluation, and its match table once it was made.

    Parameters
    ----------
    source : OverlapSource
    columns : MatchTruths
    category_names : tuple of str
        Beside the state's categories.
    policy : MatchingPolicy
        How detections were given truths.
    absent : uint64 array or None
        Bit ``a`` of a row of the detections: it is not there in area range ``a``.
    partners : int64 array or None
        As of `Matched`.
    """

    source: OverlapSource
    columns: MatchTruths
    category_names: tuple[str, ...]
    # The table once it is made: a list, because a frozen class may fill one but may not set an attribute.
    _made: list[MatchTable] = field(default_factory=list, repr=False)
    policy: MatchingPolicy = COCO_POLICY
    absent: WordArray | None = None
    partners: Int64Array | None = None

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    def table(self, result: Result) -> MatchTable:
        """The match table of the result; the same one every time."""
        if not self._made:
            self._made.append(matches.make_match_table(result, self))
        return self._made[0]

    def strong_pairs(self, result: Result, least: float) -> StrongPairs:
        """The overlaps from `least` up: of the table where it is there, and without it else."""
        return (
            matches.strong_pairs_of(self._made[0])
            if self._made
            else matches.make_strong_pairs(result, self, least)
        )
