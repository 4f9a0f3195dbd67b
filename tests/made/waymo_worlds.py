"""Generated frames of the Waymo Open Dataset: messages as its metrics tool takes them, from a seed."""

from __future__ import annotations

import math
import random
import struct
from typing import Any

__all__ = ["KINDS", "labelled", "waymo_world"]

KINDS = (*["plain"] * 3, "crowded", "ties", "zones", "levels", "none", "turned", "low")
_SIZES = {1: (4.5, 2.0, 1.7), 2: (0.9, 0.9, 1.75), 3: (0.5, 0.8, 0.8), 4: (1.8, 0.8, 1.7)}


def labelled(*objects: dict[str, Any]) -> bytes:
    """An `Objects` message.

    Examples
    --------
    >>> labelled({"box": (0, 0, 0, 1, 1, 1, 0), "score": 0.5})[:2]
    b'\\nJ'
    """
    return b"".join(_message(1, _object(each)) for each in objects)


def _object(held: dict[str, Any]) -> bytes:
    x, y, z, long, wide, high, heading = held["box"]
    box = b"".join(_double(k, value) for k, value in enumerate((x, y, z, wide, long, high, heading), start=1))
    label = _message(1, box)
    for number, name in ((3, "type"), (5, "level"), (7, "points")):
        if name in held:
            label += _whole(number, held[name])
    found = _message(1, label)
    if "score" in held:
        found += _varint(2 << 3 | 5) + struct.pack("<f", held["score"])
    if held.get("zone"):
        found += _whole(3, 1)
    found += _message(4, held.get("context", "a").encode()) + _whole(5, held.get("time", 1))
    return found + (_whole(6, held["camera"]) if "camera" in held else b"")


def _varint(value: int) -> bytes:
    parts = []
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _message(number: int, held: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(held)) + held


def _double(number: int, value: float) -> bytes:
    return _varint(number << 3 | 1) + struct.pack("<d", value)


def _whole(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def waymo_world(seed: int, *, camera: bool = False) -> tuple[bytes, bytes]:
    """Truth and detections of one kind of `KINDS`; with a camera, boxes in its pictures."""
    chance, kind = random.Random(seed), KINDS[seed % len(KINDS)]
    truth: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []

    def score(mean: float) -> float:
        value = min(max(chance.gauss(mean, 0.25), 0.0), 1.0)
        return round(value, 1) if kind == "ties" else value

    for context in ("b_2", "a_1", "a_2"):
        for time in (1550000000000002, 1550000000000001)[: chance.randint(1, 2)]:
            frame: dict[str, Any] = {"context": context, "time": time}
            if camera:
                frame["camera"] = chance.randint(1, 5)
            for _ in range(chance.randint(2, 25)):
                box, label = _box(chance, kind, camera)
                own = {"type": label, "points": chance.choice((0, 1, 5, 6, 200)), **frame}
                if chance.random() < 0.5 or kind == "levels":
                    own["level"] = chance.choice((1, 2))
                if kind != "none" or label == 1:
                    truth.append({"box": box, **own})
                for _ in range(chance.choice((0, 1, 1, 2, 4 if kind == "crowded" else 2))):
                    detection = {"box": _near(box, chance, kind, camera), "type": label, **frame}
                    if chance.random() < 0.06:
                        detection["type"] = chance.choice((1, 2, 3, 4))
                    detection |= {"score": score(0.6), "zone": kind == "zones" and chance.random() < 0.3}
                    found.append(detection)
            for _ in range(chance.randint(0, 8)):
                box, label = _box(chance, kind, camera)
                zone = kind == "zones" and chance.random() < 0.5
                found.append({"box": box, "type": label, "score": score(0.4), "zone": zone, **frame})
    chance.shuffle(found)
    listed = {(each["context"], each["time"], each.get("camera")) for each in truth}
    found = [each for each in found if (each["context"], each["time"], each.get("camera")) in listed]
    return labelled(*truth), labelled(*found)


def _box(chance: random.Random, kind: str, camera: bool) -> tuple[tuple[float, ...], int]:
    label = chance.choice((1, 1, 1, 2, 2, 3, 4))
    if camera:
        reach = 90 if kind == "crowded" else 900
        sides = [chance.uniform(8, 160) for _ in range(2)]
        return (chance.uniform(0, reach), chance.uniform(0, reach), 0.0, *sides, 0.0, 0.0), label
    reach = 5 if kind == "crowded" else 60
    sizes = [side * chance.uniform(0.8, 1.3) for side in _SIZES[label]]
    heading = chance.uniform(-math.pi, math.pi)
    return (
        chance.uniform(-reach, reach),
        chance.uniform(-reach, reach),
        chance.gauss(0, 0.5),
        *sizes,
        heading,
    ), label


def _near(box: tuple[float, ...], chance: random.Random, kind: str, camera: bool) -> tuple[float, ...]:
    *center, long, wide, high, heading = box
    spread = chance.choice((0.01, 0.05, 0.12)) * (2 if kind == "low" else 1)
    size = (long, wide, high)
    moved = [value + chance.gauss(0, spread) * side for value, side in zip(center, size, strict=True)]
    scaled = [side * chance.uniform(0.9, 1.1) for side in size]
    if camera:
        return (*moved, *scaled, 0.0)
    turn = chance.gauss(0, 0.15) + (math.pi if kind == "turned" and chance.random() < 0.5 else 0)
    return (*moved, *scaled, heading + turn)
