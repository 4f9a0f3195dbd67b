"""What the names of metrics mean, in words."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["metric_text"]

_SIZES = {"s": "small (to 32² pixels)", "m": "medium (32² to 96² pixels)", "l": "large (from 96² pixels)"}
_GROUPS = {"r": "rare", "c": "common", "f": "frequent"}
_KINDS = {
    "AP": "Average precision: the mean of precision over recall, of all classes that have truth",
    "AR": "Average recall: the share of truths that are found, of all classes that have truth",
}
_OWN = {
    "mP": "Precision at the score of the best F1, as Ultralytics smooths it: the mean over classes",
    "mR": "Recall at the score of the best F1, as Ultralytics smooths it: the mean over classes",
    "mF1": "F1 of each class at that score: the mean over classes",
}
_PANOPTIC = {
    "PQ": "Panoptic quality: SQ times RQ, by class, and then the mean",
    "SQ": "Segmentation quality: the mean IoU of matched segments",
    "RQ": "Recognition quality: F1 of segments, matched at IoU above 0.5",
}
_PARTS = {"": "", "th": ", of things", "st": ", of stuff"}

# A name, and what follows the words for its first two letters; by the part of the name in brackets.
_FORMS: dict[str, Callable[[str], str]] = {
    "(?:AP|AR)()": lambda _: ", over IoU thresholds: ten from 0.5 to 0.95, unless others were asked for",
    "(?:AP|AR)@?([sml])(?:@[0-9]+)?": lambda size: f", of {_SIZES[size]} truths",
    "AP([rcf])": lambda group: f": the {_GROUPS[group]} ones of LVIS",
    r"(?:AP|AR)\[(.+)\]": lambda label: f", of truths in the area range {label!r}",
    r"AP([0-9]{2,3}(?:\.[0-9]+)?)": lambda value: f", at IoU {float(value) / 100:g}",
    "AR(50|75)": lambda value: f", of keypoints at similarity 0.{value}; else with the best {value} an image",
    "AR@?([0-9]+)": lambda count: f", with the best {count} detections of an image",
}


def metric_text(name: str) -> str | None:
    """What the metric `name` says; None where no metric is called so.

    Examples
    --------
    >>> metric_text("AP60")
    'Average precision: the mean of precision over recall, of all classes that have truth, at IoU 0.6.'
    >>> metric_text("XY") is None
    True
    """
    if name in _OWN:
        return f"{_OWN[name]}."
    if name[:2] in _PANOPTIC and name[2:] in _PARTS:
        return f"{_PANOPTIC[name[:2]]}{_PARTS[name[2:]]}."
    for pattern, words in _FORMS.items():
        found = re.fullmatch(pattern, name)
        if found:
            return f"{_KINDS[name[:2]]}{words(found[1])}."
    return None
