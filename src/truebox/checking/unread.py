"""What was said of files that a protocol reads by itself: tracks, segments, one object over time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truebox.errors import ArgumentError
from truebox.evaluation import TRACK_PROTOCOLS, protocol_value
from truebox.typing import Geometry

__all__ = ["refuse_unread"]

_OF_TRUTH = ("format", "box_format", "pixel_origin")
"""What a flag of its own says of the truth; the format has no flag that says both."""


def refuse_unread(
    protocol: str,
    geometry: Geometry,
    of_predictions: Mapping[str, Any],
    of_truth: Mapping[str, Any],
    *,
    named: bool = True,
) -> None:
    """Refuse what was said of reading, and a geometry, where the protocol reads in its own way.

    Where it was not `named`, the files told it, and the message says so.

    Raises
    ------
    ArgumentError
        The first of them is named.

    Examples
    --------
    >>> refuse_unread("mot17", "boxes", {}, {})
    >>> refuse_unread("mot17", "boxes", {"letterbox": 640}, {})
    Traceback (most recent call last):
    truebox.errors.ArgumentError: letterbox= has no meaning with protocol='mot17'. Fix: leave it out.
    """
    flags = [f"{'predictions-' if name == 'format' else ''}{name}" for name in of_predictions]
    flags += [f"{'truth-' if name in _OF_TRUTH else ''}{name}" for name in of_truth]
    flags += [] if geometry == "boxes" else ["geometry"]
    if flags:
        flag = f"--{flags[0].replace('_', '-')}"
        if named:
            raise ArgumentError(f"{flag} has no meaning with --protocol {protocol}. Fix: leave it out.")
        if protocol in TRACK_PROTOCOLS:
            boxes = "" if flag == "--geometry" else ", or add --protocol coco to check them as boxes"
            raise ArgumentError(f"{flag} has no meaning: the files hold tracks. Fix: leave it out{boxes}.")
        title = protocol_value(protocol).title
        raise ArgumentError(f"{flag} has no meaning: the files are evaluated as {title}. Fix: leave it out.")
