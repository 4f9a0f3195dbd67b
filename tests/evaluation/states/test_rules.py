"""Rules are values: they can be told apart, and kept in sets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import Rules


def test_differences_stand_in_the_order_of_the_fields() -> None:
    other = replace(Rules(), curve="11 points", crowd="removed", most=1)
    assert other.differences(Rules()) == ("most", "crowd", "curve")
    assert len({Rules(), Rules(), other}) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("curve", "x"),
        ("crowd", None),
        ("labels", ["as read"]),
        ("most", 0),
        ("most", 1.5),
        ("letterbox_size", -1),
        ("lowest_score", float("nan")),
        ("lowest_score", None),
        ("exceeds", "no"),
    ],
)
def test_a_rule_that_no_tool_has_is_refused(field, value):
    with pytest.raises(ArgumentError, match=f"^{field} is .*; expected"):
        Rules(**{field: value})
