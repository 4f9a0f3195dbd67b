"""What equal scores can do."""

from __future__ import annotations

import pytest

from truebox.diagnosis import TieRange, Ties
from truebox.errors import ArgumentError
from truebox.plotting import plot_ties


def made(**metrics) -> Ties:
    return Ties(metrics=metrics, per_class=(), tied=1234, rivals=2, seed=0, orders=24, findings=())


def moved(value, worst, best, expected=None, *, exact=True) -> TieRange:
    return TieRange(value=value, worst=worst, best=best, exact=exact, expected=expected, expected_error=None)


def test_ranges_values_and_means():
    ax = plot_ties(made(AP=moved(0.52, 0.5, 0.53, 0.51, exact=False), AP50=moved(0.7, 0.66, 0.72)))
    assert [list(line.get_xdata()) for line in ax.lines] == [
        [0.5, 0.53], [0.51, 0.51], [0.52], [0.66, 0.72], [], [0.7],
    ]  # fmt: skip
    assert [text.get_text() for text in ax.texts] == ["0.5000 to 0.5300 (bounds)", "0.6600 to 0.7200"]
    assert ax.get_title() == "1,234 detections of equal score"


def test_what_does_not_move_is_not_magnified():
    ax = plot_ties(made(AP=moved(0.5, 0.5, 0.5 + 1e-15)))
    low, high = ax.get_xlim()
    assert high - low == pytest.approx(0.01)
    assert [text.get_text() for text in ax.texts] == ["0.5000"]


def test_nothing():
    assert plot_ties(made()).texts[0].get_text() == "n/a (no metric is defined)"


def test_refused():
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.ties"):
        plot_ties({"AP": (0.4, 0.5)})
