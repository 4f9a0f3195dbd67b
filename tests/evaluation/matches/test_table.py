"""What a match table says of a scene that one can work out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from match_worlds import annotation, detection, result_of, small_result

from truebox.errors import ArgumentError
from truebox.evaluation.matches.table import FALSE_POSITIVE, IGNORED, TRUE_POSITIVE

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_outcomes_follow_the_match_state() -> None:
    table = small_result().matches
    # by category, image and rank: the found one, its repetition, the one in the crowd; image 2; class 3
    assert table.detections.score.tolist() == [0.9, 0.8, 0.6, 0.5, 0.7]
    first = table.outcome()[:, 0].tolist()
    assert first == [TRUE_POSITIVE, FALSE_POSITIVE, IGNORED, FALSE_POSITIVE, FALSE_POSITIVE]
    assert (table.outcome("all") == table.outcome()).all()


def test_outcomes_of_a_size_class() -> None:
    truths = [annotation(1, 1, (0, 0, 10, 10)), annotation(1, 1, (100, 100, 50, 50))]
    found = [detection(1, 1, (0, 0, 10, 10), 0.9), detection(1, 1, (100, 100, 50, 50), 0.8)]
    table = result_of(truths, found).matches
    assert table.outcome("small")[:, 0].tolist() == [TRUE_POSITIVE, IGNORED]
    assert table.outcome("medium")[:, 0].tolist() == [IGNORED, TRUE_POSITIVE]


def test_more_bits_than_a_word_has() -> None:
    ranges = {"all": (0, 1e10), **{f"r{i}": (i * 1000.0, i * 1000.0 + 1000) for i in range(9)}}
    result = small_result(area_ranges=ranges)
    assert result.state.matched.shape[1] == 2
    assert result.matches.outcome("all").tolist() == small_result().matches.outcome().tolist()
    # 40 x 40 = 1600 lies in r1, whose bits begin at 20; r8 begins at bit 90
    assert result.matches.outcome("r1")[0, 0] == TRUE_POSITIVE
    assert (result.matches.outcome("r8") == IGNORED).all()


def test_an_unknown_area_range_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"area: 'huge' is unknown\. Fix: pass one of 'all', 'small'"):
        small_result().matches.outcome("huge")


def test_the_range_for_all_sizes_need_not_be_the_first() -> None:
    result = small_result(area_ranges={"none": (1e8, 1e9), "all": (0, 1e10)})
    assert result.matches.outcome()[0, 0] == TRUE_POSITIVE
    assert result.matches.truths.ignored.tolist() == [False, False, True]


def test_columns_as_plain_lists() -> None:
    columns = small_result().matches.to_dict()
    assert columns["detections"]["class"] == ["cat", "cat", "cat", "cat", "bird"]
    assert columns["detections"]["own_truth"] == [0, 0, None, None, None]
    assert columns["truths"]["found"] == [True, False, True]
    assert all(len(column) == 3 for column in columns["truths"].values())


def test_frames_of_both_tables() -> None:
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    table = small_result().matches
    detections, truths = table.to_polars()
    assert isinstance(detections, polars.DataFrame)
    assert detections["score"].to_list() == table.detections.score.tolist()
    assert truths["best_detection"].to_list() == [0, None, None]
    detections, truths = table.to_pandas()
    assert isinstance(truths, pandas.DataFrame)
    assert truths["best_detection"].isna().tolist() == [False, True, True]
    assert detections["matched_truth"][0].tolist() == [0] * 10


def test_tables_without_rows() -> None:
    table = result_of([], []).matches
    assert table.to_dict()["detections"]["score"] == []
    assert np.array(table.outcome()).shape == (0, 10)
