"""Waymo Open Dataset: the `Objects` message in which its metrics tools take labels and predictions.

Facts, from waymo-open-dataset 99a4cb3 (``protos/metrics.proto``, ``label.proto``, ``dataset.proto``,
``metrics/tools/compute_detection_metrics_main.cc``):

- A file is one message of protobuf; field 1, repeated, is an `Object`: 1 its label, 2 the score (float, 1
  where absent), 3 whether it overlaps a zone without labels, 4 the name of the segment, 5 the time of the
  frame in microseconds, 6 the camera, for boxes in pictures.
- A label: 1 the box, 3 the type (1 vehicle, 2 pedestrian, 3 sign, 4 cyclist), 5 the level of difficulty (0
  where unknown), 7 how many lidar points lie inside.
- A box: centre x, y, z, width, length, height, heading, doubles in fields 1 to 7. Length is along the
  heading. In pictures the centre is in pixels, length along x and width along y.
- The tool gathers the objects of a segment, camera and time, and takes these frames in the order of the name.

A frame is an image of unknown size called ``<segment>/<time>``, with ``/<camera>`` for pictures; boxes of
lidar have here what they cover on the ground.
"""

from __future__ import annotations

from truebox.datasets.format import Evidence, Format, Role
from truebox.datasets.place import Place

__all__ = ["CAMERAS", "CLASSES", "FORMAT"]

CLASSES = ("VEHICLE", "PEDESTRIAN", "SIGN", "CYCLIST")
"""Types from 1."""

CAMERAS = (
    *("", "FRONT", "FRONT_LEFT", "FRONT_RIGHT", "SIDE_LEFT", "SIDE_RIGHT"),
    *("REAR_LEFT", "REAR", "REAR_RIGHT"),
)
"""Cameras from 0, which is none."""

_WIRES = {1: 2, 2: 5, 3: 0, 4: 2, 5: 0, 6: 0}
"""Of an object's fields."""

_FIXED = {1: 8, 5: 4}
"""Bytes of values by how they are written; 0 is a number that ends itself, 2 a length and so many bytes."""


def _recognise(place: Place, role: Role) -> Evidence | None:
    del role  # both sides are the same message
    if place.is_folder or not _begins_as_objects(place.head):
        return None
    return Evidence(3, "a message of labelled boxes")


def _begins_as_objects(head: bytes) -> bool:
    """Whether the first message is an object, with a label that has a box of doubles."""
    first = _fields(head)
    if not first or first[0][:2] != (1, 2):
        return False
    held = _fields(first[0][2])
    if not held or any(_WIRES.get(number) != wire for number, wire, _ in held):
        return False
    labels = [_fields(value) for number, _, value in held if number == 1]
    boxes = [
        _fields(value) for label in labels for number, wire, value in label or () if (number, wire) == (1, 2)
    ]
    return any(box and all(wire == 1 and number <= 7 for number, wire, _ in box) for box in boxes)


def _fields(message: bytes) -> list[tuple[int, int, bytes]]:
    """Number, kind and value of each field that is there whole; none where the bytes are no message."""
    found, at = [], 0
    while at < len(message):
        tag, at = _varint(message, at)
        number, wire = tag >> 3, tag & 7
        length = _FIXED.get(wire, -1)
        if wire == 0:
            length = _varint(message, at)[1] - at
        elif wire == 2:
            length, at = _varint(message, at)
        if tag < 0 or number == 0 or length < 0:
            return []
        if at + length > len(message):
            break
        found.append((number, wire, message[at : at + length]))
        at += length
    return found


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends; -1 where there is none."""
    value = 0
    for place, byte in enumerate(message[at : at + 10]):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    return -1, at - 1


FORMAT = Format(
    name="waymo",
    title="Waymo objects",
    benchmark="waymo",
    recognise=_recognise,
    boxes="open",
    heeds=(),
    read_truth="reader:read_truth",
    read_predictions="reader:read_predictions",
)
