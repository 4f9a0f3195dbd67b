from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from coco_worlds import parameters, world

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.evaluation.matching.counted_truths import counted_truths
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", range(12))
def test_their_sums_are_the_counts_of_the_state(seed, mode):
    rng = np.random.default_rng(seed)
    truth, found = world(rng)
    result = evaluate(truth, found, mode=mode, **parameters(rng, truth))
    counted = counted_truths(result)
    for a in range(result.state.truths.shape[1]):
        held = counted.counts_in(a)
        for k in range(len(result.state.truths)):
            here = held[counted.offsets[k] : counted.offsets[k + 1]]
            assert here.sum() == result.state.truths[k, a]
    keys = counted.category.astype(np.int64) * len(result.state.images) + counted.image
    assert (np.diff(keys) >= 0).all()


def test_rows_are_those_of_the_file():
    truth, found = make_dataset(20, 3, 5, 3.0, 1)
    result = evaluate(truth, found, mode="corrected")
    counted = counted_truths(result)
    ids = [truth.image.tolist()[row] for row in counted.row]
    assert ids == [result.state.images[image] for image in counted.image]


def test_another_truth_is_refused():
    result = evaluate(*make_dataset(20, 3, 5, 3.0, 1), mode="corrected")
    with pytest.raises(ArgumentError, match="does not hold what it was made of"):
        counted_truths(replace(result, ground=None))
    more = replace(result.state, truths=result.state.truths + 1)
    with pytest.raises(ArgumentError, match="not those of its match state"):
        counted_truths(replace(result, state=more))


def test_over_64_area_ranges_are_refused():
    ranges = {f"r{n}": (n, n + 1) for n in range(65)}
    result = evaluate(*make_dataset(12, 2, 5, 3.0, 1), mode="corrected", area_ranges=ranges)
    with pytest.raises(ArgumentError, match="65 are more than the 64"):
        counted_truths(result)
