"""Generated sweeps, and what av2-api returned for them: `argoverse2_kit.json`, with its rounding left out.

The kit: PyPI av2 0.3.6 with numpy 2.4 and scipy 1.17, ``eval_only_roi_instances=False``, its ``np.argsort``
stable; `AVERAGE_METRICS` and the classes with objects, each AP, ATE, ASE, AOE, CDS.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from argoverse2_worlds import KINDS, argoverse2_world

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

EXPECTED = json.loads((Path(__file__).parent / "argoverse2_kit.json").read_text())
KEYS = ("AP", "ATE", "ASE", "AOE", "CDS")
ABSENT = [0, 2, 1, np.pi, 0]


@pytest.mark.parametrize("seed", range(len(EXPECTED)), ids=lambda seed: f"{seed}-{KINDS[seed % len(KINDS)]}")
def test_kit(seed: int) -> None:
    result = tb.evaluate(*argoverse2_world(seed), protocol="argoverse2")
    kit = EXPECTED[seed]
    assert [result.metrics[key] for key in KEYS] == pytest.approx(kit["AVERAGE_METRICS"], abs=1e-12)
    assert len(result.per_class) == 26
    for each in result.per_class:
        ours = [each.metrics[key] for key in KEYS]
        assert ours == pytest.approx(kit.get(each.name, ABSENT), abs=1e-12), each.name


@pytest.mark.parametrize("ending", ["feather", "parquet", "csv"])
def test_files(tmp_path: Path, ending: str) -> None:
    """The same numbers from tables, and from the folders of logs."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import csv, feather, parquet

    write = {"feather": feather.write_feather, "parquet": parquet.write_table, "csv": csv.write_csv}[ending]
    sides = argoverse2_world(0)
    for name, columns in zip(("truth", "found"), sides, strict=True):
        write(pyarrow.table(columns), str(tmp_path / f"{name}.{ending}"))
    whole = tb.evaluate(tmp_path / f"truth.{ending}", tmp_path / f"found.{ending}", protocol="argoverse2")
    assert whole.metrics == tb.evaluate(*sides, protocol="argoverse2").metrics
    for log in set(sides[0]["log_id"]):
        (tmp_path / "val" / log).mkdir(parents=True)
        rows = [row for row, each in enumerate(sides[0]["log_id"]) if each == log]
        table = pyarrow.table(
            {name: [held[row] for row in rows] for name, held in sides[0].items() if name != "log_id"}
        )
        feather.write_feather(table, str(tmp_path / "val" / log / "annotations.feather"))
    folder = tb.evaluate(tmp_path / "val", tmp_path / f"found.{ending}", protocol="argoverse2")
    assert folder.metrics == whole.metrics
