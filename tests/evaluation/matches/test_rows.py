"""The columns of match tables fit each other."""

from __future__ import annotations

from dataclasses import fields

from match_worlds import small_result


def test_every_column_has_a_row_for_each() -> None:
    table = small_result().matches
    for rows in (table.detections, table.truths):
        assert {len(getattr(rows, field.name)) for field in fields(rows)} == {len(rows)}
    assert len(table.pairs.offsets) == len(table.detections) + 1
    assert len(table.pairs) == table.pairs.offsets[-1] == len(table.pairs.overlap)
