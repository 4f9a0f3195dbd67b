"""The numbers of docs/how-ap-is-computed.md, in exact fractions and by the rules as written here."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from project_tree import ROOT

PAGE = (ROOT / "docs" / "how-ap-is-computed.md").read_text(encoding="utf-8")
TRUTHS = 4
# Of the table of step 1: the IoU with the truth that is free, or 0; the duplicate would match from 0.72 down.
RANKED = ((0.9, "first", Fraction(92, 100)), (0.8, "none", Fraction(0)), (0.7, "second", Fraction(78, 100)),
          (0.6, "first", Fraction(72, 100)), (0.5, "third", Fraction(62, 100)))  # fmt: skip


def right_at(threshold: Fraction) -> list[bool]:
    taken: set[str] = set()
    right = []
    for _, truth, iou in RANKED:
        good = truth != "none" and iou >= threshold and truth not in taken
        if good:
            taken.add(truth)
        right.append(good)
    return right


def curve(right: list[bool]) -> list[tuple[Fraction, Fraction]]:
    """(precision, recall) after each detection."""
    return [
        (Fraction(sum(right[: n + 1]), n + 1), Fraction(sum(right[: n + 1]), TRUTHS))
        for n in range(len(right))
    ]


def envelope(points: list[tuple[Fraction, Fraction]], recall: Fraction) -> Fraction:
    return max((precision for precision, reached in points if reached >= recall), default=Fraction(0))


def averaged(points: list[tuple[Fraction, Fraction]], steps: int) -> Fraction:
    return sum(envelope(points, Fraction(step, steps)) for step in range(steps + 1)) / (steps + 1)


def area_under(points: list[tuple[Fraction, Fraction]]) -> Fraction:
    return sum(envelope(points, Fraction(found, TRUTHS)) for found in range(1, TRUTHS + 1)) / TRUTHS


def test_the_table_of_precision_and_recall():
    points = curve(right_at(Fraction(1, 2)))
    rows = re.findall(r"^\| (\d) \| (\d) \| (\d/\d) \| (\d/\d) \| (\d/\d) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 5
    for number, (after, right, precision, recall, highest) in enumerate(rows):
        assert int(after) == number + 1
        assert int(right) == sum(right_at(Fraction(1, 2))[: number + 1])
        assert (Fraction(precision), Fraction(recall)) == points[number]
        assert Fraction(highest) == max(found for found, _ in points[number:])


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("173/303 = 0.570957", averaged(curve(right_at(Fraction(1, 2))), 100)),
        ("31/55 = 0.563636", averaged(curve(right_at(Fraction(1, 2))), 10)),
        ("17/30 = 0.566667", area_under(curve(right_at(Fraction(1, 2))))),
        (
            "379/1010 = 0.375248",
            sum(averaged(curve(right_at(Fraction(50 + 5 * n, 100))), 100) for n in range(10)) / 10,
        ),
    ],
)  # fmt: skip
def test_a_number_of_the_page(shown, value):
    assert shown in PAGE
    fraction, decimals = shown.split(" = ")
    assert Fraction(fraction) == value
    assert f"{float(value):.6f}" == decimals


@pytest.mark.parametrize(
    ("thresholds", "shown"),
    [((50, 55, 60), "173/303"), ((65, 70, 75), "128/303"), ((80, 85, 90), "26/101"), ((95,), "0")],
)
def test_a_row_of_the_thresholds(thresholds, shown):
    for threshold in thresholds:
        assert averaged(curve(right_at(Fraction(threshold, 100))), 100) == Fraction(shown)
    line = ", ".join(f"{threshold / 100:.2f}" for threshold in thresholds)
    assert re.search(rf"^\| {re.escape(line)} \|.*{shown} \|$", PAGE, re.MULTILINE)


def test_the_lines_of_the_page_about_ultralytics_are_its_rule():
    metrics = pytest.importorskip("ultralytics.utils.metrics")
    points = curve(right_at(Fraction(1, 2)))
    ap, _, _ = metrics.compute_ap([float(r) for _, r in points], [float(p) for p, _ in points])
    page = (ROOT / "docs" / "coming-from" / "ultralytics-val.md").read_text(encoding="utf-8")
    assert f"lines and trapezoids {ap:.4f}" in page
    assert np.isclose(float(averaged(points, 100)), 0.570957, atol=1e-6)
