"""The classes of MOTChallenge."""

from __future__ import annotations

from truebox.datasets.formats.mot.classes import CLASSES


def test_numbers_of_the_benchmark():
    # TrackEval 1.3.0, class_name_to_class_id.
    assert (CLASSES.index("pedestrian") + 1, CLASSES.index("distractor") + 1) == (1, 8)
    assert (CLASSES.index("crowd") + 1, len(CLASSES)) == (13, 13)
