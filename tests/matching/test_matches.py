"""Pairs and both leftovers."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import library_of
from truebox.matching import match_greedy, match_optimal
from truebox.matching.matches import Matches, matches_of


def test_leftovers_are_what_no_pair_holds():
    cost = np.full((4, 4), np.inf)
    cost[2, 1] = cost[0, 3] = 0
    matches = match_optimal(cost)
    assert matches.unmatched_rows.tolist() == [1, 3]
    assert matches.unmatched_columns.tolist() == [0, 2]


def test_a_column_may_be_in_several_pairs():
    matches = match_greedy(np.array([[0.0, 0.9], [0.0, 0.9]]), [0.9, 0.8], crowd=[False, True])
    assert matches.columns.tolist() == [1, 1]
    assert matches.unmatched_rows.tolist() == []
    assert matches.unmatched_columns.tolist() == [0]


def test_matches_unpack_and_cannot_be_changed():
    matches = matches_of((np.array([0]), np.array([0]), np.array([], int), np.array([1])))
    rows, columns, left_rows, left_columns = matches
    assert [part.tolist() for part in (rows, columns, left_rows, left_columns)] == [[0], [0], [], [1]]
    assert isinstance(matches, Matches)
    with pytest.raises(AttributeError):
        matches.rows = columns


@pytest.mark.parametrize("name", LIBRARIES)
def test_tensors_are_matched_to_tensors(name):
    tested = LIBRARIES[name]()
    overlap, scores = np.array([[0.9, 0.6], [0.8, 0.7], [0.1, 0.2]], np.float32), np.array([0.5, 0.9, 0.7])
    greedy = match_greedy(tested.array(overlap), tested.array(scores))
    optimal = match_optimal(tested.array(overlap), maximize=True)
    for matches, pairs, left in ((greedy, {(1, 0), (0, 1)}, [2]), (optimal, {(0, 0), (1, 1)}, [2])):
        assert {library_of(part).name for part in matches} == {library_of(tested.array(scores)).name}
        rows, columns, left_rows, left_columns = (tested.numpy(part).tolist() for part in matches)
        assert (set(zip(rows, columns, strict=True)), left_rows, left_columns) == (pairs, left, [])


def test_a_tensor_with_a_gradient_is_matched():
    torch = pytest.importorskip("torch")
    cost = torch.tensor([[4.0, 1.0], [2.0, 0.0]], requires_grad=True)
    matches = match_optimal(cost.bfloat16())
    assert cost[matches.rows, matches.columns].sum().item() == 3
    with pytest.raises(Exception, match="whose numbers cannot be read"):
        torch.vmap(match_optimal)(cost[None])
