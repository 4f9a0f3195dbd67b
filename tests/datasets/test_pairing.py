"""Truth and predictions in one visit."""

from __future__ import annotations

import subprocess
import sys

import pytest

import truebox as tb
from truebox.datasets import read_pair, with_federation
from truebox.errors import ArgumentError, InputError

BOX = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
FOUND = {**BOX, "scores": [0.5]}
LVIS = {
    "images": [{"id": 1, "neg_category_ids": [], "not_exhaustive_category_ids": [5]}],
    "annotations": [],
    "categories": [{"id": 5, "name": "cat", "frequency": "r"}],
}


def test_records_are_taken_as_they_are():
    truth, found = tb.read_truth([BOX]), tb.read_predictions([FOUND])
    pair = read_pair(truth, found)
    assert pair.truth is truth
    assert pair.predictions is found


def test_names_are_joined_to_the_ids_of_the_truth(tmp_path):
    for folder, row in (("truth", "0 0.5 0.5 0.1 0.1"), ("found", "0 0.5 0.5 0.1 0.1 0.9")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(row)
    pair = read_pair(tmp_path / "truth", tmp_path / "found", box_format="cxcywh")
    assert pair.predictions.image_by == "id"
    assert pair.predictions.image.tolist() == pair.truth.image.tolist()


def test_a_federated_truth_has_what_its_file_says():
    assert read_pair(LVIS, [], complete=with_federation).truth.federation.frequency == ("r",)
    assert read_pair(LVIS, []).truth.federation.frequency == ("r",)  # data in memory is not at hand again
    with pytest.raises(InputError, match="E-145"):
        read_pair({**LVIS, "images": [{"id": 1}]}, [], complete=with_federation)


def test_lenient_leaves_joining_to_who_counts_what_is_dropped():
    unknown = {**FOUND, "labels": ["dog"]}
    found = read_pair([BOX], [unknown], lenient=True).predictions
    assert found.category.tolist() == ["dog"]


def test_exchanged_sides_are_refused():
    truth, found = tb.read_truth([BOX]), tb.read_predictions([FOUND])
    with pytest.raises(ArgumentError, match=r"truth: got Predictions.* pass the truth first"):
        read_pair(found, truth)
    with pytest.raises(ArgumentError, match=r"predictions: got Truth.* pass the truth first"):
        read_pair(truth, truth)


def test_records_load_no_reader():
    script = (
        "import sys, truebox as tb\n"
        "from truebox.datasets.pairing import read_pair\n"
        "print('truebox.datasets.reading' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
