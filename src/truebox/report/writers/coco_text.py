"""The lines that the reference tool prints, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation.registry import protocol_of

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["to_coco_text"]


@refuses_other_kinds
def to_coco_text(result: Result) -> str:
    """Return what the reference prints for the same evaluation: of COCO ``COCOeval.summarize()``.

    Undefined values read ``-1.000`` here and only here, as in the reference.

    Parameters
    ----------
    result : Result
        Of any parameters with at least three limits of detections; of keypoints and LVIS any.

    Returns
    -------
    str
        Of COCO the twelve lines of pycocotools 2.0.11, of keypoints ten, of LVIS the thirteen of its package,
        each ended.

    Raises
    ------
    ArgumentError
        The protocol's reference has no such text, or fewer than three `max_detections`: the summary of COCO
        needs three.

    Examples
    --------
    >>> print(to_coco_text(result), end="")                               # doctest: +SKIP
     Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=100 ] = 0.505
    """
    protocol = protocol_of(result.parameters)
    if protocol.lines is None:
        raise ArgumentError(
            f"the reference of the protocol {protocol.name!r} has no such lines; choose another output"
        )
    return protocol.lines(result)
