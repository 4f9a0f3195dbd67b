"""Whether a run is diagnosed, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebox import datasets, diagnosis, evaluation
from truebox._named import NamedTuple
from truebox.diagnosis import words
from truebox.report import blocks

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison, Diagnosis, Ties, UnscoredDiagnosis

__all__ = [
    "MOST_DETECTIONS",
    "NO_INTERVALS",
    "Said",
    "beyond_memory",
    "idle_pictures",
    "say",
    "waits_too_long",
]

MOST_DETECTIONS = 2_000_000
"""Beyond, a diagnosis takes longer than somebody who asked for a table expects."""


_MOST_SERVED = 200_000
_BYTES_DIAGNOSED, _BYTES_WITH_MASK = 800, 1200
"""What a detection takes until it is diagnosed: 580 to 780 bytes measured, with a mask of 250 bytes 1,150."""
NO_INTERVALS = "no intervals on a page of so many detections; --diagnosis makes them, and takes its time"


class Said(NamedTuple):
    """The diagnosis of every result, or of none.

    Parameters
    ----------
    diagnoses : tuple of Diagnosis
    difference : str or None
        What a comparison of two results says.
    notes : tuple of str
        Why there is none.
    ties : tuple of Ties or None
        Of every result, where its number hangs on the order of equal scores and a document is written.
    sentences : tuple of str
        Of a result without scores.
    skipped : bool
        Somebody did not wait for it.
    comparison : Comparison or None
        Of several results with the first.
    unscored : tuple of UnscoredDiagnosis
        Of results without scores, where a document is written.
    """

    diagnoses: tuple[Diagnosis, ...] = ()
    difference: str | None = None
    notes: tuple[str, ...] = ()
    ties: tuple[Ties | None, ...] = ()
    sentences: tuple[str, ...] = ()
    skipped: bool = False
    comparison: Comparison | None = None
    unscored: tuple[UnscoredDiagnosis, ...] = ()


def idle_pictures(
    result: Any, reading: Sequence[Mapping[str, Any]], outputs: Sequence[str] = ()
) -> list[str]:
    """What to say of a folder of pictures that nothing was asked of, where no page shows them.

    Of a truth whose format says sizes itself: readers of others look into the folder as they read.
    """
    if reading[0].get("images") is None or "report" in outputs or getattr(result, "ground", None) is None:
        return []
    reason = datasets.unused_pictures(result.truth, reading[0]["images"])
    if reason is None:
        return []
    known = bool((result.truth.images.sizes > 0).all())
    return [f"--images is not used: {reason}{', and no page shows pictures' * known}"]


def waits_too_long(results: Sequence[Any]) -> bool:
    """Whether a diagnosis keeps somebody waiting who wants to look at pictures."""
    return sum(int(result.detections) for result in results) > _MOST_SERVED


def beyond_memory(results: Sequence[Any], limit: int | None) -> Said | None:
    """The note that nothing is diagnosed, where that needs more memory than `limit` bytes; else None."""
    if limit is None or any(getattr(result, "ground", None) is None for result in results):
        return None
    need = sum(
        len(result.predictions)
        * (_BYTES_WITH_MASK if result.geometry in ("masks", "boundary") else _BYTES_DIAGNOSED)
        for result in results
    )
    if need <= limit:
        return None
    about = f"{need / 1e6:,.0f} MB"
    return Said(
        notes=(f"no diagnosis, for which --max-memory is too little (about {about}); --diagnosis makes it",)
    )


def say(
    results: Sequence[Any],
    *,
    asked: bool,
    groups: str | None = None,
    threads: int | None = None,
    marked: bool = False,
    in_numbers: bool = False,
) -> Said:
    """Diagnose every result; of two, also say whether one is better; of more, where what differs is `marked`.

    Of results without scores words are enough but where a document has the numbers.

    Very large results are diagnosed only where it was asked for.
    """
    kinds = (
        evaluation.TrackResult,
        evaluation.FollowedResult,
        evaluation.SemanticResult,
        evaluation.PanopticResult,
    )
    if any(all(isinstance(result, kind) for result in results) for kind in kinds):
        diagnosed = tuple(diagnosis.diagnose(each) for each in results) if in_numbers else ()
        return _said_of_unscored(results, threads)._replace(unscored=diagnosed)
    if any(getattr(result, "ground", None) is None for result in results):
        return Said()
    detections = sum(result.detections for result in results)
    if detections > MOST_DETECTIONS and not asked:
        return Said(notes=(f"no diagnosis of {detections:,} detections; --diagnosis makes it",))
    diagnoses = tuple(diagnosis.diagnose(result, groups=groups, threads=threads) for result in results)
    hint = diagnoses[0].hint if diagnoses else None
    notes = () if hint is None else (hint,)
    if not (len(results) == 2 or (len(results) > 2 and marked)) or len({r.geometry for r in results}) > 1:
        return Said(diagnoses, notes=notes)
    found = diagnosis.compare(*results, groups=groups, threads=threads)
    if len(results) > 2:
        return Said(diagnoses, notes=notes, comparison=found)
    return Said(
        diagnoses, words.comparison_sentence(found.pairs[0], _pair_of(results)), notes, comparison=found
    )


def _pair_of(results: Sequence[Any]) -> tuple[str, str]:
    first, second = blocks.short_names(results)
    return first, second


def _said_of_unscored(results: Sequence[Any], threads: int | None) -> Said:
    """What costs HOTA or PQ, or how sure the headline is; of two results which is better."""
    if len(results) == 1:
        return Said(sentences=tuple(diagnosis.in_words(results[0])))
    if len(results) != 2:
        return Said()
    found = diagnosis.compare(*results, threads=threads)
    return Said(difference=words.comparison_sentence(found.pairs[0], _pair_of(results)), comparison=found)
