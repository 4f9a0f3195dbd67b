"""Numbers of labels and names of classes, as records give both, one, or neither by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.records import Truth

__all__ = ["Labels", "unnamed_label"]


class Labels:
    """Names every object's class, and keeps the numbers.

    Parameters
    ----------
    names : mapping of int to str
        From a label map or from ``--classes``; empty where there is neither.

    Examples
    --------
    >>> labels = Labels({})
    >>> labels.name(3, "cat", "a.tfrecord record 1"), labels.name(4, "", "a.tfrecord record 1")
    ('cat', '4')
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names
        self._number_of: dict[str, int | None] = {}
        self._by_number = False

    def name(self, label: int | None, text: str, place: str) -> str:
        """The name of a class: the text, else what the label is called, else the label (E-429)."""
        if label is not None and text and self._number_of.setdefault(text, label) != label:
            self._number_of[text] = None  # one name with several numbers: they mean nothing
        if text:
            return text
        assert label is not None  # `Picture.objects` refuses an object with neither
        if self._names and label not in self._names:
            raise unnamed_label(label, place)
        name = self._names.get(label, str(label))
        self._by_number |= not self._names
        self._number_of.setdefault(name, label)
        return name

    def numbered(self, truth: Truth) -> Truth:
        """The truth with the labels as ids of its classes, where each class has one of its own."""
        if self._by_number:
            text = "no label map was found, so classes are known by the numbers of their labels"
            truth = replace(truth, findings=(*truth.findings, Finding("W-401", text)))
        numbers = [self._number_of.get(name) for name in truth.categories.names]
        if not numbers or None in numbers or len(set(numbers)) != len(numbers):
            return truth
        ids = np.array(numbers, dtype=np.int64)
        categories = replace(truth.categories, ids=Ids(ids), numbered=True)
        return replace(truth, categories=categories, category=Ids(ids[truth.category.values - 1]))


def unnamed_label(label: int, place: str) -> InputError:
    """The refusal of a label that is not in the list of names (E-429)."""
    problem = f"label {label} has no name"
    return InputError("E-429", place, problem, "name every class with --classes, or in the label map")
