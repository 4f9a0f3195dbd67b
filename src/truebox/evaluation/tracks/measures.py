"""From sums to HOTA, CLEAR, Identity, VACE and counts, under the names that TrackEval gives to them.

Sources: Luiten et al., HOTA, IJCV 2021; Bernardin and Stiefelhagen, CLEAR MOT, 2008; Ristani et al., 2016;
Kasturi et al., 2009. The order of every sum is that of TrackEval 1.3.0, whose last bits strict mode gives.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks import teta, track_map
from truebox.evaluation.tracks.state import NUMBERS

if TYPE_CHECKING:
    from truebox.evaluation.tracks.state import TrackState
    from truebox.typing import Mode

__all__ = ["FAMILIES", "Fields", "averaged", "fields_of", "flat_metrics", "joined_sums", "sums_of_cell"]

Fields = dict[str, dict[str, Any]]
"""Family (HOTA, CLEAR, Identity, VACE, Count) to its fields."""

FAMILIES = ("HOTA", "CLEAR", "Identity", "VACE", "Count")
_WEIGHTED = ("AssRe", "AssPr", "AssA")
_LEAST = 1e-10


def sums_of_cell(state: TrackState, cell: int) -> dict[str, Any]:
    """The sums of one sequence and class."""
    return {name: values[cell] for name, values in state.sums.items()}


def joined_sums(parts: Sequence[Mapping[str, Any]], alphas: int) -> dict[str, Any]:
    """Sums of several sequences or classes: counts add, association is weighted by matches."""
    found: dict[str, Any] = {name: sum(part[name] for part in parts) for name in NUMBERS}
    for name in ("hota_tp", "hota_fn", "hota_fp"):
        found[name] = sum((part[name] for part in parts), np.zeros(alphas))
    matches = found["hota_tp"]
    for name in _WEIGHTED:
        total = sum((part[name] * part["hota_tp"] for part in parts), np.zeros(alphas))
        found[name] = total / np.maximum(1.0, matches)
    total = sum((part["LocA"] * part["hota_tp"] for part in parts), np.zeros(alphas))
    found["LocA"] = np.maximum(_LEAST, total) / np.maximum(_LEAST, matches)
    found["empty"] = False
    return found


def fields_of(sums: Mapping[str, Any], mode: Mode, rules: str = "trackeval") -> Fields:
    """Every field of sums; undefined is NaN.

    By the rules of motmetrics MOTP is a distance, and shares of nothing are undefined.
    """
    return {
        "HOTA": _hota(sums, mode),
        "CLEAR": _clear(sums, mode, rules),
        "Identity": _identity(sums, rules),
        "VACE": _vace(sums),
        "Count": {
            "Dets": sums["predictions"],
            "GT_Dets": sums["truths"],
            "IDs": sums["found_ids"],
            "GT_IDs": sums["true_ids"],
            "Frames": sums["frames"],
        },
    }


def _hota(sums: Mapping[str, Any], mode: Mode) -> dict[str, Any]:
    tp, fn, fp = sums["hota_tp"], sums["hota_fn"], sums["hota_fp"]
    ass, loc = sums["AssA"], sums["LocA"]
    if mode == "corrected":
        loc = np.where(tp > 0, loc, np.nan)
    det_re = tp / np.maximum(1, tp + fn)
    det_pr = tp / np.maximum(1, tp + fp)
    det = tp / np.maximum(1, tp + fn + fp)
    hota, owta = np.sqrt(det * ass), np.sqrt(det_re * ass)
    return {
        "HOTA": hota,
        "DetA": det,
        "AssA": ass,
        "DetRe": det_re,
        "DetPr": det_pr,
        "AssRe": sums["AssRe"],
        "AssPr": sums["AssPr"],
        "LocA": loc,
        "OWTA": owta,
        "HOTA_TP": tp,
        "HOTA_FN": fn,
        "HOTA_FP": fp,
        "HOTA(0)": hota[0],
        "LocA(0)": loc[0],
        "HOTALocA(0)": hota[0] * loc[0],
    }


def _clear(sums: Mapping[str, Any], mode: Mode, rules: str) -> dict[str, Any]:
    tp, fn, fp, switches = (sums[name] for name in ("clear_tp", "clear_fn", "clear_fp", "switches"))
    similarity = sums["clear_similarity"]
    mt, pt, ml = sums["mostly_tracked"], sums["partly_tracked"], sums["mostly_lost"]
    counts = {
        "CLR_TP": tp,
        "CLR_FN": fn,
        "CLR_FP": fp,
        "IDSW": switches,
        "MT": mt,
        "PT": pt,
        "ML": ml,
        "Frag": sums["fragmentations"],
    }
    # The reference leaves early, and says 0 of nearly everything.
    if sums["empty"] and mode == "strict" and rules == "trackeval":
        names = ("MOTA", "MOTP", "MODA", "CLR_Re", "CLR_Pr", "MTR", "PTR", "sMOTA", "CLR_F1", "FP_per_frame")
        return {
            **counts,
            "CLR_Frames": 0,
            "MOTP_sum": 0,
            "MLR": 1.0,
            "MOTAL": 0,
            **dict.fromkeys(names, 0),
        }
    truths, ids = max(1, tp + fn), max(1, mt + pt + ml)
    counted = 1 + switches if mode == "corrected" else switches
    lost = float(np.log10(counted)) if counted > 0 else 0  # as NumPy rounds it, not the C library
    found = {
        **counts,
        "CLR_Frames": sums["clear_frames"],
        "MOTP_sum": similarity,
        "MTR": mt / ids,
        "PTR": pt / ids,
        "MLR": ml / ids,
        "MOTP": _precision(tp, similarity, rules),
        "CLR_Re": tp / truths,
        "CLR_Pr": tp / max(1, tp + fp),
        "MODA": (tp - fp) / truths,
        "MOTA": (tp - fp - switches) / truths,
        "sMOTA": (similarity - fp - switches) / truths,
        "CLR_F1": tp / max(1, tp + 0.5 * fn + 0.5 * fp),
        "FP_per_frame": fp / max(1, sums["clear_frames"]),
        "MOTAL": (tp - fp - lost) / truths,
    }
    return found if rules == "trackeval" else found | _shares_of_nothing(_CLEAR_SHARES, tp, fn, fp)


_CLEAR_SHARES = {"MOTA": ("fn",), "CLR_Re": ("fn",), "CLR_Pr": ("fp",)}
_IDENTITY_SHARES = {"IDR": ("fn",), "IDP": ("fp",), "IDF1": ("fn", "fp")}
"""Shares to what they are taken of, beside the matches."""


def _shares_of_nothing(shares: Mapping[str, Sequence[str]], tp: Any, fn: Any, fp: Any) -> dict[str, Any]:
    """Those that motmetrics divides by 0 for, undefined; it says NaN, or minus infinity of MOTA."""
    counts = {"fn": fn, "fp": fp}
    return {
        name: math.nan for name, beside in shares.items() if not tp + sum(counts[each] for each in beside)
    }


def _precision(tp: Any, similarity: Any, rules: str) -> Any:
    """Mean overlap of pairs; a distance by the rules of motmetrics, which has none where there is no pair."""
    if rules != "motmetrics":
        return similarity / max(1, tp)
    return (tp - similarity) / tp if tp else math.nan


def _identity(sums: Mapping[str, Any], rules: str) -> dict[str, Any]:
    tp, fn, fp = (sums[name] for name in ("identity_tp", "identity_fn", "identity_fp"))
    found = {
        "IDTP": tp,
        "IDFN": fn,
        "IDFP": fp,
        "IDR": tp / max(1.0, tp + fn),
        "IDP": tp / max(1.0, tp + fp),
        "IDF1": tp / max(1.0, tp + 0.5 * fp + 0.5 * fn),
    }
    return found if rules == "trackeval" else found | _shares_of_nothing(_IDENTITY_SHARES, tp, fn, fp)


def _vace(sums: Mapping[str, Any]) -> dict[str, Any]:
    tracks, frames = sums["true_ids"] + sums["found_ids"], sums["vace_frames"]
    return {
        "STDA": sums["vace_tracks"],
        "VACE_IDs": sums["found_ids"],
        "VACE_GT_IDs": sums["true_ids"],
        "FDA": sums["vace_detections"],
        "num_non_empty_timesteps": frames,
        "ATA": sums["vace_tracks"] / (0.5 * tracks) if tracks else math.nan,
        "SFDA": sums["vace_detections"] / frames if frames else math.nan,
    }


_COUNTED = frozenset(
    (
        *("HOTA_TP", "HOTA_FN", "HOTA_FP", "CLR_TP", "CLR_FN", "CLR_FP", "IDSW", "MT", "PT", "ML", "Frag"),
        *(
            "num_gt_tracks",
            "CLR_Frames",
            "IDTP",
            "IDFN",
            "IDFP",
            "Dets",
            "GT_Dets",
            "IDs",
            "GT_IDs",
            "Frames",
        ),
    )
)
"""Fields of which classes are added, where others are averaged."""


def averaged(classes: Sequence[Fields]) -> Fields:
    """The plain mean over classes of every field that is no count."""
    found: Fields = {}
    for family in FAMILIES:
        found[family] = {}
        for name in classes[0][family]:
            values = [each[family][name] for each in classes]
            if name in _CLEAR_SHARES or name in _IDENTITY_SHARES:  # undefined ones are left out
                values = [value for value in values if not math.isnan(value)] or [math.nan]
            if name in _COUNTED:
                found[family][name] = sum(values)
            elif family == "VACE":  # which leaves out classes without any track
                held = [
                    each[family][name]
                    for each in classes
                    if each[family]["VACE_IDs"] or each[family]["VACE_GT_IDs"]
                ]
                found[family][name] = np.mean(held) if held else math.nan
            else:
                found[family][name] = np.mean(values, axis=0)
    found |= track_map.averaged_maps(classes) if "TrackMAP" in classes[0] else {}
    return found | (teta.averaged_teta(classes) if "TETA" in classes[0] else {})


def flat_metrics(fields: Fields) -> dict[str, float | None]:
    """One number each: means over alphas, None for what is undefined.

    Examples
    --------
    >>> flat_metrics({"HOTA": {"HOTA": np.array([0.5, 0.25])}, "Identity": {"IDF1": math.nan}})
    {'HOTA': 0.375, 'IDF1': None}
    """
    found: dict[str, float | None] = {}
    for own, family in fields.items():
        if own == "TrackMAP":  # its numbers are in "AP", where -1 is undefined
            continue
        for field, value in family.items():
            name = field
            if own == "TETA":  # whose LocA is not that of HOTA
                if "_" in field:
                    continue
                name = field if field == own else f"{own}-{field}"
            number = float(np.mean(value)) if np.ndim(value) else float(value)
            whole = name in _COUNTED and not np.ndim(value)  # a mean over alphas of counts is none
            found[name] = None if math.isnan(number) else int(number) if whole else number
    return found
