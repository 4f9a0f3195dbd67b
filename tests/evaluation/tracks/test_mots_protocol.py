"""What both benchmarks of masks share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.evaluation import protocol_value
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.masks import encode_masks
from truebox.records import IgnoredRegions


@pytest.mark.parametrize("name", ["mots", "kitti_mots"])
def test_pairs_come_first_from_half_on(name):
    protocol = protocol_value(name)
    assert (protocol.beforehand, protocol.counts_pairs) == (0.5, True)


@pytest.mark.parametrize(("height", "counts"), [(10, False), (6, False), (5, True), (4, True), (0, True)])
def test_what_lies_in_ignored_regions_by_more_than_half_is_no_false_alarm(height, counts):
    """A found object of ten rows, so many of them in a region; a true one beside it is found."""
    true, found, region = np.zeros((3, 20, 30), dtype=bool)
    true[:, :8], found[:10, 10:20], region[:height, 10:20] = True, True, True
    sides = []
    for masks, name in (([true], "truth"), ([true, found], "predictions")):
        count = len(masks)
        given = {"frames": [0] * count, "ids": [2001, 2002][:count], "labels": [2] * count}
        sides.append(tracks_of_arrays(given | {"masks": np.stack(masks)}, name))
    held = encode_masks(region[None])
    regions = IgnoredRegions(frame=np.zeros(1, dtype=np.int32), masks=held)
    truth, result = (side.sequences[0] for side in sides)
    chosen = protocol_value("mots").select(
        replace(truth, regions=regions), result, int(truth.label[0]), "strict"
    )
    assert chosen.prediction_role.tolist() == [0, 0 if counts else 1]
