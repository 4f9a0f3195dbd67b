"""The run of an evaluation of tracks: sequences joined, rows selected, measured natively, summed up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._native import tracks as native
from truebox._native.threads import thread_count
from truebox.errors import InputError
from truebox.evaluation.tracks import regions, teta, track_map
from truebox.evaluation.tracks.looks.every_track_look import tracks_seen_otherwise
from truebox.evaluation.tracks.measures import flat_metrics
from truebox.evaluation.tracks.result import MatchedTracks, TrackResult
from truebox.evaluation.tracks.sides.joining import joined_sequences, refuse_unnamed
from truebox.evaluation.tracks.sides.mask_sides import refuse_other_masks
from truebox.evaluation.tracks.sides.nothing_found import as_nothing_found
from truebox.evaluation.tracks.sides.numbered import named_by_truth, of_no_class
from truebox.evaluation.tracks.sides.pictured import framed_by_truth
from truebox.evaluation.tracks.sides.said_classes import classes_unsaid
from truebox.evaluation.tracks.sides.stepped import (
    counted_alone,
    frames_counted,
    only_stepped,
    truth_of_step,
)
from truebox.evaluation.tracks.sides.tables import tables_together
from truebox.evaluation.tracks.similarities.chosen_pairs import chosen_pairs
from truebox.evaluation.tracks.similarities.mask_overlaps import mask_similarities
from truebox.evaluation.tracks.similarities.slack import slack
from truebox.evaluation.tracks.state import NUMBERS, TrackState
from truebox.evaluation.tracks.summary import (
    class_fields,
    class_parts,
    pooled_fields,
    sequence_parts,
    total_fields,
)
from truebox.evaluation.tracks.track_parts import track_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.evaluation.tracks.protocol import Selected, TrackClassId, TrackProtocol
    from truebox.records import Finding, TrackedSequence, Tracks
    from truebox.typing import AnyArray, FloatArray, Mode

__all__ = ["run_tracks"]

_STEPS = 19
_PAIRS_FIRST = -10000.0  # what TrackEval gives to pairs below the threshold, so that more pairs come first


def run_tracks(
    protocol: TrackProtocol,
    truth: Tracks,
    predictions: Tracks,
    *,
    mode: Mode,
    rules: str = "trackeval",
    sequences: Iterable[str] | None = None,
    threads: int | None = None,
    fit_test: bool = True,
    similarities: Mapping[str, FloatArray] | None = None,
) -> TrackResult:
    """Evaluate tracks that were read.

    Parameters
    ----------
    protocol : TrackProtocol
        Whose rules choose the rows.
    truth, predictions : Tracks
        As read.
    mode : {"strict", "corrected"}
        As the reference, or with its quirks mended.
    rules : {"trackeval", "motmetrics"}
        Whose CLEAR.
    sequences : iterable of str, optional
        Only these.
    threads : int or None
        Over sequences.
    fit_test : bool
        Refuse numbers near zero where another reading of the predictions would make good ones.
    similarities : mapping of sequence to array, optional
        Of every frame [truths, predictions] of its rows, one after another; without, IoU of masks
        or boxes.
    """
    truth, predictions, of_tables = tables_together(
        protocol.name, truth, as_nothing_found(truth, predictions)
    )
    predictions, unknown = framed_by_truth(truth, predictions, most_boxes=protocol.most_boxes)
    predictions, left_out = named_by_truth(truth, predictions)
    truth, predictions, findings = joined_sequences(truth, predictions, sequences)
    truth = truth_of_step(truth, predictions) if protocol.measures_wholes else truth
    classes = tuple(protocol.classes(truth, predictions))
    findings = [*truth.findings, *predictions.findings, *unknown, *left_out, *findings]
    findings += of_tables if not protocol.any_classes else _of_classes(truth, predictions, classes, of_tables)
    masks = similarities is None and refuse_other_masks(truth, predictions)
    pairs = list(zip(truth.sequences, predictions.sequences, strict=True))
    jobs: list[native.TrackSequence] = []
    chosen, places, job_of_cell, filled = [], [], [], []
    for s, (true, found) in enumerate(pairs):
        labels = _labels(true, found) if protocol.own_labels else None
        without: int | None = None  # the job of all classes of which the sequence has no row
        for k, (number, _) in enumerate(classes):
            nothing = labels is not None and number >= 0 and number not in labels
            if nothing and without is not None:
                job_of_cell.append(without)
                continue
            job_of_cell.append(len(jobs))
            without = len(jobs) if nothing else without
            selected = only_stepped(
                protocol.select(true, found, number, mode), pairs[s], predictions.frame_step
            )
            refuse_unnamed(true, selected.truth, mode)
            refuse_unnamed(found, selected.predictions, mode)
            given = None if similarities is None else similarities[true.name]
            jobs.append(_job(true, found, selected, _similarity(true, found, selected, given, masks=masks)))
            chosen.append(selected)
            places.append((s, k))
            filled.append(not nothing or len(classes) == 1)
    alphas = _alphas(mode)
    outcomes = native.evaluate_tracks(
        jobs, _rules(protocol, truth, mode, rules, alphas), thread_count(threads)
    )
    for (s, _), selected, outcome in zip(places, chosen, outcomes, strict=True):
        if isinstance(outcome, tuple):
            _refuse_repeated(pairs[s], selected, outcome)
    done = [outcome for outcome in outcomes if isinstance(outcome, dict)]
    state = _state(
        done,
        places,
        truth,
        predictions,
        classes,
        job_of_cell=job_of_cell,
        alphas=alphas,
        mode=mode,
        rules=rules,
    )
    matched = tuple(
        _matched(place, each, outcome)
        for place, each, outcome, held in zip(places, chosen, done, filled, strict=True)
        if held
    )
    if protocol.region_masks is not None:
        measured = regions.region_sums(
            [counted_alone(*pair, predictions.frame_step) for pair in pairs],
            matched,
            protocol.region_masks,
            mode,
            given=protocol.given_objects,
        )
        state = replace(state, sums={**state.sums, **measured})
    if protocol.measures_teta:
        state = replace(
            state, sums={**state.sums, **teta.teta_sums(pairs, classes, mode, thread_count(threads))}
        )
    tracks = () if protocol.maps is None else track_map.map_cells(protocol, pairs, classes, mode)
    state = replace(state, groups=protocol.groups, maps=protocol.maps, tracks=tracks)
    per_class = class_fields(state)
    fields = total_fields(state, per_class)
    metrics = flat_metrics(fields)
    result = TrackResult(
        protocol=protocol.name,
        mode=mode,
        rules=rules,
        metrics=metrics,
        undefined={name: _reason(name) for name, value in metrics.items() if value is None},
        fields=fields,
        detection_averaged=flat_metrics(pooled_fields(state, per_class)) if len(classes) > 1 else None,
        per_class=class_parts(state, per_class),
        per_sequence=sequence_parts(state),
        state=state,
        truth=truth,
        predictions=predictions,
        matched=matched,
        warnings=tuple(findings),
    )
    if fit_test:
        findings += tracks_seen_otherwise(result, threads, given_similarity=similarities is not None)
    return replace(result, warnings=tuple(findings))


def _alphas(mode: Mode) -> FloatArray:
    if mode == "corrected":
        return np.arange(1, _STEPS + 1) / 20
    return np.arange(0.05, 0.99, 0.05)  # which miss some of their decimals


def _rules(
    protocol: TrackProtocol, truth: Tracks, mode: Mode, rules: str, alphas: FloatArray
) -> native.TrackRules:
    strict = mode == "strict"
    memory = rules == "motmetrics"
    return native.TrackRules(
        corners=truth.layout == "xyxy",
        ids_of_kept=protocol.ids_of_kept,
        by_content=not strict,
        epsilon=slack(mode),
        beforehand=-1.0 if protocol.beforehand is None else protocol.beforehand,
        unassigned=_PAIRS_FIRST if protocol.counts_pairs else 0.0,
        threshold=0.5,
        carries_memory=memory,
        gaps_of_tracker=not strict or memory,
        mostly_includes=not strict or memory,
        measures_vace=True,
        alphas=alphas,
    )


def _of_classes(
    truth: Tracks, predictions: Tracks, classes: Sequence[TrackClassId], of_tables: list[Finding]
) -> list[Finding]:
    """What was said of tables and is to say of classes; where all rows are one, none was left out."""
    if classes[0][0] < 0:
        kept = [each for each in of_tables if each.code != "W-592"]
        return kept + classes_unsaid(truth, predictions)
    if predictions.by_name or of_tables:
        return of_tables
    return of_no_class(predictions, [number for number, _ in classes])


def _job(
    true: TrackedSequence, found: TrackedSequence, selected: Selected, given: FloatArray | None
) -> native.TrackSequence:
    def rows(side: TrackedSequence, chosen: Any, role: AnyArray) -> native.TrackRows:
        taken = slice(None) if chosen is None else chosen
        return native.TrackRows(
            np.ascontiguousarray(side.frame[taken], dtype=np.int32),
            np.ascontiguousarray(side.attributes.get("number", side.track)[taken], dtype=np.int64),
            np.ascontiguousarray(side.boxes[taken], dtype=np.float64),
            np.ascontiguousarray(role, dtype=np.uint8),
        )

    return native.TrackSequence(
        rows(true, selected.truth, selected.truth_role),
        rows(found, selected.predictions, selected.prediction_role),
        true.length,
        np.empty(0) if given is None else np.ascontiguousarray(given, dtype=np.float64),
    )


def _similarity(
    true: TrackedSequence,
    found: TrackedSequence,
    selected: Selected,
    given: FloatArray | None,
    *,
    masks: bool,
) -> FloatArray | None:
    """What was given of the selected rows, or the IoU of their masks; that of boxes is measured natively."""
    if not masks:
        return None if given is None else chosen_pairs(given, true, found, selected)
    return mask_similarities(
        true, _rows(selected.truth, len(true)), found, _rows(selected.predictions, len(found))
    )


def _labels(true: TrackedSequence, found: TrackedSequence) -> set[int]:
    """Numbers of the classes that any row of a sequence has."""
    return {int(number) for side in (true, found) for number in np.unique(side.label)}


def _rows(chosen: Any, count: int) -> AnyArray:
    return np.arange(count) if chosen is None else np.flatnonzero(chosen)


def _refuse_repeated(
    pair: tuple[TrackedSequence, TrackedSequence], selected: Selected, repeated: tuple[bool, int, int]
) -> None:
    of_truth, first, second = repeated
    side = pair[0] if of_truth else pair[1]
    chosen = selected.truth if of_truth else selected.predictions
    rows = _rows(chosen, len(side))
    first, second = int(rows[first]), int(rows[second])
    frame, track = int(side.frame[second]) + side.first, int(side.track[second])
    rows = side.attributes.get("row", side.attributes.get("entry", np.arange(len(side))))
    entries = "row" not in side.attributes and "entry" in side.attributes
    before, here = int(rows[first]), int(rows[second])
    shown = f"entries {before} and {here}" if entries else f"rows {before + 1} and {here + 1}"
    problem = f"track {track} occurs twice in frame {frame} ({shown})"
    fix = "give every object of a frame an id of its own"
    if track < 0:
        fix = "these seem to be detections without ids: make tracks of them first (truebox track)"
    raise InputError("E-580", side.place_of(second), problem, fix, row=second)


def _state(
    outcomes: Sequence[dict[str, Any]],
    places: Sequence[tuple[int, int]],
    truth: Tracks,
    predictions: Tracks,
    classes: tuple[tuple[int, str], ...],
    *,
    job_of_cell: Sequence[int],
    alphas: FloatArray,
    mode: Mode,
    rules: str,
) -> TrackState:
    cells = []
    for (s, _), outcome in zip(places, outcomes, strict=True):
        matches = outcome["hota_tp"].astype(np.float64)
        empty = outcome["truths"] == 0 or outcome["predictions"] == 0
        frames = frames_counted(truth.sequences[s], predictions.sequences[s], predictions.frame_step)
        cells.append(
            {
                **{name: outcome[name] for name in NUMBERS if name in outcome},
                "true_ids": len(outcome["true_tracks"]),
                "found_ids": len(outcome["found_tracks"]),
                "frames": frames,
                "clear_frames": 0 if empty and mode == "strict" else frames,
                "empty": empty,
                "hota_tp": matches,
                "hota_fn": outcome["hota_fn"].astype(np.float64),
                "hota_fp": outcome["hota_fp"].astype(np.float64),
                "AssA": outcome["hota_kept"] / np.maximum(1, matches),
                "AssRe": outcome["hota_kept_of_truth"] / np.maximum(1, matches),
                "AssPr": outcome["hota_kept_of_prediction"] / np.maximum(1, matches),
                "LocA": np.maximum(1e-10, outcome["hota_similarity"]) / np.maximum(1e-10, matches),
            }
        )
    at = np.array(job_of_cell, dtype=np.int64)
    sums = {name: np.array([cell[name] for cell in cells])[at] for name in cells[0]} if cells else {}
    sequence, category = np.divmod(np.arange(len(at)), max(1, len(classes)))
    return TrackState(
        mode=mode,
        rules=rules,
        alphas=alphas,
        sequences=tuple(sequence.name for sequence in truth.sequences),
        classes=classes,
        sequence=sequence,
        category=category,
        sums=sums,
    )


def _matched(place: tuple[int, int], selected: Selected, outcome: dict[str, Any]) -> MatchedTracks:
    return MatchedTracks(
        sequence=place[0],
        category=place[1],
        chosen_truths=selected.truth,
        chosen_predictions=selected.predictions,
        partner_of_truth=outcome["partner_of_truth"],
        partner_of_prediction=outcome["partner_of_prediction"],
        similarity=outcome["similarity_of_truth"],
        true_ids=outcome["true_tracks"],
        true_lengths=outcome["true_lengths"],
        matches=outcome["track_matches"],
        kept=outcome["track_kept"],
        parts=track_parts(outcome, _STEPS),
        changed_at_once=outcome["changed_at_once"],
    )


_REASONS = {
    "MOTP": "nothing is matched",
    **dict.fromkeys(("MOTA", "CLR_Re", "IDR"), "there is no truth"),
    **dict.fromkeys(("CLR_Pr", "IDP"), "there is no prediction"),
}


def _reason(name: str) -> str:
    if name.startswith(("AP", "AR")) and not name.endswith("A"):
        kind = "length" if "-" in name else "size" if name[-1] in "sml" else ""
        return "there is no true track" + (f" of such a {kind}" if kind else "")
    if name.startswith("TETA"):
        return "a track has two boxes in a frame"
    if name[:2] in ("J-", "J&", "F-"):
        return "a sequence has no true track"
    other = "nothing is matched at some alpha" if "LocA" in name else "there is neither truth nor prediction"
    return _REASONS.get(name, other)
