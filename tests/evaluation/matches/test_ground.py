"""A match table is made once, and only when asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from match_worlds import small_result

from truebox.errors import ArgumentError


def test_the_table_is_made_once() -> None:
    result = small_result()
    assert result.ground is not None
    assert result.ground._made == []
    assert result.matches is result.matches


def test_a_result_from_elsewhere_has_none() -> None:
    with pytest.raises(ArgumentError, match="was not evaluated here"):
        _ = replace(small_result(), ground=None).matches
