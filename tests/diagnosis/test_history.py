"""Results after each other: their order, and which do not belong together."""

from __future__ import annotations

import json
import os

import pytest

from truebox.diagnosis import read_history
from truebox.errors import ArgumentError, InputError

TRUTH = {"path": "t.json", "format": "coco", "images": 3, "truths": 9, "categories": 2, "sha256": "ab"}


@pytest.fixture
def write(tmp_path):
    def made(name: str, ap: float | None = 0.25, **changes):
        document = {
            "format_version": 1,
            "protocol": {"name": "coco", "mode": "strict"},
            "truth": TRUTH,
            "results": [{"name": "p.json", "metrics": {"AP": ap, "AP50": 0.5}, "per_class": []}],
        }
        (tmp_path / name).write_text(json.dumps({**document, **changes}))
        return str(tmp_path / name)

    return made


def names(history) -> list[str]:
    return [run.name for run in history.runs]


def test_numbers_are_read_as_numbers(write):
    paths = [write(f"epoch_{number}.json", number / 100) for number in (10, 9, 1)]
    found = read_history(paths)
    assert names(found) == ["epoch_1", "epoch_9", "epoch_10"]
    assert found.changes() == [None, pytest.approx(0.08), pytest.approx(0.01)]
    assert names(read_history(paths, order="name")) == ["epoch_1", "epoch_10", "epoch_9"]
    assert names(read_history(paths, order="given")) == ["epoch_10", "epoch_9", "epoch_1"]


def test_time_is_when_the_files_were_written(write):
    paths = [write("b.json"), write("a.json")]
    os.utime(paths[0], (100, 100))
    os.utime(paths[1], (50, 50))
    assert names(read_history(paths, order="time")) == ["a", "b"]


def test_files_of_one_name_keep_their_folders(write, tmp_path):
    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    paths = [write("1/r.json"), write("2/r.json")]
    assert names(read_history(paths)) == paths


def test_intervals_are_those_of_the_document(write):
    sure = {"intervals": {"metrics": {"AP": {"low": 0.2, "high": 0.3}}}}
    entry = {"name": "p", "metrics": {"AP": 0.25}, "per_class": [], "diagnosis": sure}
    found = read_history([write("1.json"), write("2.json", results=[entry])])
    assert [run.interval for run in found.runs] == [None, (0.2, 0.3)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"protocol": {"name": "coco", "mode": "corrected"}}, "with mode corrected, "),
        ({"protocol": {"name": "coco", "mode": "strict", "geometry": "masks"}}, "with geometry masks, "),
        (
            {"truth": {**TRUTH, "sha256": "cd", "truths": 8}},
            "(t.json, 3 images, 8 truths)",
        ),
        ({"truth": {**TRUTH, "sha256": None, "images": 4}}, "is of another truth (t.json, 4 images"),
        ({"results": [{"name": "p", "metrics": {}, "per_class": []}] * 2}, "holds 2 results"),
    ],
)
def test_what_does_not_belong_is_refused_with_its_name(write, changes, words):
    with pytest.raises(InputError, match=r"other\.json") as refused:
        read_history([write("first.json"), write("other.json", **changes)])
    assert refused.value.code == "E-554"
    assert words in str(refused.value)


def test_the_same_truth_under_another_path_is_the_same(write):
    moved = {**TRUTH, "path": "elsewhere/t.json"}
    assert len(read_history([write("1.json"), write("2.json", truth=moved)]).runs) == 2


def test_too_few_twice_and_no_document(write, tmp_path):
    one = write("1.json")
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(ArgumentError, match="got 1"):
        read_history([one])
    with pytest.raises(ArgumentError, match="given twice"):
        read_history([one, one])
    with pytest.raises(ArgumentError, match="order: got 'size'"):
        read_history([one, write("2.json")], order="size")
    with pytest.raises(InputError, match="E-550"):
        read_history([one, str(tmp_path / "no.json")])
