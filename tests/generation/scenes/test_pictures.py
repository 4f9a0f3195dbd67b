"""Pictures show the objects where the truth says they are."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from truebox.generation import World, make_world


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(8)


def test_a_picture_is_painted_twice_the_same(world: World) -> None:
    first, second = (np.asarray(world.draw(2)) for _ in range(2))
    assert first.shape == (480, 640, 3)
    np.testing.assert_array_equal(first, second)


def test_images_differ(world: World) -> None:
    assert (np.asarray(world.draw(0)) != np.asarray(world.draw(1))).any()


def test_an_empty_image_is_quieter_than_the_others(world: World) -> None:
    empty = int(world.scene.empty_images()[0])
    contrast = [np.asarray(world.draw(row).convert("L"), float).std() for row in range(len(world))]
    assert contrast[empty] == min(contrast)


def test_colour_changes_at_the_box(world: World) -> None:
    # Along the middle row of a large upright square or circle, colour jumps within two pixels of its box.
    scene = world.scene
    names = [world.classes[kind] for kind in scene.kind]
    row = next(
        row
        for row in range(len(scene))
        if names[row] in {"circle", "ellipse"} and scene.areas[row] > 9000 and not scene.cut[row]
    )
    picture = np.asarray(world.draw(int(scene.image[row])).convert("RGB"), float)
    outline = scene.outlines[row]
    left = outline[outline[:, 0].argmin()]
    across = picture[round(left[1]), :, :]
    jump = np.abs(np.diff(across, axis=0)).sum(axis=1)
    near = slice(int(left[0]) - 3, int(left[0]) + 4)
    assert jump[near].max() > 3 * np.median(jump)


def test_a_picture_can_be_saved(world: World, tmp_path) -> None:
    world.draw(0).save(tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as picture:
        assert picture.mode == "RGB"
