"""The quirks of the reference tool, one switch each.

Strict evaluation mends none of them, corrected evaluation mends all; ``docs/quirks.md`` is the
numbered table, and the members here are in the order of its numbers.
"""

from __future__ import annotations

import enum

from truebox._named import NamedTuple

__all__ = ["QUIRKS", "Quirk", "QuirkEntry"]


class Quirk(enum.Flag):
    """A set of quirks; a member in the set is mended.

    Examples
    --------
    >>> Quirk.TIE_ORDER in (Quirk.TIE_ORDER | Quirk.ID_ZERO)
    True
    """

    NONE = 0
    ID_ZERO = enum.auto()
    IGNORE_KEY = enum.auto()
    HEADLINE_CAP = enum.auto()
    FEW_CAPS = enum.auto()
    AREA_BOUND = enum.auto()
    AREA_CLOSED = enum.auto()
    DUPLICATE_IDS = enum.auto()
    TIE_ORDER = enum.auto()
    THRESHOLD_ONE = enum.auto()
    PRECISION_EPSILON = enum.auto()
    LINSPACE = enum.auto()
    UNSORTED_RECALL = enum.auto()
    CLASS_ORDER = enum.auto()
    CLASSLESS_KEYPOINTS = enum.auto()
    BOX_AREA = enum.auto()
    KEYPOINT_CAP = enum.auto()
    CLOSING_LINE = enum.auto()
    LAST_RECALL = enum.auto()
    BEYOND_REFERENCE = enum.auto()
    FIRST_CLASS = enum.auto()
    FIRST_POINT = enum.auto()
    AT_REFERENCE = enum.auto()
    STEPPED_SCORES = enum.auto()
    UNLABELLED_IMAGES = enum.auto()
    FILE_LIMIT = enum.auto()
    IGNORED_MISSED = enum.auto()
    IMAGE_WEIGHTS = enum.auto()
    SMALL_OF_OTHERS = enum.auto()
    FEW_THRESHOLDS = enum.auto()
    UNDETECTED_CLASS = enum.auto()
    FIRST_FIT = enum.auto()
    FIRST_RECALL = enum.auto()
    LOW_RECALL = enum.auto()
    SCORE_STEPS = enum.auto()
    ABSENT_CLASS = enum.auto()
    LOOSE_VOID = enum.auto()
    SMALL_GROUPS = enum.auto()
    FIRST_CLAIM = enum.auto()
    WHOLE_TURN = enum.auto()
    TIED_CUT = enum.auto()
    LOWEST_CUT = enum.auto()
    SINGLE_SCORES = enum.auto()
    ALL = (
        ID_ZERO
        | IGNORE_KEY
        | HEADLINE_CAP
        | FEW_CAPS
        | AREA_BOUND
        | AREA_CLOSED
        | DUPLICATE_IDS
        | TIE_ORDER
        | THRESHOLD_ONE
        | PRECISION_EPSILON
        | LINSPACE
        | UNSORTED_RECALL
        | CLASS_ORDER
        | CLASSLESS_KEYPOINTS
        | BOX_AREA
        | KEYPOINT_CAP
        | CLOSING_LINE
        | LAST_RECALL
        | BEYOND_REFERENCE
        | FIRST_CLASS
        | FIRST_POINT
        | AT_REFERENCE
        | STEPPED_SCORES
        | UNLABELLED_IMAGES
        | FILE_LIMIT
        | IGNORED_MISSED
        | IMAGE_WEIGHTS
        | SMALL_OF_OTHERS
        | FEW_THRESHOLDS
        | UNDETECTED_CLASS
        | FIRST_FIT
        | FIRST_RECALL
        | LOW_RECALL
        | SCORE_STEPS
        | ABSENT_CLASS
        | LOOSE_VOID
        | SMALL_GROUPS
        | FIRST_CLAIM
        | WHOLE_TURN
        | TIED_CUT
        | LOWEST_CUT
        | SINGLE_SCORES
    )


class QuirkEntry(NamedTuple):
    """A quirk's number in the table and what it does, in words that follow "Q7".

    Examples
    --------
    >>> QUIRKS[0].number, QUIRKS[0].title
    (1, 'a match with the annotation of id 0 counts as no match')
    """

    number: int
    quirk: Quirk
    title: str
    letter: str = "Q"


QUIRKS = (
    *(
        QuirkEntry(number, quirk, title)
        for number, (quirk, title) in enumerate(
            (
                (Quirk.ID_ZERO, "a match with the annotation of id 0 counts as no match"),
                (Quirk.IGNORE_KEY, "the `ignore` key of annotations is not read"),
                (
                    Quirk.HEADLINE_CAP,
                    "AP is read at exactly 100 detections per image, all else at the third cap",
                ),
                (Quirk.FEW_CAPS, "fewer than three caps on detections per image have no headline numbers"),
                (Quirk.AREA_BOUND, 'the area range "all" ends at 1e10'),
                (Quirk.AREA_CLOSED, "an area on the bound of two ranges belongs to both"),
                (Quirk.DUPLICATE_IDS, "annotations that share an id all become the last one of them"),
                (Quirk.TIE_ORDER, "equal scores are ranked by the order of the file"),
                (Quirk.THRESHOLD_ONE, "the IoU threshold 1 is lowered to 1 - 1e-10"),
                (Quirk.PRECISION_EPSILON, "2**-52 is added to the denominator of precision"),
                (Quirk.LINSPACE, "default thresholds miss their decimals by one rounding"),
                (Quirk.UNSORTED_RECALL, "recall thresholds after the first unreachable one count as missed"),
                (
                    Quirk.CLASS_ORDER,
                    "without classes, equal scores are ranked by the order of the class list",
                ),
            ),
            start=1,
        )
    ),
    # 14 to 18 are no switches: both modes define or refuse what the reference fails at.
    QuirkEntry(19, Quirk.CLASSLESS_KEYPOINTS, "without classes, keypoints never match"),
    QuirkEntry(20, Quirk.BOX_AREA, "the size class of a mask is that of its box where results have boxes"),
    QuirkEntry(21, Quirk.KEYPOINT_CAP, "keypoint numbers are read at exactly 20 detections per image"),
)
