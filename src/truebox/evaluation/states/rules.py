"""The rules by which tools differ, one field each."""

from __future__ import annotations

from functools import cache
from math import inf, isnan
from typing import Literal, get_args, get_type_hints

from truebox._frozen import dataclass, usual_values
from truebox._kinds import refuses_other_kinds, require_fields
from truebox.errors import ArgumentError

__all__ = ["Rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one tool does, in the order in which differences are looked for.

    Parameters
    ----------
    unlabelled_images : {"count", "skipped"}
        Whether false positives on images without truth count.
    silent_images : {"count", "skipped"}
        Whether truths on images without detections are missed, or such images are left out.
    annotation_ids : {"as read", "from 0", "from 1"}
        Ids of truths, or numbers in their place, in the order of the file; pycocotools loses the id 0.
    labels : {"as read", "1 on", "1 back"}
        Classes of detections, or those that stand one further, or one before, in the sorted list of classes.
    scores : {"as read", "4 decimals", "3 decimals", "2 decimals", "1 decimal"}
        To how many decimals the scores were written.
    lowest_score : float
        Detections below are dropped.
    limit : {"class", "image", "none"}
        What `most` counts the best detections of: an image and class, an image, or nothing.
    most : int
    coordinates : {"as read", "single", "rounded", "one wider"}
        Corners in single precision, in whole pixels, or far corners that are pixels of the box.
    found_boxes : {"as read", "1 pixel on", "1 pixel back", "1 pixel wider", "1 pixel narrower", ...}
        What is done to the boxes of detections alone: moved right and down, or left and up, made wider and
        higher, or less so; ``"rounded"``, ``"1 decimal"`` to ``"3 decimals"``: each number alone;
        ``"clipped"``: to the image; ``"corners as sizes"``: the far corner stands where the size belongs, and
        ``"sizes as corners"`` the other way round; ``"centres as corners"``: the centre stands where the
        corner belongs, and ``"corners as centres"`` the other way round.
    letterbox : {"as read", "left in", "taken off", "padding left in", "padding taken off", ...}
        What became of detections that were found in a letterbox of `letterbox_size` with the image in its
        middle: they are in pixels of the letterbox, or were and are no more; the same of its padding alone,
        or of its scale alone, as where all padding is right and below; ``"whole pixels"``: rounded there;
        ``"stretched"``: scaled as if the image filled it. Images of unknown sizes are left as they are.
    letterbox_size : int
        The longer side of the scaled image.
    letterbox_shape : {"square", "whole square", "multiples of 32"}
        A square, one whose padding is whole pixels, or as little padding of whole pixels as makes both sides
        multiples of 32, as Ultralytics has it.
    shapes : {"as asked", "boxes", "boxes of masks", "boxes of found masks", "narrow boxes of masks", ...}
        What is compared: masks or keypoints where these are asked for, or their boxes: as stated, of both
        sides by their masks, or of detections alone; ``"narrow"`` ones end at their last pixel.
    polygons : {"as COCO", "edges filled", "pixel centres", "largest alone", "first alone"}
        How polygons become masks: as pycocotools draws them; corners in whole pixels and every pixel of an
        edge, as OpenCV's ``fillPoly``; the pixels whose centres are inside; or of several polygons only one.
    found_masks : {"as read", "holes filled", "largest part", "of boxes"}
        What became of the masks of detections: outlines lose holes, or all parts but one; or they are the
        pixels of their boxes.
    mask_pixels : {"as read", "half", "half, smoothed", "quarter", ..., "160", "160, smoothed"}
        The size in which masks of both sides are compared: a share of the image, or 160 pixels for its longer
        side; each pixel the nearest one, or where smoothed, half of what lies around it or more.
    found_points : {"as read", "1 pixel on", "1 pixel back", "half a pixel on", "half a pixel back", ...}
        What is done to the keypoints of detections alone; ``"rounded"``: to whole pixels.
    points : {"labelled", "visible", "all"}
        Which points of a truth are compared: those with a visibility above 0, those of 2, or every one.
    unlabelled_truths : {"uncounted", "missed", "removed"}
        What truths without a labelled point are: neither found nor missed, missed in any case, or nothing.
    sigmas : {"as named", "even", "half", "root of half"}
        How far points may lie off: as COCO or the caller says; ``1 / K`` for each of K points; half, where
        the 2 before sigma is left out; or divided by the root of 2, where that before the area is.
    crowd : {"regions", "removed", "plain", "difficult", "groups", "groups once"}
        What crowds and ignored truths are: regions that excuse detections, nothing, truths like others,
        truths that are neither found nor missed, groups that excuse what no single truth takes, or groups
        that are found once.
    areas : {"as stated", "of boxes", "of masks", "0.53 of boxes"}
        Which area makes a truth small, medium or large, and says how far its keypoints may lie off.
    bands : {"closed", "half open"}
        Whether an area of exactly 32 x 32 or 96 x 96 belongs to two sizes, or to the larger alone.
    classes : {"each", "one for all"}
        Whether a detection finds truths of its class alone.
    absent_classes : {"left out", "count as 0"}
        What classes without truth are in the mean.
    mean : {"of classes", "of classes by truths", "one curve of all"}
        Over classes alike, or each with the weight of its truths; or no mean: detections of all classes on
        one curve.
    iou : {"as named", "0.3", "0.4", "0.45", "0.5", "0.55", "0.6", "0.7", "0.5 to 0.9"}
        At which IoU every number is taken, whatever its name says; or the last threshold that AP takes.
    first : {"score", "file", "overlap"}
        Which detection of an image asks first for its truth: by score, as in the file, or that which overlaps
        some truth most.
    matching : {"next best", "best only"}
        Whether a detection whose best truth is taken tries the next.
    equal_overlaps : {"as quirks", "first", "last", "counted first"}
        Which of several truths of equal overlap a detection takes for its best: as `quirks` say, or the first
        or last of the file, as YOLOv5 does; or the first of those that count, as MMDetection does. Where the
        next best is asked for, those that count come first in any case.
    exceeds : bool
        Whether an overlap must exceed its threshold; else it must reach it.
    small_truths : {"as others", "forgiven"}
        Whether a truth of w x h pixels is found from an IoU of w h / (w + 10) / (h + 10) on, where that is
        less, as in ImageNet.
    curve : {"101 points", "all points", "11 points", "101 lines", "101 lines, closed"}
        How precision becomes AP.
    ties : {"by image", "by file"}
        How equal scores of several images stand.
    overlap : {"double", "single"}
        How exactly IoU is computed.
    thresholds : {"double", "single"}
        Whether thresholds of IoU and recall went through single precision.
    quirks : {"pycocotools", "none"}
        Ids of 0, repeated ids, 2**-52 in precision and whatever else `docs/quirks.md` lists of pycocotools,
        which also takes the later of two truths of equal overlap for the next best; others take the first.
        `equal_overlaps` may say otherwise.

    Raises
    ------
    ArgumentError
        A field has a value that is none of its own.

    Examples
    --------
    >>> Rules(curve="all points").differences(Rules())
    ('curve',)
    """

    unlabelled_images: Literal["count", "skipped"] = "count"
    silent_images: Literal["count", "skipped"] = "count"
    annotation_ids: Literal["as read", "from 0", "from 1"] = "as read"
    labels: Literal["as read", "1 on", "1 back"] = "as read"
    scores: Literal["as read", "4 decimals", "3 decimals", "2 decimals", "1 decimal"] = "as read"
    lowest_score: float = -inf
    limit: Literal["class", "image", "none"] = "class"
    most: int = 100
    coordinates: Literal["as read", "single", "rounded", "one wider"] = "as read"
    found_boxes: Literal[
        "as read",
        "1 pixel on",
        "1 pixel back",
        "1 pixel wider",
        "1 pixel narrower",
        "rounded",
        "1 decimal",
        "2 decimals",
        "3 decimals",
        "clipped",
        "corners as sizes",
        "sizes as corners",
        "centres as corners",
        "corners as centres",
    ] = "as read"
    letterbox: Literal[
        "as read",
        "whole pixels",
        "left in",
        "taken off",
        "padding left in",
        "padding taken off",
        "scale left in",
        "scale taken off",
        "stretched",
    ] = "as read"
    letterbox_size: int = 640
    letterbox_shape: Literal["square", "whole square", "multiples of 32"] = "square"
    shapes: Literal[
        "as asked",
        "boxes",
        "boxes of masks",
        "boxes of found masks",
        "narrow boxes of masks",
        "narrow boxes of found masks",
    ] = "as asked"
    polygons: Literal["as COCO", "edges filled", "pixel centres", "largest alone", "first alone"] = "as COCO"
    found_masks: Literal["as read", "holes filled", "largest part", "of boxes"] = "as read"
    mask_pixels: Literal[
        "as read",
        "half",
        "half, smoothed",
        "quarter",
        "quarter, smoothed",
        "160",
        "160, smoothed",
    ] = "as read"
    found_points: Literal[
        "as read",
        "1 pixel on",
        "1 pixel back",
        "half a pixel on",
        "half a pixel back",
        "rounded",
    ] = "as read"
    points: Literal["labelled", "visible", "all"] = "labelled"
    unlabelled_truths: Literal["uncounted", "missed", "removed"] = "uncounted"
    sigmas: Literal["as named", "even", "half", "root of half"] = "as named"
    crowd: Literal["regions", "removed", "plain", "difficult", "groups", "groups once"] = "regions"
    areas: Literal["as stated", "of boxes", "of masks", "0.53 of boxes"] = "as stated"
    bands: Literal["closed", "half open"] = "closed"
    classes: Literal["each", "one for all"] = "each"
    absent_classes: Literal["left out", "count as 0"] = "left out"
    mean: Literal["of classes", "of classes by truths", "one curve of all"] = "of classes"
    iou: Literal["as named", "0.3", "0.4", "0.45", "0.5", "0.55", "0.6", "0.7", "0.5 to 0.9"] = "as named"
    first: Literal["score", "file", "overlap"] = "score"
    matching: Literal["next best", "best only"] = "next best"
    equal_overlaps: Literal["as quirks", "first", "last", "counted first"] = "as quirks"
    exceeds: bool = False
    small_truths: Literal["as others", "forgiven"] = "as others"
    curve: Literal["101 points", "all points", "11 points", "101 lines", "101 lines, closed"] = "101 points"
    ties: Literal["by image", "by file"] = "by image"
    overlap: Literal["double", "single"] = "double"
    thresholds: Literal["double", "single"] = "double"
    quirks: Literal["pycocotools", "none"] = "pycocotools"

    def __post_init__(self) -> None:
        for name, usual in usual_values(Rules).items():
            value = getattr(self, name)
            if value is usual or not isinstance(usual, str):
                continue  # who changes no text needs no list of texts (2 ms)
            if not isinstance(value, str) or value not in _choices()[name]:
                listed = ", ".join(map(repr, _choices()[name]))
                raise ArgumentError(f"{name} is {value!r:.60}; expected one of {listed}")
        numbers = (type(self.most), type(self.letterbox_size), type(self.lowest_score), type(self.exceeds))
        if numbers != (int, int, float, bool):
            require_fields(self)
        for name in ("most", "letterbox_size"):
            if not 1 <= getattr(self, name) < 2**31:
                raise ArgumentError(f"{name} is {getattr(self, name)!r}; expected 1 or more, below 2^31")
        if isnan(self.lowest_score):
            raise ArgumentError("lowest_score is nan; expected a number")

    @refuses_other_kinds
    def differences(self, other: Rules) -> tuple[str, ...]:
        """Names of the fields in which the two differ, in order."""
        return tuple(
            name for name in Rules.__dataclass_fields__ if getattr(self, name) != getattr(other, name)
        )

    def takes_last_of_equals(self) -> bool:
        """Whether the last of several truths of equal overlap is the best, and not the first.

        Examples
        --------
        >>> Rules().takes_last_of_equals(), Rules(quirks="none").takes_last_of_equals()
        (True, False)
        """
        if self.equal_overlaps != "as quirks":
            return self.equal_overlaps == "last"
        alone = self.small_truths == "as others" and not self.crowd.startswith("groups")
        return alone and (self.matching, self.quirks) == ("next best", "pycocotools")

    @refuses_other_kinds
    def refusal(self, *, sizes: bool = False, geometry: str = "boxes") -> str | None:
        """Why no protocol can be made of them, and what to do about it; None where one can.

        With `sizes` it must have numbers of small, medium and large truths; `geometry` is what it compares:
        ``"boxes"``, ``"masks"`` or ``"keypoints"``.
        """
        for name in _ONLY_OF | dict.fromkeys(field for field, _ in _VALUES_ONLY_OF):
            value = getattr(self, name)
            fits = geometry in _ONLY_OF.get(name, (geometry,)) and geometry in _VALUES_ONLY_OF.get(
                (name, value), (geometry,)
            )
            if not fits and value != Rules.__dataclass_fields__[name].default:
                return f"{name} {value!r} means nothing for {geometry}. Fix: leave it out."
        if (self.overlap, self.coordinates) == ("single", "one wider"):
            return (
                "boxes that are one wider are not compared in single precision. "
                "Fix: choose overlap='double', or other coordinates."
            )
        if self.crowd.startswith("groups") and self.matching != "best only":
            return (
                "groups excuse what no best truth takes. Fix: choose matching='best only', or another crowd."
            )
        if self.equal_overlaps == "last" and (
            self.crowd.startswith("groups") or self.small_truths == "forgiven"
        ):
            return (
                "of equal overlaps, groups and forgiven small truths take the first. "
                "Fix: choose equal_overlaps='first'."
            )
        by_score = (self.first, self.matching) == ("score", "next best")
        if self.small_truths == "forgiven" and (
            sizes or not by_score or self.crowd not in ("removed", "plain", "difficult")
        ):
            return (
                "small truths are forgiven where none is a region and the higher score takes the next best. "
                "Fix: choose crowd='removed', first='score', matching='next best', and no sizes."
            )
        return None


_ONLY_OF: dict[str, tuple[str, ...]] = {
    "coordinates": ("boxes",),
    "found_boxes": ("boxes",),
    "letterbox": ("boxes", "keypoints"),
    "shapes": ("masks", "keypoints"),
    "polygons": ("masks",),
    "found_masks": ("masks",),
    "mask_pixels": ("masks",),
    "found_points": ("keypoints",),
    "points": ("keypoints",),
    "unlabelled_truths": ("keypoints",),
    "sigmas": ("keypoints",),
    "small_truths": ("boxes",),
}
"""Rules that mean something for some geometries alone; elsewhere they have their usual value."""

_VALUES_ONLY_OF: dict[tuple[str, str], tuple[str, ...]] = {
    **dict.fromkeys(
        (
            ("shapes", f"{narrow}boxes of {found}masks")
            for narrow in ("", "narrow ")
            for found in ("", "found ")
        ),
        ("masks",),
    ),
    ("areas", "of masks"): ("masks",),
    ("areas", "0.53 of boxes"): ("keypoints",),
    ("first", "overlap"): ("boxes",),
    ("crowd", "groups"): ("boxes", "masks"),
    ("crowd", "groups once"): ("boxes", "masks"),
}
"""The same of single values."""


@cache
def _choices() -> dict[str, tuple[str, ...]]:
    """The texts that a field may have, of every field of texts."""
    hints = get_type_hints(Rules)
    return {name: get_args(hints[name]) for name in Rules.__dataclass_fields__ if get_args(hints[name])}
