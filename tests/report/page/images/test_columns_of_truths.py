"""Every truth has the score from which it is found, and the one from which it is confused."""

from __future__ import annotations

import base64

import numpy as np
from diagnosed_results import made_result

from truebox.diagnosis import confusion_matrix
from truebox.report.page.images.columns_of_truths import columns_of_truths
from truebox.report.page.side import Side

PLACES = np.array([7, 3])
KINDS = {"Float64Array": "<f8", "Uint16Array": "<u2", "Int32Array": "<i4", "Uint8Array": "<u1"}


def unpacked(side: Side) -> dict[str, np.ndarray]:
    return {
        name: np.frombuffer(base64.b64decode(each["bytes"]), KINDS[each["type"]])
        for name, each in columns_of_truths(side, PLACES).items()
    }


def test_truths_that_a_score_misses_are_those_of_the_table_and_of_the_matrix() -> None:
    result, score = made_result(), 0.4
    table, columns = result.matches, unpacked(Side.of(result))
    beyond = ~np.isin(table.truths.image, PLACES)
    assert (columns["image"] >= len(PLACES)).tolist() == beyond.tolist()
    assert columns["counts"].tolist() == (~table.truths.ignored).astype(int).tolist()
    asked = beyond & (columns["counts"] > 0)
    finder = table.truths.matched_detection[:, 0]
    found = (finder >= 0) & (np.append(table.detections.score, 0)[finder] >= score)
    missed = beyond & ~table.truths.ignored & ~found
    assert np.count_nonzero(asked & ~(columns["found"] >= score)) == missed.sum() > 0
    matrix = confusion_matrix(result, 0.5, score)
    classes = len(result.per_class)
    for place in range(classes):
        _, rows = matrix.rows_of(place, classes)
        wanted = np.count_nonzero(beyond[rows])
        own = asked & (columns["category"] == place)
        assert np.count_nonzero(own & ~(columns["confused"] >= score)) == wanted
