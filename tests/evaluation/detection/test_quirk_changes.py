"""What a mended quirk changes, in words, and tables that stand otherwise for a while."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox.evaluation.detection.quirk_changes import changes_said, largest_move, swapped


def test_what_would_not_show_in_six_digits_is_not_said():
    assert changes_said({"AP": 0.5}, {"AP": 0.5 + 4e-7}) == ""
    assert changes_said({"AP": 0.5}, {"AP": 0.5 + 6e-7}) == "AP 0.500001 instead of 0.500000"


def test_of_many_changes_three_are_said():
    here = dict.fromkeys("abcde", 0.0)
    assert changes_said(here, dict.fromkeys("abcde", 1.0)).endswith(
        "c 1.000000 instead of 0.000000 and 2 more"
    )


def test_a_number_that_came_to_be_is_said_and_moves_endlessly():
    here, there = {"AP": None, "AR": 0.5}, {"AP": 0.25, "AR": 0.5}
    assert changes_said(here, there) == "AP 0.250000 instead of n/a"
    assert largest_move(here, there) == math.inf
    assert largest_move({"AP": 0.5, "AR": 0.5}, {"AP": 0.25, "AR": 0.625}) == 0.25


def test_the_table_is_back_after_an_error():
    table = np.arange(6.0)

    def fail() -> None:
        with swapped(table, np.s_[2:4], np.array([8.0, 9.0])):
            assert table.tolist() == [0, 1, 8, 9, 4, 5]
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert table.tolist() == [0, 1, 2, 3, 4, 5]


def test_without_a_table_the_block_runs_and_its_error_comes_through():
    ran = []
    with swapped(None, np.s_[:], None):
        ran.append(True)
    assert ran
    with pytest.raises(KeyError), swapped(None, np.s_[:], None):
        raise KeyError
