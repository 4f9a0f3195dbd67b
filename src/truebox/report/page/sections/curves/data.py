"""Curves of a protocol's own kind: precision where it is read, or shares against false positives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis import alarm_curves, alarm_names
from truebox.evaluation.registry import protocol_of
from truebox.report.blocks.cells import metric_text
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.page.side import Side
    from truebox.typing import FloatArray, Int64Array

__all__ = ["SECTION"]

_FEWEST, _MOST = 1e-3, 16.0
_EIGHTHS = {2.0**power: f"1/{2**-power}" if power < 0 else f"{2**power}" for power in range(-4, 5)}
_TENS = {each: f"{each:g}" for each in (0.001, 0.01, 0.1, 1.0, 10.0)}
_MISSED = {ten * each: f"{ten * each:g}" for ten in (0.001, 0.01, 0.1) for each in (1, 2, 5)} | {1.0: "1"}
_DIGITS = 5


def _of_side(side: Side) -> dict[str, Any]:
    result = side.result
    protocol = protocol_of(result.parameters)
    if protocol.alarms is not None:
        return {"ownCurves": _of_alarms(result, missed=protocol.alarms == "missed")}
    shown = [] if protocol.curves is None else protocol.curves(result.state)
    lines = []
    for each in shown:
        known = ~np.isnan(each.precision).all(axis=1)
        if known.any():
            mean = each.precision[known].mean(axis=0)
            lines.append(
                _line(
                    f"{each.label}: {each.key} {metric_text(result.metrics.get(each.key))}", each.recall, mean
                )
            )
    return {
        "ownCurves": {"x": "recall", "y": "precision", "log": False, "steps": False, "lines": lines}
        if lines
        else None
    }


def _of_alarms(result: Result, *, missed: bool) -> dict[str, Any]:
    lines, names = [], alarm_names(result)
    for label, (alarms, found) in alarm_curves(result).items():
        inside = _turns(found, np.flatnonzero((alarms >= _FEWEST * 0.999) & (alarms <= _MOST)))
        lines.append(_line(names[label], alarms[inside], 1 - found[inside] if missed else found[inside]))
    words = "share of truths missed" if missed else "share of truths found"
    steps = protocol_of(result.parameters).found_within is None
    floor = _floor(lines) if missed else None
    return {
        **{"x": "false positives an image", "y": words, "log": True, "steps": steps, "lines": lines},
        "floor": floor,  # where the second axis has powers of ten too, as papers draw misses
        "ticks": _ticks(_TENS, _MISSED) if missed else _ticks(_EIGHTHS, {}),
    }


def _ticks(*axes: dict[float, str]) -> list[list[list[Any]]]:
    """Of each axis the places and what stands there."""
    return [[list(axis), list(axis.values())] for axis in axes]


def _turns(values: FloatArray, rows: Int64Array) -> Int64Array:
    """The rows at which a line is not level on both sides, and its ends."""
    level = values[rows][1:] == values[rows][:-1]
    kept: Int64Array = rows[~(np.append(False, level) & np.append(level, False))]
    return kept


def _floor(lines: list[dict[str, Any]]) -> float:
    """The power of ten, or half of it, below all that is missed; what is never missed lies on it."""
    least = min((y for line in lines for y in line["y"] if y), default=1.0)
    power = 10.0 ** np.floor(np.log10(max(least, _FEWEST) * 0.999))
    floor = float(power * (5 if least > 5 * power else 1))
    for line in lines:
        line["y"] = [None if y is None else max(y, floor) for y in line["y"]]
    return floor


def _line(name: str, x: FloatArray, y: FloatArray) -> dict[str, Any]:
    return {"name": name, "x": [float(f"{each:.{_DIGITS}g}") for each in x.tolist()], "y": _short(y)}


def _short(values: FloatArray) -> list[float | None]:
    return [None if np.isnan(each) else round(each, _DIGITS) for each in values.tolist()]


SECTION = Section(order=45, link="Curves of this protocol", of_side=_of_side)
