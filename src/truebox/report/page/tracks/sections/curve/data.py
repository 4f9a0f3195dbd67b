"""HOTA and its parts over alpha."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.tracks.material import TrackSide

__all__ = ["SECTION"]


def _of_side(side: TrackSide) -> dict[str, Any]:
    curve = side.result.hota.per_alpha
    return {
        "curve": {
            name: [None if np.isnan(value) else round(value, 5) for value in curve[name].tolist()]
            for name in ("HOTA", "DetA", "AssA", "LocA")
        }
    }


SECTION = Section(order=20, link="Over alpha", of_side=_of_side)
