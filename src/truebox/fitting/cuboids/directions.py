"""What the directions of boxes in space may mean instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox.fitting.cuboids.layout import space_columns, with_columns
from truebox.fitting.part_readings import Tried
from truebox.fitting.turns.common_turns import common_turns

if TYPE_CHECKING:
    from truebox.fitting.turns.common_turns import CommonTurn
    from truebox.records import Predictions
    from truebox.typing import FloatArray

__all__ = ["degrees", "turn_between", "turned", "turned_alike", "wrapped", "yaw_of"]

_QUARTER = np.pi / 2
_TURNS = (
    ("counted the other way round", "turn their sign", -1, 0.0),
    ("half a turn further", "take half a turn off", 1, np.pi),
    ("a quarter turn further", "take a quarter turn off", 1, -_QUARTER),
    ("a quarter turn less", "add a quarter turn", 1, _QUARTER),
    ("counted the other way round from a quarter turn on", "subtract them from a quarter turn", -1, _QUARTER),
    (
        "counted the other way round from a quarter turn before",
        "turn their sign and take a quarter turn off",
        -1,
        -_QUARTER,
    ),
)


def turned(names: tuple[str, ...], found: FloatArray, true: FloatArray) -> list[Tried]:
    """Directions under every row of `_TURNS`."""

    def read(sign: int, shift: float) -> Callable[[Predictions], Predictions]:
        def turned(held: Predictions) -> Predictions:
            angle = wrapped(sign * _angle(space_columns(held, names)) + shift)
            return with_columns(held, names, _ascolumns_of(angle, len(names)))

        return turned

    return [
        Tried(what, fix, turn_between(sign * found + shift - true), read(sign, shift))
        for what, fix, sign, shift in _TURNS
    ]


def turned_alike(names: tuple[str, ...], found: FloatArray, true: FloatArray) -> list[Tried]:
    """Directions under the rules that bring most of them near those of their objects."""

    def read(rule: CommonTurn) -> Callable[[Predictions], Predictions]:
        def turned(held: Predictions) -> Predictions:
            angle = wrapped(rule.of(_angle(space_columns(held, names))))
            return with_columns(held, names, _ascolumns_of(angle, len(names)))

        return turned

    rules = common_turns(found, true, 2 * np.pi)
    return [
        Tried(each.what, each.fix, turn_between(each.of(found) - true), read(each), each.refused)
        for each in rules
    ]


def degrees(names: tuple[str, ...], found: FloatArray, true: FloatArray) -> Tried:
    def read(held: Predictions) -> Predictions:
        return with_columns(held, names, np.radians(space_columns(held, names)))

    return Tried("degrees", "write radians", turn_between(np.radians(found) - true)[:, 0], read)


def _angle(columns: FloatArray) -> FloatArray:
    return columns[:, 0] if columns.shape[1] == 1 else yaw_of(columns)


def _ascolumns_of(angle: FloatArray, count: int) -> FloatArray:
    if count == 1:
        return angle[:, None]
    none = np.zeros_like(angle)
    return np.stack([np.cos(angle / 2), none, none, np.sin(angle / 2)], axis=1)


def yaw_of(quaternions: FloatArray) -> FloatArray:
    w, x, y, z = quaternions.T
    found: FloatArray = np.arctan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z)
    return found


def wrapped(angle: FloatArray) -> FloatArray:
    found: FloatArray = (angle + np.pi) % (2 * np.pi) - np.pi
    return found


def turn_between(angle: FloatArray) -> FloatArray:
    """How far two directions are apart."""
    return np.abs(wrapped(angle))
