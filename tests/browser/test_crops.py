"""A crop draws an object as it was evaluated: a mask by its outline, not by the box around it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from truebox.evaluation import evaluate
from truebox.generation import make_shape_dataset
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_crops_of_masks_show_outlines(open_page: Callable[..., Any], browser: Any, tmp_path: Path) -> None:
    truth, found = make_shape_dataset("masks", 8, 3, seed=3)
    write_page(evaluate(truth, found, geometry="masks"), tmp_path / "page.html", replicates=100)
    page = open_page(tmp_path / "page.html").page
    page.evaluate("truebox.drawEverything()")
    page.wait_for_selector("#crops-shown .crop")
    crops = page.locator("#crops-shown .crop")
    drawn = crops.evaluate_all(
        "all => all.map(each => [...each.querySelectorAll('svg path.mask')].filter(path =>"
        " path.classList.contains(each.classList[1])).length)"
    )
    assert drawn == [1] * len(drawn)
    assert len(drawn) > 10
    assert crops.locator("rect:not(.behind)").count() == 0
