"""Metastases and points by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.protocols.medical.camelyon16 import camelyon_curve
from truebox.evaluation.protocols.medical.marks.shares import MarkCounts
from truebox.evaluation.states.quirks import Quirk

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

LABELS = np.zeros((100, 100), dtype=int)
LABELS[10:60, 10:50] = 1
LABELS[70:80, 70:80] = 2  # 10 pixels of 7.776 µm: isolated tumour cells
TRUTH = {"label_images": {"a": LABELS, "b": None}}


def shares(*points: tuple[Any, ...], truth: Any = TRUTH, mode: Any = "strict") -> dict[str, float]:
    found = {name: [row[k] for row in points] for k, name in enumerate(("slide", "confidence", "x", "y"))}
    return tb.evaluate(truth, found, protocol="camelyon16", mode=mode).metrics


def test_points_fall_into_pixels_32_wide() -> None:
    for x, y, share in ((320, 320, 1), (319, 320, 0), (50 * 32 - 1, 60 * 32 - 1, 1), (50 * 32, 400, 0)):
        assert shares(("a", 0.9, x, y))["S[8]"] == share


def test_points_in_isolated_tumour_cells_are_neither() -> None:
    assert shares(("a", 0.9, 75 * 32, 75 * 32), ("a", 0.5, 400, 400))["S[1/4]"] == 1
    assert shares(("b", 0.9, 75 * 32, 75 * 32), ("a", 0.5, 400, 400))["S[1/4]"] == 0


def test_the_lowest_confidence_is_no_cut_where_all_is_found() -> None:
    """H1."""
    counts = MarkCounts(np.array([0.75, 0.5]), np.array([0, 1]), np.array([1, 0]), 1, 1, 0.0)
    assert camelyon_curve(counts)[1].tolist() == [0, 0]
    assert camelyon_curve(counts, Quirk.LOWEST_CUT)[1].tolist() == [0, 0, 1]
    missed = MarkCounts(np.array([0.75, 0.5]), np.array([0, 1]), np.array([1, 0]), 2, 1, 0.0)
    assert camelyon_curve(missed)[1].tolist() == [0, 0, 0.5]
    with pytest.warns(tb.errors.TrueboxWarning, match="W-310 H1"):
        shares(("b", 0.75, 1, 1), ("a", 0.5, 400, 400), truth={"label_images": {"a": LABELS % 2, "b": None}})
    isolated = MarkCounts(np.array([0.75, 0.5]), np.array([0, 1]), np.array([1, 0]), 1, 1, 1.0)
    assert camelyon_curve(isolated)[1].tolist() == [0, 0, 1]


def test_hits_are_in_single_precision() -> None:
    """H2: 0.1 in single precision is above 0.1, so the hit is a cut of its own, before the false point."""
    counts = MarkCounts(np.array([0.1, 0.1]), np.array([0, 1]), np.array([1, 0]), 2, 1, 0.0)
    assert [each.tolist() for each in camelyon_curve(counts)] == [[0, 0, 1], [0, 0.5, 0.5]]
    assert [each.tolist() for each in camelyon_curve(counts, Quirk.SINGLE_SCORES)] == [[0, 1], [0, 0.5]]


def test_a_slide_without_a_file_is_refused(tmp_path: Path) -> None:
    """H3."""
    (tmp_path / "a.csv").write_text("0.9,400,400\n")
    with pytest.raises(InputError, match=r"E-146.*1 slide without a file: 'b'.*write b\.csv"):
        tb.evaluate(TRUTH, tmp_path, protocol="camelyon16")
    (tmp_path / "b.csv").write_text("")
    assert tb.evaluate(TRUTH, tmp_path, protocol="camelyon16").metrics["FROC"] == 1


def test_points_outside() -> None:
    """H4."""
    with pytest.raises(InputError, match=r"E-440.*a point left of or above the slide"):
        shares(("a", 0.9, -1, 5))
    assert shares(("a", 0.9, 10**6, 5))["S[8]"] == 0
    with pytest.raises(InputError, match=r"E-440.*no slide is larger"):
        shares(("a", 0.9, 10**7, 5))


def test_a_confidence_below_0_is_refused() -> None:
    with pytest.raises(InputError, match=r"E-146.*row 1 has the confidence -0.5"):
        shares(("a", 0.9, 1, 5), ("a", -0.5, 1, 5))


def test_boxes_of_pictures_are_refused() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["metastasis"]}
    with pytest.raises(ArgumentError, match="evaluates marks of findings"):
        tb.evaluate([box], [box | {"scores": [0.5]}], protocol="camelyon16")
