"""The kinds of results without scores: what is drawn of each, and which of them can be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from truebox.diagnosis.certainty.label_maps.drawn_maps import MapParts, mapped_results
from truebox.diagnosis.certainty.label_maps.drawn_segments import SegmentParts, segmented_results
from truebox.diagnosis.certainty.sequences.followed import FollowedParts, followed_results
from truebox.diagnosis.certainty.sequences.tracks import TrackUnits, tracked_results
from truebox.evaluation import FollowedResult, PanopticResult, SemanticResult, TrackResult

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.unscored.drawn_parts import DrawnParts

__all__ = ["Unscored", "parts_of", "unscored_results"]

Unscored: TypeAlias = "TrackResult | FollowedResult | SemanticResult | PanopticResult"

_KINDS: tuple[tuple[type, Callable[..., Any], Callable[..., list[Any]]], ...] = (
    (TrackResult, TrackUnits, tracked_results),
    (FollowedResult, FollowedParts, followed_results),
    (SemanticResult, MapParts, mapped_results),
    (PanopticResult, SegmentParts, segmented_results),
)


def parts_of(result: Any) -> DrawnParts | None:
    """What is drawn of a result; None for scored detections.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> parts_of(evaluate_tracks(side, side)).counted
    'blocks of 25 frames'
    """
    found: DrawnParts | None = next(
        (make(result) for kind, make, _ in _KINDS if isinstance(result, kind)), None
    )
    return found


def unscored_results(
    given: Sequence[Any], threads: int | None, evaluation: Mapping[str, Any]
) -> list[Unscored]:
    """The results of a kind without scores, where these are given or asked for; else none.

    Raises
    ------
    ArgumentError
        One alone, or results that cannot be compared.

    Examples
    --------
    >>> unscored_results(["truth.json", "a.json", "b.json"], None, {"protocol": "coco"})
    []
    """
    for _, _, read in _KINDS:
        results = read(given, threads, evaluation)
        if results:
            return results
    return []
