"""How to make this page again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.maps.material import MapMaterial

__all__ = ["SECTION"]


def _of_page(material: MapMaterial) -> dict[str, Any]:
    return {"command": material.command}


SECTION = Section(order=60, link="Again", of_page=_of_page)
