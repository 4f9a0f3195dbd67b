"""The page of segments and label maps in a browser: what Python counts, at any width, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.evaluation import evaluate, evaluate_panoptic
from truebox.report import write_page

image_library = pytest.importorskip("PIL.Image")
IMAGES = 12
LONG = "a_class_with_a_name_that_goes_on_and_on_and_on_and_on"


@pytest.fixture(scope="module")
def label_maps(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Two networks: the second takes a part of each picture for another class."""
    folder: Path = tmp_path_factory.mktemp("maps")
    chance = np.random.default_rng(2)
    for name in range(IMAGES):
        labels = chance.integers(0, 3, (24, 32)).astype(np.uint8)
        sides = {"truth": labels.copy(), "good": labels.copy(), "bad": labels.copy()}
        sides["good"][1, :3] = 1
        sides["bad"][2:, : 4 + name] = 2
        for side, held in sides.items():
            (folder / side).mkdir(exist_ok=True)
            image_library.fromarray(held).save(folder / side / f"{name:02}.png")
    return [
        evaluate(folder / "truth", folder / each, protocol="voc_segmentation") for each in ("good", "bad")
    ]


@pytest.fixture(scope="module")
def segments() -> Any:
    """One picture is wrong, the others are right; a class has a long name, another one a tag."""
    names = [{"id": 1, "name": LONG, "isthing": 0}, {"id": 2, "name": "<b>cat", "isthing": 1}]
    right = np.repeat([[1, 1, 1, 1, 2, 2, 3, 3]], 8, axis=0)
    wrong = np.repeat([[1, 1, 1, 2, 2, 2, 2, 2]], 8, axis=0)

    def image(number: int, labels: Any) -> dict[str, Any]:
        held = [{"id": k, "category_id": 1 + (k > 1)} for k in np.unique(labels).tolist()]
        return {"image_id": number, "segmentation": labels, "segments_info": held}

    truth = {"categories": names, "annotations": [image(k, right) for k in range(IMAGES)]}
    found = {"annotations": [image(k, wrong if k == 5 else right) for k in range(IMAGES)]}
    return evaluate_panoptic(truth, found)


@pytest.fixture(scope="module")
def paths(
    browser: Any, label_maps: list[Any], segments: Any, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("page")
    made = {"maps": folder / "maps.html", "segments": folder / "segments.html"}
    write_page(label_maps, made["maps"], replicates=200)
    write_page(segments, made["segments"], replicates=200)
    return made


def test_the_numbers_are_those_of_python(
    open_page: Callable[..., Any], paths: dict[str, Path], label_maps: list[Any]
) -> None:
    page = open_page(paths["maps"]).page
    values = [f"{result.metrics['IoU']:.3f}" for result in label_maps]
    assert page.locator(".head-main b").all_inner_texts() == values
    assert page.locator("#about").inner_text().endswith("12 images · 21 classes")
    page.locator(".sides button").nth(1).click()
    known = [each for each in label_maps[1].per_class if each.metrics["IoU"] is not None]
    worst = min(known, key=lambda each: each.metrics["IoU"])
    row = page.locator("#by-class tbody tr").first
    assert row.locator("th, td").all_inner_texts()[:2] == [worst.name, f"{worst.metrics['IoU']:.3f}"]
    true, found, pixels = page.locator("#confused tbody tr").first.locator("th, td").all_inner_texts()[:3]
    matrix = label_maps[1].state.matrix.copy()
    np.fill_diagonal(matrix, 0)
    names = [each.name for each in label_maps[1].per_class]
    place = np.unravel_index(matrix.argmax(), matrix.shape)
    assert [true, found, int(pixels.replace(",", ""))] == [*(names[k] for k in place), int(matrix.max())]


def test_the_worst_picture_comes_first_and_names_are_no_tags(
    open_page: Callable[..., Any], paths: dict[str, Path], segments: Any
) -> None:
    page = open_page(paths["segments"]).page
    card = page.locator(".map-card").first
    assert card.locator("h3").inner_text().split()[0] == "5"
    assert card.locator("img").evaluate_all("all => all.every(each => each.naturalWidth > 0)")
    assert card.locator("img").count() == 3
    assert page.locator("main b", has_text="cat").count() == 0
    assert page.locator("#by-class tbody th").all_inner_texts()[0].startswith(("<b>cat", LONG[:10]))
    assert page.locator("#words li").count() >= 2


@pytest.mark.parametrize("kind", ["maps", "segments"])
def test_it_fits_a_phone(open_page: Callable[..., Any], paths: dict[str, Path], kind: str) -> None:
    page = open_page(paths[kind]).page
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("#by-class tbody tr").first.locator("td").first.bounding_box()
    assert 0 < box["x"] < box["x"] + box["width"] <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("kind", ["maps", "segments"])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Any], paths: dict[str, Path], kind: str, width: int, scheme: str
) -> None:
    pytest.importorskip("axe_playwright_python", reason="pip install axe-playwright-python to run axe-core")
    page = open_page(paths[kind], color_scheme=scheme, bypass_csp=True).page
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then(all => all.violations)")
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
