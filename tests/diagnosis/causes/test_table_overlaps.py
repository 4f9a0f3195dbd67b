"""The native kernels refuse columns that do not fit, and see one class where there are none."""

from __future__ import annotations

import numpy as np
import pytest
from match_worlds import annotation, detection, result_of, small_result

from truebox._native import diagnosis as native
from truebox.diagnosis.causes.table_overlaps import table_overlaps

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_without_classes_every_truth_is_of_one() -> None:
    assert table_overlaps(small_result(class_agnostic=True).matches).truth_category.tolist() == [0, 0, 0]
    sides = table_overlaps(small_result().matches)
    assert (sides.truth_category.tolist(), sides.categories) == ([0, 1, 0], 3)


def test_what_nothing_matches_and_yet_is_ignored_is_excused() -> None:
    # the one in the crowd region is ignored because the region matches it
    assert not table_overlaps(small_result().matches).excused.any()
    # beyond 1e10, where the reference's range "all" ends, a detection that nothing matches is ignored
    huge = detection(1, 1, (0.0, 0.0, 2e5, 1e5), 0.9)
    result = result_of([annotation(1, 1, (0, 0, 9, 9))], [huge], mode="strict")
    assert table_overlaps(result.matches).excused.tolist() == [True]


def test_columns_of_another_table_are_refused() -> None:
    i32, i64, f64 = np.zeros(1, np.int32), np.zeros(1, np.int64), np.zeros(1)
    offsets, crowd = np.array([0, 1]), np.zeros(1, np.uint8)
    fine = [i32, i32, i64, f64, offsets, i32, f64, i32, crowd, 1]
    assert native.Overlaps(*fine) is not None
    for place, wrong in (
        (0, np.zeros(2, np.int32)),  # one image too many
        (4, np.array([0, 2])),  # a pair that is not there
        (4, np.array([1, 1])),
        (5, np.array([7], np.int32)),  # no such truth
        (7, np.array([3], np.int32)),  # no such class
        (8, np.zeros(3, np.uint8)),
    ):
        with pytest.raises(ValueError, match=r"one entry|offsets|no such"):
            native.Overlaps(*fine[:place], wrong, *fine[place + 1 :])
