"""A block that other reports show is on the page too."""

from __future__ import annotations

import json

import pytest
from diagnosed_results import made_result

from truebox.report import to_markdown
from truebox.report.blocks import results as blocks_of_results
from truebox.report.blocks.block import Sentences
from truebox.report.page.material import Material
from truebox.report.page.sections.tables.data import SECTION
from truebox.report.page.side import Side


@pytest.fixture(scope="module")
def material() -> Material:
    return Material(sides=[Side.of(made_result())])


def test_the_table_is_the_one_of_markdown(material: Material) -> None:
    added = SECTION.of_page(material)
    assert added["markdown"] == to_markdown(material.sides[0].result, all_classes=True)
    grid = added["tables"][0]
    assert grid["kind"] == "grid"
    first = added["markdown"].splitlines()[2]
    assert [cell.strip(" *") for cell in first.strip("|").split("|")] == list(grid["rows"][0])


def test_every_block_has_plain_values(material: Material) -> None:
    added = SECTION.of_page(material)["tables"]
    assert json.loads(json.dumps(added)) == json.loads(json.dumps(added, default=str))
    assert {block["kind"] for block in added} <= {"heading", "grid", "notes", "sentences"}


def test_a_new_block_comes_by_itself(material: Material, monkeypatch: pytest.MonkeyPatch) -> None:
    made = blocks_of_results.result_blocks
    from truebox.report import blocks

    monkeypatch.setattr(
        blocks, "result_blocks", lambda *a, **how: [*made(*a, **how), Sentences(("Said by a new block.",))]
    )
    added = SECTION.of_page(material)
    assert added["tables"][-1] == {"kind": "sentences", "items": ("Said by a new block.",), "above": ()}
    assert "Said by a new block." in added["markdown"]
