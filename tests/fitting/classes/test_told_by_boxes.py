"""Classes that boxes tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

import truebox as tb
from truebox.fitting.classes.told_by_boxes import told_classes


@pytest.fixture
def truth():
    read = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 3, "labels": [1, 2, 3]}])
    return replace(read, categories=replace(read.categories, names=("dog", "my cat", "cow"), numbered=False))


@pytest.mark.parametrize(
    ("pairs", "flag"),
    [
        ([(1, 2)] * 3 + [(2, 1)] * 4 + [(2, 3)] * 3, "--classes 'my cat,dog,cow'"),
        ([(0, 1)] * 3 + [(1, 3)] * 3, "--classes 'dog,cow,my cat' --class-ids +1"),
        (
            [(1, 2)] * 3 + [(3, 1)] * 3,
            "--classes @names.txt, the names in the order of their numbers, one a line",
        ),
    ],
)
def test_the_option_reads_numbers_as_boxes_tell(truth, pairs, flag):
    assert told_classes(truth, pairs).flag == flag


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        [(1, 2)] * 2,  # too few
        [(1, 2)] * 3 + [(1, 1)] * 3,  # no majority
        [(1, 2)] * 3 + [(2, 2)] * 3,  # two numbers, one class
        [("cat", 2)] * 3,
    ],
)
def test_boxes_that_tell_nothing_say_nothing(truth, pairs):
    assert told_classes(truth, pairs) is None


def test_a_truth_with_numbers_of_its_own_needs_no_telling(truth):
    assert (
        told_classes(replace(truth, categories=replace(truth.categories, numbered=True)), [(1, 2)] * 3)
        is None
    )


@pytest.mark.parametrize(
    ("count", "shown"),
    [(3, "1 is a, 2 is b, 3 is c"), (4, "1 is a, 2 is b, 3 is c ...")],
)
def test_the_first_three_are_shown_and_that_there_are_more(count, shown):
    read = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 4, "labels": [1, 2, 3, 4]}])
    truth = replace(read, categories=replace(read.categories, names=tuple("abcd"), numbered=False))
    pairs = [(number, number) for number in range(1, count + 1)] * 3
    assert told_classes(truth, pairs).shown == shown
