"""What every result has: both kinds here, and one that nobody knows."""

from __future__ import annotations

import inspect

import pytest
from made_panoptic import made_class, made_panoptic
from made_results import MadeResult
from made_tracks import made_tracks

from truebox.evaluation import PanopticResult, Result
from truebox.evaluation.any_result import AnyClass, AnyRecords, AnyResult

MEMBERS = [name for name in (*vars(AnyResult), *AnyResult.__annotations__) if not name.startswith("_")]


@pytest.mark.parametrize("kind", [Result, PanopticResult])
def test_results_have_every_member(kind: type) -> None:
    assert set(MEMBERS) <= {name for name, _ in inspect.getmembers(kind)}


@pytest.mark.parametrize("result", [made_panoptic([made_class(1, "cat", 0.5)]), MadeResult(), made_tracks()])
def test_the_layout_names_what_is_there(result: AnyResult) -> None:
    layout = result.layout
    assert layout.main in layout.metrics
    assert set(layout.metrics) <= {name for total in layout.totals for name in total.metrics}
    assert all(name in result.metrics for name in layout.file_metrics)
    for entry in result.per_class:
        assert all(hasattr(entry, column.key) for column in layout.columns)
    assert all(hasattr(result, name) for name in layout.closing)


def test_classes_and_records_are_small() -> None:
    assert {name for name in vars(AnyClass) if not name.startswith("_")} == {"id", "name", "metrics"}
    assert {name for name in vars(AnyRecords) if not name.startswith("_")} == {"source"}
