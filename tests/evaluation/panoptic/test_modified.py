"""Modified panoptic quality by hand, and the published example of torchmetrics."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import evaluate_panoptic, modified_panoptic_quality

CATEGORIES = [
    {"id": 1, "name": "cat", "isthing": 1},
    {"id": 2, "name": "sky", "isthing": 0},
    {"id": 3, "name": "sea", "isthing": 0},
]


def evaluated(pairs, categories=CATEGORIES, crowd=()):
    """Pairs of a true and a predicted map; a segment's class is its id // 10, and 0 is VOID."""
    sides = []
    for side in (0, 1):
        sides.append(
            [
                {
                    "image_id": image,
                    "segmentation": np.array(maps[side]),
                    "segments_info": [
                        {
                            "id": int(id),
                            "category_id": int(id) // 10,
                            "iscrowd": int(side == 0 and id in crowd),
                        }
                        for id in np.unique(maps[side])
                        if id
                    ],
                }
                for image, maps in enumerate(pairs)
            ]
        )
    truth = {"categories": categories, "annotations": sides[0]}
    return evaluate_panoptic(truth, {"annotations": sides[1]}, mode="corrected")


def test_stuff_has_no_threshold_and_things_keep_theirs():
    # The sky: 2 of 8 pixels in the first image, nothing in the second. The cat: 4 of 6.
    first = [[20] * 8 + [10] * 6], [[20] * 2 + [0] * 6 + [10] * 4 + [0] * 2]
    second = [[20] * 14], [[30] * 14]
    result = evaluated([first, second])
    found = modified_panoptic_quality(result)
    assert found.per_class == pytest.approx([4 / 6, (2 / 8 + 0) / 2, None])
    assert found.value == pytest.approx((4 / 6 + 1 / 8) / 2)
    assert result.per_class[1].metrics["PQ"] == 0
    assert result.per_class[2].metrics["PQ"] == 0  # a false positive of the sea, which has no truth


def test_void_pixels_and_crowds_do_not_count():
    # Of the predicted sky 4 pixels lie in VOID: 4 shared, 4 + 2 in the union.
    void = [[20] * 6 + [0] * 4], [[20] * 4 + [0] * 2 + [20] * 4]
    assert modified_panoptic_quality(evaluated([void])).per_class[1] == pytest.approx(4 / 6)
    crowd = [[20] * 4 + [21] * 4], [[20] * 8]
    # One true segment counts; half of the prediction lies on the crowd.
    assert modified_panoptic_quality(evaluated([crowd], crowd=(21,))).per_class[1] == pytest.approx(0.5)


def test_nothing_has_no_value():
    result = evaluated([([[0, 0]], [[0, 0]])])
    assert modified_panoptic_quality(result) == (None, (None, None, None))


def test_the_example_of_torchmetrics():
    """``panoptic_qualities.py`` of torchmetrics 1.9.0, ``modified_panoptic_quality``: 0.7667."""
    categories = [{"id": k, "name": str(k), "isthing": int(k < 6)} for k in (1, 2, 6, 7)]
    # Its classes 0 and 1 are 1 and 2 here, its 255 is VOID.
    found = [[10, 11, 60, 70, 12, 20]]
    true = [[11, 10, 60, 70, 60, 0]]
    value = modified_panoptic_quality(evaluated([(true, found)], categories)).value
    assert value == pytest.approx(0.7667, abs=5e-5)
    assert value == pytest.approx((2 / 2.5 + 1 / 2 + 1) / 3, abs=1e-12)
