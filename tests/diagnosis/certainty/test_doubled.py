"""A swap of two models without matching again is the evaluation of the swapped predictions."""

from __future__ import annotations

import numpy as np
import pytest
from rotated_worlds import rotated_world

from truebox import evaluate
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_value
from truebox.generation import make_world

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WORLD = make_world(14, seed=5)
# The world states nothing of classes, has none of the three that KITTI evaluates, and no boxes in space.
PROTOCOLS = [
    name
    for name in DETECTION_PROTOCOLS
    if name
    not in (
        *("lvis", "kitti", "nuscenes", "argoverse2", "luna16", "camelyon16"),
        *("waymo", "waymo_bev", "waymo_camera"),
    )
    and "boxes" in protocol_value(name).geometries
]


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
                wanted = again.metrics[key]
                wanted = np.nan if wanted is None else wanted
                assert values[draw] == pytest.approx(wanted, abs=1e-12, nan_ok=True), key


ROTATED = [name for name in DETECTION_PROTOCOLS if "rotated" in protocol_value(name).geometries]


@pytest.mark.parametrize("protocol", ROTATED)
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_rotated_boxes_are_swapped_the_same_way(protocol, mode):
    truth, found = rotated_world(7, images=12)
    models = found, [{**row, "score": round(1 - row["score"], 4)} for row in found[::2]]
    how = {"protocol": protocol, "mode": mode, "geometry": "rotated"}
    if protocol.startswith("dota"):  # a class without truth counts there
        truth["annotations"] = [row for row in truth["annotations"] if row["category_id"] != 3]
    both = Resampling(*(evaluate(truth, each, **how) for each in models))
    chosen = np.random.default_rng(3).integers(0, 2, 12)
    weights = np.stack([1 - chosen, chosen], axis=1).reshape(1, -1).astype(np.uint8)
    of_image = dict(zip(sorted(each["id"] for each in truth["images"]), chosen.tolist(), strict=True))
    taken = [row for model, rows in enumerate(models) for row in rows if of_image[row["image_id"]] == model]
    again = evaluate(truth, taken, **how)
    for key, values in both.weighed(weights).metrics.items():
        wanted = again.metrics[key]
        assert values[0] == pytest.approx(np.nan if wanted is None else wanted, abs=1e-12, nan_ok=True), key
