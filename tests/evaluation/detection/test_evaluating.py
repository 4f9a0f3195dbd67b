"""What is refused before anything is read; all else is tested through tests/evaluation/test_evaluating.py."""

from __future__ import annotations

import subprocess
import sys

import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate, protocol_value
from truebox.evaluation.detection.evaluating import refuse_geometry
from truebox.generation import make_dataset


def test_a_geometry_must_be_known_and_taken() -> None:
    refuse_geometry(protocol_value("coco"), "keypoints")
    with pytest.raises(ArgumentError, match=r"'circles' is unknown\. Fix: pass one of 'boundary', 'boxes'"):
        refuse_geometry(protocol_value("coco"), "circles")
    with pytest.raises(
        ArgumentError,
        match=r"'voc' does not take 'keypoints'\. Fix: pass geometry='boxes', pass.*: coco, .*crowdpose\.",
    ):
        refuse_geometry(protocol_value("voc"), "keypoints")


def test_sides_in_the_wrong_order_are_named() -> None:

    truth, found = make_dataset(2, 1, 2, 1.0, 1)
    with pytest.raises(ArgumentError, match=r"truth: got Predictions\. Fix: pass the truth first"):
        evaluate(found, truth)


@pytest.mark.parametrize("geometry", ["boxes", "masks", "boundary", "keypoints", "rotated"])
def test_what_is_loaded_ahead_is_what_the_evaluation_would_load(geometry):
    program = (
        "import sys\n"
        "from truebox.evaluation import evaluate\n"
        "from truebox.evaluation.detection import load_ahead\n"
        "outline, points = [[1, 1, 9, 1, 9, 9, 1, 9]], [1, 1, 2] * 17\n"
        "shape = {'bbox': [1, 1, 8, 8], 'segmentation': outline, 'keypoints': points}\n"
        "row = {'image_id': 1, 'category_id': 1, **shape}\n"
        "truth = {'images': [{'id': 1, 'width': 20, 'height': 20}], 'categories': [{'id': 1, 'name': 'a'}],\n"
        "         'annotations': [{'id': 1, 'area': 64, 'iscrowd': 0, 'num_keypoints': 17, **row}]}\n"
        f"load_ahead({geometry!r})\n"
        "before = set(sys.modules)\n"
        f"evaluate(truth, [row | {{'score': 0.5}}], geometry={geometry!r})\n"
        "print(*[name for name in sorted(set(sys.modules) - before) if '.matching' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
