from __future__ import annotations

import pytest

from truebox.errors import InputError
from truebox.evaluation import Evaluator
from truebox.integrations.all_or_none import all_or_none

CAT = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
FOUND = {**CAT, "scores": [0.5]}


pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def two() -> list[Evaluator]:
    return [Evaluator([1], repeated="lowest"), Evaluator([1], repeated="lowest")]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_is_broken_off_was_never_given(error):
    evaluators = two()
    for each in evaluators:
        each.update([CAT], [FOUND], images=[1])
    before = [each.to_bytes() for each in evaluators]

    def broken_off() -> None:
        with all_or_none(evaluators):
            evaluators[0].update([CAT], [{**FOUND, "boxes": [[1, 1, 8, 8]]}], images=[1])  # replaces, or not
            evaluators[0].update([CAT, CAT], [FOUND, FOUND], images=[2, 3])
            raise error

    with pytest.raises(error):
        broken_off()
    assert [each.to_bytes() for each in evaluators] == before
    assert [len(each) for each in evaluators] == [1, 1]
    for each in evaluators:
        each.update([CAT], [FOUND], images=[2])  # it is not known, so nothing comes twice
    assert not any("W-570" in text for each in evaluators for text in map(str, each.result().warnings))


def test_images_are_numbered_on_from_where_they_were():
    evaluators = two()
    for each in evaluators:
        each.update([CAT], [FOUND])

    def refused() -> None:
        with all_or_none(evaluators):
            evaluators[0].update([CAT], [FOUND])
            evaluators[1].update([CAT], [{**FOUND, "scores": [float("nan")]}])

    with pytest.raises(InputError):
        refused()
    for each in evaluators:
        each.update([CAT], [FOUND])
    assert evaluators[0].to_bytes() == evaluators[1].to_bytes()


def test_many_small_batches_that_were_joined_since_come_back():
    (evaluator, alone) = two()
    for place in range(500):
        evaluator.update([CAT], [FOUND], images=[place])
        alone.update([CAT], [FOUND], images=[place])

    def broken_off() -> None:
        with all_or_none([evaluator]):
            for place in range(500, 540):  # beyond 512 blocks they are joined
                evaluator.update([CAT], [FOUND], images=[place])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert evaluator.to_bytes() == alone.to_bytes()
