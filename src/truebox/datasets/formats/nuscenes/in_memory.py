"""3-D boxes by sample in memory, as nuScenes' JSON has them once it is parsed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.datasets.options import ReadOptions
    from truebox.records import Predictions, Truth

__all__ = ["are_sample_boxes", "predictions_of_samples", "truth_of_samples"]


def are_sample_boxes(source: Any) -> bool:
    """Whether it is an object of lists by sample.

    Examples
    --------
    >>> are_sample_boxes({"meta": {}, "results": {"a sample": []}}), are_sample_boxes({"images": []})
    (True, False)
    """
    held = source.get("results") if isinstance(source, Mapping) else None
    return isinstance(held, Mapping) and all(isinstance(each, list) for each in held.values())


def truth_of_samples(source: Mapping[str, Any], options: ReadOptions) -> Truth:
    """Records of annotated objects."""
    from truebox.datasets.formats.nuscenes.reader import truth_of  # noqa: PLC0415  of such data alone

    return truth_of(source, options)


def predictions_of_samples(source: Mapping[str, Any], options: ReadOptions) -> Predictions:
    """Records of detections."""
    from truebox.datasets.formats.nuscenes.reader import predictions_of  # noqa: PLC0415  of such data alone

    return predictions_of(source, options)
