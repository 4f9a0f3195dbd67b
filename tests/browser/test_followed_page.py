"""The page of one object over time in a browser: what Python counts, at any width, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from truebox.evaluation import evaluate
from truebox.report import write_page

LONG = "a_sequence_with_a_name_that_goes_on_and_on_and_on"
NAMES = ["walk", "<b>run", LONG]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Two trackers: the second is off by half of the width in one sequence."""
    place = tmp_path_factory.mktemp("followed")
    truth = [[50 + step, 40, 30, 40] for step in range(12)]

    def write(path: Path, boxes: list[list[int]]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(",".join(map(str, box)) + "\n" for box in boxes), encoding="utf-8")

    for name in NAMES:
        write(place / "truth" / name / "groundtruth_rect.txt", truth)
        for tracker, off in (("good", 3), ("lost", 15 if name == "<b>run" else 6)):
            moved = [[x + (off if step else 0), y, w, h] for step, (x, y, w, h) in enumerate(truth)]
            write(place / tracker / f"{name}.txt", moved)
    return [evaluate(place / "truth", place / each, protocol="otb") for each in ("good", "lost")]


@pytest.fixture(scope="module")
def path(browser: Any, results: list[Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "followed.html"
    write_page(results, made)
    return made


def test_the_key_says_which_line_is_whose(
    open_page: Callable[..., Any], path: Path, results: list[Any]
) -> None:
    page = open_page(path).page
    values = [f"{result.metrics['success_score']:.3f}" for result in results]
    assert page.locator(".head-main b").all_inner_texts() == values
    key = page.locator("#curve-keys li")
    assert [words.split()[-1] for words in key.all_inner_texts()] == values  # the best first
    drawn = page.locator(".followed-chart").first.locator("path.curve")
    colours = "lines => lines.map(line => getComputedStyle(line).stroke)"
    assert sorted(set(drawn.evaluate_all(colours))) == sorted(key.locator("path").evaluate_all(colours))


def test_a_click_draws_the_curves_of_a_sequence(
    open_page: Callable[..., Any], path: Path, results: list[Any]
) -> None:
    page = open_page(path).page
    page.locator(".sides button").nth(1).click()
    worst = min(results[1].per_sequence, key=lambda each: each.metrics["success_score"])
    row = page.locator("#by-sequence tbody tr").first
    assert row.locator("th, td").all_inner_texts()[:2] == [
        worst.name,
        f"{worst.metrics['success_score']:.3f}",
    ]
    row.locator("button").click()
    assert page.locator("#curve-keys li").last.inner_text().split() == [
        worst.name,
        f"{worst.metrics['success_score']:.3f}",
    ]
    assert page.locator("path.curve.one").count() == 1 + page.locator(".followed-chart").count()
    assert page.locator(".followed-chart h3").first.inner_text() == f"Success, and of {worst.name}"


def test_the_number_stands_beside_a_long_name_on_a_phone(open_page: Callable[..., Any], path: Path) -> None:
    page = open_page(path).page
    page.set_viewport_size({"width": 390, "height": 800})
    row = page.locator("#by-sequence tbody tr").filter(has=page.locator(f"bdi[title='{LONG}']"))
    box = row.locator("td").first.bounding_box()
    assert 0 < box["x"] < box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Any], path: Path, width: int, scheme: str
) -> None:
    pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python to run axe-core")
    page = open_page(path, color_scheme=scheme, bypass_csp=True).page
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.locator("#by-sequence tbody button").first.click()
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then(all => all.violations)")
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
