"""Which protocol tracks are evaluated by where nobody names one, and why."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from truebox.evaluation.registry import DETECTION_PROTOCOLS, TRACK_PROTOCOLS, protocol_named
from truebox.evaluation.tracks.protocol import TrackProtocol
from truebox.evaluation.tracks.sides.nothing_found import as_nothing_found
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records import Tracks

__all__ = ["choose_protocol"]


def choose_protocol(truth: Tracks, predictions: Tracks) -> tuple[TrackProtocol, Finding]:
    """The benchmark that names and columns tell, else that of any tracks; and the finding that says so."""
    predictions = as_nothing_found(truth, predictions)
    protocols = [each for each in map(protocol_named, TRACK_PROTOCOLS) if isinstance(each, TrackProtocol)]
    if truth.by_name or predictions.by_name:
        protocols = protocols[:1]  # their classes have names of their own
    # Names tell one benchmark of those whose classes are the same, so they come first.
    reasons = chain(
        ((each, each.recognises(truth, predictions)) for each in protocols),
        ((each, each.suits(truth, predictions)) for each in protocols),
    )
    chosen, why = next(
        ((each, reason) for each, reason in reasons if reason),
        (protocols[0], "no benchmark is told by names or columns"),
    )
    text = f"both sides have tracks, and {why}: evaluated as {chosen.title} (protocol {chosen.name!r})"
    if not truth.has_masks:
        text += f"; --protocol {DETECTION_PROTOCOLS[0]} takes the boxes as detections"
    return chosen, Finding("W-587", text)
