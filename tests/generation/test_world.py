"""`make_world`: the same everywhere, valid for the reference, and believable."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any

import msgspec
import numpy as np
import pytest
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from truebox.errors import ArgumentError, MissingExtraError
from truebox.generation import CLASSES, DETECTORS, World, make_world, to_coco_results


def as_json(world: World) -> bytes:
    parts = [world.to_coco(), *map(to_coco_results, world.predictions), world.planted.to_dict()]
    return msgspec.json.encode(parts)


def reference_stats(world: World, detector: int, kind: str = "bbox") -> np.ndarray:
    """The 12 numbers of pycocotools."""
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = world.to_coco()
        coco.createIndex()
        evaluation = COCOeval(coco, coco.loadRes(to_coco_results(world.predictions[detector])), kind)
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return evaluation.stats


def test_same_seed_same_bytes_other_seed_other_bytes() -> None:
    assert as_json(make_world(12, seed=3)) == as_json(make_world(12, seed=3))
    assert as_json(make_world(12, seed=3)) != as_json(make_world(12, seed=4))


def test_every_number_is_in_hundredths_of_a_pixel() -> None:
    # What is rounded this far does not depend on the last bit of a platform's cosine.
    world = make_world(12)
    columns = (world.scene.outlines.points, world.truth.boxes, world.truth.area)
    for values in (*columns, *(predictions.boxes for predictions in world.predictions)):
        np.testing.assert_array_equal(values, np.round(values, 2))


@pytest.mark.parametrize("seed", [1, 7])
def test_the_reference_gives_believable_numbers(seed: int) -> None:
    world = make_world(60, seed=seed)
    a, b = (reference_stats(world, detector) for detector in (0, 1))
    assert 0.38 < a[0] < 0.52
    assert 0.33 < b[0] < 0.47
    assert a[0] > b[0]
    assert a[5] > b[5] + 0.1  # a is better at large objects
    assert b[3] > a[3] + 0.05  # b is better at small ones


# pycocotools 2.0.11 decodes masks in a way that NumPy 2 deprecates.
@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_masks_are_valid_for_the_reference() -> None:
    world = make_world(10)
    coco = COCO()
    with contextlib.redirect_stdout(io.StringIO()):
        coco.dataset = world.to_coco()
        coco.createIndex()
    for annotation in coco.dataset["annotations"]:
        mask = coco.annToMask(annotation)
        assert mask.shape == (480, 640)
        rows, columns = np.nonzero(mask)
        x, y, width, height = annotation["bbox"]
        box = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        # The reference rasterises to whole pixels.
        assert box == pytest.approx([x, y, x + width, y + height], abs=1.01)
        # The outline of a thing of radius r has about 2 pi r pixels, half of them counted wrongly at worst.
        assert mask.sum() == pytest.approx(annotation["area"], abs=4 + 2.5 * np.sqrt(annotation["area"]))


def test_polygons_fit_their_boxes() -> None:
    for annotation in make_world(20).to_coco()["annotations"]:
        if annotation["iscrowd"]:
            continue
        points = np.array(annotation["segmentation"][0]).reshape(-1, 2)
        x, y, width, height = annotation["bbox"]
        assert points.min(axis=0).tolist() == [x, y]
        assert (points.max(axis=0) - [x, y]) == pytest.approx([width, height], abs=1e-9)


def test_everything_lies_inside_the_image() -> None:
    world = make_world(40, size=(320, 200))
    for boxes in (world.truth.boxes, *(predictions.boxes for predictions in world.predictions)):
        assert boxes[:, :2].min() >= 0
        assert boxes[:, 2:].min() > 0
        assert (boxes[:, :2] + boxes[:, 2:]).max(axis=0) == pytest.approx([320, 200], abs=1e-9)


@pytest.mark.parametrize("images", [0, 1, 2, 3])
def test_few_images(images: int) -> None:
    world = make_world(images)
    assert len(world) == len(world.truth.images) == images
    assert world.planted.truth["crowds"] == world.planted.truth["empty_images"] == (images >= 3)
    assert len(world.to_coco()["annotations"]) == len(world.truth)


def test_one_class_has_nothing_to_be_mistaken_for() -> None:
    world = make_world(10, classes=["star"])
    assert world.truth.categories.names == ("star",)
    assert world.planted.truth["wrong_class"] == 0
    assert world.planted.detectors["a"]["swapped"] == 0


def test_a_tenth_detector_changes_nothing_for_the_first() -> None:
    both, one = make_world(10), make_world(10, detectors=DETECTORS[:1])
    np.testing.assert_array_equal(both.predictions[0].boxes, one.predictions[0].boxes)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"images": -1}, r"images=-1: expected a whole number of at least 0; give for example images=1"),
        ({"seed": 1.5}, r"seed=1\.5: expected a whole number of at least 0"),
        ({"size": (640, 20)}, r"size=20: expected a whole number of at least 96"),
        (
            {"classes": ["circle", "dog"]},
            r"classes=\['circle', 'dog'\]: expected one or more of circle, ellip",
        ),
        ({"classes": []}, r"classes=\[\]: expected one or more of circle"),
        ({"classes": ["star", "star"]}, r"classes: \['star', 'star'\] names one twice"),
        ({"detectors": DETECTORS[:1] * 2}, r"detectors: \['a', 'a'\] names one twice"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make_world(**arguments)


def test_draw_refuses_an_image_that_is_not_there() -> None:
    with pytest.raises(ArgumentError, match=r"image=3: this world has 3 images; give 0 to 2"):
        make_world(3).draw(3)


def test_without_pillow_the_message_is_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "truebox.generation.scenes.pictures", raising=False)
    with pytest.raises(MissingExtraError, match=r"needs Pillow.*pip install 'pillow"):
        make_world(3).draw(0)


def test_classes_are_the_shapes() -> None:
    assert CLASSES == ("circle", "ellipse", "square", "rectangle", "triangle", "star", "ring", "capsule")
