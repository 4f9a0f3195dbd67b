"""Numbers by sequence and by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation import TrackPart
    from truebox.report.page.tracks.material import TrackSide

__all__ = ["SECTION"]


def _of_side(side: TrackSide) -> dict[str, Any]:
    result = side.result
    return {
        "shown": list(side.shown),
        "all": _row("all", result, side.shown),
        "perSequence": [_row(part.name, part, side.shown) for part in result.per_sequence],
        "perClass": [_row(part.name, part, side.shown) for part in result.per_class],
    }


def _row(name: str, part: Any | TrackPart, shown: Sequence[str]) -> dict[str, Any]:
    return {
        "name": name,
        "tracks": part.true_tracks,
        "found": part.found_tracks,
        "truths": part.truths,
        "boxes": part.detections,
        "IDSW": part.switches,
        "Frag": part.fragmentations,
        **{key: part.metrics.get(key) for key in shown},
    }


SECTION = Section(order=30, link="Sequences", of_side=_of_side)
