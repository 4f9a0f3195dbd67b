"""What an evaluation of tracks found: frozen, named, and silent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from truebox.evaluation import matches
from truebox.evaluation.document import evaluation_document
from truebox.evaluation.tracks.events import TrackEvents, events_of
from truebox.evaluation.tracks.layout import track_layout
from truebox.evaluation.tracks.measures import Fields, flat_metrics
from truebox.evaluation.tracks.summary import TrackCounts, TrackPart, group_fields, trackeval_fields
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation.layout import Layout
    from truebox.evaluation.matches.partners import PartnerTables
    from truebox.evaluation.tracks.state import TrackState
    from truebox.evaluation.tracks.track_parts import TrackParts
    from truebox.records import Finding, Tracks
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array, Mode

__all__ = ["HotaCurve", "MatchedTracks", "TrackResult"]


_FAULTS = frozenset(
    (
        *("HOTA_FN", "HOTA_FP", "CLR_FN", "CLR_FP", "IDFN", "IDFP", "FP_per_frame"),
        *("IDSW", "Frag", "ML", "MLR"),
    )
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MatchedTracks:
    """How the rows of one sequence and class were matched, at the threshold of CLEAR.

    Parameters
    ----------
    sequence, category : int
        Places among the sequences and classes of the result.
    chosen_truths, chosen_predictions : bool arrays or None
        Which rows of the sequence took part; None is all.
    partner_of_truth, partner_of_prediction : int32 arrays
        Place of the partner among the rows of the other side; -1 for a miss or a false box, -2 for what is
        not evaluated.
    similarity : float64 array
        Of each truth with its partner.
    true_ids : int64 array [G]
        Tracks evaluated, and by them:
    matches, kept : float64 arrays [G]
        Matches over all alphas, and the sum of how much of both tracks they are (HOTA's association).
    changed_at_once : tuple of three int
        The frame, from 0, in which most objects have another track than in the frame before; how many do, and
        how many are matched in both.
    parts : TrackParts
        What each true track adds to HOTA and Identity.
    """

    sequence: int
    category: int
    chosen_truths: BoolArray | None
    chosen_predictions: BoolArray | None
    partner_of_truth: AnyArray
    partner_of_prediction: AnyArray
    similarity: FloatArray
    true_ids: Int64Array
    true_lengths: AnyArray
    matches: FloatArray
    kept: FloatArray
    parts: TrackParts
    changed_at_once: tuple[int, int, int] = (0, 0, 0)

    @property
    def truth_rows(self) -> Int64Array:
        """The rows of the sequence that took part, as places."""
        return _places(self.chosen_truths, len(self.partner_of_truth))

    @property
    def prediction_rows(self) -> Int64Array:
        """The same of the predictions."""
        return _places(self.chosen_predictions, len(self.partner_of_prediction))


def _places(chosen: BoolArray | None, count: int) -> Int64Array:
    return np.arange(count) if chosen is None else np.flatnonzero(chosen)


@dataclass(frozen=True, slots=True, eq=False)
class HotaCurve:
    """HOTA and its parts by alpha.

    Parameters
    ----------
    alphas : float64 array [A]
    per_alpha : mapping of name to array [A]
    """

    alphas: FloatArray
    per_alpha: Mapping[str, FloatArray]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackResult(TrackCounts, Plotted):
    """The outcome of one evaluation of tracks.

    ``plot()`` draws HOTA and its parts over alpha (`truebox.plotting.plot_hota`).

    Parameters
    ----------
    protocol, mode : str
    rules : {"trackeval", "motmetrics"}
        Whose CLEAR.
    metrics : mapping
        Every number of HOTA, CLEAR, Identity, VACE and counts under TrackEval's names, of all sequences;
        means over alphas. Of several classes the mean over classes.
    undefined : mapping
        Metric name to the reason why it is None.
    fields : mapping
        Family to field, arrays over alphas as they are.
    detection_averaged : mapping or None
        Of several classes: the same numbers with every box counting alike.
    per_class, per_sequence : tuple of TrackPart
    state : TrackState
        Sums by sequence and class; states of different sequences add.
    truth, predictions : Tracks
    matched : tuple of MatchedTracks
    warnings : tuple of Finding
    similarities : mapping of sequence to float64 array, or None
        Those that were given in place of overlaps: of every frame its rows, one frame after the other.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> truth = {"frames": [1, 2, 3, 4], "ids": [7, 7, 7, 7], "boxes": [[0, 0, 9, 9]] * 4}
    >>> found = {"frames": [1, 2, 4], "ids": [1, 1, 1], "boxes": [[0, 0, 9, 9]] * 3}
    >>> result = evaluate_tracks(truth, found)
    >>> result.metrics["HOTA"], result.metrics["MOTA"], result.metrics["IDF1"]
    (0.75, 0.75, 0.8571428571428571)
    """

    _plotted_by = "plot_hota"
    lacks: ClassVar[Mapping[str, str]] = {
        "scores": "error types, calibration and thresholds are those of scored detections",
        "coco-text": "the reference's lines are of average precision",
    }
    """What cannot be made of it, and why."""

    protocol: str
    mode: Mode
    rules: str
    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    fields: Fields
    detection_averaged: Mapping[str, float | None] | None
    per_class: tuple[TrackPart, ...]
    per_sequence: tuple[TrackPart, ...]
    state: TrackState
    truth: Tracks
    predictions: Tracks
    matched: tuple[MatchedTracks, ...] = ()
    warnings: tuple[Finding, ...] = ()
    similarities: Mapping[str, FloatArray] | None = None

    @property
    def less_is_better(self) -> frozenset[str]:
        """Metrics whose fall is an improvement: what is lost, wrong or cut, and the MOTP of motmetrics."""
        return _FAULTS | ({"MOTP"} if self.rules == "motmetrics" else set())

    @property
    def geometry(self) -> str:
        """What overlaps."""
        return "boxes"

    @property
    def hota(self) -> HotaCurve:
        """HOTA and its parts by alpha."""
        fields = self.fields["HOTA"]
        return HotaCurve(
            self.state.alphas, {name: value for name, value in fields.items() if getattr(value, "ndim", 0)}
        )

    @property
    def events(self) -> TrackEvents:
        """What happened in which frame: switches, gaps, misses, false tracks; made when asked for."""
        return events_of(self)

    @property
    def matches(self) -> PartnerTables:
        """Every row of both sides with its partner and outcome, at the threshold of CLEAR."""
        return matches.track_matches(self)

    @property
    def layout(self) -> Layout:
        """How it is shown."""
        return track_layout(self)

    def to_trackeval(self) -> dict[str, Any]:
        """The fields of TrackEval: per sequence and ``COMBINED_SEQ``, then class, then family."""
        return trackeval_fields(self.state)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, ``format_version`` 1; undefined is None."""
        document = evaluation_document(
            self,
            protocol={"rules": self.rules, "alphas": self.state.alphas.tolist()},
            images=sum(sequence.length for sequence in self.truth.sequences),
            categories=len(self.per_class),
            per_class=[_part(part) for part in self.per_class],
        )
        document["results"][0]["per_sequence"] = [_part(part) for part in self.per_sequence]
        document["results"][0]["per_alpha"] = {
            name: _numbers(values) for name, values in self.hota.per_alpha.items()
        }
        if self.detection_averaged is not None:
            document["results"][0]["detection_averaged"] = dict(self.detection_averaged)
        groups = group_fields(self.state)
        if groups:
            document["results"][0]["groups"] = {name: flat_metrics(each) for name, each in groups.items()}
        return document


def _part(part: TrackPart) -> dict[str, Any]:
    return {
        "id": part.id,
        "name": part.name,
        "truths": part.truths,
        "detections": part.detections,
        **part.metrics,
    }


def _numbers(values: FloatArray) -> list[float | None]:
    return [None if math.isnan(value) else value for value in values.tolist()]
