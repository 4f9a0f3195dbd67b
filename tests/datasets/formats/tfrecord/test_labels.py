"""Numbers and names of classes."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.datasets.formats.tfrecord.labels import Labels
from truebox.errors import InputError


def test_texts_before_maps_before_numbers():
    labels = Labels({3: "cat"})
    assert labels.name(3, "Katze", "x") == "Katze"
    assert labels.name(3, "", "x") == "cat"
    assert Labels({}).name(3, "", "x") == "3"


def test_a_label_that_the_map_lacks_is_refused():
    with pytest.raises(InputError, match=r"E-429 a record 1 object 2: label 4 has no name"):
        Labels({3: "cat"}).name(4, "", "a record 1 object 2")


def truth_of(*names):
    boxes = [[0, 0, 9, 9]] * len(names)
    return tb.read_truth([{"boxes": boxes, "labels": list(range(1, len(names) + 1))}])


def test_numbers_become_ids_where_each_class_has_its_own():
    from dataclasses import replace

    truth = truth_of("cat", "dog")
    truth = replace(truth, categories=replace(truth.categories, names=("cat", "dog")))
    labels = Labels({})
    labels.name(18, "dog", "x")
    labels.name(17, "cat", "x")
    assert labels.numbered(truth).categories.ids.tolist() == [17, 18]
    assert labels.numbered(truth).category.tolist() == [17, 18]
    labels.name(19, "dog", "x")  # now dog has two numbers
    assert labels.numbered(truth).categories.ids.tolist() == [1, 2]
