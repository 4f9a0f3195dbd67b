"""The curves of a protocol's own kind on the page, against those of Python; none of COCO."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import protocol_files
import pytest

import truebox as tb
from truebox.report import write_page

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRACES = (
    "() => document.getElementById('chart-curves').data.map((each) => ({x: [...each.x], y: [...each.y]}))"
)


@pytest.mark.parametrize("name", ["citypersons", "luna16", "kitti", "coco"])
def test_they_are_those_of_python(name: str, tmp_path: Path, open_page: Callable[..., Any]) -> None:
    files = protocol_files.files_of(name, tmp_path / "data")
    result = tb.evaluate(files.truth, files.found[0], protocol=name)
    write_page(result, tmp_path / "page.html", replicates=0)
    opened = open_page(tmp_path / "page.html")
    shown = opened.page.locator("#curves")
    assert shown.is_visible() == (name != "coco")
    if name == "coco":
        return
    shown.scroll_into_view_if_needed()
    opened.page.wait_for_selector("#chart-curves .main-svg")
    traces = opened.ask(TRACES)
    if name == "kitti":
        (easy, *_) = tb.evaluation.protocol_value(name).curves(result.state)
        expected = easy.precision[~np.isnan(easy.precision).all(axis=1)].mean(axis=0)
        np.testing.assert_allclose(traces[0]["y"], expected, atol=6e-6)
        return
    for trace, (alarms, found) in zip(traces, tb.diagnosis.alarm_curves(result).values(), strict=True):
        place = np.searchsorted(alarms, np.array(trace["x"]) * 0.999)
        wanted = 1 - found[place] if name == "citypersons" else found[place]
        # Misses are drawn in powers of ten, so that none lie on the lowest that is drawn.
        floor = min(min(each["y"]) for each in traces) if name == "citypersons" else 0
        wanted = np.maximum(wanted, floor)
        np.testing.assert_allclose(trace["y"], wanted, atol=6e-6)
