"""Total-Text by hand, through its own files: pairs, splits, merges, rounding, what is not to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
CURVE = [(600, 0), (650, 20), (700, 0), (700, 30), (650, 50), (600, 30)]


def box(left: int, width: int, top: int = 0, height: int = 10) -> list[tuple[int, int]]:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def evaluated(folder: Path, truth: list, found: list, protocol: str, *, x_first: bool = False) -> tb.Result:
    (folder / "gt").mkdir(parents=True)
    (folder / "found").mkdir()
    lines = []
    for points, orientation in truth:
        x, y = (" ".join(str(point[axis]) for point in points) for axis in (0, 1))
        word = "#" if orientation == "#" else "it's"
        lines.append(f"x: [[{x}]], y: [[{y}]], ornt: [u'{orientation}'], transcriptions: [u\"{word}\"]\n")
    (folder / "gt" / "poly_gt_img1.txt").write_text("".join(lines))
    rows = [",".join(f"{x},{y}" if x_first else f"{y},{x}" for x, y in each) + "\n" for each in found]
    (folder / "found" / "img1.txt").write_text("".join(rows))
    predictions = tb.read_predictions(folder / "found", format="total-text", geometry="rotated")
    return tb.evaluate(folder / "gt", predictions, protocol=protocol, geometry="rotated", fit_test=False)


def test_pairs_splits_and_merges(tmp_path: Path) -> None:
    """A curve found, a word in halves, two in one box, one missed: 1 + .8 + 1.6 of 5; 1 + 1.6 + .8 of 4."""
    truth = [(CURVE, "c"), (box(0, 100), "h"), (box(200, 40), "h"), (box(245, 40), "h"), (box(400, 50), "h")]
    result = evaluated(tmp_path, truth, [CURVE, box(0, 50), box(50, 50), box(200, 85)], "total_text")
    assert result.metrics["recall"] == pytest.approx(3.4 / 5, abs=1e-15)
    assert result.metrics["precision"] == pytest.approx(3.4 / 4, abs=1e-15)
    assert result.metrics["AP"] is None


@pytest.mark.parametrize(("width", "found"), [(706, 1), (704, 0)])
def test_shares_are_rounded(tmp_path: Path, width: int, found: int) -> None:
    """Of a word of 1000 pixels 706 are .71, which exceeds .7; 704 are .7, which does not (X5)."""
    result = evaluated(tmp_path, [(box(0, 1000), "h"), (CURVE, "#")], [box(0, width)], "total_text")
    assert result.metrics["recall"] == found


def test_a_merge_needs_less_of_each_word(tmp_path: Path) -> None:
    """The box holds .65 of two words, which is less than .7, and is worth .8 (X6)."""
    truth = [(box(0, 100), "h"), (box(100, 100), "h"), (CURVE, "c")]
    result = evaluated(tmp_path, truth, [box(35, 130)], "total_text")
    assert result.metrics["recall"] == pytest.approx(1.6 / 3, abs=1e-15)
    assert result.metrics["precision"] == 0.8


def test_what_is_not_to_be_read_excuses(tmp_path: Path) -> None:
    """More than half of the detection lies in it, with a pixel added to the detection."""
    truth = [(box(0, 100), "h"), (CURVE, "#"), (box(300, 20), "#")]
    result = evaluated(tmp_path, truth, [box(0, 100), CURVE, box(300, 40)], "total_text")
    assert (result.metrics["recall"], result.metrics["precision"]) == (1, 0.5)


@pytest.mark.parametrize(("width", "found"), [(52, 1), (50, 0)])
def test_by_iou_the_union_is_a_pixel_larger(tmp_path: Path, width: int, found: int) -> None:
    """500 of 1001 pixels are less than one half; a second detection of the same word is false."""
    truth = [(box(0, 100), "h"), (CURVE, "#")]
    result = evaluated(tmp_path, truth, [box(0, width), box(0, width)], "total_text_iou")
    assert (result.metrics["recall"], result.metrics["precision"]) == (found, found / 2)


def test_files_with_x_first_are_refused(tmp_path: Path) -> None:
    truth = [(CURVE, "c"), (box(100, 90), "h"), (box(200, 90), "h"), (box(300, 90, 200), "h")]
    found = [points for points, _ in truth]
    with pytest.raises(InputError, match="ctw1500") as refused:
        evaluated(tmp_path, truth, found, "total_text", x_first=True)
    assert refused.value.code == "E-470"
    again = tb.read_predictions(tmp_path / "found", format="ctw1500", geometry="rotated")
    truth_again = tb.read_truth(tmp_path / "gt", geometry="rotated")
    result = tb.evaluate(truth_again, again, protocol="total_text", geometry="rotated", fit_test=False)
    assert result.metrics["hmean"] == 1
