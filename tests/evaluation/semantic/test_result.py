"""How a result of label maps is shown and written."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from truebox.evaluation import LabelConfusion, SemanticClass, SemanticResult
from truebox.evaluation.semantic.label_pictures import LabelPictures
from truebox.records import Source


def test_layout_and_document_name_what_is_there() -> None:
    side = LabelPictures(Source("folder", "png", "PNG label maps"), {"a": Path("a.png")})
    sky = SemanticClass(id=0, name="sky", truths=4, detections=2, true_positives=2, metrics={"IoU": 0.5})
    result = SemanticResult(
        protocol="voc_segmentation",
        mode="strict",
        metrics={"IoU": 0.5},
        undefined={},
        per_class=(sky,),
        state=LabelConfusion(np.array([[4]]), ("sky",)),
        truth=side,
        predictions=side,
        images=1,
    )
    assert result.layout.main in result.layout.metrics
    assert dict(result.layout.totals[0].counts) == {"truths": 4, "detections": 2, "true_positives": 2}
    document = result.to_dict()
    assert document["results"][0]["metrics"] == {"IoU": 0.5}
    assert document["results"][0]["per_class"][0]["true_positives"] == 2
