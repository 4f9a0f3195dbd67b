"""Made masks and keypoints: what they hold, and that the same arguments give the same bits."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from truebox.evaluation import evaluate
from truebox.generation import make_shape_dataset, to_coco, to_coco_results
from truebox.records import SegmentationKind

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_truths_are_polygons_and_crowds_run_lengths() -> None:
    truth, found = make_shape_dataset("masks", images=20, categories=3, seed=2, crowds=0.2)
    assert truth.segmentations is not None
    assert found.segmentations is not None
    runs = truth.segmentations.kinds == SegmentationKind.TEXT
    np.testing.assert_array_equal(runs, truth.crowd.astype(bool))
    assert set(found.segmentations.kinds.tolist()) == {SegmentationKind.TEXT}
    assert not found.boxed


@pytest.mark.parametrize("shape", ["masks", "keypoints"])
def test_the_same_seed_gives_the_same_rows(shape: str) -> None:
    first, again = (make_shape_dataset(shape, images=5, categories=2, seed=4) for _ in range(2))  # type: ignore[arg-type]
    other = make_shape_dataset(shape, images=5, categories=2, seed=5)  # type: ignore[arg-type]
    digests = [
        hashlib.sha256(repr((to_coco(truth), to_coco_results(found))).encode()).hexdigest()
        for truth, found in (first, again, other)
    ]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("shape", ["masks", "keypoints"])
def test_a_detector_finds_some_of_it(shape: str) -> None:
    truth, found = make_shape_dataset(shape, images=30, categories=2, seed=1)  # type: ignore[arg-type]
    direct = evaluate(truth, found, geometry=shape)  # type: ignore[arg-type]
    assert 0.05 < direct.metrics["AP"] < 0.9  # type: ignore[operator]
    written = evaluate(to_coco(truth), to_coco_results(found), geometry=shape)  # type: ignore[arg-type]
    np.testing.assert_array_equal(direct.stats, written.stats)
