"""What is tried where no tool explains a number: other values of one rule, or of two."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from truebox.evaluation import Rules

__all__ = ["FIELDS", "pairs", "said_value", "singles"]

PADDINGS = ("padding left in", "padding taken off")

FIELDS: dict[str, str] = {
    "unlabelled_images": "images without truth",
    "silent_images": "images without detections",
    "annotation_ids": "ids of truths",
    "labels": "classes of detections",
    "scores": "scores",
    "lowest_score": "lowest score",
    "limit": "most detections",
    "coordinates": "coordinates",
    "found_boxes": "boxes of detections",
    "letterbox": "letterbox",
    "shapes": "what is compared",
    "polygons": "polygons",
    "found_masks": "masks of detections",
    "mask_pixels": "pixels of masks",
    "found_points": "keypoints of detections",
    "points": "keypoints that count",
    "unlabelled_truths": "truths without keypoints",
    "sigmas": "sigmas",
    "crowd": "crowds and ignored truths",
    "areas": "areas of truths",
    "bands": "areas at a bound",
    "classes": "classes",
    "absent_classes": "classes without truth",
    "mean": "mean",
    "iou": "IoU threshold",
    "first": "who asks first",
    "matching": "a truth that is taken",
    "equal_overlaps": "equal overlaps",
    "exceeds": "overlap at the threshold",
    "small_truths": "small truths",
    "curve": "from curve to AP",
    "ties": "equal scores",
    "overlap": "precision of IoU",
    "thresholds": "precision of the thresholds",
    "quirks": "quirks",
}
"""Rule to its words, in the order in which they are looked at; two of them have a number besides."""

_NUMBERS = {"limit": ("most",), "letterbox": ("letterbox_size", "letterbox_shape")}
"""The fields that say more of a rule."""

_FIRST_OF_EQUALS = (("crowd", "groups"), ("crowd", "groups once"), ("small_truths", "forgiven"))
"""Values that take the first of equal overlaps whatever the rules said."""

_SQUARE = "square"
_WITHOUT_NUMBER = {"limit": ("none",), "letterbox": ("as read", "stretched")}
"""Values of these for which they make no difference."""

_SQUARES = (256, 320, 384, 416, 512, 608, 640, 768, 800, 960, 1024, 1280)
_RECTANGLES = (320, 416, 512, 640, 1024, 1280)
_TRIED: dict[str, tuple[Any, ...]] = {
    "unlabelled_images": ("count", "skipped"),
    "silent_images": ("count", "skipped"),
    "annotation_ids": ("as read", "from 0", "from 1"),
    "labels": ("as read", "1 on", "1 back"),
    "scores": ("as read", "4 decimals", "3 decimals", "2 decimals", "1 decimal"),
    "lowest_score": (0.001, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5),
    "limit": (
        *(("class", 1), ("class", 10), ("class", 20), ("class", 100), ("class", 300)),
        *(("image", 20), ("image", 100), ("image", 300)),
        ("none", 100),
    ),
    "coordinates": ("as read", "single", "rounded", "one wider"),
    "found_boxes": (
        *("as read", "1 pixel on", "1 pixel back", "1 pixel wider", "1 pixel narrower"),
        *("rounded", "1 decimal", "2 decimals", "3 decimals", "clipped"),
        *("corners as sizes", "sizes as corners", "centres as corners", "corners as centres"),
    ),
    "letterbox": (
        ("as read", 640, _SQUARE),
        *(("whole pixels", side, _SQUARE) for side in _SQUARES),
        *((kind, side, _SQUARE) for kind in ("left in", "taken off") for side in _SQUARES),
        *((kind, 640, _SQUARE) for kind in (*PADDINGS, "stretched")),
        *((kind, side, "multiples of 32") for kind in ("left in", "taken off") for side in _RECTANGLES),
        *((kind, side, "whole square") for kind in ("left in", "taken off") for side in (640, 1280)),
        *((kind, 640, "multiples of 32") for kind in PADDINGS),
        *((kind, side, _SQUARE) for kind in ("scale left in", "scale taken off") for side in _RECTANGLES),
    ),
    "shapes": (
        *("as asked", "boxes", "boxes of masks", "boxes of found masks"),
        *("narrow boxes of masks", "narrow boxes of found masks"),
    ),
    "polygons": ("as COCO", "edges filled", "pixel centres", "largest alone", "first alone"),
    "found_masks": ("as read", "holes filled", "largest part", "of boxes"),
    "mask_pixels": (
        *("as read", "half", "half, smoothed", "quarter", "quarter, smoothed"),
        *("160", "160, smoothed"),
    ),
    "found_points": (
        *("as read", "1 pixel on", "1 pixel back", "half a pixel on", "half a pixel back", "rounded"),
    ),
    "points": ("labelled", "visible", "all"),
    "unlabelled_truths": ("uncounted", "missed", "removed"),
    "sigmas": ("as named", "even", "half", "root of half"),
    "crowd": ("regions", "removed", "plain", "difficult", "groups", "groups once"),
    "areas": ("as stated", "of boxes", "of masks", "0.53 of boxes"),
    "bands": ("closed", "half open"),
    "classes": ("each", "one for all"),
    "absent_classes": ("left out", "count as 0"),
    "mean": ("of classes", "of classes by truths", "one curve of all"),
    "iou": ("as named", "0.3", "0.4", "0.45", "0.5", "0.55", "0.6", "0.7", "0.5 to 0.9"),
    "first": ("score", "file", "overlap"),
    "matching": ("next best", "best only"),
    "equal_overlaps": ("as quirks", "first", "last"),
    "exceeds": (False, True),
    "small_truths": ("as others", "forgiven"),
    "curve": ("101 points", "all points", "11 points", "101 lines", "101 lines, closed"),
    "ties": ("by image", "by file"),
    "overlap": ("double", "single"),
    "thresholds": ("double", "single"),
    "quirks": ("pycocotools", "none"),
}


def value_of(rules: Rules, field: str) -> Any:
    """The value of a rule; of a limit and a letterbox with what says more of them."""
    value = getattr(rules, field)
    return (value, *(getattr(rules, each) for each in _NUMBERS[field])) if field in _NUMBERS else value


def with_value(rules: Rules, field: str, value: Any) -> Rules:
    """The rules with another value of one."""
    if field in _NUMBERS:
        return replace(rules, **dict(zip((field, *_NUMBERS[field]), value, strict=True)))
    if (field, value) in _FIRST_OF_EQUALS and rules.equal_overlaps != "first":
        rules = replace(rules, equal_overlaps="as quirks")
    return replace(rules, **{field: value})


def differing(a: Rules, b: Rules) -> list[str]:
    """The rules that differ, in order."""
    return [field for field in FIELDS if not _alike(field, value_of(a, field), value_of(b, field))]


def _alike(field: str, a: Any, b: Any) -> bool:
    if field not in _NUMBERS or a == b or a[0] != b[0]:
        return bool(a == b)
    return a[0] in _WITHOUT_NUMBER[field] or (a[0] in PADDINGS and {a[2], b[2]} == {_SQUARE})


def singles(base: Rules, geometry: str = "boxes") -> Iterator[tuple[str, Rules]]:
    """Every change of one rule that means something for what is compared.

    Examples
    --------
    >>> [rules.curve for field, rules in singles(Rules()) if field == "curve"][:2]
    ['all points', '11 points']
    """
    for field, values in _TRIED.items():
        for value in values:
            changed = with_value(base, field, value)
            if field == "equal_overlaps" and changed.takes_last_of_equals() == base.takes_last_of_equals():
                continue
            if not _alike(field, value, value_of(base, field)) and changed.refusal(geometry=geometry) is None:
                yield field, changed


def pairs(
    base: Rules, moving: Collection[Rules], geometry: str = "boxes"
) -> Iterator[tuple[Rules, Rules, Rules]]:
    """Every two changes of different rules: each alone, and both.

    Each is one of the single changes `moving`, or cannot be made alone.
    """
    kept = [
        (field, value, alone)
        for field, values in _TRIED.items()
        for value in values
        if not _alike(field, value, value_of(base, field))
        and ((alone := with_value(base, field, value)) in moving or alone.refusal(geometry=geometry))
    ]
    for (field, _, one), (other, value, second) in combinations(kept, 2):
        both = with_value(one, other, value)
        if field != other and both.refusal(geometry=geometry) is None:
            yield one, second, both


def said_value(field: str, rules: Rules) -> str:
    """The value of a rule as people say it.

    Examples
    --------
    >>> said_value("limit", Rules()), said_value("exceeds", Rules()), said_value("lowest_score", Rules())
    ('100 of an image and class', 'is enough', 'any')
    """
    value = value_of(rules, field)
    if field == "letterbox":
        kind, side, shape = value
        if kind in _WITHOUT_NUMBER[field] or (kind in PADDINGS and shape == _SQUARE):
            return str(kind)
        return f"{kind} of {side}{'' if shape == _SQUARE else f', {shape}'}"
    if field == "limit":
        kinds = {
            "class": f"{value[1]} of an image and class",
            "image": f"{value[1]} of an image",
            "none": "any",
        }
        return kinds[value[0]]
    if field == "lowest_score":
        return "any" if value < 0 else f"{value:g}"
    if field == "exceeds":
        return "must be exceeded" if value else "is enough"
    return str(value)
