"""How good the result is on parts of the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.diagnosis import slices
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.side import Side

__all__ = ["SECTION"]


def _of_side(side: Side) -> dict[str, Any]:
    known = side.diagnosis.slices if side.diagnosis else None
    return {"slices": (known or slices(side.result, iou=side.iou)).to_dict()}


SECTION = Section(order=70, link="Slices", of_side=_of_side)
