"""What is tried where no tool explains a number: other values of one rule, or of two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from truebox.evaluation import Rules

__all__ = ["FIELDS", "said_value", "singles", "variants"]

FIELDS: dict[str, str] = {
    "unlabelled_images": "images without truth",
    "silent_images": "images without detections",
    "lowest_score": "lowest score",
    "limit": "most detections",
    "coordinates": "coordinates",
    "found_boxes": "boxes of detections",
    "crowd": "crowds and ignored truths",
    "classes": "classes",
    "absent_classes": "classes without truth",
    "overlap": "precision of IoU",
    "thresholds": "precision of the thresholds",
    "first": "who asks first",
    "matching": "a truth that is taken",
    "exceeds": "overlap at the threshold",
    "curve": "from curve to AP",
    "ties": "equal scores",
    "quirks": "quirks",
}
"""Rule to its words, in the order in which they are looked at; a limit goes with its number."""

_TRIED: dict[str, tuple[Any, ...]] = {
    "unlabelled_images": ("count", "skipped"),
    "silent_images": ("count", "skipped"),
    "lowest_score": (0.001, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5),
    "limit": (
        *(("class", 1), ("class", 10), ("class", 100), ("class", 300), ("image", 100), ("image", 300)),
        ("none", 100),
    ),
    "coordinates": ("as read", "single", "rounded", "one wider"),
    "found_boxes": (
        *("as read", "1 pixel on", "1 pixel back", "1 pixel wider", "1 pixel narrower"),
        *("rounded", "corners as sizes"),
    ),
    "crowd": ("regions", "removed", "plain", "difficult"),
    "classes": ("each", "one for all"),
    "absent_classes": ("left out", "count as 0"),
    "overlap": ("double", "single"),
    "thresholds": ("double", "single"),
    "first": ("score", "file"),
    "matching": ("next best", "best only"),
    "exceeds": (False, True),
    "curve": ("101 points", "all points", "11 points", "101 lines", "101 lines, closed"),
    "ties": ("by image", "by file"),
    "quirks": ("pycocotools", "none"),
}


def value_of(rules: Rules, field: str) -> Any:
    """The value of a rule; of the limit with its number."""
    return (rules.limit, rules.most) if field == "limit" else getattr(rules, field)


def with_value(rules: Rules, field: str, value: Any) -> Rules:
    """The rules with another value of one."""
    if field == "limit":
        return replace(rules, limit=value[0], most=value[1])
    return replace(rules, **{field: value})


def differing(a: Rules, b: Rules) -> list[str]:
    """The rules that differ, in order."""
    return [field for field in FIELDS if not _alike(value_of(a, field), value_of(b, field))]


def _alike(a: Any, b: Any) -> bool:
    return bool(a == b) or (isinstance(a, tuple) and a[0] == b[0] == "none")


def _possible(rules: Rules) -> bool:
    """Whether it is a mixture that can be evaluated."""
    return (rules.overlap, rules.coordinates) != ("single", "one wider")


def singles(base: Rules) -> Iterator[tuple[str, Rules]]:
    """Every change of one rule.

    Examples
    --------
    >>> [rules.curve for field, rules in singles(Rules()) if field == "curve"][:2]
    ['all points', '11 points']
    """
    for field, values in _TRIED.items():
        for value in values:
            changed = with_value(base, field, value)
            if not _alike(value, value_of(base, field)) and _possible(changed):
                yield field, changed


def variants(base: Rules, changes: int) -> Iterator[Rules]:
    """Every change of so many rules, of different fields."""
    for fields in combinations(_TRIED, changes):
        found = [base]
        for field in fields:
            found = [
                with_value(rules, field, value)
                for rules in found
                for value in _TRIED[field]
                if not _alike(value, value_of(base, field))
            ]
        yield from filter(_possible, found)


def said_value(field: str, rules: Rules) -> str:
    """The value of a rule as people say it.

    Examples
    --------
    >>> said_value("limit", Rules()), said_value("exceeds", Rules()), said_value("lowest_score", Rules())
    ('100 of an image and class', 'is enough', 'any')
    """
    value = value_of(rules, field)
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
