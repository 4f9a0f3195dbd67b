"""Folders of both sides in, a `FollowedResult` out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._writing.counted import counted
from truebox.errors import InputError
from truebox.evaluation.single_objects.evaluating import evaluate_single_object
from truebox.evaluation.single_objects.folders import FollowedBoxes, read_followed, read_found
from truebox.evaluation.single_objects.followed_result import FollowedResult, FollowedSequence
from truebox.evaluation.single_objects.misfit import FollowedSides, look_for_other_readings
from truebox.records import Finding

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.evaluation.protocol import Asked
    from truebox.evaluation.single_objects.protocol import SingleObjectProtocol
    from truebox.evaluation.single_objects.result import SingleObjectResult, SingleObjectSequence
    from truebox.typing import BoolArray, FloatArray, Mode

__all__ = ["evaluate_followed"]

_RUN = "\0"
"""Between the name of a sequence and the number of a repetition."""

_TRUE_FIX = "write the box of the object, or leave the sequence out on both sides"
_FOUND_FIX = "write 0,0,0,0 where nothing is found"


def evaluate_followed(asked: Asked) -> FollowedResult:
    """A call of `truebox.evaluate` with folders of sequences.

    Raises
    ------
    InputError
        What `read_followed` and `read_found` refuse; E-596 also for no box in a frame that counts.
    """
    protocol: SingleObjectProtocol = asked.protocol  # type: ignore[assignment]
    truth = asked.truth if isinstance(asked.truth, FollowedBoxes) else read_followed(asked.truth, protocol)
    found = read_found(asked.predictions, truth, protocol)
    hidden, marked = _hidden(truth, protocol)
    mended = asked.mode == "corrected"
    true_boxes: dict[str, FloatArray] = {}
    found_boxes: dict[str, FloatArray] = {}
    for name, runs in found.boxes.items():
        true = (
            np.where(hidden[name][:, None], np.nan, truth.boxes[name][0]) if mended else truth.boxes[name][0]
        )
        for number, run in enumerate(runs):
            counts = _counting(true, truth.cover.get(name), protocol)
            _refuse_unfit(truth.files[name][0], true, counts, _TRUE_FIX)
            counts[0] = False  # the first box is replaced by the true one, or does not count
            _refuse_unfit(found.files[name][number], run, counts, _FOUND_FIX)
            true_boxes[f"{name}{_RUN}{number}"], found_boxes[f"{name}{_RUN}{number}"] = true, run
    looked = []
    if asked.arguments["fit_test"]:
        sequences = [
            FollowedSides(true, found_boxes[key], truth.resolution.get(key.partition(_RUN)[0], (0.0, 0.0)))
            for key, true in true_boxes.items()
        ]
        looked = look_for_other_readings(found.source.name, sequences)
    of_runs = {key: key.partition(_RUN)[0] for key in true_boxes}
    result = evaluate_single_object(
        true_boxes,
        found_boxes,
        rules=protocol.name,  # type: ignore[arg-type]
        resolution={key: truth.resolution[name] for key, name in of_runs.items()}
        if protocol.pooled
        else None,
        cover={key: truth.cover.get(name, np.ones(len(true_boxes[key]))) for key, name in of_runs.items()}
        if protocol.pooled
        else None,
    )
    return FollowedResult(
        protocol=protocol.name,
        mode=asked.mode,
        metrics=result.metrics,
        undefined={name: "no frame counts" for name, value in result.metrics.items() if value is None},
        curves=result.curves,
        thresholds=result.thresholds,
        per_sequence=_sequences(result, list(truth.boxes), protocol),
        columns=protocol.columns,
        pooled=protocol.pooled,
        truth=truth,
        predictions=found,
        warnings=(*_findings(truth, found, marked, asked.mode, protocol), *looked),
        per_run=tuple(_told_apart(each) for each in result.per_sequence),
    )


def _told_apart(each: SingleObjectSequence) -> tuple[str, int, SingleObjectSequence]:
    name, _, run = each.name.partition(_RUN)
    return name, int(run), each


def _hidden(truth: FollowedBoxes, protocol: SingleObjectProtocol) -> tuple[dict[str, BoolArray], int]:
    """Frames that are marked as occluded or out of view and have a box all the same, and how many."""
    none = {name: np.zeros(len(runs[0]), dtype=bool) for name, runs in truth.boxes.items()}
    if protocol.pooled or not protocol.beside:
        return none, 0
    found = {
        name: (truth.hidden[name] > 0) & ~np.isnan(truth.boxes[name][0]).any(axis=1)
        if name in truth.hidden
        else each
        for name, each in none.items()
    }
    return found, sum(int(each.sum()) for each in found.values())


def _counting(true: FloatArray, cover: FloatArray | None, protocol: SingleObjectProtocol) -> BoolArray:
    """The frames that count."""
    counts: BoolArray = np.ones(len(true), dtype=bool)
    if protocol.pooled:
        counts = counts if cover is None else cover > 0
        counts[0] = False
    elif protocol.beside:
        counts = np.logical_not(np.isnan(true).any(axis=1))
    return counts


def _refuse_unfit(file: Path, boxes: FloatArray, counts: BoolArray, fix: str) -> None:
    """Refuse what is no box in a frame that counts, by its line."""
    unfit = counts & (~np.isfinite(boxes).all(axis=1) | (boxes[:, 2:] < 0).any(axis=1))
    if unfit.any():
        row = int(np.argmax(unfit)) + 1
        problem = f"{', '.join(f'{value:g}' for value in boxes[row - 1])} is no box (x, y, width, height)"
        raise InputError("E-596", f"{file} line {row}", problem, fix, row=row)


def _sequences(
    result: SingleObjectResult, names: list[str], protocol: SingleObjectProtocol
) -> tuple[FollowedSequence, ...]:
    """One row for each sequence, its repetitions together."""
    runs: dict[str, list[SingleObjectSequence]] = {name: [] for name in names}
    for each in result.per_sequence:
        runs[each.name.partition(_RUN)[0]].append(each)
    return tuple(
        _sequence(number, name, held, protocol) for number, (name, held) in enumerate(runs.items(), start=1)
    )


def _sequence(
    number: int, name: str, runs: list[SingleObjectSequence], protocol: SingleObjectProtocol
) -> FollowedSequence:
    overlaps = np.concatenate([each.overlaps for each in runs])
    metrics, curves = runs[0].metrics, runs[0].curves
    if protocol.pooled and len(runs) > 1:
        parts = [(each.metrics, len(each.frames)) for each in runs if len(each.frames)]
        frames = sum(count for _, count in parts)
        metrics = {
            # One after the other: from Python 3.12 on, sum() gives other last bits.
            key: float(np.cumsum([float(held[key] or 0) * count for held, count in parts])[-1]) / frames
            if frames
            else None
            for key in metrics
        }
        curves = {
            key: np.mean([each.curves[key] for each in runs if key in each.curves], axis=0) for key in curves
        }
    return FollowedSequence(
        id=number,
        name=name,
        length=runs[0].length,
        truths=len(overlaps),
        lost=int(np.count_nonzero(overlaps == 0)),
        metrics=metrics,
        curves=curves,
    )


def _findings(
    truth: FollowedBoxes,
    found: FollowedBoxes,
    marked: int,
    mode: Mode,
    protocol: SingleObjectProtocol,
) -> tuple[Finding, ...]:
    findings = []
    if marked and mode == "strict":
        text = (
            f"{counted(marked, 'frame')} of {len(truth)} marked as occluded or out of view have a box and "
            "count, as the kit has it; --mode corrected leaves them out"
        )
        findings.append(Finding("W-599", text, marked))
    if protocol.pooled:
        without = [name for name in truth.boxes if name not in truth.cover]
        if without:
            text = (
                f"{counted(len(without), 'sequence')} without cover.label: every frame but the first counts"
            )
            findings.append(Finding("W-599", text, len(without)))
    else:
        moved = sum(bool((runs[0][0] != truth.boxes[name][0][0]).any()) for name, runs in found.boxes.items())
        if moved:
            text = f"{counted(moved, 'sequence')} begin with another box than the true one, which counts"
            findings.append(Finding("W-599", text, moved))
    return tuple(findings)
