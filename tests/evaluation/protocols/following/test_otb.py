"""OTB: what its row says."""

from __future__ import annotations

from truebox.evaluation.protocols.following.otb import PROTOCOL


def test_the_file_of_boxes_tells_it() -> None:
    assert (PROTOCOL.boxes, PROTOCOL.beside, PROTOCOL.pooled) == ("groundtruth_rect*.txt", (), False)
