"""Whether a run is diagnosed, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox.diagnosis import words

if TYPE_CHECKING:
    from truebox.diagnosis import Diagnosis

__all__ = ["MOST_DETECTIONS", "Said", "say"]

MOST_DETECTIONS = 2_000_000
"""Beyond, a diagnosis takes longer than somebody who asked for a table expects."""


@dataclass(frozen=True, slots=True, repr=False)
class Said:
    """The diagnosis of every result, or of none.

    Parameters
    ----------
    diagnoses : tuple of Diagnosis
    difference : str or None
        What a comparison of two results says.
    notes : tuple of str
        Why there is none.
    """

    diagnoses: tuple[Diagnosis, ...] = ()
    difference: str | None = None
    notes: tuple[str, ...] = ()


def say(
    results: Sequence[Any], *, asked: bool, groups: str | None = None, threads: int | None = None
) -> Said:
    """Diagnose every result; of two, also say whether one is better.

    Very large results are diagnosed only where it was asked for.
    """
    if any(getattr(result, "ground", None) is None for result in results):
        return Said()
    detections = sum(result.detections for result in results)
    if detections > MOST_DETECTIONS and not asked:
        return Said(notes=(f"no diagnosis of {detections:,} detections; --diagnosis makes it",))
    diagnoses = tuple(diagnosis.diagnose(result, groups=groups, threads=threads) for result in results)
    hint = diagnoses[0].hint if diagnoses else None
    notes = () if hint is None else (hint,)
    if len(results) != 2:
        return Said(diagnoses, notes=notes)
    (pair,) = diagnosis.compare(*results, groups=groups, threads=threads).pairs
    return Said(diagnoses, words.comparison_sentence(pair, ("A", "B")), notes)
