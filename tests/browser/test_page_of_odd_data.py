"""The report page of odd data: names that are markup run nothing, and almost no data is no error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from truebox.evaluation import evaluate
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_names_show_as_text_and_run_nothing(open_page: Callable[..., Any], tmp_path: Path) -> None:
    names = [
        "<img src=x onerror=alert(1)>",
        "</script><script>alert(2)</script>",
        "<!--<script>",
        "=HYPERLINK(1)",
        "${alert(3)}",
    ]
    box = {"bbox": [1, 1, 20, 20], "area": 400, "iscrowd": 0}
    truth = {
        "images": [{"id": 1, "width": 50, "height": 50, "file_name": "<b onmouseover=alert(4)>.jpg"}],
        "categories": [{"id": i, "name": name} for i, name in enumerate(names)],
        "annotations": [{"id": i + 1, "image_id": 1, "category_id": i, **box} for i in range(len(names))],
    }
    found = [
        {"image_id": 1, "category_id": (i + 1) % 5, "score": 0.9 - i / 10, "bbox": box["bbox"]}
        for i in range(len(names))
    ]
    path = tmp_path / "hostile.html"
    write_page(evaluate(truth, found, mode="corrected"), path, words=names, command=names[1], replicates=0)
    opened = open_page(path)
    shown = opened.page.locator("#class-table tbody tr td:first-child").all_inner_texts()
    assert sorted(shown) == sorted(names)
    assert opened.page.locator("#words li").all_inner_texts() == names
    opened.ask("truebox.drawEverything()")
    opened.page.locator("#cells .cell").first.click()
    assert opened.page.locator("#viewer-title").inner_text().startswith("<b onmouseover=alert(4)>.jpg")
    assert opened.page.locator("main img, main b[onmouseover], dialog b[onmouseover]").count() == 0
    with opened.page.expect_download() as download:
        opened.page.locator("#viewer-close").click()
        opened.page.locator("#class-export").click()
    saved = tmp_path / "classes.csv"
    download.value.save_as(saved)
    assert '"\'=HYPERLINK(1)"' in saved.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("found", "kept"), [([], 0), ([{"image_id": 1, "category_id": 1, "score": 0.5, "bbox": [1, 1, 9, 9]}], 1)]
)
def test_almost_nothing(
    open_page: Callable[..., Any], tmp_path: Path, found: list[dict[str, Any]], kept: int
) -> None:
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            {"id": 1, "image_id": 1, "category_id": 2, "bbox": [1, 1, 9, 9], "area": 81, "iscrowd": 0}
        ],
    }
    path = tmp_path / "little.html"
    write_page(evaluate(truth, found, mode="corrected"), path, replicates=0)
    opened = open_page(path)
    opened.set_score(0)
    opened.ask("truebox.drawEverything()")
    assert opened.ask("truebox.countsAt(truebox.sides[0], 0).kept") == kept
    assert "n/a" in opened.page.locator("#class-table").inner_text()
    assert "no part in the means" in opened.page.locator("#class-note").inner_text()
    assert "undefined" in opened.page.locator("#sizes-caption").inner_text()
