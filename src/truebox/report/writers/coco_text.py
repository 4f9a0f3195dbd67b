"""The twelve lines that pycocotools prints, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.errors import ArgumentError
from truebox.report.writers.lvis_text import to_lvis_text

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["to_coco_text"]

# What `COCOeval.summarize` of pycocotools 2.0.11 shows, in order: precision or recall, the single
# threshold or None for all of them, the area label, and which of max_detections (None: a literal
# 100, whatever the parameters are).
_LINES: tuple[tuple[str, float | None, str, int | None], ...] = (
    ("AP", None, "all", None),
    ("AP", 0.5, "all", 2),
    ("AP", 0.75, "all", 2),
    ("AP", None, "small", 2),
    ("AP", None, "medium", 2),
    ("AP", None, "large", 2),
    ("AR", None, "all", 0),
    ("AR", None, "all", 1),
    ("AR", None, "all", 2),
    ("AR", None, "small", 2),
    ("AR", None, "medium", 2),
    ("AR", None, "large", 2),
)
_KEYPOINT_CAP = 20
_KEYPOINT_LINES: tuple[tuple[str, float | None, str], ...] = tuple(
    (kind, threshold, area)
    for kind in ("AP", "AR")
    for threshold, area in ((None, "all"), (0.5, "all"), (0.75, "all"), (None, "medium"), (None, "large"))
)
_TITLE = {"AP": "Average Precision", "AR": "Average Recall"}


def to_coco_text(result: Result) -> str:
    """Return what ``COCOeval.summarize()`` of pycocotools 2.0.11 prints for the same evaluation.

    Undefined values read ``-1.000`` here and only here, as in the reference.

    Parameters
    ----------
    result : Result
        Of any parameters with at least three limits of detections; of keypoints and LVIS any.

    Returns
    -------
    str
        Twelve lines, of keypoints ten, of LVIS the thirteen of its package, each ended.

    Raises
    ------
    ArgumentError
        Fewer than three `max_detections`: the reference's summary needs three.

    Examples
    --------
    >>> print(to_coco_text(result), end="")                               # doctest: +SKIP
     Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=100 ] = 0.505
    """
    if result.protocol == "lvis":
        return to_lvis_text(result)
    limits = result.parameters.max_detections
    if result.geometry == "keypoints":
        rows = [(*line, _KEYPOINT_CAP) for line in _KEYPOINT_LINES]
    elif len(limits) < 3:
        raise ArgumentError(
            f"the reference's twelve lines need three max_detections, got {list(limits)}; "
            "give three, such as 1,10,100, or choose another output"
        )
    else:
        rows = [(*line[:3], 100 if line[3] is None else limits[line[3]]) for line in _LINES]
    thresholds = result.parameters.iou_thresholds
    span = f"{thresholds[0]:0.2f}:{thresholds[-1]:0.2f}"
    stats = result.to_coco_eval()["stats"]
    lines = []
    for (kind, threshold, area, limit), value in zip(rows, stats, strict=True):
        overlap = span if threshold is None else f"{threshold:0.2f}"
        lines.append(
            f" {_TITLE[kind]:<18} ({kind}) @[ IoU={overlap:<9} | area={area:>6s} | "
            f"maxDets={limit:>3d} ] = {value:0.3f}\n"
        )
    return "".join(lines)
