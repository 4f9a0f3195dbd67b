"""The two protocols by name."""

from __future__ import annotations

from truebox.evaluation import Matching, protocol_value


def test_they_differ_in_groups_and_labels() -> None:
    plain, challenge = map(protocol_value, ("open_images", "open_images_challenge"))
    assert plain.policy.matching == challenge.policy.matching == Matching.GROUP
    assert (plain.policy.regions_count, challenge.policy.regions_count) == (False, True)
    assert "nobody verified" not in plain.leaves_out["detections"]
    assert "nobody verified" in challenge.leaves_out["detections"]
