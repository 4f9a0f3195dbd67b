"""Rules are values: they can be told apart, and kept in sets."""

from __future__ import annotations

from dataclasses import replace

from truebox.evaluation import Rules


def test_differences_stand_in_the_order_of_the_fields() -> None:
    other = replace(Rules(), curve="11 points", crowd="removed", most=1)
    assert other.differences(Rules()) == ("most", "crowd", "curve")
    assert len({Rules(), Rules(), other}) == 2
