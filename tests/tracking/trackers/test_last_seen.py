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


def agreement(made, box, frame):
    """Of the first track."""
    return float(made.agreement(np.array([0]), box, frame)[0])


def test_no_direction_before_the_second_box():
    assert agreement(seen(1), at(50), 2) == 0
    assert seen(1, 2).heading.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize(
    ("x", "y", "agrees"),
    [(100, 0, 0.5), (-100, 0, -0.5), (10, 50, 0.0), (60, 50, 0.25), (-40, 50, -0.25)],
)
def test_agreement_falls_with_the_angle(x, y, agrees):
    """From x = 10, three frames before the fourth: (pi/2 - angle) / pi."""
    assert agreement(seen(1, 2, 3), at(x, y), 4) == pytest.approx(agrees, abs=1e-12)


@pytest.mark.parametrize(
    ("x", "y", "heading"),
    [
        (3, 4, (0.6, 0.8)),
        (-4, 3, (-0.8, 0.6)),
        (0, 7, (0, 1)),
        (0, -2, (0, -1)),
        (-5, -12, (-5 / 13, -12 / 13)),
    ],
)
def test_a_heading_has_length_1_whichever_way(x, y, heading):
    made = LastSeen.none(3).joined(at(10, 20), 1)
    made.see(np.array([0]), at(10 + x, 20 + y), 2)
    assert made.heading[0] == pytest.approx(heading, abs=1e-15)
    assert agreement(made, at(10 + 2 * x, 20 + 2 * y), 3) == pytest.approx(0.5, abs=1e-7)


def test_the_oldest_box_that_is_young_enough():
    made = seen(1, 2, 3, 4)
    assert agreement(made, at(10, 50), 5) == pytest.approx(0.5 - np.arctan2(50, -10) / np.pi)  # from frame 2
    assert agreement(made, at(40, 50), 60) == pytest.approx(0.0)  # none is young: the last of all
    one = seen(1, 2, 3, 4, span=1)
    assert agreement(one, at(40, 50), 5) == pytest.approx(0.0)  # from frame 4


def test_the_same_place_has_no_way():
    made = seen(1, 2)
    made.see(np.array([0]), at(10), 3)
    assert made.heading.tolist() == [[0.0, 0.0]]
    assert agreement(made, at(10), 4) == 0


def test_some_tracks_of_several():
    made = seen(1, 2).joined(at(500), 2)
    assert made.taken(np.array([1])).last_boxes.tolist() == at(500).tolist()
    assert made.agreement(np.array([0, 1, 0]), np.repeat(at(30), 3, axis=0), 3).tolist() == [0.5, 0.0, 0.5]
