"""LaSOT: what is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import truebox as tb
from truebox.evaluation import followed_protocol

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUE = [[10, 10, 20, 40], [12, 10, 20, 40], [14, 10, 20, 40], [16, 10, 20, 40]]
FOUND = [[10, 10, 20, 40], [12, 10, 20, 40], [19, 10, 20, 40], [90, 10, 20, 40]]


def put(file: Path, rows: list[Any], between: str = ",") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else between.join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")


def run(folder: Path, protocol: str, **how: Any) -> Any:
    return tb.evaluate(folder / "truth", folder / "found", protocol=protocol, **how)


def test_lasot_leaves_out_frames_without_a_box(tmp_path: Path) -> None:
    put(tmp_path / "truth/bird/bird-1/groundtruth.txt", [*TRUE[:3], ["nan"] * 4])
    (tmp_path / "truth/bird/bird-1/full_occlusion.txt").write_text("0,0,1,1")
    (tmp_path / "truth/bird/bird-1/out_of_view.txt").write_text("0,0,0,0")
    put(tmp_path / "found/bird-1.txt", FOUND)
    assert followed_protocol(tmp_path / "truth") == "lasot"
    strict, corrected = (run(tmp_path, "lasot", mode=mode) for mode in ("strict", "corrected"))
    assert [strict.truths, corrected.truths] == [3, 2]
    assert strict.metrics["success_score"] == pytest.approx(52 / 63, abs=1e-15)
    assert corrected.metrics["success_score"] == pytest.approx(40 / 42, abs=1e-15)
    assert [each.code for each in strict.warnings] == ["W-599"]
    assert corrected.warnings == ()
