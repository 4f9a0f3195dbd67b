from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.overlap import oks
from truebox.overlap.oks import COCO_SIGMAS, pairwise_oks

TRUTH = np.array([[[10.0, 10, 2], [20, 20, 0]], [[5, 5, 1], [9, 9, 2]]])
ARGUMENTS = {"area": [100.0, 50.0], "sigmas": [0.25, 0.1]}


def _twin(predictions: np.ndarray, truth: np.ndarray, area: float, sigmas: np.ndarray) -> list[float]:
    """The published formula over the visible points."""
    seen = truth[:, 2] > 0
    squared = ((predictions[:, seen, :2] - truth[seen, :2]) ** 2).sum(axis=2)
    return np.exp(-squared / (2 * (2 * sigmas[seen]) ** 2 * (area + np.spacing(1)))).mean(axis=1).tolist()


def test_the_published_formula() -> None:
    predictions = TRUTH[[0, 1, 0]] + np.random.default_rng(0).normal(0, 2, (3, 2, 3))
    found = pairwise_oks(predictions, TRUTH, **ARGUMENTS)
    for column in range(2):
        expected = _twin(predictions, TRUTH[column], ARGUMENTS["area"][column], np.array(ARGUMENTS["sigmas"]))
        assert found[:, column] == pytest.approx(expected, rel=1e-14)


def test_a_perfect_prediction_is_one_and_confidences_do_not_matter() -> None:
    perfect = TRUTH.copy()
    perfect[..., 2] = np.nan
    assert np.diag(pairwise_oks(perfect, TRUTH, **ARGUMENTS)).tolist() == [1, 1]
    assert np.array_equal(
        pairwise_oks(TRUTH[..., :2], TRUTH, **ARGUMENTS), pairwise_oks(perfect, TRUTH, **ARGUMENTS)
    )


def test_coco_s_sigmas_are_quotients() -> None:
    # pycocotools 2.0.11, Params.setKpParams: an array divided by 10.
    listed = [26, 25, 25, 35, 35, 79, 79, 72, 72, 62, 62, 107, 107, 87, 87, 89, 89]
    assert np.array_equal(COCO_SIGMAS, np.array([value / 100 for value in listed]) / 10.0)
    assert len({value / 1000 for value in listed} - set(COCO_SIGMAS)) > 0


def test_truths_without_a_visible_point_need_a_box() -> None:
    hidden = TRUTH * (1, 1, 0)
    with pytest.raises(ArgumentError, match=r"boxes: needed, because truths\[0\]"):
        pairwise_oks(TRUTH, hidden, **ARGUMENTS)
    boxes = [[8, 8, 4, 4], [0, 0, 10, 10]]
    # Anywhere in the box made three times as large is as good as exact.
    inside = [[[4.0, 4, 1], [16, 16, 1]]]
    assert pairwise_oks(inside, hidden, boxes=boxes, **ARGUMENTS)[0, 0] == 1
    assert pairwise_oks([[[3.0, 4, 1], [16, 16, 1]]], hidden, boxes=boxes, **ARGUMENTS)[0, 0] < 1


def test_many_truths_are_done_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pairwise_oks(TRUTH, TRUTH, **ARGUMENTS)
    monkeypatch.setattr(oks, "_STEP", 1)
    assert np.array_equal(pairwise_oks(TRUTH, TRUTH, **ARGUMENTS), whole)


@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 2), (2, 0)])
def test_shapes_without_pairs(n: int, m: int) -> None:
    found = pairwise_oks(TRUTH[:n], TRUTH[:m], area=[9.0] * m, sigmas=[0.1, 0.1])
    assert found.shape == (n, m)
    assert pairwise_oks([], TRUTH, **ARGUMENTS).shape == (0, 2)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"predictions": TRUTH * (np.nan, 1, 1)}, r"E-170 predictions\[0\]"),
        ({"truths": TRUTH + np.array([[[0]], [[np.inf]]])}, r"E-170 truths\[1\]"),
        ({"area": [1.0, np.nan]}, r"E-170 area\[1\]"),
        ({"area": [1.0, -4.0]}, r"E-170 area\[1\]: a negative area"),
        ({"boxes": [[0, 0, 1, 1], [0, 0, np.inf, 1]]}, r"E-170 boxes\[1\]"),
    ],
)
def test_numbers_that_are_refused(change: dict, words: str) -> None:
    arguments = {"predictions": TRUTH, "truths": TRUTH, **ARGUMENTS, **change}
    with pytest.raises(InputError, match=words):
        pairwise_oks(arguments.pop("predictions"), arguments.pop("truths"), **arguments)


@pytest.mark.parametrize(
    "change",
    [
        {"predictions": TRUTH[:, :1]},
        {"truths": TRUTH[..., :2]},
        {"predictions": np.zeros((2, 0, 3))},
        {"predictions": np.full((2, 2, 3), "a")},
        {"area": [1.0]},
        {"boxes": [[0, 0, 1, 1]]},
        {"sigmas": [0.1, 0.0]},
        {"sigmas": [[0.1, 0.1]]},
        {"sigmas": 0.1},
        {"sigmas": None},
    ],
)
def test_shapes_that_do_not_fit(change: dict) -> None:
    arguments = {"predictions": TRUTH, "truths": TRUTH, **ARGUMENTS, **change}
    with pytest.raises(ArgumentError, match="expected"):
        pairwise_oks(arguments.pop("predictions"), arguments.pop("truths"), **arguments)


@pytest.mark.parametrize(
    ("name", "value"), [("sigmas", ["a", "b"]), ("area", ["big"]), ("boxes", [["a"] * 4])]
)
def test_texts_are_no_numbers(name: str, value: list[object]) -> None:
    points = [[[1, 1, 2], [3, 3, 2]]]
    given = {"area": [4], "sigmas": [0.1, 0.1], name: value}
    with pytest.raises(ArgumentError, match=rf"^{name}: expected numbers, got "):
        pairwise_oks(points, points, **given)
