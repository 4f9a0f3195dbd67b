"""axe-core finds nothing serious on the page of detections nor in its viewer, at any width, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from truebox.datasets import start_reading
from truebox.evaluation import evaluate
from truebox.generation import make_world, write_world
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
RUN = "axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations)"


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core, out of the package that brings it."""
    pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python to run axe-core")
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def path(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    write_world(make_world(12, seed=5), folder, pictures=False)
    names = [str(folder / f"detector_{name}.json") for name in "ab"]
    truth, found = start_reading(str(folder / "truth.json"), names).result()
    made = folder / "two.html"
    write_page([evaluate(truth, predictions) for predictions in found], made, replicates=100)
    return made


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_nothing_serious(
    open_page: Callable[..., Any], path: Path, axe: str, width: int, scheme: str
) -> None:
    opened = open_page(path, color_scheme=scheme, bypass_csp=True)
    page = opened.page
    page.set_viewport_size({"width": width, "height": 900})
    opened.draw_everything()
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.wait_for_selector("#chart-ious .main-svg")
    page.evaluate(axe)
    assert serious(page) == []
    page.locator("#cells .cell").first.click()
    assert serious(page) == []


def serious(page: Any) -> list[str]:
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in page.evaluate(RUN)
        if each["impact"] in ("serious", "critical")
    ]
