"""Images that the page does not hold keep their names, and their truths the score that finds them."""

from __future__ import annotations

import base64

import numpy as np
from diagnosed_results import made_result

from truebox.diagnosis import confusion_matrix
from truebox.report.page.images.images_beyond import image_numbers, images_beyond, truths_beyond
from truebox.report.page.side import Side

PLACES = np.array([7, 3])


def unpacked(side: Side) -> dict[str, np.ndarray]:
    kinds = {"Float64Array": "<f8", "Uint16Array": "<u2", "Int32Array": "<i4"}
    made = truths_beyond(side, PLACES)
    return {
        name: np.frombuffer(base64.b64decode(each["bytes"]), kinds[each["type"]])
        for name, each in made.items()
    }


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


def test_truths_that_a_score_misses_are_those_of_the_table_and_of_the_matrix() -> None:
    result, score = made_result(), 0.4
    table, columns = result.matches, unpacked(Side.of(result))
    beyond = ~np.isin(table.truths.image, PLACES)
    finder = table.truths.matched_detection[:, 0]
    found = (finder >= 0) & (np.append(table.detections.score, 0)[finder] >= score)
    missed = beyond & ~table.truths.ignored & ~found
    assert np.count_nonzero(~(columns["found"] >= score)) == missed.sum() > 0
    matrix = confusion_matrix(result, 0.5, score)
    classes = len(result.per_class)
    for place in range(classes):
        _, rows = matrix.rows_of(place, classes)
        wanted = np.count_nonzero(beyond[rows])
        own = columns["category"] == place
        assert np.count_nonzero(own & ~(columns["confused"] >= score)) == wanted
