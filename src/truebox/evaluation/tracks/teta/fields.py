"""From what TETA counts to its numbers, under the names of the authors' code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.tracks.teta.counting import TETA_SUMS, teta_of_sequences, width_of

if TYPE_CHECKING:
    from truebox.evaluation.tracks.protocol import TrackClassId
    from truebox.records import TrackedSequence
    from truebox.typing import AnyArray, Mode

__all__ = ["averaged_teta", "joined_teta", "teta_fields", "teta_sums"]

_COUNTS, _WEIGHTED = TETA_SUMS[:6], TETA_SUMS[6:]
_PREFIX = "teta_"


def teta_sums(
    pairs: Sequence[tuple[TrackedSequence, TrackedSequence]],
    classes: Sequence[TrackClassId],
    mode: Mode,
    threads: int,
) -> dict[str, AnyArray]:
    """Columns of a state: of every sequence and, within it, every class.

    Examples
    --------
    >>> teta_sums([], [], "strict", 1)
    {}
    """
    if not (pairs and classes):
        return {}
    numbers = np.array([number for number, _ in classes], dtype=np.int64)
    order = np.argsort(numbers, kind="stable")
    held = [np.isin(numbers[order], np.concatenate([true.label, found.label])) for true, found in pairs]
    measured = teta_of_sequences(pairs, [numbers[order][own] for own in held], mode, threads)
    # Classes that a sequence does not have share one cell of zeros; all share another where TETA is none.
    nothing, undefined = 0, 1
    at = np.full((len(pairs), len(numbers)), nothing, dtype=np.int64)
    count = 2
    for place, (own, sums) in enumerate(zip(held, measured, strict=True)):
        if sums is None:
            at[place] = undefined
            continue
        at[place, order[own]] = np.arange(count, count + int(own.sum()))
        count += int(own.sum())
    found = {}
    for name in TETA_SUMS:
        width = width_of(name)
        cells = [np.zeros((1, width)), np.full((1, width), np.nan)]
        cells += [sums[name] for sums in measured if sums is not None]
        found[_PREFIX + name] = np.concatenate(cells)[at.reshape(-1)]
    return found


def joined_teta(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Sums of several sequences or classes: counts add, association is weighted by boxes found.

    Parameters
    ----------
    parts : sequence of mappings
        Sums of cells with the names of `teta_sums`.
    """
    found: dict[str, Any] = {_PREFIX + name: sum(part[_PREFIX + name] for part in parts) for name in _COUNTS}
    weight = _PREFIX + _COUNTS[0]
    for name in _WEIGHTED:
        total = sum(part[_PREFIX + name] * part[weight] for part in parts)
        found[_PREFIX + name] = total / np.maximum(1.0, found[weight])
    return found


def teta_fields(sums: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """TETA and its parts by overlap; those of classes are means over overlaps from a half on.

    Returns
    -------
    mapping
        ``"TETA"`` to the fields; empty where TETA is not measured.
    """
    if _PREFIX + _COUNTS[0] not in sums:
        return {}
    held = {name: sums[_PREFIX + name] for name in TETA_SUMS}
    fields: dict[str, Any] = dict(held)
    for letter in ("Loc", "Cls"):
        right, missed, wrong = (held[f"{letter}_{kind}"] for kind in ("TP", "FN", "FP"))
        fields[f"{letter}Re"] = right / np.maximum(1, right + missed)
        fields[f"{letter}Pr"] = right / np.maximum(1, right + wrong)
        fields[f"{letter}A"] = right / np.maximum(1, right + missed + wrong)
    for name in ("ClsRe", "ClsPr", "ClsA"):
        fields[name] = np.mean(fields[name])
    fields["TETA"] = (fields["LocA"] + fields["AssocA"] + fields["ClsA"]) / 3
    return {"TETA": fields}


def averaged_teta(classes: Sequence[Mapping[str, Mapping[str, Any]]]) -> dict[str, dict[str, Any]]:
    """The mean over classes; counts add."""
    fields = {}
    for name in classes[0]["TETA"]:
        values = [each["TETA"][name] for each in classes]
        fields[name] = sum(values) if name in _COUNTS else np.mean(values, axis=0)
    return {"TETA": fields}
