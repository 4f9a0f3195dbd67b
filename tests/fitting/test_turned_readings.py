"""Rotated boxes: other angles, sides and orders of corners."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError
from truebox.fitting import fits_of_turned

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

DRAW = np.random.default_rng(2)
BOXES = np.stack(
    [
        *DRAW.uniform(80, 900, (2, 90)),
        DRAW.uniform(40, 90, 90),
        DRAW.uniform(10, 20, 90),
        DRAW.uniform(-1.5, 1.5, 90),
    ],
    axis=1,
)


def corners(boxes: Any) -> Any:
    x, y, width, height, angle = np.asarray(boxes).T[:, :, None]
    right, down = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]])[:, None] / 2
    across = x + right * width * np.cos(angle) - down * height * np.sin(angle)
    along = y + right * width * np.sin(angle) + down * height * np.cos(angle)
    return np.stack([across, along], axis=2).reshape(-1, 8)


def evaluated(quads: Any, protocol: str = "dota", **how: Any) -> Any:
    def side(held: Any, **more: Any) -> list[dict[str, Any]]:
        images = []
        for k in range(9):
            rows = held[10 * k : 10 * k + 10]
            scores = {name: value[10 * k : 10 * k + 10] for name, value in more.items()}
            images.append({"boxes": rows, "labels": ["ship"] * len(rows), **scores})
        return images

    how = {"geometry": "rotated", **how}
    scores = np.linspace(1, 0.1, 90)
    return tb.evaluate(side(corners(BOXES)), side(quads, scores=scores), protocol=protocol, **how)


def changed(*columns: Any) -> Any:
    return corners(np.stack(columns, axis=1))


X, Y, W, H, A = BOXES.T
WRITTEN = {
    "angles were counted the other way round": changed(X, Y, W, H, -A),
    "angles were turned by -45 degrees": changed(X, Y, W, H, A + np.pi / 4),
    "angles were twice what they are": changed(X, Y, W, H, 2 * A),
    "angles were a quarter turn off": changed(X, Y, W, H, A + np.pi / 2),
    "angles were a quarter turn off, or width and height traded places": changed(X, Y, H, W, A),
    "angles were radians where degrees are read": changed(X, Y, W, H, np.radians(A)),
    "places were corners where centres are read": changed(X - W / 2, Y - H / 2, W, H, A),
    "places were centres where corners are read": changed(X + W / 2, Y + H / 2, W, H, A),
    "sides were half of what they are": changed(X, Y, W / 2, H / 2, A),
    "corners were in the order 1, 2, 4, 3": corners(BOXES)[:, [0, 1, 2, 3, 6, 7, 4, 5]],
    "corners were the four x, then the four y": corners(BOXES)[:, [0, 2, 4, 6, 1, 3, 5, 7]],
}


@pytest.mark.parametrize("protocol", ["dota", "coco"])
@pytest.mark.parametrize("what", WRITTEN)
def test_a_reading_is_named(what: str, protocol: str) -> None:
    assert evaluated(corners(BOXES), protocol).metrics["AP"] == pytest.approx(1)
    crossing = protocol == "coco" and what.startswith("corners")  # refused before, but by DOTA's kit
    said = "crosses itself" if crossing else f"1.000 if the {what}"
    with pytest.raises(InputError, match=said) as caught:
        evaluated(WRITTEN[what], protocol)
    assert caught.value.code == ("E-195" if crossing else "E-470")


def test_what_means_the_same_is_no_other_reading() -> None:
    """The other way round, from another corner, and 180 degrees on."""
    quads = corners(BOXES)
    for order in ([6, 7, 4, 5, 2, 3, 0, 1], [2, 3, 4, 5, 6, 7, 0, 1]):
        assert evaluated(quads[:, order]).metrics["AP"] == pytest.approx(1)
    result = evaluated(changed(X, Y, W, H, A + np.pi))
    assert not [each for each in result.warnings if each.code == "W-321"]


def test_angles_by_chance_are_said() -> None:
    wild = changed(X, Y, W, H, np.degrees(A))  # degrees that were taken for radians
    (said,) = [each.message for each in evaluated(wild).warnings if each.code == "W-321"]
    assert "about as many as by chance" in said
    assert "degrees may have been taken for radians" in said


@pytest.mark.parametrize("step", [np.pi / 2, 1e9])
def test_angles_rounded_to_quarters_or_not_written_are_not_taken_for_radians(step: float) -> None:
    rounded = changed(X, Y, W, H, np.rint(A / step) * step)
    said = [each.message for each in evaluated(rounded).warnings if "by chance" in each.message]
    assert all("all alike or whole quarters" in each for each in said)
    assert not any("radians" in each for each in said)
    assert said or step < 1e9  # which says all of one direction


def test_the_picture_turned_upside_down_and_next_images() -> None:
    moved = np.roll(corners(BOXES), 10, axis=0)
    (said,) = [each.message for each in evaluated(moved).warnings if each.code == "W-312"]
    assert "in the image that the truth lists before theirs" in said


def long_boxes(seed: int = 1, count: int = 200) -> np.ndarray:
    """Boxes three times as long as wide in any direction, 100 pixels apart: centre, sides, degrees."""
    chance = np.random.default_rng(seed)
    places = np.stack([100.0 * (np.arange(count) % 20), 100.0 * (np.arange(count) // 20)], axis=1)
    return np.concatenate(
        [places, np.full((count, 1), 60.0), np.full((count, 1), 20.0), chance.uniform(0, 180, (count, 1))],
        axis=1,
    )


def words_of(boxes: np.ndarray, changed: np.ndarray) -> list[str]:
    how: dict[str, Any] = {"geometry": "rotated", "box_format": "degrees"}
    truth = tb.read_truth([{"boxes": each, "labels": [1] * len(each)} for each in np.split(boxes, 10)], **how)
    rows = [
        {"boxes": each, "labels": [1] * len(each), "scores": [0.5] * len(each)}
        for each in np.split(changed, 10)
    ]
    return [each.what for each in fits_of_turned(truth, tb.read_predictions(rows, **how))]


def test_a_part_of_the_angles_in_a_quarter_or_of_the_other_sign():
    boxes = long_boxes()
    quarter = boxes.copy()
    quarter[:, 4] %= 90  # and width and height are not traded
    (said,) = words_of(boxes, quarter)
    assert "are a quarter turn off" in said
    other = boxes.copy()
    other[::3, 4] *= -1
    (said,) = words_of(boxes, other)
    assert "are turned the other way round" in said


@pytest.mark.parametrize("off", [0, 5, 15, 30, 60])
def test_of_angles_that_are_off_by_chance_no_part_is_said(off):
    boxes = long_boxes()
    changed = boxes.copy()
    changed[:, 4] += np.random.default_rng(2).normal(0, off, len(boxes))
    assert not any("of the other" in said for said in words_of(boxes, changed))


@pytest.mark.parametrize(
    ("what", "quads"),
    [
        ("turned by +20 degrees", changed(X, Y, W, H, A - np.pi / 9)),
        ("half of what they are", changed(X, Y, W, H, A / 2)),
    ],
)
def test_angles_that_are_off_by_one_rule_and_near_some_objects_all_the_same(what: str, quads: Any) -> None:
    (message,) = [each.message for each in evaluated(quads).warnings if each.code == "W-321"]
    assert f"1.000 if the angles were {what}" in message


def test_angles_near_zero_of_the_other_sign_whose_boxes_still_overlap_by_half() -> None:
    near = 0.12 * np.random.default_rng(3).standard_normal(len(BOXES))
    true = [
        {"boxes": each, "labels": [1] * 10}
        for each in np.split(corners(np.stack([X, Y, W, H, near], axis=1)), 9)
    ]
    turned = np.split(changed(X, Y, W, H, -near), 9)
    found = [{"boxes": each, "labels": [1] * 10, "scores": [0.5] * 10} for each in turned]
    result = tb.evaluate(true, found, geometry="rotated")
    assert result.metrics["AP50"] > 0.5
    (message,) = (each.message for each in result.warnings if each.code == "W-321")
    assert "1.000 if the angles were counted the other way round" in message
    assert "W-324" not in {each.code for each in result.warnings}


def test_a_third_of_the_images_turned_otherwise() -> None:
    """Of the first three of nine images too few are told: here a third of eighteen."""
    draw = np.random.default_rng(8)
    boxes = np.stack(
        [
            *draw.uniform(80, 900, (2, 180)),
            draw.uniform(40, 90, 180),
            draw.uniform(10, 20, 180),
            draw.uniform(0.3, 1.2, 180),
        ],
        axis=1,
    )
    turned = boxes * np.where(np.arange(180) < 60, -1, 1)[:, None] ** np.array([0, 0, 0, 0, 1])

    def side(held: Any, **more: Any) -> list[dict[str, Any]]:
        parts = [slice(10 * k, 10 * k + 10) for k in range(18)]
        return [
            {"boxes": corners(held)[rows], "labels": ["ship"] * 10, **{n: v[rows] for n, v in more.items()}}
            for rows in parts
        ]

    result = tb.evaluate(side(boxes), side(turned, scores=np.linspace(1, 0.1, 180)), geometry="rotated")
    (message,) = (each.message for each in result.warnings if each.code == "W-321")
    assert "AP" in message
    assert "1.000 if the angles were counted the other way round in 6 of 18 images" in message


def test_rotated_boxes_beside_their_objects_all_alike() -> None:
    """Moved by a third of their breadth: the boxes around them tell."""
    moved = changed(X + 4, Y + 3, W, H, A)
    said = {each.code: each.message for each in evaluated(moved, "coco").warnings}
    assert "rotated boxes lie beside their objects all alike" in said["W-324"]
    assert "W-324" not in {each.code for each in evaluated(corners(BOXES), "coco").warnings}
