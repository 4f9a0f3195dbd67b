"""The groups of the classes, where the file of the truth names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.diagnosis import supercategories_of
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.material import Material

__all__ = ["SECTION"]


def _of_page(material: Material) -> dict[str, Any]:
    """Of each class its group; None where there are none, or one alone."""
    first = material.sides[0].result
    known = supercategories_of(first.truth) or {}
    held = [known.get(each.name) for each in first.per_class]
    return {"groups": held if None not in held and len(set(held)) > 1 else None}


SECTION = Section(order=60, link="Confusion", of_page=_of_page)
