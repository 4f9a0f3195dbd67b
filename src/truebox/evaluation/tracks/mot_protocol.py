"""The form that benchmarks of MOTChallenge share: one class, and classes whose boxes are nobody's fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from truebox.evaluation.tracks.protocol import TrackProtocol, no_reason
from truebox.evaluation.tracks.sides.selection import classed_pedestrians, select_pedestrians

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Asked
    from truebox.records import Tracks

__all__ = ["mot_protocol", "named_like"]


def named_like(pattern: str) -> Callable[[Tracks, Tracks], str]:
    """Recognises sequences by their names.

    Examples
    --------
    >>> from truebox.records import Source, Tracks
    >>> nothing = Tracks(source=Source("gt", "mot", "MOTChallenge"), sequences=(), classes={})
    >>> named_like("MOT99-.*")(nothing, nothing)
    ''
    """
    return partial(_named_so, re.compile(pattern))


def _named_so(pattern: re.Pattern[str], truth: Tracks, predictions: Tracks) -> str:
    del predictions
    names = [each.name for each in truth.sequences]
    fits = bool(names) and all(pattern.fullmatch(name) for name in names)
    return f"the sequences are named as {names[0]}" if fits else ""


def mot_protocol(
    *,
    name: str,
    title: str,
    removing: Sequence[int],
    evaluate: Callable[[Asked], Any],
    recognises: Callable[[Tracks, Tracks], str],
    suits: Callable[[Tracks, Tracks], str] = no_reason,
) -> TrackProtocol:
    """A protocol that leaves out what is assigned to one of the classes `removing`.

    Examples
    --------
    >>> like = named_like("OWN-.*")
    >>> mot_protocol(name="own", title="Own", removing=(2,), evaluate=print, recognises=like).beforehand
    0.5
    """
    return TrackProtocol(
        name=name,
        title=title,
        reference="TrackEval 1.3.0",
        takes=frozenset({"threads", "fit_test"}),
        classes=classed_pedestrians,
        select=partial(select_pedestrians, removing=tuple(removing)),
        beforehand=0.5,
        leaves_out={
            "truths": "rows of which the flag is 0, and other classes than pedestrians",
            "detections": "those on people in vehicles or pictures and on other distractors",
        },
        evaluate=evaluate,
        recognises=recognises,
        suits=suits,
    )
