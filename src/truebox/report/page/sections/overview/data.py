"""The sentences, gates and numbers at the top."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from truebox.diagnosis import ties
from truebox.report.page.section import Section
from truebox.report.page.sections.overview.verdict import leading_comparison, verdict

if TYPE_CHECKING:
    from truebox.report.page.material import Material
    from truebox.report.page.side import Side

__all__ = ["SECTION"]

_FEW_ORDERS = 2
"""The page shows the bounds alone, which hold for every order."""


def _of_page(material: Material) -> dict[str, Any]:
    many = len(material.comparisons) > 1
    lead = [leading_comparison(material.comparisons)] if many else []
    own = verdict(material.sides, [] if many else material.comparisons)
    return {
        "words": [*lead, *(own if material.words is None else material.words), *material.left_out],
        "gates": [dict(gate) for gate in material.gates],
        "made": date.today().isoformat(),
    }


def _of_side(side: Side) -> dict[str, Any]:
    result, found = side.result, side.intervals
    errors = result.less_is_better
    known = side.diagnosis.ties if side.diagnosis else None
    return {
        "metrics": [
            {
                "key": key,
                "value": value,
                "low": found.metrics[key].low if found and key in found.metrics else None,
                "high": found.metrics[key].high if found and key in found.metrics else None,
                "reason": result.undefined.get(key),
                "less": key in errors,
            }
            for key, value in result.metrics.items()
        ],
        "warnings": [
            {"code": each.code, "message": each.message, "count": each.count} for each in result.warnings
        ],
        "ties": {
            key: {"worst": found.worst, "best": found.best}
            for key, found in (known or ties(result, orders=_FEW_ORDERS)).metrics.items()
        },
    }


SECTION = Section(order=10, link="Overview", of_page=_of_page, of_side=_of_side)
