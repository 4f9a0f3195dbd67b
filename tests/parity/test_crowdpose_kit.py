"""Four images of CrowdPose and what crowdposetools (Jeff-sjtu/CrowdPose 86fe5e1) returned for them."""

from __future__ import annotations

import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

KIT = {
    "AP": 0.7877215935879303,
    "AP50": 0.9881188118811886,
    "AP75": 0.7314356435643564,
    "AR": 0.8222222222222223,
    "AR50": 1.0,
    "AR75": 0.7777777777777778,
}
ROUNDED = {"AP[easy]": 1.0, "AP[medium]": 0.9802, "AP[hard]": 0.4116}


def test_four_images() -> None:
    folder = "faster_coco_eval/tests/dataset"
    truth, found = (fixture(f"{folder}/example_crowdpose_{name}.json") for name in ("val", "preds"))
    metrics = tb.evaluate(truth, found, protocol="crowdpose", geometry="keypoints").metrics
    assert {key: metrics[key] for key in KIT} == KIT
    assert {key: round(metrics[key], 4) for key in ROUNDED} == ROUNDED
