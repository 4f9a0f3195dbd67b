"""The curves of success and precision, of all sequences and of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.report.page.followed.page import FollowedSide
    from truebox.report.page.unscored.material import UnscoredMaterial
    from truebox.typing import FloatArray

__all__ = ["SECTION"]


def _of_page(material: UnscoredMaterial) -> dict[str, Any]:
    return {"thresholds": _plain(material.sides[0].result.thresholds)}


def _of_side(side: FollowedSide) -> dict[str, Any]:
    result = side.result
    return {
        "curves": _plain(result.curves),
        "curvesOf": [_plain(each.curves) for each in result.per_sequence],
    }


def _plain(curves: Mapping[str, FloatArray]) -> dict[str, list[float | None]]:
    return {
        name: [None if np.isnan(value) else round(value, 5) for value in np.asarray(values, float).tolist()]
        for name, values in curves.items()
    }


SECTION = Section(order=20, link="Curves", of_page=_of_page, of_side=_of_side)
