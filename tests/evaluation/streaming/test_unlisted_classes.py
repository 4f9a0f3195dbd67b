"""Labels that an evaluator was not told: what the refusal proposes takes them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from truebox.errors import InputError
from truebox.evaluation import Evaluator


def sides(true: list[Any], found: list[Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    def boxes(labels: list[Any]) -> dict[str, Any]:
        return {"boxes": [[10 * k, 0, 10 * k + 9, 9] for k in range(len(labels))], "labels": labels}

    return [boxes(true)], [{**boxes(found), "scores": [0.5] * len(found)}]


@pytest.mark.parametrize(
    ("categories", "true", "found", "proposed"),
    [
        (["dog", "cat"], [0], [0], {0: "dog", 1: "cat"}),
        (["dog", "cat"], [0, 1], [1], {0: "dog", 1: "cat"}),
        (("dog", "cat"), [1, 2], [2], {1: "dog", 2: "cat"}),
        (["dog", "cat"], [1], [2], {1: "dog", 2: "cat"}),
        (["dog", "cat"], [1], [5], {1: "class 1", 5: "class 5"}),
        (["dog", "cat"], ["owl"], ["cat"], ["cat", "dog", "owl"]),
        ([1, 2], [5], [1], [1, 2, 5]),
        ([1, 2], ["cat"], ["cat"], ["cat"]),
        ({1: "cat"}, ["cat"], ["dog"], ["cat", "dog"]),
        ({1: "cat"}, [2], [1], {1: "cat", 2: "class 2"}),
        (range(20), [20], [1], range(21)),
        (None, ["cat"], ["cat"], ["cat"]),
    ],
)
def test_the_proposed_evaluator_takes_the_batch(
    categories: Any, true: list[Any], found: list[Any], proposed: Any
) -> None:
    batch = sides(true, found)
    with pytest.raises(InputError, match="E-131") as refused:
        Evaluator(categories).update(*batch)
    spelled = re.search(r"Evaluator\(categories=(.*)\)\.$", str(refused.value))
    assert spelled is not None
    fixed = eval(spelled[1], {"range": range})  # as a reader would copy it
    assert fixed == proposed
    evaluator = Evaluator(fixed)
    evaluator.update(*batch)
    assert len(evaluator) == 1


def test_without_the_order_of_names_a_way_to_give_it_is_said() -> None:
    with pytest.raises(InputError, match=r"Evaluator\(categories=dict\(enumerate\(names\)\)\)"):
        Evaluator({"cat", "dog"}).update(*sides([0], [0]))


@pytest.mark.parametrize("categories", [[1, 2], {1: "cat"}, None])
def test_labels_of_two_kinds_are_told_so(categories: Any) -> None:
    with pytest.raises(InputError, match="names in both, or numbers in both"):
        Evaluator(categories).update(*sides(["cat"], [1]))


def test_many_classes_are_not_all_spelled() -> None:
    with pytest.raises(InputError, match=r"categories=\{0: 'c0', 1: 'c1', .*'c4', \.\.\.\}"):
        Evaluator([f"c{k}" for k in range(30)]).update(*sides([29], [0]))
