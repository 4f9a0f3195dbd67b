"""A habit of the reference that changes a number is named, with the corrected number."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from panoptic_scenes import CATEGORIES

from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate_panoptic


def evaluated(true, found, true_segments, found_segments, **options):
    def part(ids, segments):
        return {"image_id": 1, "segmentation": np.array([ids]), "segments_info": segments}

    truth = {"categories": CATEGORIES, "annotations": [part(true, true_segments)]}
    return evaluate_panoptic(truth, {"annotations": [part(found, found_segments)]}, **options)


def cat(number, **keys):
    return {"id": number, "category_id": 3, **keys}


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (([1, 1, 1, 0], [5, 5, 0, 0], [cat(1, area=4)], [cat(5)]), "overlaps use the stated areas"),
        (
            ([1, 1, 2, 3], [5, 5, 5, 6], [cat(1, iscrowd=1), cat(2, iscrowd=1), cat(3)], [cat(5), cat(6)]),
            "only the last crowd of an image and class excuses predictions; corrected: PQ 1.000000",
        ),
        (
            ([1, 1, 2, 2], [5, 5, 0, 0], [cat(1), {"id": 2, "category_id": 90}], [cat(5)]),
            "classes without a match enter SQ as 0; corrected: SQ 1.000000",
        ),
    ],
)
def test_each_habit_is_named(case, words):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = evaluated(*case)
    assert {entry.category for entry in caught} == {TrueboxWarning}
    assert [str(entry.message) for entry in caught] == [str(finding) for finding in result.warnings]
    assert result.warnings[-1].code == "W-310"
    assert words in result.warnings[-1].message


def test_corrected_mode_has_nothing_to_say():
    case = ([1, 1, 2, 2], [5, 5, 0, 0], [cat(1), {"id": 2, "category_id": 90}], [cat(5)])
    assert evaluated(*case, mode="corrected").warnings == ()


def test_plain_data_have_no_warning():
    assert evaluated([1, 1], [5, 5], [cat(1, area=2, iscrowd=0)], [cat(5)]).warnings == ()
