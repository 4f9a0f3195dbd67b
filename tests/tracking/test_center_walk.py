"""Objects and tracks joined by the distance of their centers; every count by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from truebox.tracking.center_walk import CenterFrame, center_distances_as_sums, walk


def frame(
    truth: dict[str, float], found: dict[int, float], scores: Sequence[float] | None = None
) -> CenterFrame:
    """Objects and tracks at places along one axis."""
    along = [np.array([[place, 0.0] for place in side.values()]).reshape(-1, 2) for side in (truth, found)]
    held = [0.5] * len(found) if scores is None else scores
    return CenterFrame(list(truth), along[0], list(found), along[1], np.array(held, dtype=float))


def test_an_object_goes_on_with_its_partner_though_another_is_nearer() -> None:
    walked = walk([[frame({"a": 0}, {1: 0}), frame({"a": 0}, {2: 0, 1: 1.5})]], 2.0)
    assert (walked.matches, walked.switches, walked.false, walked.distance) == (2, 0, 1, 1.5)


def test_a_partner_out_of_reach_is_left_and_counts_as_a_switch() -> None:
    walked = walk([[frame({"a": 0}, {1: 0}), frame({"a": 0}, {1: 2, 2: 1})]], 2.0)
    assert (walked.matches, walked.switches, walked.false, walked.scores) == (1, 1, 1, [0.5])


def test_more_pairs_come_before_nearer_ones() -> None:
    # b on 1 alone would be nearer; a reaches 1 alone.
    walked = walk([[frame({"a": 0, "b": 1.5}, {1: 1.5, 2: 3})]], 2.0)
    assert (walked.matches, walked.misses, walked.distance) == (2, 0, 3.0)


def test_partners_are_of_one_scene() -> None:
    walked = walk([[frame({"a": 0}, {1: 0})], [frame({"a": 0}, {2: 0})]], 2.0)
    assert (walked.matches, walked.switches, walked.mostly_tracked) == (2, 0, 2)


def test_what_has_a_lower_score_is_left_out_and_empty_frames_have_no_number() -> None:
    frames = [
        frame({"a": 0}, {1: 0}),
        frame({}, {3: 9}, [0.1]),
        frame({"a": 0}, {2: 0}, [0.1]),
        frame({"a": 0}, {1: 0}),
    ]
    walked = walk([frames], 2.0, 0.5)
    assert (walked.frames, walked.matches, walked.misses, walked.false) == (3, 2, 1, 0)
    assert (walked.fragmentations, walked.longest_gap, walked.first_found) == (1, 0.5, 0)


def test_shares_of_tracks_are_told_by_what_is_found_of_them() -> None:
    frames = [frame({"a": 0, "b": 50}, {1: 0}) for _ in range(4)] + [frame({"a": 0, "b": 50}, {})]
    walked = walk([frames], 2.0)
    assert (walked.mostly_tracked, walked.mostly_lost, walked.objects) == (1, 1, 10)


def test_distances_far_from_the_origin_are_as_near_as_doubles_allow() -> None:
    chance = np.random.default_rng(0)
    truth, found = chance.uniform(900, 1100, (20, 2)), chance.uniform(900, 1100, (30, 2))
    plain = np.hypot(*(truth[:, None] - found[None]).transpose(2, 0, 1))
    np.testing.assert_allclose(center_distances_as_sums(truth, found), plain, rtol=1e-6)
