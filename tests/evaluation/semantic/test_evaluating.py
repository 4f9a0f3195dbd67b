"""Two folders of label maps, with classes of one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.evaluation.semantic.evaluating import semantic_result

image_library = pytest.importorskip("PIL.Image")


def test_classes_and_void_are_arguments(tmp_path: Path) -> None:
    for side, rows in (("truth", [[0, 1, 9]]), ("found", [[0, 0, 1]])):
        (tmp_path / side).mkdir()
        image_library.fromarray(np.array(rows, np.uint8)).save(tmp_path / side / "a.png")
    result = semantic_result(
        tmp_path / "truth",
        tmp_path / "found",
        protocol="voc_segmentation",
        mode="strict",
        classes=("road", "sky"),
        void=9,
        images=None,
        threads=1,
    )
    assert [(each.name, each.truths, each.detections) for each in result.per_class] == [
        ("road", 1, 2),
        ("sky", 1, 0),
    ]
    assert result.metrics == {"IoU": 0.25}
