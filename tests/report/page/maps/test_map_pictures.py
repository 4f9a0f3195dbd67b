"""Pictures of maps: every pixel has the colour of its class, and of what came of it."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.evaluation import evaluate, evaluate_panoptic
from truebox.report.page.maps.map_pictures import OUTCOMES, map_pictures

image_library = pytest.importorskip("PIL.Image")


def drawn(address: str) -> Any:
    """The colours [H, W, 3] of a picture."""
    head, content = address.split(",", 1)
    assert head == "data:image/png;base64"
    return np.asarray(image_library.open(io.BytesIO(base64.b64decode(content))).convert("RGB"))


def is_colour(picture: Any, name: str) -> Any:
    return (picture == OUTCOMES[name]).all(axis=2)


def test_label_maps_say_which_pixels_are_right(tmp_path: Path) -> None:
    chance = np.random.default_rng(2)
    true = chance.integers(0, 3, (6, 8)).astype(np.uint8)
    found = np.where(chance.random((6, 8)) < 0.4, 2, true).astype(np.uint8)
    true[0, :2] = 255
    for side, held in (("truth", true), ("found", found)):
        (tmp_path / side).mkdir()
        image_library.fromarray(held).save(tmp_path / side / "a.png")
    result = evaluate(tmp_path / "truth", tmp_path / "found", protocol="voc_segmentation")
    made = map_pictures(result, 0)
    outcome = drawn(made["outcome"])
    assert (is_colour(outcome, "does not count") == (true == 255)).all()
    assert (is_colour(outcome, "right") == ((true == found) & (true != 255))).all()
    assert (is_colour(outcome, "wrong") == ((true != found) & (true != 255))).all()
    colours = dict(made["classes"])
    assert set(colours) == {0, 1, 2}
    shown = drawn(made["found"])
    for place, colour in colours.items():
        assert (shown[found == place] == list(bytes.fromhex(colour[1:]))).all()
    assert (drawn(made["truth"])[true == 255] == 0).all()


def test_segments_say_what_came_of_them() -> None:
    names = [{"id": 1, "name": "sky", "isthing": 0}, {"id": 2, "name": "cat", "isthing": 1}]

    def image(labels: list[int]) -> dict[str, Any]:
        held = [{"id": k, "category_id": 1 + (k % 2 == 0)} for k in sorted(set(labels) - {0})]
        return {"image_id": 3, "segmentation": np.array([labels] * 2), "segments_info": held}

    truth = {"categories": names, "annotations": [image([1] * 6 + [0] + [2] * 2 + [4] * 3)]}
    found = {"annotations": [image([1] * 5 + [0, 0] + [2] * 2 + [1] + [6] * 2)]}
    result = evaluate_panoptic(truth, found, mode="corrected")
    (row, again) = drawn(map_pictures(result, 0)["outcome"]).tolist()
    assert row == again
    words = [name for colour in row for name, own in OUTCOMES.items() if list(own) == colour]
    beside = "of a match, outside the overlap"
    # The sky is found but for its sixth pixel, the first cat whole, the second but for its first pixel.
    assert words[:6] == ["right"] * 5 + [beside]
    assert words[6:] == ["does not count", "right", "right", beside, "right", "right"]


def test_segments_without_a_match_are_wrong_or_missed() -> None:
    names = [{"id": 1, "name": "sky", "isthing": 0}, {"id": 2, "name": "cat", "isthing": 1}]

    def image(labels: list[int]) -> dict[str, Any]:
        held = [{"id": k, "category_id": 1 + (k % 2 == 0)} for k in sorted(set(labels))]
        return {"image_id": 3, "segmentation": np.array([labels]), "segments_info": held}

    truth = {"categories": names, "annotations": [image([1] * 6 + [2] * 4)]}
    found = {"annotations": [image([1] * 8 + [4] * 2)]}
    (row,) = drawn(map_pictures(evaluate_panoptic(truth, found, mode="corrected"), 0)["outcome"]).tolist()
    words = [name for colour in row for name, own in OUTCOMES.items() if list(own) == colour]
    # The sky matches (6 of 8); a cat of 4 is half found, which is no match.
    assert words == ["right"] * 6 + ["missed"] * 2 + ["wrong"] * 2


def test_large_maps_are_made_smaller_without_new_labels() -> None:
    labels = np.zeros((400, 1000), dtype=np.int64)
    labels[:, 500:] = 2
    part = {"image_id": 1, "segmentation": labels, "segments_info": [{"id": 2, "category_id": 1}]}
    truth = {"categories": [{"id": 1, "name": "cat", "isthing": 1}], "annotations": [part]}
    made = map_pictures(evaluate_panoptic(truth, {"annotations": [part]}), 0)
    shown = drawn(made["truth"])
    assert shown.shape[:2] == (134, 334)
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) == 2
