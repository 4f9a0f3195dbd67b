"""Which classes are taken for which: of label maps, whose pixels are counted so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation import SemanticResult
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.maps.material import MapSide

__all__ = ["SECTION"]

_MOST = 20


def _of_side(side: MapSide) -> dict[str, Any]:
    if not isinstance(side.result, SemanticResult):
        return {"confused": []}
    matrix = side.result.state.matrix.copy()
    of_class = matrix.sum(axis=1)
    np.fill_diagonal(matrix, 0)
    order = np.argsort(-matrix, axis=None, kind="stable")[:_MOST]
    pairs = zip(*np.unravel_index(order, matrix.shape), strict=True)
    return {
        "confused": [
            [int(true), int(found), int(matrix[true, found]), float(matrix[true, found] / of_class[true])]
            for true, found in pairs
            if matrix[true, found]
        ]
    }


SECTION = Section(order=30, link="Confusion", of_side=_of_side)
