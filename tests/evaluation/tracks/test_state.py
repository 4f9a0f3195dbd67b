"""States of sequences add: any split gives the same bits."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.summary import class_fields

WORLDS = {name: make_tracks(seed, 20, 8) for seed, name in enumerate(("A", "B", "C", "D"))}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    gt, tracker = write_tracks(tmp_path_factory.mktemp("world"), WORLDS)
    return evaluate_tracks(gt, tracker, protocol="mot17", fit_test=False)


def equal(a, b) -> bool:
    return all(
        np.array_equal(a[0][family][name], b[0][family][name], equal_nan=True)
        for family in a[0]
        for name in a[0][family]
    )


@pytest.mark.parametrize("parts", [([0, 1], [2, 3]), ([3, 1], [2, 0]), ([2], [0, 3], [1])])
def test_states_add_to_the_whole(whole, parts):
    joined = sum(whole.state.of(part) for part in parts)
    assert joined.sequences == whole.state.sequences
    assert equal(class_fields(joined), class_fields(whole.state))


def test_states_can_be_kept(whole):
    assert equal(class_fields(pickle.loads(pickle.dumps(whole.state))), class_fields(whole.state))


def test_states_that_do_not_add(whole):
    with pytest.raises(ArgumentError, match="'A' is in both states"):
        _ = whole.state + whole.state
    one, nothing = {"frames": [0], "ids": [1], "boxes": [[0, 0, 1, 1]]}, {"frames": [], "ids": []}
    other = evaluate_tracks(one, nothing, fit_test=False)
    with pytest.raises(ArgumentError, match="different rules or classes"):
        _ = whole.state + other.state
