"""Generated people, and what xtcocotools returned for each part of them: `whole_body_kit.json`.

The kit: ``xtcocotools/cocoeval.py`` of jin-s13/xtcocoapi d74033f with the sigmas of its
``demos/demo_coco_wholebody.py``, numpy 2.4: ten numbers of each part, -1 where there is none.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from whole_body_worlds import whole_body_world

from truebox.evaluation import evaluate_whole_body

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

EXPECTED = json.loads((Path(__file__).parent / "whole_body_kit.json").read_text())


@pytest.mark.parametrize("seed", range(len(EXPECTED)))
def test_kit(seed: int) -> None:
    results = evaluate_whole_body(*whole_body_world(seed), fit_test=False)
    assert list(results) == list(EXPECTED[seed])
    for part, numbers in EXPECTED[seed].items():
        found = [-1 if value is None else value for value in results[part].metrics.values()]
        assert found == pytest.approx(numbers, abs=1e-12), part


def test_files(tmp_path: Path) -> None:
    truth, found = whole_body_world(1)
    for name, side in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(side))
    results = evaluate_whole_body(tmp_path / "truth.json", str(tmp_path / "found.json"), fit_test=False)
    assert results["face"].metrics["AP"] == pytest.approx(EXPECTED[1]["face"][0], abs=1e-12)
