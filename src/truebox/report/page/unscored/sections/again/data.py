"""How to make this page again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.unscored.material import UnscoredMaterial

__all__ = ["SECTION"]


def _of_page(material: UnscoredMaterial) -> dict[str, Any]:
    return {"command": material.command}


SECTION = Section(order=60, link="Again", of_page=_of_page)
