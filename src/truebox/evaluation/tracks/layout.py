"""How a result of tracks wants to be shown: all, then the sequences; of several classes those first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from truebox._writing.counted import grouped
from truebox.evaluation.layout import Column, Layout, OtherRows, Total
from truebox.evaluation.tracks.measures import flat_metrics
from truebox.evaluation.tracks.summary import group_fields

if TYPE_CHECKING:
    from truebox.evaluation.tracks.result import TrackResult
    from truebox.records import Tracks

__all__ = ["track_layout"]

_COLUMNS = (
    Column("True tracks", "true_tracks"),
    Column("Tracks", "found_tracks"),
    Column("Truth", "truths"),
    Column("Boxes", "detections"),
    Column("IDSW", "switches"),
    Column("Frag", "fragmentations"),
)
_MASK_COLUMNS = tuple(replace(each, title="Masks") if each.title == "Boxes" else each for each in _COLUMNS)
_KEYS = tuple(column.key for column in _COLUMNS)
_METRICS = ("HOTA", "DetA", "AssA", "LocA", "MOTA", "IDF1")
_MASK_METRICS = ("HOTA", "DetA", "AssA", "sMOTA", "MOTA", "IDF1")


def track_layout(result: TrackResult) -> Layout:
    """Return the layout of one result."""
    sequences = OtherRows("Sequence", result.per_sequence)
    single = len(result.per_class) == 1
    metrics: tuple[str, ...] = _MASK_METRICS if result.truth.has_masks else _METRICS
    if "AP" in result.metrics:
        metrics = ("AP", *metrics)
    if "TETA" in result.metrics:
        metrics = ("TETA", *metrics)
    if "J&F" in result.metrics:
        metrics = ("J&F", "J-Mean", "F-Mean", *metrics[:-3])
    masks = result.truth.has_masks
    columns = _MASK_COLUMNS if masks else _COLUMNS
    totals = [Total("all", {key: getattr(result, key) for key in _KEYS}, result.metrics)]
    if result.detection_averaged is not None:
        totals.append(Total(f"all {'masks' if masks else 'boxes'} alike", {}, result.detection_averaged))
    totals += [Total(name, {}, flat_metrics(each)) for name, each in group_fields(result.state).items()]
    return Layout(
        main="HOTA",
        metrics=metrics,
        columns=columns,
        totals=tuple(totals),
        spare=(columns[3].title, "Truth", "Tracks", "True tracks", "Frag"),
        file_columns=columns[4:],
        file_metrics=(*metrics, "MOTP"),
        compared=(Column("True tracks", "true_tracks"),),
        beneath=(*_of_tracks(result), *_beneath()),
        no_number="neither truth nor predictions",
        rules=() if result.rules == "trackeval" else (f"CLEAR as {result.rules}",),
        held=(_held(result.truth), _held(result.predictions)),
        by=sequences if single else None,
        also=() if single else (sequences,),
    )


def _of_tracks(result: TrackResult) -> tuple[tuple[tuple[str, ...], str], ...]:
    """What is measured of whole tracks or regions alone."""
    if "J&F" in result.metrics:
        return ((("J-Recall", "J-Decay", "F-Recall", "F-Decay"), "of regions (J) and outlines (F)"),)
    if "AP" not in result.metrics:
        return ()
    sizes, lengths, best = (
        tuple(name for name in names if name in result.metrics)
        for names in (("APs", "APm", "APl"), ("AP-short", "AP-medium", "AP-long"), ("AR1", "AR10"))
    )
    found = (("AP50", "AP75", *sizes), "of whole tracks: overlap in space and time, mean area")
    recall = "best 1, 10, all tracks per video and class" if best else "all tracks per video and class"
    in_time = (((*lengths,), "of whole tracks by the number of their frames"),) if lengths else ()
    parts = ("TETA-LocA", "TETA-AssocA", "TETA-ClsA")
    everything = ((parts, "of boxes, tracks and classes, each without the others: their mean is TETA"),)
    teta = everything if "TETA" in result.metrics else ()
    return (found, *in_time, ((*best, "AR"), recall), *teta)


def _beneath() -> tuple[tuple[tuple[str, ...], str], ...]:
    return (
        (("DetRe", "DetPr", "AssRe", "AssPr", "OWTA", "HOTA(0)"), "means over 19 alphas, HOTA(0) at 0.05"),
        (("MOTP", "MODA", "CLR_Re", "CLR_Pr", "IDP", "IDR"), "at IoU 0.5"),
        (("SFDA", "ATA", "MTR", "PTR", "MLR"), "VACE; mostly, partly tracked, mostly lost"),
    )


def _held(side: Tracks) -> tuple[str, ...]:
    rows = grouped(len(side), "mask") if side.has_masks else grouped(len(side), "box", "boxes")
    return (grouped(len(side.sequences), "sequence"), rows)
