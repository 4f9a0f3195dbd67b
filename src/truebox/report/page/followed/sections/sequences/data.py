"""Numbers by sequence, the worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.followed.page import FollowedSide

__all__ = ["SECTION"]


def _of_side(side: FollowedSide) -> dict[str, Any]:
    return {
        "perSequence": [
            {"length": each.length, "truths": each.truths, "lost": each.lost, **each.metrics}
            for each in side.result.per_sequence
        ]
    }


SECTION = Section(order=30, link="Sequences", of_side=_of_side)
