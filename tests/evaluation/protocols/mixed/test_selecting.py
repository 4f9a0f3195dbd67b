"""Rows that take part, and as what."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import Rules, evaluate
from truebox.evaluation.protocol import Case
from truebox.evaluation.protocols.mixed.selecting import selected_case
from truebox.evaluation.states.alignment import align
from truebox.evaluation.states.parameters import coco_parameters
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def case() -> Case:
    result = evaluate(*make_dataset(20, 3, 10, 3.0, 2, crowds=0.2), fit_test=False)
    truth, found = result.truth, result.predictions
    alignment = align(truth, found, images=None, categories=None, class_agnostic=False, threads=1)
    return Case(truth=truth, predictions=found, alignment=alignment, parameters=coco_parameters())


def test_usual_rules_change_nothing(case: Case) -> None:
    same = selected_case(case, Rules())
    np.testing.assert_array_equal(same.truth.boxes, case.truth.boxes)
    np.testing.assert_array_equal(same.predictions.boxes, case.predictions.boxes)
    np.testing.assert_array_equal(same.alignment.predicted_image, case.alignment.predicted_image)
    assert same.uncounted is None
    assert same.asking is None


def test_crowds(case: Case) -> None:
    crowds = case.truth.crowd == 1
    assert crowds.any()
    assert (selected_case(case, Rules(crowd="removed")).alignment.true_image[crowds] == -1).all()
    assert not selected_case(case, Rules(crowd="plain")).truth.crowd.any()
    np.testing.assert_array_equal(selected_case(case, Rules(crowd="difficult")).uncounted, crowds)


def test_scores_classes_and_who_asks(case: Case) -> None:
    low = case.predictions.scores < 0.5
    assert low.any()
    assert (selected_case(case, Rules(lowest_score=0.5)).alignment.predicted_image[low] == -1).all()
    assert selected_case(case, Rules(classes="one for all")).alignment.predicted_category.max() == 0
    on, own = (
        selected_case(case, Rules(labels="1 on")).alignment.predicted_category,
        case.alignment.predicted_category,
    )
    assert set(np.unique((on - own)[on >= 0]).tolist()) == {1}
    by_file = selected_case(case, Rules(first="file")).asking
    assert by_file is not None
    assert (np.diff(by_file) < 0).all()


def test_areas(case: Case) -> None:
    pixels = case.truth.boxes[:, 2] * case.truth.boxes[:, 3]
    np.testing.assert_array_equal(selected_case(case, Rules(areas="of boxes")).truth.area, pixels)
    np.testing.assert_allclose(selected_case(case, Rules(areas="0.53 of boxes")).truth.area, pixels * 0.53)
