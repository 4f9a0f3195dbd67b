"""Results that name pictures by number, brought to the videos and frames of the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import grouped
from truebox.errors import InputError
from truebox.evaluation.tracks.sides.numbered import without_boxes_found
from truebox.records import Finding, whole_tracks_of_boxes

if TYPE_CHECKING:
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import AnyArray, Int64Array

__all__ = ["framed_by_truth"]


def framed_by_truth(
    truth: Tracks, predictions: Tracks, *, most_boxes: int | None = None
) -> tuple[Tracks, list[Finding]]:
    """The predictions with the sequences, frames and classes of the truth; where none is found, none.

    Parameters
    ----------
    truth, predictions : Tracks
        As read. Predictions that are not ``pictured`` are given back as they are.
    most_boxes : int, optional
        Of a picture, those with the highest scores, all classes together.

    Returns
    -------
    Tracks
        Rows of a picture stand together, in the order of the file; ``frame_offset`` is added to its frame.
        An id that occurs in several videos is of several tracks: the attribute ``number`` has a number for
        each that is of no other, as tools give them that need one.
    list of Finding
        What names pictures or classes that the truth does not have (W-592), and what is beyond `most_boxes`
        (W-306).

    Raises
    ------
    InputError
        The results name no picture of the truth (E-582), or another video than that of the picture (E-591).

    Examples
    --------
    >>> from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
    >>> side = tracks_of_arrays({"frames": [0], "ids": [1], "boxes": [[0, 0, 5, 5]]}, "truth")
    >>> framed_by_truth(side, side)[1]
    []
    """
    if not predictions.pictured:
        return predictions, []
    (rows,) = predictions.sequences
    place = predictions.source.name
    at, frame = _frames(truth, rows.attributes["image"])
    known = at >= 0
    if len(rows) and not known.any():
        shown = ", ".join(map(str, _some_pictures(truth)))
        problem = (
            f"no picture is one of the truth's: these have image_id {int(rows.attributes['image'][0])}, ..."
        )
        raise InputError(
            "E-582", place, problem, f"give results of {truth.source.name}, whose are {shown}, ..."
        )
    findings = [] if known.all() else [_left_out(place, rows, ~known, "image", "pictures")]
    _refuse_other_videos(truth, rows, at)
    label = _with_aliases(rows.label, truth)
    other = known & ~np.isin(label, list(truth.classes))
    if other.any():
        findings.append(
            _left_out(place, replace(rows, attributes={"category": label}), other, "category", "classes")
        )
    chosen = _of_pictures(rows, np.flatnonzero(known), most_boxes)
    cut = int(known.sum()) - len(chosen)
    if cut:
        text = (
            f"{place} has {grouped(cut, 'box', 'boxes')} beyond the {most_boxes} best of a picture: left out"
        )
        findings.append(Finding("W-306", text, cut))
    shift = np.int32(predictions.frame_offset)
    number = _own_numbers(rows.track[chosen], at[chosen])
    sequences = []
    for s, true in enumerate(truth.sequences):
        mine = at[chosen] == s
        held = chosen[mine]
        if not len(held):
            sequences.append(without_boxes_found(true, place))
            continue
        columns = (frame[held] + shift, rows.track[held], label[held], rows.score[held], rows.boxes[held])
        sequences.append(
            replace(
                rows,
                name=true.name,
                length=true.length,
                frame=columns[0],
                track=columns[1],
                label=columns[2],
                score=columns[3],
                boxes=columns[4],
                attributes={"entry": rows.attributes["entry"][held], "number": number[mine]},
                whole=whole_tracks_of_boxes(*columns),
                number=true.number,
            )
        )
    found = replace(predictions, sequences=tuple(sequences), classes=truth.classes, pictured=False)
    return found, findings


def _frames(truth: Tracks, images: Int64Array) -> tuple[AnyArray, AnyArray]:
    """Of each picture the place of its sequence, -1 where the truth does not have it, and its frame."""
    held: list[Any] = [each.pictures for each in truth.sequences if each.pictures is not None]
    if len(held) < len(truth.sequences):
        problem = "boxes name pictures by number, and this truth has none"
        raise InputError(
            "E-582", truth.source.name, problem, "give the JSON file whose pictures were numbered"
        )
    numbers = np.concatenate(held) if held else np.empty(0, dtype=np.int64)
    lengths = [len(each) for each in held]
    sequence = np.repeat(np.arange(len(held)), lengths)
    frame = np.concatenate([np.arange(length) for length in lengths]) if held else numbers
    order = np.argsort(numbers, kind="stable")
    spot = np.searchsorted(numbers[order], images)
    inside = spot < len(numbers)
    inside[inside] = numbers[order][spot[inside]] == images[inside]
    at, when = np.full(len(images), -1, dtype=np.int64), np.zeros(len(images), dtype=np.int32)
    at[inside], when[inside] = sequence[order][spot[inside]], frame[order][spot[inside]]
    return at, when


def _some_pictures(truth: Tracks) -> list[int]:
    pictures: list[Any] = [each.pictures for each in truth.sequences]
    return np.concatenate(pictures)[:3].tolist() if pictures else []


def _left_out(place: str, rows: TrackedSequence, other: AnyArray, key: str, what: str) -> Finding:
    first = int(rows.attributes[key][int(np.argmax(other))])
    text = (
        f"{place} has {grouped(int(other.sum()), 'box', 'boxes')} of {what} that the truth does not have "
        f"({key}_id {first}): left out"
    )
    return Finding("W-592", text, int(other.sum()))


def _refuse_other_videos(truth: Tracks, rows: TrackedSequence, at: AnyArray) -> None:
    said = rows.attributes["video"]
    own = np.array([-1 if each.number is None else each.number for each in truth.sequences], dtype=np.int64)
    other = (at >= 0) & (said >= 0)
    other[other] = own[at[other]] != said[other]
    if other.any():
        row = int(np.argmax(other))
        image = int(rows.attributes["image"][row])
        problem = f"video_id is {int(said[row])}, and picture {image} is of video {int(own[at[row]])}"
        fix = "write the video of the picture, or leave video_id out"
        raise InputError("E-591", rows.place_of(row), problem, fix, row=row)


def _with_aliases(label: Int64Array, truth: Tracks) -> Int64Array:
    found = label.copy()
    for number, stands_for in truth.aliases.items():
        found[label == number] = stands_for
    return found


def _of_pictures(rows: TrackedSequence, known: AnyArray, most: int | None) -> AnyArray:
    """Rows by picture, in the order in which pictures begin; of too many, the best by falling score."""
    images = rows.attributes["image"][known]
    _, begin, inverse, counts = np.unique(images, return_index=True, return_inverse=True, return_counts=True)
    inverse = inverse.reshape(-1)
    score = np.where(counts[inverse] > most, -rows.score[known], 0.0) if most else np.zeros(len(known))
    order = np.lexsort((score, begin[inverse]))
    if most:
        runs = np.diff(begin[inverse][order], prepend=-1) != 0
        begins = np.flatnonzero(runs)
        within = np.arange(len(order)) - np.repeat(begins, np.diff(np.append(begins, len(order))))
        order = order[within < most]
    return known[order]


def _own_numbers(track: Int64Array, video: AnyArray) -> Int64Array:
    """Ids, where one is of several videos numbers that follow the largest, as its tracks begin."""
    ids, place = np.unique(track, return_inverse=True)
    place = place.reshape(-1)
    lowest, highest = np.full(len(ids), np.iinfo(np.int64).max), np.full(len(ids), -1)
    np.minimum.at(lowest, place, video)
    np.maximum.at(highest, place, video)
    repeated = (lowest != highest)[place]
    number = track.copy()
    both = np.stack([place[repeated], video[repeated]])
    _, begin, inverse = np.unique(both, axis=1, return_index=True, return_inverse=True)
    rank = np.empty(len(begin), dtype=np.int64)
    rank[np.argsort(begin)] = np.arange(len(begin))
    number[repeated] = (int(ids[-1]) if len(ids) else 0) + 1 + rank[inverse.reshape(-1)]
    return number
