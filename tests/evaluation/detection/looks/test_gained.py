"""What is worth a word is better by both measures."""

from __future__ import annotations

import pytest

from truebox.evaluation.detection.looks.gained import gained


@pytest.mark.parametrize(
    ("otherwise", "given", "times", "expected"),
    [
        (None, 0.5, 1.05, False),
        (0.021, 0.0, 1.05, True),
        (0.019, 0.0, 1.05, False),  # by .02 at least
        (0.83, 0.8, 1.05, False),  # and by a twentieth
        (0.85, 0.8, 1.05, True),
        (0.85, 0.8, 1.2, False),
        (0.97, 0.8, 1.2, True),
    ],
)
def test_both_must_be_reached(otherwise, given, times, expected):
    assert gained(otherwise, given, times) is expected
