"""Harnesses that let allocations and calls of the system fail in turn: a small part of each, on every run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from truebox._native._core import datasets

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library is loaded by LD_PRELOAD"),
    pytest.mark.skipif(shutil.which(os.environ.get("CXX", "c++")) is None, reason="it is built here"),
    pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="something else is loaded before"),
]


KEPT = 150

MADE = """
import failing_memory
library = failing_memory.preloaded()
import numpy as np
from truebox._native._core import evaluation, packing
none = np.zeros(0, np.int32)
kept, refused = [], []
for _ in range({kept}):
    for which in range(50):
        library.fail_memory(which)
        try:
            kept.append({made})
        except MemoryError:
            library.memory_state()
            continue
        if library.memory_state() >= 0:
            break
    refused.append(which)
print(len(kept), min(refused), max(refused))
"""

ARGUMENTS = """
import failing_memory
library = failing_memory.preloaded()
from truebox._native._core import datasets
long = "a path, a member, a text longer than what a string holds in itself"
for name, call in (
    ("path", lambda: datasets.first_keys(long)),
    ("list of texts", lambda: datasets.find_members(b"{}", [long, long])),
):
    datasets.first_keys("")
    for which in range(50):
        library.fail_memory(which)
        try:
            call()
        except MemoryError:
            library.memory_state()
            continue
        except ValueError:
            pass
        if library.memory_state() >= 0:
            break
    print(name, which)
"""


READ = """
import failing_memory
library = failing_memory.preloaded()
from truebox._native._core import datasets
text = b'[{"image_id": 1, "category_id": 2, "bbox": [1, 2, 3, 4], "score": 0.5}]'
expected = datasets.read_predictions_text(text, 1)
said = []
for which in range(50):
    library.fail_memory(which)
    try:
        got = datasets.read_predictions_text(text, 1)
    except MemoryError:
        got = "refused"
    if library.memory_state() >= 0:
        break
    declined = isinstance(got, tuple) and len(got) == 2 and str(got[0]) == "memory"
    right = not declined and got != "refused" and failing_memory.same(expected, got)
    said.append("declined" if declined else "right" if right else "refused" if got == "refused" else "WRONG")
print(*said)
"""


def said_by(*words: str, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, **more},
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def run_without_memory(script: str) -> str:
    """What a script says that lets allocations fail in its own process."""
    library = said_by("-c", "import failing_memory; print(failing_memory.built())", PYTHONPATH="fuzz").strip()
    return said_by("-c", script, PYTHONPATH="fuzz", LD_PRELOAD=library)


def test_every_allocation_of_suppression_fails_once_in_turn() -> None:
    said = said_by("fuzz/failing_memory.py", "--only", "suppression.", "--rooms", "suppression")
    last = said.splitlines()[0]
    assert " 0 findings" in last
    assert int(last.partition(" functions, ")[2].partition(" ")[0].replace(",", "")) > 100


@pytest.mark.parametrize(
    ("made", "fewest"),
    [
        ("evaluation.group_cells(none, none, none, none, 1, 1, False, 100, 1)", 1),
        ("packing.PackedShape(1, 2, 3, 4)", 0),
        ("evaluation.Best(np.zeros(0), none)", 0),
    ],
    ids=["by a function", "by its class", "by its class, of arrays"],
)
def test_an_object_that_cannot_be_made_is_a_memory_error(made: str, fewest: int) -> None:
    # nanobind's table of objects grows on the way, which is one allocation more.
    kept, least, most = map(int, run_without_memory(MADE.format(kept=KEPT, made=made)).split())
    assert kept >= KEPT
    assert least >= fewest
    assert most > least


def test_rows_that_cannot_be_kept_are_never_told_as_zeros() -> None:
    said = run_without_memory(READ).split()
    assert "declined" in said
    assert "refused" in said
    assert "WRONG" not in said


def test_an_argument_that_cannot_be_held_is_a_memory_error() -> None:
    path, texts = run_without_memory(ARGUMENTS).splitlines()
    assert int(path.removeprefix("path ")) >= 1
    assert int(texts.removeprefix("list of texts ")) >= 3  # the list and either text


@pytest.mark.parametrize(
    "form", ["coco-truth", "createml", "kitti-truth", "table-truth", "tfod-csv", "voc-truth", "waymo-truth"]
)
def test_every_call_of_a_reader_fails_once_in_turn(form: str) -> None:
    said = said_by("fuzz/failing_files.py", "--side", "readers", "--case", form)
    last = said.splitlines()[-1]
    assert " 0 findings" in last
    assert int(last.partition(" ")[0]) >= 3


@pytest.mark.parametrize(
    "wild", ["a", b"a", {"a"}, iter(["a"]), ["\ud800"], [1], {"a": 1}.keys(), range(2), None]
)
def test_what_is_no_list_of_texts_is_refused(wild: object) -> None:
    with pytest.raises(TypeError):
        datasets.find_members(b'{"a": 5}', wild)  # type: ignore[arg-type]


def test_lists_and_tuples_of_texts_and_paths_of_every_kind_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "\xe4.json"
    path.write_text('[{"a": 1, "b": 2}]', encoding="utf-8")
    for given in (path, str(path), os.fsencode(path)):
        assert datasets.first_keys(given) == ["a", "b"]  # type: ignore[arg-type]
    for members in (["a"], ("a",)):
        assert datasets.find_members(b'{"a": 5}', members) == [b"5"]  # type: ignore[arg-type]
