"""Detectors are checked when they are made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from truebox.errors import ArgumentError
from truebox.generation import DETECTORS


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "a/b"}, r"name='a/b': expected letters, digits"),
        ({"name": ""}, r"name='': expected letters"),
        ({"misses": (0.1, 2.0, 0.1)}, r"misses and jitter=2\.0: expected a share from 0 to 1"),
        ({"swaps": -0.1}, r"swaps=-0\.1: expected a share"),
        ({"tail": -1}, r"tail=-1: expected a number of at least 0"),
        ({"score_decimals": 1}, r"score_decimals=1: expected a whole number of at least 2"),
    ],
)
def test_wrong_habits_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        replace(DETECTORS[0], **change)


@pytest.mark.parametrize("wrong", [{"name": 3}, {"misses": 0.5}, {"misses": (0, "a", 0)}, {"shifts": None}])
def test_habits_of_another_kind_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"{next(iter(wrong))} is "):
        replace(DETECTORS[0], **wrong)
