"""What is said about panoptic data."""

from __future__ import annotations

import numpy as np
import pytest
from panoptic_scenes import CATEGORIES

from truebox.errors import InputError, TrueboxWarning
from truebox.evaluation import evaluate_panoptic


def evaluated(*segments, **options):
    part = {"image_id": 1, "segmentation": np.array([[1, 1]])}
    truth = {"categories": CATEGORIES, "annotations": [{**part, "segments_info": list(segments)}]}
    found = {"annotations": [{**part, "segments_info": [{"id": 1, "category_id": 3}]}]}
    return evaluate_panoptic(truth, found, mode="corrected", **options)


def test_wrong_areas():
    with pytest.warns(
        TrueboxWarning, match="W-180 1 true segments state an area .* number of pixels .3, not 2. "
    ):
        result = evaluated({"id": 1, "category_id": 3, "area": 3})
    assert (result.warnings[0].count, result.warnings[0].rows) == (1, (0,))
    with pytest.raises(
        InputError, match="E-128 truth image 1 segment 1: the stated area is 0, but the map has 2"
    ):
        evaluated({"id": 1, "category_id": 3, "area": 0})


def test_segments_without_pixels():
    with pytest.warns(TrueboxWarning, match=r"W-181 1 true segments have no pixel .*image 1 segment 9"):
        result = evaluated({"id": 1, "category_id": 3}, {"id": 9, "category_id": 3, "area": 0})
    assert result.per_class[0].false_negatives == 1


def test_images_that_were_not_chosen_are_not_left_out():
    part = {"image_id": 1, "segmentation": np.array([[1]]), "segments_info": [{"id": 1, "category_id": 3}]}
    truth = {"categories": CATEGORIES, "annotations": [part, {**part, "image_id": 2}]}
    assert evaluate_panoptic(truth, truth, images=[1]).warnings == ()
