"""Results pickled by earlier versions are read."""

from __future__ import annotations

import gzip
import pickle

import numpy as np
import pytest
from project_tree import TESTS

from truebox.evaluation import Result, accumulate, evaluate


@pytest.fixture(scope="module")
def kept() -> dict[str, object]:
    """Two images evaluated as boxes, masks, boundaries and under LVIS, by version 0.1.0."""
    packed = (TESTS / "properties" / "pickles" / "results-0.1.0.pickle.gz").read_bytes()
    values: dict[str, object] = pickle.loads(gzip.decompress(packed))
    return values


@pytest.mark.parametrize("name", ["boxes", "masks", "boundary", "lvis"])
def test_a_result_of_0_1_0_is_whole(kept: dict[str, object], name: str) -> None:
    result = kept[name]
    assert isinstance(result, Result)
    curves = accumulate(result.state)
    np.testing.assert_array_equal(curves.precision, result.precision)
    assert len(result.matches.detections) == 2
    assert result.to_dict()["results"][0]["metrics"] == result.metrics


@pytest.mark.parametrize("name", ["boxes", "masks", "lvis"])
def test_its_truth_and_predictions_are_evaluated_again(kept: dict[str, object], name: str) -> None:
    result = kept[name]
    again = evaluate(
        result.truth, result.predictions, geometry=result.geometry, protocol=result.protocol, mode=result.mode
    )
    assert again.metrics == result.metrics
