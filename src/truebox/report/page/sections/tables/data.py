"""The blocks that the terminal, Markdown and LaTeX show: what is new there is on the page at once."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from truebox.report import blocks, writers
from truebox.report.blocks.block import not_empty
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.material import Material

__all__ = ["SECTION"]


def _of_page(material: Material) -> dict[str, Any]:
    results = [side.result for side in material.sides]
    diagnoses = [side.diagnosis for side in material.sides if side.diagnosis is not None]
    shown = blocks.result_blocks(results, all_classes=True, alone=True)
    shown = not_empty([*shown, *blocks.diagnosis_blocks(diagnoses)])
    return {
        "tables": [{"kind": type(block).__name__.lower(), **asdict(block)} for block in shown],
        "markdown": writers.write_markdown(shown),
    }


SECTION = Section(order=95, link="Tables", of_page=_of_page)
