"""Plain calls draw what the same call draws whose arguments Python reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from truebox.drawing import THEMES, draw_boxes, draw_polygons
from truebox.drawing.marking.plain_drawings import plain_boxes, plain_polygons

Draw = Callable[..., Image.Image]


def picture_of(rng: np.random.Generator, width: int = 120, height: int = 90) -> np.ndarray:
    return rng.integers(0, 256, (height, width, 3), np.uint8)


def boxes_of(rng: np.random.Generator, count: int) -> np.ndarray:
    low = rng.uniform(-20, 100, (count, 2))
    return np.concatenate((low, low + rng.uniform(0, 60, (count, 2))), axis=1)


def outlines_of(rng: np.random.Generator, count: int) -> list[np.ndarray]:
    return [rng.uniform(-20, 110, (int(rng.integers(3, 9)), 2)) for _ in range(count)]


SIDES: list[tuple[Draw, Callable[..., Any], Callable[..., Any]]] = [
    (draw_boxes, plain_boxes, boxes_of),
    (draw_polygons, plain_polygons, outlines_of),
]


def check(
    draw: Draw, front: Callable[..., Any], image: np.ndarray, objects: Any, named: dict[str, Any]
) -> None:
    """`show_iou` says nothing without a truth, but a call that has it is read by Python."""
    args = (image, (), objects)
    assert front(args, {**named, "show_iou": True}) is None
    expected = np.asarray(draw(*args, **named, show_iou=True))
    for _ in range(2):  # letters that are new are drawn by Python; then they are there
        np.testing.assert_array_equal(np.asarray(draw(*args, **named)), expected)
    found = front(args, named)
    assert found is not None
    assert found.mode == "RGB"
    np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize(("draw", "front", "objects_of"), SIDES)
@pytest.mark.parametrize("seed", range(12))
def test_the_same_picture(draw: Draw, front: Any, objects_of: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = (1, 2, 3, 4, 9)[seed % 5]
    image = picture_of(rng, int(rng.integers(150, 300)), int(rng.integers(1, 200)))
    named: dict[str, Any] = {}
    if seed % 3:
        names = ("cat", "", " lead", "trail ", "dog 7")
        named["prediction_labels"] = [names[number % 5] for number in range(count)]
    if seed % 2:
        named["scores"] = rng.normal(0, 10, count) if seed % 4 == 1 else rng.random(count).tolist()
    if seed % 4 == 2:
        named["theme"] = replace(THEMES["classic"], prediction=(10, seed, 200), fill=seed / 12)
    check(draw, front, image, objects_of(rng, count), named)


@pytest.mark.parametrize(("draw", "objects_of"), [(draw, objects_of) for draw, _, objects_of in SIDES])
def test_labels_wider_than_the_picture(draw: Draw, objects_of: Any) -> None:
    rng = np.random.default_rng(2)
    for width in (1, 2, 15, 16, 17, 60):
        image, objects = picture_of(rng, width, 40), objects_of(rng, 2)
        expected = np.asarray(draw(image, (), objects, show_iou=True))
        np.testing.assert_array_equal(np.asarray(draw(image, (), objects)), expected)


@pytest.mark.parametrize(("draw", "front", "objects_of"), SIDES)
def test_pictures_laid_out_otherwise(draw: Draw, front: Any, objects_of: Any) -> None:
    rng = np.random.default_rng(3)
    wide = picture_of(rng, 160)
    wide.setflags(write=False)
    for image in (
        wide,
        wide[:, :, ::-1],
        wide[::-1, ::2],
        np.asfortranarray(wide),
        wide.transpose(1, 0, 2),
        wide[3:50, 7:80],
    ):
        check(draw, front, image, objects_of(rng, 3), {"prediction_labels": ["", "", ""]})


def test_what_is_asked_for_changes_from_call_to_call() -> None:
    rng = np.random.default_rng(5)
    boxes = boxes_of(rng, 2)
    for width, theme in ((50, "classic"), (1900, "safe"), (50, "safe"), (50, "night"), (300, "grey")):
        check(draw_boxes, plain_boxes, picture_of(rng, width, 60), boxes, {"theme": theme})


def test_frames_of_single_precision_and_one_box() -> None:
    rng = np.random.default_rng(6)
    check(draw_boxes, plain_boxes, picture_of(rng), boxes_of(rng, 4).astype(np.float32), {})
    check(draw_boxes, plain_boxes, picture_of(rng), boxes_of(rng, 1)[0], {"scores": np.array([0.25])})


def test_the_picture_is_its_own() -> None:
    image = np.zeros((30, 40, 3), np.uint8)
    boxes = np.array([[5.0, 5.0, 20.0, 20.0]])
    first = draw_boxes(image, (), boxes)
    first.putpixel((0, 0), (1, 2, 3))
    assert image.max() == 0
    assert draw_boxes(image, (), boxes).getpixel((0, 0)) == (0, 0, 0)


BOX = np.array([[5.0, 5.0, 20.0, 20.0]])
IMAGE = np.zeros((30, 40, 3), np.uint8)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ((), {}),
        ((IMAGE,), {}),
        ((IMAGE, (), BOX, 1), {}),
        ((IMAGE, BOX, BOX), {}),
        ((IMAGE, None, BOX), {}),
        ((IMAGE, (), BOX), {"image": IMAGE}),
        ((None, (), BOX), {}),
        (((40, 30), (), BOX), {}),
        ((IMAGE[:, :, 0], (), BOX), {}),
        ((IMAGE[:0], (), BOX), {}),
        ((IMAGE.astype(np.float32), (), BOX), {}),
        ((np.ma.array(IMAGE), (), BOX), {}),
        ((IMAGE, (), BOX.tolist()), {}),
        ((IMAGE, (), BOX[:0]), {}),
        ((IMAGE, (), BOX[None]), {}),
        ((IMAGE, (), BOX[:, ::-1]), {}),
        ((IMAGE, (), -BOX), {}),
        ((IMAGE, (), np.full((1, 4), np.nan)), {}),
        ((IMAGE, (), BOX), {"order": "rgb"}),
        ((IMAGE, (), BOX), {"theme": "none"}),
        ((IMAGE, (), BOX), {"theme": None}),
        ((IMAGE, (), BOX), {"prediction_labels": "a"}),
        ((IMAGE, (), BOX), {"prediction_labels": ["a", "b"]}),
        ((IMAGE, (), BOX), {"prediction_labels": [1]}),
        ((IMAGE, (), BOX), {"prediction_labels": ["ü"]}),
        ((IMAGE, (), BOX), {"prediction_labels": ["a\nb"]}),
        ((IMAGE, (), BOX), {"scores": [1]}),
        ((IMAGE, (), BOX), {"scores": [np.inf]}),
        ((IMAGE, (), BOX), {"scores": np.array([[0.5]])}),
        ((IMAGE, (), BOX), {"scores": [0.5, 0.5]}),
    ],
)
def test_all_else_is_left_to_python(args: tuple[Any, ...], named: dict[str, Any]) -> None:
    assert plain_boxes(args, named) is None


@pytest.mark.parametrize(
    "outlines",
    [(), [[0.0, 0, 5, 0, 5, 5]], [np.array([0.0, 0, 5, 0])], [np.array([0.0, 0, 5, 0, 5, np.nan])], BOX[0]],
)
def test_other_outlines_are_left_to_python(outlines: Any) -> None:
    assert plain_polygons((IMAGE, (), outlines), {}) is None


def test_dashed_outlines_are_left_to_python() -> None:
    assert plain_polygons((IMAGE, (), [np.array([0.0, 0, 5, 0, 5, 5])]), {"theme": "safe"}) is None
