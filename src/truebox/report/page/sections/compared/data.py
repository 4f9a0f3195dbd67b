"""What changes from the first result to each other one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.material import Material

__all__ = ["SECTION"]


def _of_page(material: Material) -> dict[str, Any]:
    return {"comparisons": material.comparisons}


SECTION = Section(order=20, link="Comparison", of_page=_of_page)
