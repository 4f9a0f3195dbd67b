"""The command that makes the page, and the truth it is of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import _native
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.material import Material

__all__ = ["SECTION"]


def _of_page(material: Material) -> dict[str, Any]:
    truth = material.sides[0].result.to_dict()["truth"]
    return {"truebox": _native.__version__, "command": material.command, "truth": truth}


SECTION = Section(order=100, link="Reproduce", of_page=_of_page)
