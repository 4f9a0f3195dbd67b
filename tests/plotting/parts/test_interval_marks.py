"""A number with its interval."""

from __future__ import annotations

import pytest

from truebox.diagnosis import Estimate
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes
from truebox.plotting.parts.interval_marks import draw_interval, interval_numbers


@pytest.mark.parametrize(
    ("entry", "numbers"),
    [
        ((0.5, 0.4, 0.6), (0.5, 0.4, 0.6)),
        (Estimate(value=0.5, low=0.4, high=0.6), (0.5, 0.4, 0.6)),
        (Estimate(value=0.5, reason="too few images"), (0.5, None, None)),
        (None, (None, None, None)),
    ],
)
def test_numbers_of_any_kind(entry, numbers):
    assert interval_numbers("here", entry) == numbers


@pytest.mark.parametrize("entry", [(0.5, 0.6, 0.7), (0.5, 0.4, None), (0.5, 0.4), "abc", 0.5])
def test_refused(entry):
    with pytest.raises(ArgumentError, match=r"^here is .*expected \(value, low, high\)"):
        interval_numbers("here", entry)


def test_marks_and_words():
    ax = as_axes(None)
    draw_interval(ax, 0, (0.5, 0.4, 0.7), signed=False)
    draw_interval(ax, 1, (0.01, -0.02, 0.04), signed=True)
    draw_interval(ax, 2, (None, None, None), signed=False)
    assert [bar.get_segments()[0][:, 0].tolist() for bar in ax.collections] == [
        pytest.approx([0.4, 0.7]),
        pytest.approx([-0.02, 0.04]),
    ]
    assert [text.get_text() for text in ax.texts] == [
        "0.500 [0.400, 0.700]",
        "+0.010 [-0.020, +0.040]",
        "n/a",
    ]
