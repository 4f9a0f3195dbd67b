"""Readings of points, and when one is nearer."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.fitting.part_readings import Tried, nearer, nearest_pairs, nowhere, point_readings
from truebox.fitting.samples import Sample


def test_every_order_and_sign_once() -> None:
    """3! orders by 2^3 signs but the one that is read, and each takes back what it names."""
    readings = list(point_readings("xyz", {}))
    assert len({each.what for each in readings}) == len(readings) == 47
    points = np.array([[1.0, 20.0, 300.0]])
    at = {"x": 1.0, "y": 20.0, "z": 300.0}
    for each in readings:
        written = [[-at[w[1]] if w.startswith("-") else at[w] for w in each.what.split(", ")]]
        assert each.of(np.array(written)) == pytest.approx(points)


def tried(error: np.ndarray) -> list[Tried]:
    return [Tried("so", "", error, lambda found: found)]


def test_nine_of_ten_must_be_nearer() -> None:
    given, other = np.full(40, 2.0), np.zeros(40)
    other[:4] = 3.0
    assert nearer(given, tried(other), 0.2, 0.4) is not None
    other[4] = 3.0
    assert nearer(given, tried(other), 0.2, 0.4) is None


def test_a_fifth_must_be_changed_and_ten_and_fit_well() -> None:
    given = np.zeros(60)
    given[:12] = 2.0
    assert nearer(given, tried(np.zeros(60)), 0.2, 0.4) is not None
    given[11] = 0.0
    assert nearer(given, tried(np.zeros(60)), 0.2, 0.4) is None
    assert nearer(np.full(9, 2.0), tried(np.zeros(9)), 0.2, 0.4) is None
    assert nearer(np.full(40, 2.0), tried(np.full(40, 0.5)), 0.2, 0.4) is None


def test_unknown_pairs_do_not_count() -> None:
    given = np.append(np.full(10, 2.0), np.full(90, np.nan))
    assert nearer(given, tried(np.zeros(100)), 0.2, 0.4) is not None


def test_hardly_any_of_twenty() -> None:
    sides = (np.array([[0.0], [9.0]]), np.array([[70.0], [90.0]]))
    said = nowhere("marks", 0.05, 20, sides, axes="x", elsewhere=())
    assert said is not None
    assert "x from 0.18 to 8.82 where those of objects have 70.4 to 89.6" in said.what
    assert nowhere("marks", 0.05, 19, sides, axes="x", elsewhere=()) is None
    assert nowhere("marks", 0.1, 20, sides, axes="x", elsewhere=()) is None
    said = nowhere("marks", 0.05, 20, sides, axes="x", elsewhere=[(0.8, "in the next image")])
    assert said is not None
    assert (
        said.what
        == "5% of the 20 best detections are on an object of their image, 80% would be in the next image"
    )


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_pairs_are_as_far_apart_as_their_norm(axes) -> None:
    """In reaches of the object; what has no distance is endlessly far."""
    chance = np.random.default_rng(axes)
    found, true = chance.normal(size=(20, axes)), chance.normal(size=(15, axes))
    found[3] = np.nan
    reach = np.where(np.arange(15) == 4, 0.0, 2.0)
    pairs = np.stack(np.meshgrid(np.arange(20), np.arange(15), indexing="ij")).reshape(2, -1)
    sample = Sample(
        detections=np.arange(20),
        sizes=np.ones((20, 2)),
        first_pair=np.arange(20) * 15,
        detection=pairs[0],
        truth=pairs[1],
    )
    near = nearest_pairs(sample, found, true, reach).reshape(20, 15)
    for d, t in ((0, 0), (7, 12), (19, 14)):
        assert near[d, t] == pytest.approx(np.linalg.norm(found[d] - true[t]) / 2)
    assert np.isinf(near[3]).all()
    assert np.isinf(near[:, 4]).all()
