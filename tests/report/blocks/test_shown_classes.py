"""Which of many classes are shown; one rule for every protocol."""

from __future__ import annotations

import pytest
from made_panoptic import made_class, made_panoptic
from made_results import make_many

from truebox.report.blocks.shown_classes import MOST_SHOWN, left_out, shown_classes, sorted_classes

MANY = [made_class(number, f"c{number}", number / 100) for number in range(40)]


@pytest.mark.parametrize("result", [make_many(40), made_panoptic(MANY)])
def test_the_best_and_the_weakest(result):
    order = sorted_classes(result)
    shown = shown_classes(result, all_classes=False)
    assert shown == [*order[:20], None, *order[-10:]]
    assert left_out(result.per_class, shown) == 10
    assert shown_classes(result, all_classes=True) == order


def test_with_few_numbers_the_first_ones_in_order():
    result = made_panoptic([made_class(0, "cat", 0.5), *(made_class(n, "none", None) for n in range(1, 40))])
    shown = shown_classes(result, all_classes=False)
    assert (len(shown), shown[0].name, shown[-1]) == (MOST_SHOWN + 1, "cat", None)


@pytest.mark.parametrize(("numbers", "last"), [(29, None), (30, 29)])
def test_thirty_numbers_are_enough_for_the_weakest(numbers, last):
    # Forty classes of which so many have a number; the names go with it from the best to the weakest.
    made = [made_class(n, f"c{n}", (100 - n) / 100 if n < numbers else None) for n in range(40)]
    shown = shown_classes(made_panoptic(made), all_classes=False)
    assert (shown[-1] if last is None else shown[-1].name) == (None if last is None else f"c{last}")
    assert len(shown) == MOST_SHOWN + 1
