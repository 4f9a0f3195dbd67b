"""The native reader's columns as records; None where it declines and the general path must look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.datasets.columns.read_columns import PredictionColumns, TruthColumns
from truebox.records import Ids, Strings

if TYPE_CHECKING:
    from truebox._native._core.datasets import Declined, PredictionArrays, TruthArrays

__all__ = ["native_prediction_columns", "native_truth_columns"]


def native_prediction_columns(found: PredictionArrays | Declined) -> PredictionColumns | None:
    """Columns of what `take` or `read_predictions_text` returned."""
    if len(found) == 2:
        return None
    image, image_names, category, category_names, boxes, scores = found
    return PredictionColumns(
        image=Ids(image, image_names), category=Ids(category, category_names), boxes=boxes, scores=scores
    )


def native_truth_columns(found: TruthArrays | Declined, **shapes: Any) -> TruthColumns | None:
    """Columns of what `take` or `read_truth_text` returned, `shapes` added."""
    if len(found) == 2:
        return None
    (
        image_ids, image_id_names, sizes, file_names, offsets,
        category_ids, category_id_names, category_names,
        image, image_names, category, category_of_names, ids, id_names,
        boxes, area, area_missing, crowd, ignore,
    ) = found  # fmt: skip
    return TruthColumns(
        image_ids=Ids(image_ids, image_id_names),
        image_sizes=sizes,
        file_names=Strings(file_names, offsets),
        category_ids=Ids(category_ids, category_id_names),
        category_names=category_names,
        image=Ids(image, image_names),
        category=Ids(category, category_of_names),
        ids=Ids(ids, id_names),
        boxes=boxes,
        area=area,
        area_missing=area_missing.view(bool),
        crowd=crowd,
        ignore=ignore,
        **shapes,
    )
