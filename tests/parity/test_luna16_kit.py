"""Generated scans, and what LUNA16's script returned for them: `luna16_kit.json`.

The kit: ``evaluationScript/noduleCADEvaluationLUNA16.py`` of NoduleNet feffef3 with numpy 2.4 and
scikit-learn 1.9: its curve at seven numbers of false marks a scan, of all scans and of three of its draws.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from luna16_worlds import KINDS, luna16_world

import truebox as tb
from truebox.evaluation import OutcomeOrder
from truebox.evaluation.protocols.medical.luna16 import luna_curve
from truebox.evaluation.protocols.medical.marks.shares import ShareMeasure

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

EXPECTED = json.loads((Path(__file__).parent / "luna16_kit.json").read_text())
ALARMS = (1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0)
AXES = ("coordX", "coordY", "coordZ")


def shares(result: Any) -> list[float]:
    return [value for key, value in result.metrics.items() if key.startswith("S[")]


@pytest.mark.parametrize("seed", range(len(EXPECTED)), ids=lambda seed: f"{seed}-{KINDS[seed % len(KINDS)]}")
def test_kit(seed: int) -> None:
    result = tb.evaluate(*luna16_world(seed), protocol="luna16")
    if "error" in EXPECTED[seed]:  # the kit ends where no mark counts: docs/quirks.md, L3
        assert shares(result) == [0.0] * 7
        return
    assert shares(result) == pytest.approx(EXPECTED[seed]["S"], abs=1e-12)
    assert result.metrics["CPM"] == pytest.approx(np.mean(EXPECTED[seed]["S"]), abs=1e-12)


@pytest.mark.parametrize("seed", [k for k, each in enumerate(EXPECTED) if each.get("draws")])
def test_draws_of_scans(seed: int) -> None:
    truth, found = luna16_world(seed)
    state = tb.evaluate(truth, found, protocol="luna16").state
    order = OutcomeOrder(state, 0, state.parameters.max_detections[-1], np.array([0]))
    measure = ShareMeasure(ALARMS, luna_curve)
    for picked, expected in EXPECTED[seed]["draws"]:  # nothing found: L3
        names = [truth["scans"][k] for k in picked]
        weights = np.array([names.count(name) for name in state.images.tolist()])
        counted = zip(truth["seriesuid"], truth["excluded"], strict=True)
        truths = np.array([sum(names.count(scan) for scan, excluded in counted if not excluded)])
        assert measure.drawn(order)(weights, truths)[0, 1:] == pytest.approx(
            np.nan_to_num(expected), abs=1e-12
        )
        assert measure(order.weighed(weights, truths))[0, 1:] == pytest.approx(
            np.nan_to_num(expected), abs=1e-12
        )


def test_files(tmp_path: Path) -> None:
    """The same numbers from the folder of annotations, and from its table."""
    truth, found = luna16_world(0)
    _write(tmp_path / "annotations.csv", truth, "diameter_mm", 0)
    _write(tmp_path / "annotations_excluded.csv", truth, "diameter_mm", 1)
    (tmp_path / "seriesuids.csv").write_text("\n".join(truth["scans"]) + "\n")
    _write(tmp_path / "found.csv", found, "probability", None)
    whole = tb.evaluate(truth, found, protocol="luna16").metrics
    for place in (tmp_path, tmp_path / "annotations.csv"):
        assert tb.evaluate(place, tmp_path / "found.csv", protocol="luna16").metrics == whole


def _write(path: Path, side: dict[str, list[Any]], last: str, excluded: int | None) -> None:
    names = ("seriesuid", *AXES, last)
    flags = side.get("excluded", [None] * len(side[last]))
    rows = zip(*(side[name] for name in names), strict=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(row for row, flag in zip(rows, flags, strict=True) if flag == excluded)
