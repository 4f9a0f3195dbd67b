"""Numbers asked for alone are those of a whole result."""

from __future__ import annotations

import pytest

from truebox.evaluation import evaluate, metrics_alone, protocol_value
from truebox.generation import make_dataset


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("name", ["coco", "voc", "yolov5", "map_boxes", "caltech"])
def test_they_are_those_of_the_result(name: str) -> None:
    truth, found = make_dataset(12, 3, 8, 3.0, 4)
    result = evaluate(truth, found, protocol=name, fit_test=False)
    asked = (truth, found, protocol_value(name))
    assert metrics_alone(*asked, list(result.metrics)) == dict(result.metrics)
    first = next(iter(result.metrics))
    assert metrics_alone(*asked, [first, "no such metric"]) == {first: result.metrics[first]}
    for each in result.per_class:
        assert metrics_alone(*asked, list(each.metrics), label=each.name) == dict(each.metrics)
