"""The rules by which tools differ, one field each."""

from __future__ import annotations

from functools import cache
from math import inf, isnan
from typing import Literal, get_args, get_type_hints

from truebox._frozen import dataclass
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
        What became of detections that were found in a square of `letterbox_size` with the image in its
        middle: they are in pixels of the square, or were and are no more; the same of its padding alone;
        ``"whole pixels"``: rounded there; ``"stretched"``: scaled as if the image filled it. Images whose
        sizes are unknown are left as they are.
    letterbox_size : int
    crowd : {"regions", "removed", "plain", "difficult", "groups", "groups once"}
        What crowds and ignored truths are: regions that excuse detections, nothing, truths like others,
        truths that are neither found nor missed, groups that excuse what no single truth takes, or groups
        that are found once.
    areas : {"as stated", "of boxes"}
        Which area makes a truth small, medium or large.
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
        Ids of 0, repeated ids, 2**-52 in precision and whatever else `docs/quirks.md` lists of pycocotools.

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
        "stretched",
    ] = "as read"
    letterbox_size: int = 640
    crowd: Literal["regions", "removed", "plain", "difficult", "groups", "groups once"] = "regions"
    areas: Literal["as stated", "of boxes"] = "as stated"
    bands: Literal["closed", "half open"] = "closed"
    classes: Literal["each", "one for all"] = "each"
    absent_classes: Literal["left out", "count as 0"] = "left out"
    mean: Literal["of classes", "of classes by truths", "one curve of all"] = "of classes"
    iou: Literal["as named", "0.3", "0.4", "0.45", "0.5", "0.55", "0.6", "0.7", "0.5 to 0.9"] = "as named"
    first: Literal["score", "file", "overlap"] = "score"
    matching: Literal["next best", "best only"] = "next best"
    exceeds: bool = False
    small_truths: Literal["as others", "forgiven"] = "as others"
    curve: Literal["101 points", "all points", "11 points", "101 lines", "101 lines, closed"] = "101 points"
    ties: Literal["by image", "by file"] = "by image"
    overlap: Literal["double", "single"] = "double"
    thresholds: Literal["double", "single"] = "double"
    quirks: Literal["pycocotools", "none"] = "pycocotools"

    def __post_init__(self) -> None:
        for name, texts in _choices().items():
            if not isinstance(getattr(self, name), str) or getattr(self, name) not in texts:
                listed = ", ".join(map(repr, texts))
                raise ArgumentError(f"{name} is {getattr(self, name)!r:.60}; expected one of {listed}")
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

    @refuses_other_kinds
    def refusal(self, *, sizes: bool = False) -> str | None:
        """Why no protocol can be made of them, and what to do about it; None where one can.

        With `sizes` it must have numbers of small, medium and large truths.
        """
        if (self.overlap, self.coordinates) == ("single", "one wider"):
            return (
                "boxes that are one wider are not compared in single precision. "
                "Fix: choose overlap='double', or other coordinates."
            )
        if self.crowd.startswith("groups") and self.matching != "best only":
            return (
                "groups excuse what no best truth takes. Fix: choose matching='best only', or another crowd."
            )
        by_score = (self.first, self.matching) == ("score", "next best")
        if self.small_truths == "forgiven" and (
            sizes or not by_score or self.crowd not in ("removed", "plain")
        ):
            return (
                "small truths are forgiven where all truths count and the higher score takes the next best. "
                "Fix: choose crowd='removed', first='score', matching='next best', and no sizes."
            )
        return None


@cache
def _choices() -> dict[str, tuple[str, ...]]:
    """The texts that a field may have, of every field of texts."""
    hints = get_type_hints(Rules)
    return {name: get_args(hints[name]) for name in Rules.__dataclass_fields__ if get_args(hints[name])}
