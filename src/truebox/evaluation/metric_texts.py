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
    "MR": (
        "Log-average miss rate: the geometric mean of the share of truths missed at nine numbers of false "
        "positives an image; less is better"
    ),
    "MR[small]": "The same of people 50 to 75 pixels high",
    "MR[heavy]": "The same of people of whom 20 to 65 % are seen",
    "MR[all]": "The same of people from 20 pixels and 20 % seen",
    "MR[-4]": "The same from 0.0001 to 1 false positive an image",
    "JI": (
        "Jaccard index: pairs as a share of people and detections together, the mean over images, at "
        "the best of ten score cuts"
    ),
    **{
        f"JI[{cut}]": f"The same of detections that score more than {cut}"
        for cut in ("0", *(f"0.{tenths}" for tenths in range(1, 10)))
    },
    "success_score": (
        "The area under the success curve: the share of frames that overlap by more than 0, 0.05 ... 1"
    ),
    "success_rate": "The share of frames that overlap the object by more than half",
    "precision_score": "The share of frames whose centre is at most 20 pixels from that of the object",
    "normalized_precision_score": (
        "The share of frames whose centre is near, in sizes of the object: the mean over 0, 0.01 ... 0.5"
    ),
    "normalized_precision_at_0.2": "The same at 0.2 of its size",
    "AO": "Average overlap with the object, of the frames of all sequences",
    "SR.50": "The share of frames that overlap the object by more than half",
    "SR.75": "The share of frames that overlap the object by more than three quarters",
    "AP[easy]": "Average precision of easy faces or images, or of KITTI's easy objects; others are neutral",
    "AP[moderate]": "Average precision of KITTI's moderate objects, at 40 recalls; others are neutral",
    "AP[medium]": "Average precision of easy and medium faces, or of medium images; others are neutral",
    "AP[hard]": "Average precision of all faces, hard images, or KITTI's hard objects; others are neutral",
    **{
        f"{key}[{label}{points}]": f"{text}, of KITTI's {label} objects: the mean over classes"
        for key, points, text in (
            ("AP", "@11", "Average precision at 11 recalls"),
            ("AOS", "", "Average orientation similarity at 40 recalls"),
            ("AOS", "@11", "Average orientation similarity at 11 recalls"),
            ("AP_BEV", "", "Average precision of footprints, seen from above, at 40 recalls"),
            ("AP_BEV", "@11", "Average precision of footprints, seen from above, at 11 recalls"),
            ("AP_3D", "", "Average precision of boxes in space at 40 recalls"),
            ("AP_3D", "@11", "Average precision of boxes in space at 11 recalls"),
        )
        for label in ("easy", "moderate", "hard")
    },
    "IoU": "Intersection over union of the pixels of a class; of all, the mean over classes that have any",
    "hmean": "The harmonic mean of precision and recall of words",
    "precision": "The share of the detections that count which find a word; of DetEval, what they are worth",
    "recall": "The share of the words to be read that are found; of DetEval, what their finds are worth",
    "APH": "Average precision weighed by how right headings are, of Waymo's levels 1 and 2",
    **{
        f"{key}[{','.join(filter(None, (level, reach)))}]": f"{text}, of Waymo's {who}{where}"
        for key, text in (
            ("AP", "Average precision"),
            ("APH", "Average precision weighed by how right headings are"),
        )
        for level, who in (("", "levels 1 and 2"), ("L1", "level 1"))
        for reach, where in (
            ("", ""),
            ("0-30m", ", less than 30 m away"),
            ("30-50m", ", 30 to 50 m away"),
            ("50m+", ", 50 m away or farther"),
        )
        if level or reach
    },
    "NDS": "nuScenes detection score: half of it AP, half what the five errors leave of 1",
    "CDS": "Argoverse 2 composite score: AP times what the three errors leave of 1; the mean over classes",
    **{
        f"AP[{metres}m]": f"Average precision where centres are less than {metres} m apart"
        for metres in ("0.5", "1", "2", "4")
    },
    "ATE": "Metres between centres, of what is found within 2 m: the mean over classes (mATE)",
    "ASE": "1 - IoU of the two sizes, of what is found within 2 m: the mean over classes (mASE)",
    "AOE": "Radians between directions, of what is found within 2 m: the mean over classes (mAOE)",
    "AVE": "Metres a second between velocities, of what is found within 2 m: the mean over classes (mAVE)",
    "AAE": "Share of wrong attributes, of what is found within 2 m: the mean over classes (mAAE)",
    "FROC": (
        "The mean share of findings found at several numbers of false positives an image, from 1/8 (of "
        "CAMELYON16 from 1/4) to 8, all classes as one"
    ),
    "CPM": "Competition performance metric: the mean share of nodules found at 1/8 ... 8 false marks a scan",
    "FROC50": "The same at IoU 0.5",
    "FROC[class]": "The same of each class: the mean over classes",
    **{
        f"S[{count}]": f"The share of findings found at {count} false positives an image"
        for count in ("1/8", "1/4", "1/2", "1", "2", "4", "8")
    },
}
_COLUMNS = {
    "P": "Precision: the share of detections that are right, at the score of the row's best F1, at IoU 0.5",
    "R": "Recall: the share of truths that are found, at the score of the row's best F1, at IoU 0.5",
    "F1": "The harmonic mean of precision and recall, where it is highest, at IoU 0.5",
    "score": "Where to cut: detections that score as much or more give the row's best F1, at IoU 0.5",
    "interval": (
        "Where the mean of AP over data sets of as many such images lies: a 95 % confidence interval, from "
        "draws of the images with replacement; one other set differs more"
    ),
}
"""Of the table, beside the metrics."""
_PANOPTIC = {
    "PQ": "Panoptic quality: SQ times RQ, by class, and then the mean",
    "SQ": "Segmentation quality: the mean IoU of matched segments",
    "RQ": "Recognition quality: F1 of segments, matched at IoU above 0.5",
}
_PARTS = {"": "", "th": ", of things", "st": ", of stuff"}
_OF_TRACKS = {
    "HOTA": (
        "Higher order tracking accuracy: the root of DetA times AssA, the mean over 19 overlaps from 0.05 to "
        "0.95"
    ),
    "DetA": (
        "Detection accuracy: matches as a share of matches, misses and false boxes, the mean over 19 overlaps"
    ),
    "AssA": (
        "Association accuracy: of each match the share of both tracks that is matched with each other, the "
        "mean over 19 overlaps"
    ),
    "LocA": "Localisation accuracy: the mean overlap of matches, the mean over 19 overlaps",
    "MOTA": "1 less misses, false boxes and identity switches as a share of the true boxes, at IoU 0.5",
    "MOTP": "The mean overlap of matches, at IoU 0.5; by the rules of motmetrics their mean distance",
    "IDF1": "F1 of boxes where each true track is paired with one predicted track for good, at IoU 0.5",
    "IDP": "Precision of boxes where each true track is paired with one predicted track for good, at IoU 0.5",
    "IDR": "Recall of boxes where each true track is paired with one predicted track for good, at IoU 0.5",
    "IDSW": "Identity switches: how often an object is matched with another track than before, at IoU 0.5",
    "Frag": "Fragmentations: how often an object that was lost is found again, at IoU 0.5",
    "MT": "Mostly tracked: true tracks that are found in more than 80 % of their frames, at IoU 0.5",
    "PT": "Partly tracked: true tracks that are neither mostly tracked nor mostly lost, at IoU 0.5",
    "ML": "Mostly lost: true tracks that are found in less than 20 % of their frames, at IoU 0.5",
}

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
    for own in (_OWN, _OF_TRACKS, _COLUMNS):
        if name in own:
            return f"{own[name]}."
    if name[:2] in _PANOPTIC and name[2:] in _PARTS:
        return f"{_PANOPTIC[name[:2]]}{_PARTS[name[2:]]}."
    for pattern, words in _FORMS.items():
        found = re.fullmatch(pattern, name)
        if found:
            return f"{_KINDS[name[:2]]}{words(found[1])}."
    return None
