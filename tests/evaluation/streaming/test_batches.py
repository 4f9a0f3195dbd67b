"""What an update is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.errors import InputError
from truebox.evaluation import Evaluator, merge_parts


def test_a_class_the_evaluator_does_not_have_is_refused() -> None:
    evaluator = Evaluator([1, 2])
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": [5]}]
    with pytest.raises(InputError, match=r"E-131.*class 5 is not in the classes of the evaluator \(1, 2\)"):
        evaluator.update(truth, [{"boxes": [], "labels": [], "scores": []}])
    with pytest.raises(InputError, match="E-131"):
        evaluator.update([{"boxes": [], "labels": []}], [{**truth[0], "scores": [1.0]}])
    assert len(evaluator) == 0


@pytest.mark.parametrize("label", [-1, 1 << 16])
def test_classes_as_they_come_are_small_numbers(label: int) -> None:
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": [label]}]
    found = [{**truth[0], "scores": [1.0]}]
    with pytest.raises(InputError, match=r"E-131.*or give categories= to Evaluator"):
        Evaluator(None).update(truth, found)
    evaluator = Evaluator(categories=[label])
    evaluator.update(truth, found)
    assert len(evaluator) == 1


def test_rows_that_a_reader_numbers_have_no_ids_of_their_own(tmp_path: Path) -> None:
    parts = []
    for image in ("a", "b"):
        row = f"{image},cat,0,0,9,9"
        (tmp_path / f"{image}.csv").write_text(f"image,label,x,y,w,h\n{row}\n{image},cat,20,0,9,9\n")
        (tmp_path / f"{image}-found.csv").write_text(f"image,label,x,y,w,h,score\n{row},0.5\n")
        evaluator = Evaluator({1: "cat"})
        evaluator.update(str(tmp_path / f"{image}.csv"), str(tmp_path / f"{image}-found.csv"))
        parts.append(evaluator.to_bytes())
    assert merge_parts(parts).truths == 4
