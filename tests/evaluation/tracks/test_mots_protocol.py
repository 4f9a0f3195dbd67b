"""What both benchmarks of masks share."""

from __future__ import annotations

import pytest

from truebox.evaluation import protocol_value


@pytest.mark.parametrize("name", ["mots", "kitti_mots"])
def test_pairs_come_first_from_half_on(name):
    protocol = protocol_value(name)
    assert (protocol.beforehand, protocol.counts_pairs) == (0.5, True)
