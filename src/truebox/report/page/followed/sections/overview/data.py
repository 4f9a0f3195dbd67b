"""The numbers of each tracker, and the gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.evaluation import FollowedResult
    from truebox.report.page.followed.page import FollowedMaterial

__all__ = ["SECTION"]


def _of_page(material: FollowedMaterial) -> dict[str, Any]:
    return {
        "words": [*material.words, *material.left_out],
        "gates": [dict(gate) for gate in material.gates],
    }


def _of_side(result: FollowedResult) -> dict[str, Any]:
    return {
        "metrics": dict(result.metrics),
        "truths": result.truths,
        "lost": result.lost,
        "warnings": [{"code": each.code, "message": each.message} for each in result.warnings],
    }


SECTION = Section(order=10, link="Overview", of_page=_of_page, of_side=_of_side)
