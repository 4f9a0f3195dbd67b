"""A swap of two models without matching again is the evaluation of the swapped predictions."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import evaluate
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation.registry import DETECTION_PROTOCOLS
from truebox.generation import make_world

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WORLD = make_world(14, seed=5)
PROTOCOLS = [name for name in DETECTION_PROTOCOLS if name != "lvis"]  # the world states nothing of classes


def swapped(chosen):
    """COCO rows of the second model in the chosen images, of the first in the others."""
    models = [
        [
            {"image_id": image, "category_id": category, "bbox": box, "score": score}
            for image, category, box, score in zip(
                found.image.tolist(),
                found.category.tolist(),
                found.boxes.tolist(),
                found.scores.tolist(),
                strict=True,
            )
        ]
        for found in WORLD.predictions[:2]
    ]
    of_image = dict(zip(sorted(WORLD.truth.images.ids.tolist()), chosen.tolist(), strict=True))
    return [row for model, rows in enumerate(models) for row in rows if of_image[row["image_id"]] == model]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("some", [False, True])
def test_weights_of_both_models_are_an_evaluation_of_what_they_choose(protocol, some):
    how = {"protocol": protocol, "mode": "corrected"}
    first, second = (evaluate(WORLD.truth, found, **how) for found in WORLD.predictions[:2])
    classes = np.array([4, 1]) if some else None
    both = Resampling(first, second, classes=classes)
    chosen = np.random.default_rng(3).integers(0, 2, (3, len(WORLD.truth.images)))
    chosen[0] = 1
    weights = np.stack([1 - chosen, chosen], axis=2).reshape(3, -1).astype(np.uint8)
    found = both.weighed(weights)
    for draw in range(3):
        again = evaluate(WORLD.truth, swapped(chosen[draw]), **how)
        for key, values in found.per_class.items():
            wanted = [
                again.per_class[k].metrics[key] for k in (classes if some else range(len(again.per_class)))
            ]
            np.testing.assert_allclose(values[draw], np.array(wanted, dtype=float), rtol=0, atol=1e-12)
        for key, values in found.metrics.items():
            if not some:
                assert values[draw] == pytest.approx(again.metrics[key], abs=1e-12), key
