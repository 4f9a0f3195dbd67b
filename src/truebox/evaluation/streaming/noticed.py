"""What was noticed over all images, in a form in which noticing it twice changes nothing."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.detection.findings import Survey
from truebox.evaluation.matching.matching import zero_ids
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.quirks import QUIRKS, Quirk
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.detection.run import MatchedCase
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.quick_batches import QuickBatch
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.typing import Int64Array

__all__ = ["Noticed"]

_OF_ONE_BATCH = ("W-141", "W-198")
"""What may be said of one batch and not of all; of the first the notes of images tell (W-308)."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """Extremes, quirks that may have touched a number, and what readers said.

    Parameters
    ----------
    lowest, highest : float
        Scores; infinite where there are none.
    touched : tuple of int
        Numbers of the quirks that strict rules may have changed a number by.
    stray : int
        Truths of images that the truth does not list.
    findings : tuple of (code, message, count)
        Of readers, sorted.
    """

    lowest: float = math.inf
    highest: float = -math.inf
    touched: tuple[int, ...] = ()
    stray: int = 0
    findings: tuple[tuple[str, str, int], ...] = ()

    def with_case(self, found: MatchedCase, has_ids: bool) -> Noticed:
        """With what one more batch shows."""
        truth, predictions, seen = found.case.truth, found.case.predictions, found.seen
        stray = int(np.count_nonzero(found.aligned.true_image < 0)) if found.aligned.unlisted_truths else 0
        findings = (*truth.findings, *predictions.findings, *found.source.findings)
        said = tuple(each for each in findings if each.code not in _OF_ONE_BATCH)
        touched = _touched(found, has_ids)
        if len(predictions) == 0 and not (stray or said or touched):
            return self
        lowest, highest = (seen.lowest, seen.highest) if len(predictions) else (math.inf, -math.inf)
        return self.joined(
            Noticed(
                lowest=lowest,
                highest=highest,
                touched=touched,
                stray=stray,
                findings=tuple((each.code, each.message, each.count) for each in said),
            )
        )

    def with_batch(self, question: StreamQuestion, batch: QuickBatch) -> Noticed:
        """With what a batch of arrays shows, which have no ids of annotations and no marks but crowds."""
        touched: tuple[int, ...] = ()
        if (batch.on_bound or batch.beyond_limit or batch.ties) and _telling(
            question.protocol, question.mended
        ):
            here = {
                Quirk.AREA_CLOSED: batch.on_bound,
                Quirk.AREA_BOUND: batch.beyond_limit,
                Quirk.TIE_ORDER: batch.ties,
            }
            touched = _numbers_of(question.protocol, question.mended, here)
        inside = self.lowest <= batch.lowest and batch.highest <= self.highest
        if inside and set(touched) <= set(self.touched):
            return self
        return self.joined(Noticed(lowest=batch.lowest, highest=batch.highest, touched=touched))

    def joined(self, other: Noticed) -> Noticed:
        """Both; of the same sentence one."""
        return Noticed(
            lowest=min(self.lowest, other.lowest),
            highest=max(self.highest, other.highest),
            touched=tuple(sorted({*self.touched, *other.touched})),
            stray=self.stray + other.stray,
            findings=tuple(sorted({*self.findings, *other.findings})),
        )

    def annotation_ids_of(self, found: MatchedCase, has_ids: bool) -> Int64Array | None:
        """Ids of annotations as numbers, where the reference would look for repeated ones."""
        ids = found.case.truth.ids
        if not has_ids or Quirk.DUPLICATE_IDS in found.matched.state.mended:
            return None
        if ids.names is None:
            return np.ascontiguousarray(ids.values, dtype=np.int64)
        numbers = [
            int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little", signed=True)
            for name in ids.names
        ]
        return np.array(numbers, dtype=np.int64)[ids.values]

    def survey(self, notes: Mapping[str, int]) -> Survey:
        """As of one evaluation."""
        return Survey(
            zero_size=notes["zero_size"],
            scores_outside=notes["scores_outside"],
            lowest=self.lowest,
            highest=self.highest,
            detections_on_bound=0,
            beyond_limit=False,
        )

    def said(self) -> list[Finding]:
        """The findings of readers."""
        return [Finding(code, message, count) for code, message, count in self.findings]

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("lowest", "highest"):
            if not math.isfinite(values[name]):
                values[name] = None
        return values

    @classmethod
    def from_dict(cls, said: Mapping[str, Any]) -> Noticed:
        """What `to_dict` wrote."""
        lowest, highest = said["lowest"], said["highest"]
        return cls(
            lowest=math.inf if lowest is None else lowest,
            highest=-math.inf if highest is None else highest,
            touched=tuple(said["touched"]),
            stray=said["stray"],
            findings=tuple((code, message, count) for code, message, count in said["findings"]),
        )

    def with_touched(self, quirk: Quirk) -> Noticed:
        """With one more quirk."""
        number = next(entry.number for entry in QUIRKS if entry.quirk == quirk)
        return replace(self, touched=tuple(sorted({*self.touched, number})))


def _touched(found: MatchedCase, has_ids: bool) -> tuple[int, ...]:
    """The quirks of the reference that the rows of a batch bring in; cheap, and never misses one."""
    matched, truth, seen = found.matched, found.case.truth, found.seen
    mended, parameters = matched.state.mended, found.case.parameters
    protocol = protocol_of(parameters)
    if not _telling(protocol, mended):
        return ()
    upper = np.array([high for _, high in parameters.area_ranges.values()])
    on_bound = seen.detections_on_bound > 0 or bool((truth.area[:, None] == upper).any())
    here: dict[Quirk, bool] = {
        Quirk.ID_ZERO: has_ids and bool(zero_ids(truth.ids).any()),
        Quirk.IGNORE_KEY: bool(((truth.ignore != 0) & (truth.crowd == 0)).any()),
        Quirk.AREA_CLOSED: on_bound,
        Quirk.AREA_BOUND: seen.beyond_limit,
        Quirk.TIE_ORDER: bool(matched.equal_scores.any() or matched.equal_overlaps.any()),
        Quirk.BOX_AREA: parameters.geometry in ("masks", "boundary") and found.case.predictions.boxed,
        Quirk.CLASSLESS_KEYPOINTS: parameters.class_agnostic and parameters.geometry == "keypoints",
    }
    return _numbers_of(protocol, mended, here)


def _telling(protocol: DetectionProtocol, mended: Quirk) -> bool:
    return bool(protocol.reported) and mended != Quirk.ALL


def _numbers_of(protocol: DetectionProtocol, mended: Quirk, here: Mapping[Quirk, bool]) -> tuple[int, ...]:
    return tuple(
        entry.number
        for entry in protocol.reported
        if not entry.quirk & mended and here.get(entry.quirk, False)
    )
