"""The rules by which tools differ, one field each."""

from __future__ import annotations

from math import inf
from typing import Literal

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds

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
    lowest_score : float
        Detections below are dropped.
    limit : {"class", "image", "none"}
        What `most` counts the best detections of: an image and class, an image, or nothing.
    most : int
    coordinates : {"as read", "single", "rounded", "one wider"}
        Corners in single precision, in whole pixels, or far corners that are pixels of the box.
    found_boxes : {"as read", "1 pixel on", "1 pixel back", "1 pixel wider", "1 pixel narrower", ...}
        What is done to the boxes of detections alone: moved right and down, or left and up, made wider and
        higher, or less so; ``"rounded"``: each number alone; ``"corners as sizes"``: the far corner stands
        where the size belongs.
    crowd : {"regions", "removed", "plain", "difficult"}
        What crowds and ignored truths are: regions that excuse detections, nothing, truths like others, or
        truths that are neither found nor missed.
    classes : {"each", "one for all"}
        Whether a detection finds truths of its class alone.
    absent_classes : {"left out", "count as 0"}
        What classes without truth are in the mean.
    overlap : {"double", "single"}
        How exactly IoU is computed.
    thresholds : {"double", "single"}
        Whether thresholds of IoU and recall went through single precision.
    first : {"score", "file"}
        Which detection of an image asks first for its truth.
    matching : {"next best", "best only"}
        Whether a detection whose best truth is taken tries the next.
    exceeds : bool
        Whether an overlap must exceed its threshold; else it must reach it.
    curve : {"101 points", "all points", "11 points", "101 lines", "101 lines, closed"}
        How precision becomes AP.
    ties : {"by image", "by file"}
        How equal scores of several images stand.
    quirks : {"pycocotools", "none"}
        Ids of 0, repeated ids, 2**-52 in precision and whatever else `docs/quirks.md` lists of pycocotools.

    Examples
    --------
    >>> Rules(curve="all points").differences(Rules())
    ('curve',)
    """

    unlabelled_images: Literal["count", "skipped"] = "count"
    silent_images: Literal["count", "skipped"] = "count"
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
        "corners as sizes",
    ] = "as read"
    crowd: Literal["regions", "removed", "plain", "difficult"] = "regions"
    classes: Literal["each", "one for all"] = "each"
    absent_classes: Literal["left out", "count as 0"] = "left out"
    overlap: Literal["double", "single"] = "double"
    thresholds: Literal["double", "single"] = "double"
    first: Literal["score", "file"] = "score"
    matching: Literal["next best", "best only"] = "next best"
    exceeds: bool = False
    curve: Literal["101 points", "all points", "11 points", "101 lines", "101 lines, closed"] = "101 points"
    ties: Literal["by image", "by file"] = "by image"
    quirks: Literal["pycocotools", "none"] = "pycocotools"

    @refuses_other_kinds
    def differences(self, other: Rules) -> tuple[str, ...]:
        """Names of the fields in which the two differ, in order."""
        return tuple(
            name for name in Rules.__dataclass_fields__ if getattr(self, name) != getattr(other, name)
        )
