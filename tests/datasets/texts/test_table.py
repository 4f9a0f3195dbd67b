"""The wanted columns of a table."""

from __future__ import annotations

import dataclasses

import pytest

from truebox.datasets.texts.table import Table


def test_a_table_is_frozen():
    table = Table(rows=0, numbers={}, texts={}, place=str)
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.rows = 1
    assert table.decimal_commas == 0
