from __future__ import annotations

import numpy as np
import pytest

from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.certainty.images_held import few_classes, images_held
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation import evaluate


def test_images_are_counted_once_for_each_size_and_class():
    def row(number, image, category, area, crowd=0):
        box = [10.0, 10.0, 40.0, 40.0]
        return {"id": number, "image_id": image, "category_id": category, "area": area, "iscrowd": crowd,
                "bbox": box}  # fmt: skip

    truth = {
        "images": [{"id": 1}, {"id": 2}, {"id": 3}],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            row(1, 1, 1, 500.0), row(2, 1, 1, 600.0), row(3, 1, 2, 2000.0), row(4, 2, 1, 2000.0),
            row(5, 3, 2, 2000.0, crowd=1),
        ],
    }  # fmt: skip
    found = [
        {"image_id": image, "category_id": 1, "bbox": [10, 10, 40, 40], "score": image / 10}
        for image in (1, 2, 3)
    ]
    resampling = Resampling(evaluate(truth, found, mode="corrected"))
    held = images_held(resampling, drawn_units(resampling.result, np.arange(3)))
    assert held.of_metric["AP"] == 2  # the crowd region of the third does not count
    assert held.of_metric["APs"] == 1
    assert held.of_metric["ARm"] == 2
    assert held.of_metric["APl"] == 0
    assert held.of_class.tolist() == [2, 1]
    among = images_held(resampling, drawn_units(resampling.result, np.array([1])))
    assert among.of_class.tolist() == [1, 0]
    videos = drawn_units(resampling.result, np.arange(3), ["a", "a", "b"])
    assert images_held(resampling, videos).of_class.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("few", "counted", "said"),
    [
        (["a"], "images", "1 class lies on fewer than 10 images (`a`): the interval may be too short"),
        (["a", "b"], "groups", "2 of 9 classes lie on fewer than 10 groups (`a`, `b`)"),
        (list("abcde"), "images", "5 of 9 classes lie on fewer than 10 images (`a`, `b`, `c` and 2 more)"),
        (["x" * 41], "images", f"(`{'x' * 20}…{'x' * 19}`)"),
    ],
)
def test_the_first_are_named(few, counted, said):
    assert said in few_classes(few, 9, counted)


def test_none_are_no_sentence():
    assert few_classes([], 9) is None
