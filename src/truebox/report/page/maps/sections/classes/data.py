"""Numbers by class, with intervals of the one that decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.maps.material import MapSide

__all__ = ["SECTION"]


def _of_side(side: MapSide) -> dict[str, Any]:
    layout, classes = side.result.layout, side.result.per_class
    names = [each.name for each in classes]
    rows = []
    for each in classes:
        shown = each.name if names.count(each.name) == 1 else f"id:{each.id}"
        found = side.intervals.get(f"{layout.main}[{shown}]")
        rows.append(
            {column.key: getattr(each, column.key) for column in layout.columns if column.title}
            | {key: each.metrics[key] for key in layout.metrics}
            | {"low": found.low if found else None, "high": found.high if found else None}
        )
    return {"perClass": rows}


SECTION = Section(order=20, link="Classes", of_side=_of_side)
