"""Tracks of both sides in, a `TrackResult` out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds, warn_caller
from truebox._native.threads import thread_count
from truebox._writing.nearest import did_you_mean
from truebox.datasets import read_track_texts, read_tracks
from truebox.errors import ArgumentError
from truebox.evaluation.registry import TRACK_PROTOCOLS, protocol_value
from truebox.evaluation.tracks.choosing import choose_protocol
from truebox.evaluation.tracks.protocol import TrackProtocol
from truebox.evaluation.tracks.running import run_tracks
from truebox.evaluation.tracks.sides.first_frame import counted_together
from truebox.evaluation.tracks.sides.layouts import boxes_read_as
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.sides.stepped import refuse_other_steps
from truebox.records import Tracks

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Asked
    from truebox.evaluation.tracks.result import TrackResult
    from truebox.typing import Mode

__all__ = ["adjusted_tracks", "evaluate_asked", "evaluate_tracks", "read_side", "texts_together"]


@refuses_other_kinds
def evaluate_tracks(
    truth: Any,
    predictions: Any,
    *,
    protocol: str | TrackProtocol | None = None,
    mode: Mode = "strict",
    rules: str = "trackeval",
    sequences: Iterable[str] | None = None,
    similarity: Any = None,
    box_format: str | None = None,
    frame_offset: int = 0,
    frame_step: int = 1,
    box_scale: float = 1.0,
    fit_test: bool = True,
    threads: int | None = None,
) -> TrackResult:
    """HOTA, CLEAR, Identity, VACE and counts of tracks, identical to TrackEval.

    Parameters
    ----------
    truth, predictions : path, arrays, or Tracks
        A folder of MOTChallenge (``SEQ/gt/gt.txt``; results ``SEQ.txt``), of KITTI tracking, of MOTS or KITTI
        MOTS, of BDD100K, or one file: JSON as TAO and YouTube-VIS have it, or a table with columns of frames,
        ids and boxes. In memory a mapping with ``frames``, ``ids`` and ``boxes`` (x, y, width, height) or
        ``masks`` (run lengths, or dense [N, H, W]), and of several classes ``labels``; one row per object and
        frame. Frames are counted from 0, or from 1 where nothing stands in a frame 0; ``length`` says how
        many there are, where the last ones are empty. Of several sequences a mapping of name to such.
    protocol : str or TrackProtocol, optional
        Whose rules choose the rows: ``"tracks"`` takes all of every class; ``"mot15"``, ``"mot16"``,
        ``"mot17"``, ``"mot20"``, ``"dancetrack"``, ``"head_tracking"``, ``"kitti_tracking"``,
        ``"bdd100k_tracking"``, ``"tao"``, and of masks ``"mots"``, ``"kitti_mots"``, ``"youtube_vis"``,
        ``"davis"``, ``"davis_semi_supervised"``. By default the one that names and columns of files tell,
        which is said (W-587), else ``"tracks"``.
    mode : {"strict", "corrected"}
        As TrackEval 1.3.0 to the last bit, or with its quirks mended (``docs/quirks.md``).
    rules : {"trackeval", "motmetrics"}
        Whose rules of CLEAR: motmetrics goes on with the last partner an object ever had.
    sequences : iterable of str, optional
        Only these.
    similarity : sequence of arrays [truths, predictions], optional
        Of every frame in turn, from the first on, for rows without boxes: of masks, keypoints, or distances
        in space.
    box_format : {"xywh", "xyxy", "cxcywh"}, optional
        What the four numbers of a predicted box are, where the files do not have what their format says.
    frame_offset : int
        Added to the frame of every prediction.
    frame_step : int
        Predictions are of every so many frames: the others are left out. Their frames have the numbers of the
        truth, or count those alone, from the first on.
    box_scale : float
        Predicted boxes are multiplied by it.
    fit_test : bool
        Refuse poor numbers that another reading of the predictions would make good (E-584).
    threads : int or None
        Over sequences and files.

    Returns
    -------
    TrackResult

    Raises
    ------
    ArgumentError
        An argument has a value that cannot be taken.
    InputError
        Data was refused: E-421 to E-436, E-580 to E-585.

    Warns
    -----
    TrueboxWarning
        Once for each of ``result.warnings``.

    Notes
    -----
    Sources: J. Luiten et al., HOTA, IJCV 2021; K. Bernardin and R. Stiefelhagen, CLEAR MOT, 2008; E. Ristani
    et al., Performance Measures and a Data Set for Multi-target Tracking, 2016.

    Examples
    --------
    >>> truth = {"frames": [1, 2, 3], "ids": [7, 7, 7], "boxes": [[0, 0, 9, 9]] * 3}
    >>> found = {"frames": [1, 2, 3], "ids": [1, 1, 2], "boxes": [[0, 0, 9, 9]] * 3}
    >>> result = evaluate_tracks(truth, found)
    >>> result.metrics["MOTA"], result.metrics["IDSW"], result.metrics["DetA"]
    (0.6666666666666666, 1, 1.0)
    >>> result.metrics["AssA"]  # two boxes keep 2 of 3 frames, one box 1 of 3
    0.5555555555555555
    """
    if mode not in ("strict", "corrected"):
        hint = did_you_mean(mode, ("strict", "corrected"))
        raise ArgumentError(f"mode: {mode!r} is unknown.{hint} Fix: pass 'strict' or 'corrected'.")
    named = protocol_value(TRACK_PROTOCOLS[0] if protocol is None else protocol)
    if not isinstance(named, TrackProtocol):
        raise ArgumentError(f"protocol: {named.name!r} is not of tracks. Fix: pass 'tracks' or a benchmark.")
    if rules not in ("trackeval", "motmetrics"):
        hint = did_you_mean(rules, ("trackeval", "motmetrics"))
        raise ArgumentError(f"rules: {rules!r} is unknown.{hint} Fix: pass 'trackeval' or 'motmetrics'.")
    texts = texts_together((truth, predictions), threads)
    true = read_side(truth, "truth", threads, texts)
    found = adjusted_tracks(
        read_side(predictions, "predictions", threads, texts),
        box_format=box_format,
        frame_offset=frame_offset,
        frame_step=frame_step,
        box_scale=box_scale,
    )
    true, found = counted_together(true, found, similarity)
    in_files = true.source.path is not None and found.source.path is not None
    chosen, said = choose_protocol(true, found) if protocol is None and in_files else (named, None)
    similarities = None if similarity is None else _similarities(similarity, true, found)
    result = run_tracks(
        chosen,
        true,
        found,
        mode=mode,
        rules=rules,
        sequences=None if sequences is None else list(sequences),
        threads=threads,
        fit_test=fit_test,
        similarities=similarities,
    )
    if similarities is not None:
        result = replace(result, similarities=similarities)
    if said is not None:
        result = replace(result, warnings=(said, *result.warnings))
    for finding in result.warnings:
        warn_caller(str(finding))
    return result


def evaluate_asked(asked: Asked) -> TrackResult:
    """The same of a call of `truebox.evaluate`."""
    assert isinstance(asked.protocol, TrackProtocol)
    threads = asked.arguments["threads"]
    texts = texts_together((asked.truth, asked.predictions), threads)
    true, found = counted_together(
        read_side(asked.truth, "truth", threads, texts),
        read_side(asked.predictions, "predictions", threads, texts),
    )
    return run_tracks(
        asked.protocol,
        true,
        found,
        mode=asked.mode,
        threads=threads,
        fit_test=asked.arguments["fit_test"],
    )


def texts_together(sides: Sequence[Any], threads: int | None) -> dict[Path, Any] | None:
    """Texts of all sides that are paths, where several threads can share them."""
    if thread_count(threads) == 1:
        return None
    paths = [Path(given) for given in sides if isinstance(given, str | os.PathLike)]
    return read_track_texts(paths, threads) if len(paths) == len(sides) else None


def read_side(
    given: Any,
    side: Literal["truth", "predictions"],
    threads: int | None,
    texts: dict[Path, Any] | None = None,
) -> Tracks:
    """One side: as it is, from files (of which `texts` are read already), or from arrays."""
    if isinstance(given, Tracks):
        return given
    if isinstance(given, str | os.PathLike):
        return read_tracks(Path(given), side, threads=threads, name=os.fspath(given), texts=texts)
    if isinstance(given, Mapping):
        return tracks_of_arrays(given, side)
    raise ArgumentError(
        f"{side}: got {type(given).__name__}. Fix: pass a path, or a mapping with frames, ids and boxes."
    )


def adjusted_tracks(
    found: Tracks,
    *,
    box_format: str | None = None,
    frame_offset: int = 0,
    frame_step: int = 1,
    box_scale: float = 1.0,
) -> Tracks:
    """Predictions read otherwise than their format says."""
    refuse_other_steps(frame_step)
    if isinstance(frame_offset, bool) or not isinstance(frame_offset, int | np.integer):
        raise ArgumentError(f"frame_offset: {frame_offset!r} is no whole number. Fix: pass one, such as 1.")
    if not abs(int(frame_offset)) < 2**31:
        raise ArgumentError(f"frame_offset: {frame_offset!r} is beyond all frames. Fix: pass one, such as 1.")
    if not 0 < box_scale < np.inf:
        raise ArgumentError(
            f"box_scale: {box_scale!r} is no scale. Fix: pass a finite number above 0, such as 2.0."
        )
    if frame_step != 1:
        found = replace(found, frame_step=frame_step)
    if box_format is None and frame_offset == 0 and box_scale == 1:
        return found
    if (box_format is not None or box_scale != 1) and found.has_masks:
        raise ArgumentError("box_format, box_scale: these tracks are masks. Fix: leave both out.")
    given = box_format or found.layout
    if given not in ("xywh", "xyxy", "cxcywh"):
        raise ArgumentError(
            f"box_format: {given!r} is not one of tracks. Fix: pass 'xywh', 'xyxy' or 'cxcywh'."
        )
    sequences = []
    for each in found.sequences:
        boxes = each.boxes * box_scale
        boxes = boxes_read_as(boxes, given, found.layout)
        sequences.append(replace(each, boxes=boxes, frame=each.frame + np.int32(frame_offset)))
    return replace(
        found,
        sequences=tuple(sequences),
        frame_offset=found.frame_offset + frame_offset,
        box_scale=found.box_scale * box_scale,
    )


def _similarities(given: Any, truth: Tracks, predictions: Tracks) -> dict[str, Any]:
    """One array of every sequence: that of each frame after that of the frame before."""
    if not isinstance(given, Mapping):
        if len(truth.sequences) != 1:
            raise ArgumentError(
                "similarity: there are several sequences. Fix: pass a mapping of name to its arrays."
            )
        given = {truth.sequences[0].name: given}
    found = {}
    other = {each.name: each for each in predictions.sequences}
    for sequence in truth.sequences:
        if sequence.name not in given:
            raise ArgumentError(
                f"similarity: {sequence.name!r} is missing. Fix: pass one for every sequence."
            )
        partner = other.get(sequence.name, predictions.sequences[0])
        found[sequence.name] = _joined_similarity(given[sequence.name], sequence, partner)
    return found


def _joined_similarity(given: Sequence[Any], truth: Any, predictions: Any) -> Any:
    arrays = [np.asarray(each, dtype=np.float64) for each in given]
    frames = max(
        truth.length, len(arrays), 1 + max(truth.frame.max(initial=-1), predictions.frame.max(initial=-1))
    )
    rows = np.bincount(truth.frame, minlength=frames)
    columns = np.bincount(predictions.frame, minlength=frames)
    if len(arrays) != frames:
        raise ArgumentError(
            f"similarity: {len(arrays)} arrays for {frames} frames, {truth.first} to "
            f"{frames - 1 + truth.first}. Fix: pass one for each frame, also where it is empty."
        )
    for frame, each in enumerate(arrays):
        if each.size != rows[frame] * columns[frame] or (
            each.size and each.shape != (rows[frame], columns[frame])
        ):
            raise ArgumentError(
                f"similarity[{frame}] has shape {each.shape}; expected ({rows[frame]}, {columns[frame]}), "
                "the truths and predictions of the frame. Fix: one row per truth, one column per prediction."
            )
        if each.size and not (np.isfinite(each).all() and each.min() >= 0 and each.max() <= 1 + 1e-9):
            raise ArgumentError(
                f"similarity[{frame}] is not from 0 to 1 everywhere. Fix: scale it, or clip it."
            )
    return np.concatenate([each.reshape(-1) for each in arrays]) if arrays else np.empty(0)
