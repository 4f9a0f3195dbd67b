"""What only all parts together show."""

from __future__ import annotations

import warnings

import pytest
from streamed_worlds import assert_same, coco, result_of

from truebox.errors import InputError
from truebox.evaluation import Evaluator, evaluate


def test_parts_that_number_annotations_from_one_are_refused_in_strict_mode() -> None:
    shards = [coco([0, 1, 2], 1), coco([3, 4, 5], 1)]
    strict, corrected = Evaluator(shards[0][0]), Evaluator(shards[0][0], mode="corrected")
    for shard in shards:
        strict.update(*shard)
        corrected.update(*shard)
    with pytest.raises(InputError, match=r"E-573.*number annotations through all parts"):
        strict.result()
    assert result_of(corrected).images == 6
    numbered = Evaluator(shards[0][0])
    numbered.update(*shards[0])
    numbered.update(*coco([3, 4, 5], 100))
    truth, found = coco([0, 1, 2, 3, 4, 5], 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert_same(result_of(numbered), evaluate(truth, found))
