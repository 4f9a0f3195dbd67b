"""Given similarities where not every row takes part."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.protocol import Selected
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.similarities.chosen_pairs import chosen_pairs

NONE = np.zeros(0, dtype=np.uint8)


def side_of(frames):
    given = {"frames": frames, "ids": np.arange(len(frames)), "boxes": np.zeros((len(frames), 4))}
    return tracks_of_arrays(given, "side").sequences[0]


@pytest.mark.parametrize("seed", range(12))
def test_pairs_are_those_of_chosen_rows(seed):
    """Frame by frame, in any order of rows, beside a loop; frames that one side does not have at all."""
    chance = np.random.default_rng(seed)
    true, found = (side_of(chance.integers(0, 6, chance.integers(0, 12))) for _ in range(2))
    flags = [chance.random(len(each)) < 0.6 for each in (true, found)]
    value = {
        (t, d): chance.random()
        for f in range(6)
        for t in np.flatnonzero(true.frame == f)
        for d in np.flatnonzero(found.frame == f)
    }
    selected = Selected(truth=flags[0], predictions=flags[1], truth_role=NONE, prediction_role=NONE)
    expected = [number for (t, d), number in value.items() if flags[0][t] and flags[1][d]]
    assert chosen_pairs(np.array(list(value.values())), true, found, selected).tolist() == expected


def test_classes_beside_given_similarities():
    """Each class has its own pairs: such a call ended in an error of its own."""
    truth = {"frames": [0, 0, 1], "ids": [1, 2, 1], "labels": ["car", "cat", "car"]}
    found = {"frames": [1, 0, 0], "ids": [7, 8, 7], "labels": ["car", "cat", "car"]}
    similarity = [[[0.2, 0.9], [0.8, 0.3]], [[0.7]]]
    result = evaluate_tracks(truth, found, similarity=similarity, fit_test=False)
    sums = {each.name: each.fields["CLEAR"]["MOTP_sum"] for each in result.per_class}
    assert sums == {"car": pytest.approx(0.9 + 0.7), "cat": 0.8}
