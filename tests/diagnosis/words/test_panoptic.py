"""What is said of panoptic segments: every figure is one of the result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.diagnosis.words.panoptic import panoptic_sentences
from truebox.evaluation import evaluate_panoptic

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

NAMES = [{"id": 1, "name": "cat", "isthing": 1}, {"id": 2, "name": "sky", "isthing": 0}]


def result_of(true: list[int], found: list[int]) -> Any:
    def side(labels: list[int]) -> dict[str, Any]:
        held = [{"id": k, "category_id": k} for k in sorted(set(labels))]
        return {"image_id": 1, "segmentation": np.array([labels]), "segments_info": held}

    return evaluate_panoptic(
        {"categories": NAMES, "annotations": [side(true)]}, {"annotations": [side(found)]}
    )


def test_recognition_and_overlap_share_what_is_lost() -> None:
    # The cat overlaps by 4/6, the sky is missed: PQ (2/3 + 0) / 2, RQ (1 + 0) / 2.
    sure, costs, weakest = panoptic_sentences(result_of([1, 1, 1, 1, 2, 2], [1, 1, 1, 1, 1, 1]))
    assert sure.startswith("PQ 0.333; how sure it is cannot be said: only 1 image")
    assert costs == (
        "Of the 0.667 that PQ lacks, 0.500 is recognition (1 of 2 segments missed, 0 wrong), "
        "0.167 is overlap (SQ 0.333)."
    )
    assert weakest.startswith("Weakest of 2 classes: sky 0.000 (1 of 1 missed, 0 wrong), cat 0.667")


def test_overlap_alone_and_nothing_at_all() -> None:
    _, costs, _ = panoptic_sentences(result_of([1, 1, 1, 1, 2, 2], [1, 1, 1, 2, 2, 2]))
    assert "all is overlap" in costs
    sentences = panoptic_sentences(result_of([1, 1, 2], [1, 1, 2]))
    assert not any("lacks" in each for each in sentences)
