"""From a state to parts and totals: per sequence, per class, all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks import regions, teta, track_map
from truebox.evaluation.tracks.measures import (
    Fields,
    averaged,
    fields_of,
    flat_metrics,
    joined_sums,
    sums_of_cell,
)

if TYPE_CHECKING:
    from truebox.evaluation.tracks.state import TrackState

__all__ = [
    "TrackCounts",
    "TrackPart",
    "class_fields",
    "class_parts",
    "group_fields",
    "pooled_fields",
    "sequence_parts",
    "total_fields",
    "trackeval_fields",
]


_OF_FRAMES = ("frames", "clear_frames")
"""Sums that cells without any row have, too."""


class TrackCounts:
    """How many boxes, tracks and switches were counted, of whatever bears the ``fields`` of TrackEval."""

    __slots__ = ()

    fields: Fields

    @property
    def switches(self) -> int:
        """How often the partner of an object changes."""
        return int(self.fields["CLEAR"]["IDSW"])

    @property
    def fragmentations(self) -> int:
        """How often an object is lost and found again."""
        return int(self.fields["CLEAR"]["Frag"])

    @property
    def truths(self) -> int:
        """True boxes that are evaluated."""
        return int(self.fields["Count"]["GT_Dets"])

    @property
    def detections(self) -> int:
        """Predicted boxes that are evaluated."""
        return int(self.fields["Count"]["Dets"])

    @property
    def true_tracks(self) -> int:
        """True tracks that are evaluated."""
        return int(self.fields["Count"]["GT_IDs"])

    @property
    def found_tracks(self) -> int:
        """Predicted tracks that are evaluated."""
        return int(self.fields["Count"]["IDs"])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackPart(TrackCounts):
    """A class or a sequence.

    Parameters
    ----------
    id, name : int or str, str
    fields : mapping
        Family to every field of TrackEval, arrays over alphas as they are.
    metrics : mapping
        The same as one number each.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_tracks
    >>> side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    >>> part = evaluate_tracks(side, side).per_sequence[0]
    >>> part.true_tracks, part.switches, part.metrics["HOTA"]
    (1, 0, 1.0)
    """

    id: int | str
    name: str
    fields: Fields
    metrics: Mapping[str, float | None]


def _cell_sums(state: TrackState, cells: Any) -> list[dict[str, Any]]:
    """Sums of cells to be joined; those without anything come last as one, which adds only its frames."""
    if len(cells) < 2:
        return [sums_of_cell(state, int(cell)) for cell in cells]
    nothing = state.has_nothing(cells)
    held = [sums_of_cell(state, int(cell)) for cell in cells[~nothing]]
    rest = cells[nothing]
    if not len(rest):
        return held
    frames = {name: state.sums[name][rest].sum() for name in _OF_FRAMES}
    return [*held, sums_of_cell(state, int(rest[0])) | frames]


def _class_sums(state: TrackState, place: int) -> dict[str, Any]:
    """Of one class, over all sequences."""
    return joined_sums(_cell_sums(state, np.flatnonzero(state.category == place)), len(state.alphas))


def _pooled(state: TrackState, places: Iterable[int]) -> Fields:
    """Of some classes, whose boxes count alike."""
    sums = [_class_sums(state, place) for place in places]
    return fields_of(joined_sums(sums, len(state.alphas)), state.mode, state.rules)


def class_fields(state: TrackState) -> list[Fields]:
    """Of each class, over all sequences."""
    found = []
    for place in range(len(state.classes)):
        cells = np.flatnonzero(state.category == place)
        own = fields_of(_class_sums(state, place), state.mode, state.rules)
        found.append(own | _map_fields(state, cells) | _teta_fields(state, cells))
        if state.has_regions:
            found[-1]["JAndF"] = regions.joined_regions(_cell_sums(state, cells), state.mode)
    return found


def _teta_fields(state: TrackState, cells: Any) -> Fields:
    """TETA of some cells, where it is measured."""
    if not state.has_teta or not len(cells):
        return {}
    return teta.teta_fields(teta.joined_teta(_cell_sums(state, cells)))


def _region_fields(state: TrackState, cell: int) -> Fields:
    """J and F of one sequence, where they are measured."""
    if not state.has_regions:
        return {}
    return {"JAndF": {name: state.sums[name][cell] for name in (*regions.REGION_FIELDS, "num_gt_tracks")}}


def _map_fields(state: TrackState, cells: Any) -> Fields:
    """Average precision of whole tracks, where it is measured."""
    if not state.has_maps or state.maps is None:
        return {}
    return track_map.map_fields([state.tracks[cell] for cell in cells], state.maps)


def _with_tracks(state: TrackState, cells: Any) -> Any:
    """Cells with a track, or one where there is none: means leave out those without."""
    held = [cell for cell in cells if state.tracks and not state.tracks[cell].is_empty]
    return held or cells[:1]


def total_fields(state: TrackState, classes: list[Fields]) -> Fields:
    """Of one class its own; of several the mean, in corrected mode of those that have anything."""
    if len(classes) == 1:
        return classes[0]
    held = [each for each in classes if each["Count"]["Dets"] or each["Count"]["GT_Dets"]]
    return averaged(held if state.mode == "corrected" and held else classes)


def pooled_fields(state: TrackState, classes: list[Fields]) -> Fields:
    """Every box counts alike, whatever its class: sums of all classes, each over all sequences.

    Average precision has no such sums, and is the mean over classes.
    """
    maps = track_map.averaged_maps(classes) if state.has_maps else {}
    if state.has_teta:
        cells = [
            _cell_sums(state, np.flatnonzero(state.category == place)) for place in range(len(state.classes))
        ]
        parts = [teta.joined_teta(each) for each in cells if each]
        maps |= teta.teta_fields(teta.joined_teta(parts)) if parts else {}
    return _pooled(state, range(len(state.classes))) | maps


def group_fields(state: TrackState) -> dict[str, Fields]:
    """Of each group of classes, where every box counts alike."""
    places = {name: place for place, (_, name) in enumerate(state.classes)}
    return {group: _pooled(state, [places[name] for name in names]) for group, names in state.groups}


def class_parts(state: TrackState, classes: list[Fields]) -> tuple[TrackPart, ...]:
    """Every class with its numbers."""
    return tuple(
        TrackPart(id=number, name=name, fields=fields, metrics=flat_metrics(fields))
        for (number, name), fields in zip(state.classes, classes, strict=True)
    )


def sequence_parts(state: TrackState) -> tuple[TrackPart, ...]:
    """Every sequence with its numbers; of several classes, every box counts alike."""
    parts = []
    for place, name in enumerate(state.sequences):
        cells = np.flatnonzero(state.sequence == place)
        sums = _cell_sums(state, cells)
        fields = fields_of(
            sums[0] if len(cells) == 1 else joined_sums(sums, len(state.alphas)), state.mode, state.rules
        )
        by_class = [maps for cell in _with_tracks(state, cells) if (maps := _map_fields(state, [cell]))]
        fields |= (track_map.averaged_maps(by_class) if by_class else {}) | _teta_fields(state, cells)
        fields |= _region_fields(state, int(cells[0])) if len(cells) == 1 else {}
        parts.append(TrackPart(id=name, name=name, fields=fields, metrics=flat_metrics(fields)))
    return tuple(parts)


def trackeval_fields(state: TrackState) -> dict[str, Any]:
    """As TrackEval nests its results: sequence, class, family, field."""
    found: dict[str, Any] = {name: {} for name in state.sequences}
    for cell, (place, category) in enumerate(zip(state.sequence, state.category, strict=True)):
        fields = fields_of(sums_of_cell(state, cell), state.mode, state.rules)
        fields |= _region_fields(state, cell)
        found[state.sequences[int(place)]][state.classes[int(category)][1]] = fields
    classes = class_fields(state)
    total: dict[str, Any] = {name: each for (_, name), each in zip(state.classes, classes, strict=True)}
    if len(classes) > 1 or state.has_maps:
        total["cls_comb_cls_av"] = averaged(classes)
        total["cls_comb_det_av"] = pooled_fields(state, classes)
    found["COMBINED_SEQ"] = total | group_fields(state)
    return found
