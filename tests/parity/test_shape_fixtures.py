"""Masks and keypoints on real data, against the published numbers of pycocotools 2.0.11."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from fixtures_folder import FIXTURES, fixture, needs_fixtures
from reference_coco import assert_identical, reference_coco

from truebox.evaluation import evaluate

pytestmark = [pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning"), needs_fixtures]

CASES = [("cocoapi_val2014_100__segm", "segm", "masks"), ("fce_keypoints1", "keypoints", "keypoints")]


@pytest.mark.parametrize(("name", "kind", "geometry"), CASES)
def test_expected_numbers(name: str, kind: str, geometry: str) -> None:
    expected = json.loads(fixture(f"expected/{name}.json").read_text())
    assert FIXTURES is not None
    stats = list(expected["raw"][kind]["stats"].values())
    paths = str(FIXTURES / expected["gt"]), str(FIXTURES / expected["dt"])
    result = evaluate(*paths, geometry=geometry)
    np.testing.assert_array_equal(result.stats, stats)
    truth, found = (json.loads(Path(path).read_text(encoding="utf-8")) for path in paths)
    assert_identical(result.to_coco_eval(), reference_coco(truth, found, kind=kind), name)


def test_published_mask_average_precision() -> None:
    truth = fixture("faster_coco_eval/tests/dataset/cocoapi/instances_val2014_100.json")
    found = fixture("cocoapi/results/instances_val2014_fakesegm100_results.json")
    # Printed in the demo of cocoapi, to twelve digits.
    assert round(evaluate(truth, found, geometry="masks").metrics["AP"], 12) == 0.319545275858


def test_published_keypoint_results_need_their_truth() -> None:
    """The fake keypoints of cocoapi read whole: 17 points a row."""
    from truebox.datasets import read_predictions

    found = read_predictions(
        fixture("cocoapi/results/person_keypoints_val2014_fakekeypoints100_results.json"),
        geometry="keypoints",
    )
    assert found.keypoints is not None
    assert found.keypoints.points.shape[1:] == (17, 3)
