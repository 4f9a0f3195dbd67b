"""Array identity with pycocotools 2.0.11, run live on generated data over the whole parameter space."""

from __future__ import annotations

from typing import Any

import coco_worlds
import numpy as np
import pytest
from coco_records import prediction_records, truth_records
from hypothesis import given, settings
from hypothesis import strategies as st
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


@pytest.mark.parametrize("seed", range(3))
def test_larger_data(seed: int) -> None:
    rng = np.random.default_rng(10_000 + seed)
    truth, detections = coco_worlds.world(
        rng, images=60, classes=6, truths=12, detections=70, irregular=seed > 0
    )
    result = evaluate(truth_records(truth), prediction_records(detections))
    assert_identical(result.to_coco_eval(), reference_coco(truth, detections))


def test_more_than_the_cap_in_one_cell() -> None:
    rng = np.random.default_rng(5)
    truth, detections = coco_worlds.world(rng, images=2, classes=1, truths=40, detections=400)
    for chosen in ({}, {"max_detections": [10, 50, 150]}, {"class_agnostic": True}):
        result = evaluate(truth_records(truth), prediction_records(detections), **chosen)
        assert_identical(result.to_coco_eval(), reference_coco(truth, detections, **chosen))


@given(
    seed=st.integers(0, 2**32 - 1),
    cells=st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=4
    ),  # truths, detections of an image
    grid=st.sampled_from([1, 2, 8, 1000]),
)
@settings(max_examples=60, deadline=None)
def test_coinciding_boxes_and_scores(seed: int, cells: list[tuple[int, int]], grid: int) -> None:
    """On a coarse grid nearly everything ties: boxes, overlaps, scores."""
    rng = np.random.default_rng(seed)

    def box() -> list[float]:
        return [
            *rng.integers(0, grid, 2).astype(float).tolist(),
            *rng.integers(0, grid + 1, 2).astype(float).tolist(),
        ]

    annotations: list[dict[str, Any]] = []
    detections: list[dict[str, Any]] = [{"image_id": 0, "category_id": 1, "bbox": box(), "score": 0.5}]
    for image, (truths, found) in enumerate(cells):
        for _ in range(truths):
            here = box()
            number = len(annotations)
            annotations.append(
                {
                    "id": number,
                    "image_id": image,
                    "category_id": 1,
                    "bbox": here,
                    "area": here[2] * here[3],
                    "iscrowd": int(rng.random() < 0.2),
                }
            )
        detections += [
            {"image_id": image, "category_id": 1, "bbox": box(), "score": float(rng.integers(0, 3)) / 2}
            for _ in range(found)
        ]
    truth = {
        "images": [{"id": image} for image in range(len(cells))],
        "annotations": annotations,
        "categories": [{"id": 1, "name": "one"}],
    }
    chosen = {"area_ranges": {"all": (0, 1e10), "small": (0, 1), "medium": (1, 30), "large": (30, 1e10)}}
    result = evaluate(truth_records(truth), prediction_records(detections), **chosen)
    assert_identical(result.to_coco_eval(), reference_coco(truth, detections, **chosen))


def test_one_thread_and_many_are_identical() -> None:
    truth, detections = coco_worlds.world(np.random.default_rng(77), images=80, classes=5, detections=60)
    single, many = (
        evaluate(truth_records(truth), prediction_records(detections), threads=threads).to_coco_eval()
        for threads in (1, 4)
    )
    assert_identical(single, many)
