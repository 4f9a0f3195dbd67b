"""The headline numbers with their intervals, what to know in words, and the gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.unscored.material import UnscoredMaterial, UnscoredSide

__all__ = ["SECTION"]


def _of_page(material: UnscoredMaterial) -> dict[str, Any]:
    return {
        "words": [*material.words, *material.left_out],
        "gates": [dict(gate) for gate in material.gates],
        "facts": list(material.facts),
    }


def _of_side(side: UnscoredSide) -> dict[str, Any]:
    result = side.result
    intervals = {key: side.intervals[key] for key in result.metrics if key in side.intervals}
    return {
        "metrics": dict(result.metrics),
        "undefined": dict(result.undefined),
        "intervals": {key: [each.low, each.high] for key, each in intervals.items()},
        "unsure": intervals[result.layout.main].reason if intervals else None,
        "cards": [list(card) for card in side.cards],
        "words": side.words,
        "warnings": [{"code": each.code, "message": each.message} for each in result.warnings],
    }


SECTION = Section(order=10, link="Overview", of_page=_of_page, of_side=_of_side)
