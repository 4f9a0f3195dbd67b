"""What protocols that match no detections leave out: objects, predictions, segments and pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.counted import grouped
from truebox.checking.report import CheckItem
from truebox.evaluation import FollowedResult, PanopticResult, SemanticResult, TrackResult, protocol_value
from truebox.masks import mask_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.records import TrackedSequence

__all__ = ["not_counted"]

_Left = tuple[str, str, int, int, str]


@refuses_other_kinds
def not_counted(result: Any) -> list[CheckItem]:
    """One item (W-314) for each side of which something takes no part, with the words of the protocol.

    Parameters
    ----------
    result : TrackResult, FollowedResult, PanopticResult or SemanticResult
        Of any other kind nothing is said.

    Examples
    --------
    >>> from truebox.evaluation import evaluate_panoptic
    >>> def side(**cat: int) -> dict[str, object]:
    ...     segment = {"id": 4, "category_id": 1, **cat}
    ...     part = {"image_id": 1, "segmentation": [[4, 0]], "segments_info": [segment]}
    ...     return {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [part]}
    >>> result = evaluate_panoptic(side(iscrowd=1), side())
    >>> [each.count for each in not_counted(result)]
    [1, 1]
    >>> not_counted(result)[0].message
    'Panoptic quality leaves out 1 of 1 segment: crowds, which excuse what lies in them'
    """
    kinds = {TrackResult: _tracked, FollowedResult: _rows, PanopticResult: _segments, SemanticResult: _pixels}
    find = next((each for kind, each in kinds.items() if isinstance(result, kind)), None)
    if find is None:
        return []
    protocol = protocol_value(result.protocol)
    items = []
    for side, name, left, every, noun in find(result):
        if left:
            why = protocol.leaves_out.get(side)
            text = f"{protocol.title} leaves out {left:,} of {grouped(every, noun)}"
            message = f"{text}: {why}" if why else text
            items.append(CheckItem(code="W-314", source=name, message=message, count=left))
    return items


def _rows(result: Any) -> Iterator[_Left]:
    for side, records, counts, noun in (
        ("truths", result.truth, result.truths, "object"),
        ("detections", result.predictions, result.detections, "prediction"),
    ):
        yield side, records.source.name, len(records) - counts, len(records), noun


def _tracked(result: TrackResult) -> Iterator[_Left]:
    """Rows; whole tracks, where their precision is measured; pixels that nobody judges."""
    yield from _rows(result)
    truth, found = result.truth, result.predictions
    judged = [(each.ignored[0, 0], each) for each in result.state.tracks]
    if judged:
        every = sum(each.true_tracks for _, each in judged)
        counting = sum(int(each.truths[0]) for _, each in judged)
        yield "true tracks", truth.source.name, every - counting, every, "track"
        every = sum(len(each.whole) for each in found.sequences if each.whole is not None)
        counting = sum(int(np.count_nonzero(~ignored)) for ignored, _ in judged)
        yield "found tracks", found.source.name, every - counting, every, "track"
    if "pixels" in protocol_value(result.protocol).leaves_out:
        void, every = np.sum([_pixels_of(each) for each in truth.sequences], axis=0).tolist()
        yield "pixels", truth.source.name, void, every, "pixel"


def _pixels_of(side: TrackedSequence) -> tuple[int, int]:
    """Those in regions of nobody, and all of the sequence."""
    regions = side.regions
    masks = (side.masks, None if regions is None else regions.masks)
    held = [each for each in masks if each is not None and len(each)]
    every = side.length * int(held[0].sizes[0].prod()) if held else 0
    if regions is None or not len(regions.frame):
        return 0, every
    return int(mask_area(regions.by_frame()[1]).sum()), every


def _segments(result: PanopticResult) -> Iterator[_Left]:
    crowds = int(np.count_nonzero(result.truth.crowd))
    yield "truths", result.truth.source.name, crowds, len(result.truth), "segment"
    ignored = int(result.state.ignored.sum())
    yield "detections", result.predictions.source.name, ignored, len(result.predictions), "segment"


def _pixels(result: SemanticResult) -> Iterator[_Left]:
    if result.void is None:
        return
    void = every = 0
    for place in range(len(result.image_names)):
        true, _ = result.maps_of(place)
        void, every = void + int(np.count_nonzero(true == result.void)), every + true.size
    yield "truths", result.truth.source.name, void, every, "pixel"
