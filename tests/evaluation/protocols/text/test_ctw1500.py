"""SCUT-CTW1500 by hand, through its own files: order, second detections, outlines that cross, AP."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def strip(left: int, width: int) -> list[int]:
    """Fourteen corners of an upright box 10 high."""
    across = [left + width * k // 6 for k in range(7)]
    return [n for x in across for n in (x, 0)] + [n for x in reversed(across) for n in (x, 10)]


def evaluated(folder: Path, truth: list[tuple[list[int], str]], found: list[list[int]]) -> tb.Result:
    for name in ("gt", "found"):
        (folder / name).mkdir()
    lines = [",".join(map(str, corners)) + f",####{word}\n" for corners, word in truth]
    (folder / "gt" / "0001001.txt").write_text("".join(lines))
    (folder / "found" / "1001.txt").write_text("".join(",".join(map(str, row)) + "\n" for row in found))
    how = {"protocol": "ctw1500", "geometry": "rotated", "fit_test": False}
    return tb.evaluate(folder / "gt", folder / "found", **how)


def test_counts_and_ap(tmp_path: Path) -> None:
    """False, right, a second one, right: AP is (1/2 + 1/2) / 3 under the envelope (X8)."""
    truth = [(strip(0, 60), "a, b"), (strip(100, 60), "c"), (strip(200, 60), "d")]
    found = [strip(500, 60), strip(0, 60), strip(0, 54), strip(100, 60)]
    result = evaluated(tmp_path, truth, found)
    assert result.metrics["recall"] == 2 / 3
    assert result.metrics["precision"] == 2 / 4
    assert result.metrics["AP"] == pytest.approx((1 / 2 + 1 / 2) / 3, abs=1e-15)
    assert result.truth.attributes["text"].tolist() == ["a,b", "c", "d"]


def test_outlines_that_cross(tmp_path: Path) -> None:
    """The first detection crosses itself and does not count; the second word is never found (X9)."""
    crossed = strip(0, 60)
    crossed[2:4], crossed[22:24] = crossed[22:24], crossed[2:4]
    bad = strip(100, 60)
    bad[2:4], bad[22:24] = bad[22:24], bad[2:4]
    result = evaluated(tmp_path, [(strip(0, 60), "a"), (bad, "b")], [crossed, strip(0, 60), strip(100, 60)])
    assert (result.metrics["recall"], result.metrics["precision"]) == (0.5, 0.5)


def test_half_is_not_more_than_half_and_words_not_to_be_read(tmp_path: Path) -> None:
    truth = [(strip(0, 60), "a"), (strip(200, 60), "###")]
    result = evaluated(tmp_path, truth, [strip(0, 30), strip(200, 60)])
    assert result.truths == 1
    assert (result.metrics["recall"], result.metrics["precision"]) == (0, 0)


def test_boxes_and_offsets(tmp_path: Path) -> None:
    """The first truth of the set has a box and what is added to its corner."""
    corners = strip(0, 60)
    moved = [1000, 500, 1060, 510, *corners]
    (tmp_path / "1001.txt").write_text(",".join(map(str, moved)) + "\n")
    truth = tb.read_truth(tmp_path, geometry="rotated")
    assert truth.source.format == "ctw1500"
    assert truth.boxes.tolist() == [[1000, 500, 60, 10]]
