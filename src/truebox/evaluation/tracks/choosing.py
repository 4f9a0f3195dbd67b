"""Which protocol tracks are evaluated by where nobody names one, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.registry import DETECTION_PROTOCOLS, TRACK_PROTOCOLS, protocol_named
from truebox.evaluation.tracks.protocol import TrackProtocol
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records import Tracks

__all__ = ["choose_protocol"]


def choose_protocol(truth: Tracks, predictions: Tracks) -> tuple[TrackProtocol, Finding]:
    """The benchmark that names and columns tell, else that of any tracks; and the finding that says so."""
    usual = protocol_named(TRACK_PROTOCOLS[0])
    assert isinstance(usual, TrackProtocol)
    chosen, why = usual, "no benchmark is told by names or columns"
    for name in TRACK_PROTOCOLS:
        protocol = protocol_named(name)
        assert isinstance(protocol, TrackProtocol)
        reason = protocol.recognises(truth, predictions)
        if reason:
            chosen, why = protocol, reason
            break
    text = (
        f"both sides have tracks, and {why}: evaluated as {chosen.title} (protocol {chosen.name!r}); "
        f"--protocol {DETECTION_PROTOCOLS[0]} takes the boxes as detections"
    )
    return chosen, Finding("W-587", text)
