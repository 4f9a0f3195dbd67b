"""How good the result is on parts of the data, and on which part it is worse than chance explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.html_table import html_table
from truebox.diagnosis.causes.outcomes import half_or_lowest, threshold_place
from truebox.diagnosis.certainty.drawn_units import drawn_units
from truebox.diagnosis.parts.chance_of_slices import corrected, slice_p_values
from truebox.diagnosis.parts.precision_of_slices import no_slice_precision, slice_precision
from truebox.diagnosis.parts.slice_keys import SliceKey, slice_keys
from truebox.diagnosis.parts.slice_outcomes import SliceOutcomes
from truebox.diagnosis.thresholds.operating_points import operating_points
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.evaluation import Result
    from truebox.typing import AnyArray, BoolArray

__all__ = ["Slice", "Slices", "slices", "slices_at"]

_LIMIT = 0.05
_AT_ONCE = 16
"""So many ranges of sizes are accumulated together fastest."""

_Precision: TypeAlias = tuple[float | None, float | None, int | None]
"""AP, AP50, and how many detections count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """One part of the data.

    Parameters
    ----------
    by, label : str
    images, truths : int
        Images that hold truths of it, and these truths.
    detections : int or None
        Detections that count for it; None where a detection alone cannot belong to it.
    ap, ap50 : float or None
        As the protocol computes AP, averaged over the classes that have truths in it; None without truths or
        detections that belong, and where the protocol has no such number of parts of the data.
    recall : float or None
        Share of its truths that is found at the operating score.
    elsewhere : float or None
        The same of all other truths.
    p_value : float or None
        How likely so large a difference is by chance, both directions; corrected for the number of slices.
    worse : bool
        Whether recall is lower here than elsewhere and `p_value` is below 0.05.

    Examples
    --------
    >>> Slice(by="size", label="small", images=0, truths=0, detections=0).worse
    False
    """

    by: str
    label: str
    images: int
    truths: int
    detections: int | None
    ap: float | None = None
    ap50: float | None = None
    recall: float | None = None
    elsewhere: float | None = None
    p_value: float | None = None
    worse: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, kw_only=True)
class Slices(Plotted):
    """All slices, in the order asked for.

    ``plot()`` draws their recall (`truebox.plotting.plot_slices`).

    Parameters
    ----------
    iou : float
        The overlap from which a truth counts as found.
    score : float or None
        The operating score: that of the best F1 over all classes.
    rows : tuple of Slice
    no_ap : str
        Why no slice has AP; empty where slices have it.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> tb.diagnosis.slices(result).worst
    ()
    """

    _plotted_by = "plot_slices"

    iou: float
    score: float | None
    rows: tuple[Slice, ...] = field(repr=False)
    no_ap: str = ""

    @property
    def worst(self) -> tuple[Slice, ...]:
        """Slices that are worse than chance explains, those that lose most truths first."""
        bad = [row for row in self.rows if row.worse]

        def lost(row: Slice) -> float:
            return row.truths * ((row.elsewhere or 0.0) - (row.recall or 0.0))

        return tuple(sorted(bad, key=lost, reverse=True))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "iou": self.iou,
            "score": self.score,
            "rows": [row.to_dict() for row in self.rows],
            "worst": [f"{row.by}: {row.label}" for row in self.worst],
            **({"no_ap": self.no_ap} if self.no_ap else {}),
        }

    def _repr_html_(self) -> str:
        rows = [
            (f"{row.by}: {row.label}", row.truths, row.ap, row.ap50, row.recall, row.elsewhere, row.worse)
            for row in self.rows
        ]
        header = ["slice", "truths", "AP", "AP50", "recall", "elsewhere", "worse"]
        said = f"; {self.no_ap}" if self.no_ap else ""
        return html_table(header, rows, f"slices (IoU {self.iou:g}){said}")


@refuses_other_kinds
def slices(
    result: Result,
    by: Sequence[str] | None = None,
    *,
    bins: Mapping[str, Mapping[str, tuple[float, float]]] | None = None,
    columns: Mapping[str, AnyArray] | None = None,
    iou: float | None = None,
    groups: Groups = None,
) -> Slices:
    """AP and recall by size, aspect, crowdedness, distance to the border, and by what the truth says.

    AP of a slice counts its truths alone: a detection matched with a truth outside it is ignored, an
    unmatched one counts where its own box (or its image) is in the slice. Matching is that of the
    evaluation, not repeated per slice; AP by size can differ from ``APs``, where truths of other sizes are
    matched last.

    Parameters
    ----------
    result : Result
        Of any protocol but panoptic.
    by : sequence of str, optional
        Of ``"size"``, ``"relative_size"``, ``"aspect"``, ``"crowdedness"``, ``"border"``, and the names
        of attributes of images and annotations and of `columns`; by default all of them that the data
        allow, less ``"relative_size"``, which mostly repeats the size.
    bins : mapping, optional
        Label to (low, high), low included: of the size in square pixels, the relative size as a share of
        the image's area, the aspect as width / height, the crowdedness in truths of the image, or of a
        column of numbers.
    columns : mapping of name to array, optional
        Values per image or per annotation, in the order of the truth; booleans, few distinct values,
        or numbers with `bins`.
    iou : float or None
        For recall; one of the thresholds of the evaluation. By default 0.5, or the lowest where that is
        none of them.
    groups : str or sequence, optional
        What belongs together, such as the frames of a video, and is drawn as one; as in `compare`.

    Returns
    -------
    Slices
        ``worst`` names slices whose recall is lower than elsewhere by more than chance explains, corrected
        for the number of slices by Holm's method (two that divide the same truths count once). Chance draws
        images, or groups, not truths: those of one image are found together.

    Raises
    ------
    ArgumentError
        A name is unknown, or what was asked for by name cannot be sliced by.

    Notes
    -----
    Source of the correction: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian
    Journal of Statistics, 1979.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[0, 0, 9, 9], [0, 0, 200, 200]], "labels": [1, 1]}]
    >>> found = [{"boxes": [[0, 0, 200, 200]], "labels": [1], "scores": [0.9]}]
    >>> made = slices(tb.evaluate(truth, found, mode="corrected"), ["size"])
    >>> [(row.label, row.truths, row.ap) for row in made.rows]
    [('small', 1, 0.0), ('medium', 0, None), ('large', 1, 1.0)]
    """
    iou = half_or_lowest(result.state.parameters) if iou is None else iou
    score = operating_points(result, iou=iou).overall.score
    return slices_at(result, score, by=by, bins=bins, columns=columns, iou=iou, groups=groups)


def slices_at(
    result: Result,
    score: float | None,
    *,
    by: Sequence[str] | None = None,
    bins: Mapping[str, Mapping[str, tuple[float, float]]] | None = None,
    columns: Mapping[str, AnyArray] | None = None,
    iou: float | None = None,
    groups: Groups = None,
) -> Slices:
    """The same where the operating score is known.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> slices_at(result, 0.6, by=["size"]).rows[0].recall
    0.0
    """
    iou = half_or_lowest(result.state.parameters) if iou is None else iou
    found = _found(result, iou, score)
    keys = list(slice_keys(result, by, bins, columns))
    units = drawn_units(result, np.arange(len(result.state.images), dtype=np.int32), groups)
    truths = result.matches.truths
    counted = ~truths.ignored
    inside = [key.truths[counted] for key in keys]
    raw = slice_p_values(found[counted], inside, units.of_image[truths.image[counted]])
    precisions = _precisions(result, keys, counted)
    rows = [
        _row(result, key, found, precision, p)
        for key, precision, p in zip(keys, precisions, corrected(raw, inside), strict=True)
    ]
    return Slices(iou=iou, score=score, rows=tuple(rows), no_ap=no_slice_precision(result))


def _found(result: Result, iou: float, score: float | None) -> BoolArray:
    """Truths [G] that a detection of at least the operating score takes."""
    table = result.matches
    partner = table.truths.matched_detection[:, threshold_place(result.state.parameters, iou)]
    if len(table.detections) == 0 or score is None:
        return np.zeros(len(partner), dtype=bool)
    found: BoolArray = (partner >= 0) & (table.detections.score[np.maximum(partner, 0)] >= score)
    return found


def _row(result: Result, key: SliceKey, found: BoolArray, precision: _Precision, p: float | None) -> Slice:
    truths = result.matches.truths
    counted_truths = ~truths.ignored
    inside, outside = key.truths & counted_truths, ~key.truths & counted_truths
    recall = float(found[inside].mean()) if inside.any() else None
    elsewhere = float(found[outside].mean()) if outside.any() else None
    ap, ap50, counted = precision
    return Slice(
        by=key.by,
        label=key.label,
        images=int(np.count_nonzero(np.bincount(truths.image[inside]))),
        truths=int(inside.sum()),
        detections=counted,
        ap=ap,
        ap50=ap50,
        recall=recall,
        elsewhere=elsewhere,
        p_value=p,
        worse=p is not None and p < _LIMIT and (recall or 0.0) < (elsewhere or 0.0),
    )


def _precisions(result: Result, keys: Sequence[SliceKey], counted: BoolArray) -> list[_Precision]:
    """AP, AP50 and detections of each slice; a detection may belong to none of some keys."""
    found: list[_Precision] = [(None, None, None)] * len(keys)
    with_detections = [place for place, key in enumerate(keys) if key.detections is not None]
    outcomes = SliceOutcomes(result) if with_detections else None
    for first in range(0, len(with_detections), _AT_ONCE):
        places = with_detections[first : first + _AT_ONCE]
        if outcomes is not None:
            for place, made in zip(
                places, _together(result, outcomes, [keys[p] for p in places], counted), strict=True
            ):
                found[place] = made
    return found


def _together(
    result: Result, outcomes: SliceOutcomes, keys: Sequence[SliceKey], counted: BoolArray
) -> list[_Precision]:
    """The same of some slices: a state with a range of sizes for each, in which all outside it is ignored."""
    state, table = result.state, result.matches
    inside = np.stack([key.truths & counted for key in keys])
    detections = np.stack([key.detections for key in keys if key.detections is not None])
    matched, ignored, kept = outcomes.of_slices(inside, detections)
    category = table.truths.category
    classes = max(
        len(state.truths), 1 + int(category.max(initial=-1))
    )  # more than one where none is told apart
    counts = np.stack([np.bincount(category[each], minlength=classes) for each in inside], axis=1)
    if state.parameters.class_agnostic:
        counts = counts.sum(axis=0, keepdims=True)
    ranges = {str(place): (0.0, np.inf) for place in range(len(keys))}
    parts = replace(
        state,
        parameters=replace(state.parameters, area_ranges=ranges),
        matched=matched,
        ignored=ignored,
        truths=counts.astype(np.int64),
    )
    made = slice_precision(result, parts)
    return [(*each, number) for each, number in zip(made, kept.tolist(), strict=True)]
