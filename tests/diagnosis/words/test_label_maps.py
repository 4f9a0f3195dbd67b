"""Label maps in words, where there is little to say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.words.label_maps import map_sentences

image_library = pytest.importorskip("PIL.Image")


@pytest.mark.parametrize(
    ("true", "found", "said"),
    [
        ([[255, 255]], [[0, 1]], ["IoU is undefined: no pixel counts."]),
        (
            [[0, 0]],
            [[0, 12]],
            ["IoU 0.250; how sure it is cannot be said: only 1 image", "dog 0.000 (only predicted)"],
        ),
    ],
)
def test_what_is_undefined_or_only_predicted(tmp_path: Path, true, found, said: list[str]) -> None:
    for side, labels in (("truth", true), ("found", found)):
        (tmp_path / side).mkdir()
        image_library.fromarray(np.array(labels, np.uint8)).save(tmp_path / side / "a.png")
    result = tb.evaluate(tmp_path / "truth", tmp_path / "found", protocol="voc_segmentation")
    sentences = map_sentences(result)
    assert len(sentences) == len(said)
    assert all(part in sentence for part, sentence in zip(said, sentences, strict=True))
