"""Which protocols there are: names that cost no import, and the value of each when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds, require_fields
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.protocol import DetectionProtocol, Protocol
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.rules import Rules

__all__ = [
    "DETECTION_PROTOCOLS",
    "MAP_PROTOCOLS",
    "OTHER_PROTOCOLS",
    "PROTOCOLS",
    "SEGMENT_PROTOCOLS",
    "SINGLE_OBJECT_PROTOCOLS",
    "TRACK_PROTOCOLS",
    "detection_protocol",
    "is_own",
    "protocol_named",
    "protocol_of",
    "protocol_stated",
    "protocol_value",
    "rules_of_tools",
]

_FAMILIES = {
    "": ("coco", "lvis", "voc", "voc2007"),
    "yolo.": ("ultralytics", "ultralytics_8_4_40", "yolov5"),
    "presets.": ("torchmetrics", "supervision", "map_boxes", "mmrotate"),
    "presets.mmdet.": ("mmdet_voc", "mmdet_voc07", "mmdet_imagenet"),
    "temporal.": ("activitynet", "thumos14"),
    "aerial.": ("dota", "dota_v1_5", "visdrone"),
    "open_images.": ("open_images", "open_images_challenge"),
    "pedestrians.": ("caltech", "citypersons"),
    "crowds.": ("crowdhuman", "crowdpose"),
    "faces.": ("wider_face",),
    "medical.": ("froc", "luna16", "camelyon16"),
    "driving.": ("kitti", "nuscenes", "argoverse2", "cityscapes", "waymo"),
    "driving.assigned.": ("waymo_bev", "waymo_camera"),
    "text.": ("icdar2015", "deteval", "total_text", "total_text_iou", "ctw1500"),
}
DETECTION_PROTOCOLS = tuple(name for names in _FAMILIES.values() for name in names)
"""They match detections with truths; each is a file in ``protocols``, the first is the default."""

_TRACKS = {
    "tracking.": (
        *("tracks", "mot15", "mot16", "mot17", "mot20", "dancetrack", "head_tracking"),
        *(
            "kitti_tracking",
            "mots",
            "kitti_mots",
            "youtube_vis",
            "davis",
            "davis_semi_supervised",
            "bdd100k_tracking",
            "tao",
        ),
    )
}
TRACK_PROTOCOLS = _TRACKS["tracking."]
"""They follow objects through frames; each is a file in ``protocols/tracking``, the first for any tracks."""

_FOLLOWING = {"following.": ("otb", "lasot", "got10k")}
SINGLE_OBJECT_PROTOCOLS = _FOLLOWING["following."]
"""They follow one object through each sequence; each is a file in ``protocols/following``."""

MAP_PROTOCOLS = ("voc_segmentation",)
"""They count the pixels of label maps."""

SEGMENT_PROTOCOLS = ("panoptic",)
"""They match segments that share no pixel."""

OTHER_PROTOCOLS = (*SEGMENT_PROTOCOLS, *MAP_PROTOCOLS, *TRACK_PROTOCOLS, *SINGLE_OBJECT_PROTOCOLS)
"""With results of their own kind."""

PROTOCOLS = tuple(sorted(DETECTION_PROTOCOLS + OTHER_PROTOCOLS))


def protocol_named(name: str) -> Protocol:
    """The value of a protocol by its name."""
    folder = next(
        (folder for folder, names in (_FAMILIES | _TRACKS | _FOLLOWING).items() if name in names), ""
    )
    found: Protocol = import_module(f"truebox.evaluation.protocols.{folder}{name}").PROTOCOL
    return found


@refuses_other_kinds
def protocol_value(given: Any) -> Protocol:
    """A protocol as `truebox.evaluate` takes it: by name, or the value itself.

    Raises
    ------
    ArgumentError
        No protocol has the name, or a field of the value is of another kind than it should be.

    Examples
    --------
    >>> protocol_value("lvis").title
    'LVIS'
    """
    if isinstance(given, str) and given in PROTOCOLS:
        return protocol_named(given)
    from truebox.evaluation.protocol import Protocol  # noqa: PLC0415  the names alone cost no import (2 ms)

    if isinstance(given, Protocol):
        if not (isinstance(given.name, str) and given.name in PROTOCOLS):
            require_fields(given)  # here and not where it is made: ours are made at each start
        elif not is_own(given):
            raise ArgumentError(
                f"protocol: the name {given.name!r} is taken. Fix: give yours a name of its own."
            )
        return given
    raise ArgumentError(
        f"protocol: {given!r} is unknown.{did_you_mean(given, PROTOCOLS)} "
        f"Fix: pass one of {', '.join(map(repr, PROTOCOLS))}."
    )


def detection_protocol(given: Any) -> DetectionProtocol:
    """The same of a protocol that matches detections with truths."""
    from truebox.evaluation.protocol import DetectionProtocol  # noqa: PLC0415  imported late: the names alone cost nothing (2 ms)

    found = protocol_value(given)
    if isinstance(found, DetectionProtocol):
        return found
    raise ArgumentError(
        f"protocol: {found.name!r} matches no detections. "
        f"Fix: pass one of {', '.join(map(repr, DETECTION_PROTOCOLS))}."
    )


def protocol_stated(states: Sequence[str]) -> Protocol | None:
    """The protocol that a truth with these keys was made for, None where it says none.

    Examples
    --------
    >>> protocol_stated(("neg_category_ids",)).title, protocol_stated(())
    ('LVIS', None)
    """
    if not states:
        return None
    values = map(protocol_named, PROTOCOLS)
    return next((each for each in values if not set(states).isdisjoint(each.stated_by)), None)


def rules_of_tools(geometry: str = "boxes") -> dict[str, tuple[str, Rules]]:
    """Reference and `Rules` of each protocol that can be told in these, by name: what tools are compared by.

    Of ``"masks"`` and ``"keypoints"`` those of the tools that compare these.

    Examples
    --------
    >>> reference, rules = rules_of_tools()["voc2007"]
    >>> reference, rules.curve
    ('VOCdevkit (VOCevaldet.m)', '11 points')
    """
    values = ((name, detection_protocol(name)) for name in DETECTION_PROTOCOLS)
    rules = (
        (name, value.reference, value.rules if geometry == "boxes" else value.rules_elsewhere.get(geometry))
        for name, value in values
    )
    return {name: (reference, own) for name, reference, own in rules if own is not None}


def is_own(protocol: Protocol) -> bool:
    """Whether it is one of Truebox's own, which its name stands for."""
    return protocol.name in PROTOCOLS and protocol_named(protocol.name) is protocol


def protocol_of(parameters: CocoParameters) -> DetectionProtocol:
    """The protocol that parameters belong to: the value they hold, or that of their name."""
    held: DetectionProtocol | None = parameters.rules
    return held or detection_protocol(parameters.protocol)
