from __future__ import annotations

import numpy as np
import pytest
from drop_in_pair import assert_same


@pytest.mark.parametrize(
    "given",
    [
        [[0, 0, 2, 0, 2, 2]],
        [0, 0, 2, 0, 2, 2],
        [[0, 0, 2, 2]],
        [0, 0, 2, 2],
        np.array([[0, 0, 2, 2.0]]),
        np.array([[0, 0, 2, 2.0]], np.float32),
        np.array([[0, 0, 2, 2]]),
        np.array([0, 0, 2, 2.0]),
        {"size": [2, 2], "counts": [1, 3]},
        [{"size": [2, 2], "counts": [1, 3]}],
        {"size": [2, 2], "counts": "13"},
        {"size": [2, 2], "counts": [-1, 3]},
        {"size": [2, 2], "counts": [1.7, 3]},
        {"size": [2, 2], "counts": [1]},
        {"size": [2, 2], "counts": []},
        {"size": [2, 2]},
        [[0, 0, 2, 0, 2, 2, 7]],
        [[0, 0, 3, 3, 7]],
        [[0, 0, 2, 0, 2, 2], [0, 0, 3, 3]],
        [],
        [[]],
        [(0, 0, 2, 0, 2, 2)],
        "abc",
        [[[0, 0], [2, 0], [2, 2], [1, 1], [0, 1]]],
        [["0", "0", "2", "0", "2", "2"]],
        [np.array([0, 0, 2, 0, 2, 2.0])],
        np.zeros((0, 4)),
    ],
    ids=range(27),
)
@pytest.mark.parametrize("size", [(4, 4), (4.0, 4.0), (0, 0), (-4, 4)])
def test_objects_become_run_lengths_or_are_refused_as_by_the_reference(given, size):
    assert_same(lambda tools: tools.mask.frPyObjects(given, *size))


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_point_nowhere_is_refused_where_the_reference_ends_the_process(bad):
    from truebox.integrations.pycocotools import mask

    with pytest.raises(ValueError, match="NaN or infinite"):
        mask.frPyObjects([[0, 0, bad, 0, 2, 2]], 4, 4)


def test_plain_runs_of_all_lengths_are_written_as_by_the_reference():
    rng = np.random.default_rng(0)
    runs = [
        rng.integers(0, 2 ** int(rng.integers(1, 30)), int(rng.integers(0, 40))).tolist() for _ in range(50)
    ]
    given = [{"size": [9, 9], "counts": counts} for counts in runs]
    assert_same(lambda tools: tools.mask.frPyObjects(given, 1, 1))
