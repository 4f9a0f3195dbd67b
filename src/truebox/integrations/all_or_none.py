"""A batch that several evaluators are given: all of them take it or, where one refuses it, none.

Examples
--------
>>> from truebox.evaluation import Evaluator
>>> cat = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
>>> first, second = Evaluator([1]), Evaluator([2])
>>> with all_or_none([first, second]):
...     for evaluator in (first, second):
...         evaluator.update([cat], [{**cat, "scores": [0.5]}])
Traceback (most recent call last):
truebox.errors.InputError: E-131 <truth>: class 1 is not in the classes of the evaluator (2). Fix: ...
>>> len(first), len(second)
(0, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from truebox.evaluation import Evaluator

__all__ = ["all_or_none"]


@contextmanager
def all_or_none(evaluators: Iterable[Evaluator]) -> Iterator[None]:
    """What evaluators are given in it, they have seen only if nothing is raised; Ctrl-C included."""
    seen = [(each._seen, each._seen.mark()) for each in evaluators]
    try:
        yield
    except BaseException:
        for stream, mark in seen:
            stream.back(mark)
        raise
