"""The splits of one data set."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from truebox.datasets.splitting.split_names import asked_split, split_of_file, split_of_folder
from truebox.datasets.splitting.splits import SeveralSplitsError, Splits
from truebox.errors import InputError

PLACE = Path("data")


def splits(*names):
    return Splits(PLACE, dict.fromkeys(names, PLACE))


def test_a_split_is_asked_for_by_its_name_or_by_its_kind():
    assert splits("train2017", "val2017").named("val") == "val2017"
    assert splits("VAL", "val").named("val") == "val"
    assert splits("train", "test").named("all") == "all"
    with pytest.raises(InputError, match=r'E-416 data: there is no split "val"; there are "train", "test"'):
        splits("train", "test").named("val")
    with pytest.raises(InputError, match="E-416"):
        splits("val2014", "val2017").named("val")


def test_the_refusal_names_all_and_survives_pickling():
    error = SeveralSplitsError(splits("train", "test"), ", and why")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.splits.paths) == (str(error), error.splits.paths)
    assert "--split train or --split test" in error.fix


@pytest.mark.parametrize("name", ["contest/a.txt", "training_set/a.txt", "evaluation/a.txt", "labels/a.txt"])
def test_other_folders_are_no_splits(name):
    assert split_of_folder(name) == ""


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("test-00000-of-00001.parquet", "test"),
        ("latest.json", ""),
        ("valid.csv", "valid"),
        ("a/TEST/b.json", "TEST"),
    ],
)
def test_files_tell_their_split(name, split):
    assert split_of_file(name) == split


def test_kinds_of_splits():
    assert asked_split("validation", ["valid", "test"]) == "valid"
    assert asked_split("dev", ["val", "test"]) == ""
