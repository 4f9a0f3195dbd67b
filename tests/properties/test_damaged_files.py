"""A damaged file is read or refused in words, whatever the format; nothing else ever comes out."""

from __future__ import annotations

import json
import shutil
import tempfile
import warnings
from functools import cache
from pathlib import Path

import format_worlds
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import truebox as tb
from truebox.datasets.registry import all_formats

WRITERS = [
    form
    for form in all_formats().values()
    if form.write_truth is not None and form.name not in format_worlds.OWN_LAWS
]
_BYTES = [
    b"\x00",
    b"\xff",
    b'"',
    b"{",
    b"]",
    b",",
    b"<",
    b"-",
    b"1e999",
    b"NaN",
    b"null",
    b"&",
    b"\r\n",
    b" ",
]


@cache
def written(name: str) -> tuple[Path, str, bytes]:
    """A folder with one format's files, the one to damage, and its bytes."""
    folder = Path(tempfile.mkdtemp())
    form = all_formats()[name]
    truth, _ = format_worlds.made_pair(images=2)
    path = format_worlds.target(folder, form)
    form.write_truth(truth, path)
    format_worlds.pictures(folder, truth)
    files = [path] if path.is_file() else [each for each in sorted(path.rglob("*")) if each.is_file()]
    chosen = max(files, key=lambda each: each.stat().st_size)
    return folder, str(chosen.relative_to(folder)), chosen.read_bytes()


@pytest.fixture(scope="module", autouse=True)
def _cleaned():
    yield
    for form in WRITERS:
        shutil.rmtree(written(form.name)[0], ignore_errors=True)


@pytest.mark.parametrize("form", WRITERS, ids=[form.name for form in WRITERS])
@settings(max_examples=25, deadline=None)
@given(at=st.floats(0, 1), length=st.integers(0, 12), piece=st.sampled_from(_BYTES))
@example(at=0.0, length=3, piece=b"\xef\xbb\xbf")
@example(at=0.5, length=1 << 30, piece=b"")
def test_damage_is_read_or_refused(form, at, length, piece):
    folder, name, data = written(form.name)
    start = int(at * len(data))
    (folder / name).write_bytes(data[:start] + piece + data[start + length :])
    said = format_worlds.said(form, folder / "pictures")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            read = tb.read_truth(format_worlds.target(folder, form), **said)
        except tb.errors.InputError as error:
            outcome = error.place, error.problem, error.fix
        else:
            outcome = (json.dumps(read.boxes.tolist(), allow_nan=False),)
    assert all(outcome)
