"""A section that is added draws itself and follows the page, and disturbs no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from added_section import add_section

from truebox.evaluation import evaluate
from truebox.generation import make_world
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_an_added_section_follows_the_score_and_the_side(
    open_page: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "sections"
    folder.mkdir()
    add_section(folder, monkeypatch, "halves")
    world = make_world(6, seed=3)
    results = [evaluate(world.truth, found) for found in world.predictions]
    write_page(results, tmp_path / "added.html", replicates=0)
    opened = open_page(tmp_path / "added.html")
    words = opened.page.locator("#halves-words")
    halves = " and ".join(f"{len(result.state) / 2:g}" for result in results)
    assert words.inner_text().startswith(f"1: {halves} from ")
    opened.set_score(0.25)
    assert words.inner_text() == f"2: {halves} from 0.250 of A"
    opened.page.locator("header [data-side='1']").click()
    assert words.inner_text() == f"3: {halves} from 0.250 of B"
    assert opened.ask("getComputedStyle(document.getElementById('halves-words')).letterSpacing") == "7px"
    opened.page.get_by_role("link", name="Halves & wholes").click()
    opened.page.locator("#gallery").scroll_into_view_if_needed()
    opened.page.wait_for_selector("#cells .cell")  # the gallery's own function of that name draws too
