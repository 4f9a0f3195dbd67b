"""Images that the page does not hold keep their names and ids."""

from __future__ import annotations

import numpy as np
from diagnosed_results import made_result

from truebox.report.page.images.images_beyond import ids_beyond, image_numbers, images_beyond

PLACES = np.array([7, 3])


def test_numbers_begin_with_the_images_of_the_page() -> None:
    numbers = image_numbers(PLACES, 10)
    assert sorted(numbers.tolist()) == list(range(10))
    assert (numbers[7], numbers[3], numbers[0], numbers[9]) == (0, 1, 2, 9)


def test_names_are_those_of_all_other_images() -> None:
    result = made_result()
    names = images_beyond(result, PLACES)
    held = {result.state.images[place] for place in PLACES.tolist()}
    rows = zip(result.truth.images.ids.tolist(), result.truth.images.file_names, strict=True)
    assert sorted(names) == sorted(name or f"image {key}" for key, name in rows if key not in held)


def test_ids_are_in_the_order_of_the_names() -> None:
    result = made_result()
    rows = dict(zip(result.truth.images.ids.tolist(), result.truth.images.file_names, strict=True))
    ids = ids_beyond(result, PLACES)
    assert [rows[key] or f"image {key}" for key in ids] == images_beyond(result, PLACES)
    assert len(ids) == len(set(ids)) == len(rows) - 2
