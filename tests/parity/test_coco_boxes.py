"""Array identity with pycocotools 2.0.11, run live on generated data over the whole parameter space."""

from __future__ import annotations

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from reference_coco import assert_identical, reference_coco

from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("batch", range(20))
def test_generated_data_and_parameters(batch: int) -> None:
    for seed in range(batch * 20, batch * 20 + 20):
        rng = np.random.default_rng(seed)
        truth, detections = coco_worlds.world(
            rng, images=int(rng.integers(1, 7)), classes=int(rng.integers(1, 4))
        )
        chosen = coco_worlds.parameters(rng, truth)
        result = evaluate(truth_records(truth), prediction_records(detections), **chosen)
        assert_identical(
            result.to_coco_eval(), reference_coco(truth, detections, **chosen), f"seed {seed} {chosen}"
        )
