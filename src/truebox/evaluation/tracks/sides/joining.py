"""Sequences of both sides brought together by their names; what has no other side is refused or said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.counted import grouped, listed
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.tracks.sides.stepped import frames_listed, step_told, with_stepped_frames
from truebox.records import Finding, TrackedSequence

if TYPE_CHECKING:
    from truebox.records import ChosenSequences, Tracks
    from truebox.typing import Mode

__all__ = ["joined_sequences", "refuse_unnamed"]

_DETECTOR = re.compile(r"(.+)-(DPM|FRCNN|SDP)")
_SHOWN = 3
_HOME = "in a file NAME.txt"
_HOMES = {
    "bdd100k": "in a file NAME.json, or named as videoName of its frames",
    "pictures": "in a folder NAME of pictures",
    "table": "named in a column sequence",
}
_NOTHING = "write a folder with a black picture for every frame"


def joined_sequences(
    truth: Tracks, predictions: Tracks, sequences: Iterable[str] | None
) -> tuple[Tracks, Tracks, list[Finding]]:
    """Both sides with the same sequences in the order of their names, each with its length.

    The reference sums in that order, and among equal scores of whole tracks the first video comes first.

    Raises
    ------
    InputError
        A sequence of the truth has no results, or no sequence is common (E-582); a prediction is of a frame
        that the sequence does not have (E-435); a list beside the truth names a sequence that is not there
        (E-581).
    ArgumentError
        `sequences` names one that the truth does not have.
    """
    true = {each.name: each for each in sorted(truth.sequences, key=lambda each: each.name)}
    found = {each.name: each for each in predictions.sequences}
    if len(true) == len(found) == 1 and not set(true) & set(found):
        (name,) = true  # one against one: names do not matter
        found = {name: replace(next(iter(found.values())), name=name)}
    findings = []
    wanted = list(true)
    if sequences is not None:
        wanted = _chosen(list(sequences), true)
    elif truth.chosen is not None:
        wanted = _listed_by_truth(truth.chosen, true)
        if len(wanted) < len(true):
            text = (
                f"{truth.chosen.place} lists {len(wanted)} of {grouped(len(true), 'sequence')}: "
                "the others are left out, unless --sequences names them"
            )
            findings.append(Finding("W-586", text, len(true) - len(wanted)))
    missing = [name for name in wanted if name not in found]
    if missing and sequences is None and _other_detectors(missing, found):
        text = (
            f"{predictions.source.name} has results for {len(wanted) - len(missing)} of "
            f"{grouped(len(wanted), 'sequence')}, "
            "one detector of those that the truth repeats: the others are left out"
        )
        findings.append(Finding("W-586", text, len(missing)))
        wanted = [name for name in wanted if name in found]
    elif missing:
        raise _without_results(truth, predictions, wanted, missing, list(found))
    more = [name for name in found if name not in true]
    if more:
        text = f"{predictions.source.name} also has {listed(more)}, which the truth does not have: left out"
        findings.append(Finding("W-586", text, len(more)))
    both = [_with_length(true[name], found[name], predictions) for name in wanted]
    return (
        replace(truth, sequences=tuple(pair[0] for pair in both)),
        replace(predictions, sequences=tuple(pair[1] for pair in both)),
        findings,
    )


def _chosen(names: list[str], true: dict[str, TrackedSequence]) -> list[str]:
    unknown = [name for name in names if name not in true]
    if unknown:
        raise ArgumentError(
            f"sequences: {unknown[0]!r} is not in the truth. Fix: pass some of {listed(list(true))}."
        )
    return [name for name in true if name in names]


def _listed_by_truth(chosen: ChosenSequences, true: dict[str, TrackedSequence]) -> list[str]:
    unknown = [name for name in chosen.names if name not in true]
    if unknown or not chosen.names:
        problem = f"there is no {unknown[0]}/gt/gt.txt" if unknown else "no sequence is listed"
        fix = "correct the list, or evaluate --sequences " + ",".join(list(true)[:_SHOWN])
        raise InputError("E-581", chosen.place, problem, fix)
    return [name for name in true if name in chosen.names]


def _other_detectors(missing: Sequence[str], found: dict[str, TrackedSequence]) -> bool:
    """Whether every missing sequence is one of MOT17's repetitions of a sequence that is there."""
    videos = {match[1] for name in found if (match := _DETECTOR.fullmatch(name))}
    return all((match := _DETECTOR.fullmatch(name)) is not None and match[1] in videos for name in missing)


def _without_results(
    truth: Tracks, predictions: Tracks, wanted: Sequence[str], missing: Sequence[str], found: Sequence[str]
) -> InputError:
    pictured = any("picture" in each.attributes for each in predictions.sequences)
    kind = "pictures" if pictured else predictions.source.format
    if len(missing) == len(wanted):
        problem = (
            f"no sequence of the truth ({listed(wanted)}) has results here; these are {listed(found)}"
            if found
            else "there are no results"
        )
        fix = f"give results of the sequences in {truth.source.name}, each {_HOMES.get(kind, _HOME)}"
    else:
        problem = f"{len(missing)} of {grouped(len(wanted), 'sequence')} have no results: {listed(missing)}"
        nothing = _NOTHING if pictured else "write an empty file"
        others = ",".join(name for name in wanted if name not in missing)
        fix = f"{nothing} where nothing was found, or evaluate --sequences {others}"
    return InputError("E-582", predictions.source.name, problem, fix)


def _with_length(
    true: TrackedSequence, found: TrackedSequence, side: Tracks
) -> tuple[TrackedSequence, TrackedSequence]:
    if found.masks is not None and found.first != true.first:  # results do not say which their first frame is
        shift = np.int32(found.first - true.first)
        found = replace(found, frame=found.frame + shift, first=true.first)
    found = with_stepped_frames(found, side.frame_step, true.length)
    last = int(found.frame.max()) + 1 if len(found) else 0
    offset = side.frame_offset
    counted = frames_listed(true.length, side.frame_step)
    if "picture" in found.attributes and found.length and found.length not in counted:
        problem = f"there are {found.length} pictures, and {true.name} has {true.length} frames"
        fix = "write one for each frame, also where nothing is found" + step_told(true.length, found.length)
        raise InputError("E-593", found.place, problem, fix)
    if "within" in found.attributes and found.length and found.length not in counted:
        problem = f"there are {found.length} frames, and {true.name} has {true.length}"
        fix = "list every frame, without labels where nothing is found" + step_told(true.length, found.length)
        raise InputError("E-591", found.place, problem, fix)
    if true.length:
        if last > true.length:
            row = int(np.argmax(found.frame))
            problem = (
                f"frame {last - 1 + found.first} is beyond the sequence{true.name and ' ' + true.name}, "
                f"whose last is {true.length - 1 + true.first}"
            )
            fix = "give results of this sequence; where frames are shifted, mend that with --frame-offset"
            beyond = last - true.length
            if beyond == int(found.frame.min()):
                fix += f" {offset - beyond}"
            raise InputError("E-435", found.place_of(row), problem, fix, row=row)
        length = true.length
    else:
        length = max(last, int(true.frame.max()) + 1 if len(true) else 0)
    if len(found) and int(found.frame.min()) < 0:
        row = int(np.argmin(found.frame))
        before = -int(found.frame[row])
        problem = f"frame {found.first - before} is not in {found.first} to {length - 1 + found.first}"
        total = offset + before
        fix = f"count frames from {found.first}, or leave --frame-offset out"
        if total:
            where = f"where they are counted from {found.first - total}"
            fix = f"count frames from {found.first}, or pass --frame-offset {total} {where}"
        raise InputError("E-435", found.place_of(row), problem, fix, row=row)
    unsaid = not true.length and side.source.path is not None
    return replace(true, length=length, length_unsaid=unsaid), replace(found, length=length)


def refuse_unnamed(side: TrackedSequence, chosen: Any, mode: Mode) -> None:
    """Refuse negative ids among the rows that take part (E-583).

    Detections have -1 in place of an id; and a tool that takes ids as places makes one track of -1 and the
    largest. In corrected mode ids have no meaning, and only rows without any are refused.
    """
    ids = side.track if chosen is None else side.track[chosen]
    negative = ids < 0
    if not negative.any():
        return
    rows = np.arange(len(side)) if chosen is None else np.flatnonzero(chosen)
    row = int(rows[int(np.argmax(negative))])
    if len(ids) > 1 and bool((ids == -1).all()):
        problem = "no row has a track: every id is -1, as of detections"
        fix = "make tracks of them first (truebox track), or evaluate them as detections (--protocol coco)"
    elif mode == "corrected":
        return
    else:
        others = np.unique(ids[~negative])[-1:].tolist()
        problem = f"track {int(side.track[row])} is negative" + (
            f" beside {others[0]}; tools that take ids as places make one track of both" if others else ""
        )
        fix = "number tracks from 0 on, remove rows that are of none, or evaluate --mode corrected"
    raise InputError("E-583", side.place_of(row), problem, fix, row=row)
