"""Benchmarks are recognised by the names of sequences."""

from __future__ import annotations

import pytest

from truebox.evaluation.tracks.mot_protocol import named_like
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays

SIDE = {"frames": [0], "ids": [1], "boxes": [[0, 0, 9, 9]]}


@pytest.mark.parametrize(
    ("names", "told"),
    [(["X-01"], True), (["X-01", "X-02"], True), (["X-01", "other"], False), (["AX-01"], False)],
)
def test_every_sequence_has_to_be_named_so(names, told):
    truth = tracks_of_arrays(dict.fromkeys(names, SIDE), "truth")
    assert bool(named_like(r"X-\d\d")(truth, truth)) == told
