"""Numbers asked for alone are those of a whole result."""

from __future__ import annotations

import pytest

from truebox.evaluation import evaluate, numbers_of, protocol_value
from truebox.generation import make_dataset


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("name", ["coco", "voc", "yolov5", "map_boxes", "caltech"])
def test_they_are_those_of_the_result(name: str) -> None:
    truth, found = make_dataset(12, 3, 8, 3.0, 4)
    result = evaluate(truth, found, protocol=name, fit_test=False)
    asked = (truth, found, protocol_value(name))
    assert numbers_of(*asked, list(result.metrics)) == dict(result.metrics)
    first = next(iter(result.metrics))
    assert numbers_of(*asked, [first, "no such metric"]) == {first: result.metrics[first]}
    for each in result.per_class:
        assert numbers_of(*asked, list(each.metrics), label=each.name) == dict(each.metrics)
