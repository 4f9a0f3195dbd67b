"""Where tracks were seen, and how well ways agree, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.tracking.trackers.last_seen import LastSeen


def at(x, y=0.0):
    return np.array([[x - 1, y - 1, x + 1, y + 1.0]])


def seen(*frames, span=3):
    """One track that was at x = 10 f in each frame f."""
    made = LastSeen.none(span).joined(at(10 * frames[0]), frames[0])
    for frame in frames[1:]:
        made.see(np.array([0]), at(10 * frame), frame)
    return made


def test_no_direction_before_the_second_box():
    assert seen(1).agreement(at(50), 2).tolist() == [[0.0]]
    assert seen(1, 2).heading.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize(
    ("x", "y", "agreement"),
    [(100, 0, 0.5), (-100, 0, -0.5), (10, 50, 0.0), (60, 50, 0.25), (-40, 50, -0.25)],
)
def test_agreement_falls_with_the_angle(x, y, agreement):
    """From x = 10, three frames before the fourth: (pi/2 - angle) / pi."""
    assert seen(1, 2, 3).agreement(at(x, y), 4)[0, 0] == pytest.approx(agreement, abs=1e-12)


def test_the_oldest_box_that_is_young_enough():
    made = seen(1, 2, 3, 4)
    assert made.agreement(at(10, 50), 5)[0, 0] == pytest.approx(
        0.5 - np.arctan2(50, -10) / np.pi
    )  # from frame 2
    assert made.agreement(at(40, 50), 60)[0, 0] == pytest.approx(0.0)  # none is young: the last of all
    one = seen(1, 2, 3, 4, span=1)
    assert one.agreement(at(40, 50), 5)[0, 0] == pytest.approx(0.0)  # from frame 4


def test_the_same_place_has_no_way():
    made = seen(1, 2)
    made.see(np.array([0]), at(10), 3)
    assert made.heading.tolist() == [[0.0, 0.0]]
    assert made.agreement(at(10), 4).tolist() == [[0.0]]


def test_some_tracks_of_several():
    made = seen(1, 2).joined(at(500), 2)
    assert made.taken(np.array([1])).last_boxes.tolist() == at(500).tolist()
    assert made.agreement(at(30), 3).shape == (2, 1)
