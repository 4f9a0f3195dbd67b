"""Texts of tracks that are read on another thread are those that are read at once."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks, write_tracks

from truebox.datasets.tracking import texts_ahead
from truebox.datasets.tracking.reader import read_track_texts, read_tracks
from truebox.datasets.tracking.texts_ahead import begin_track_texts, read_texts, text_files


@pytest.fixture
def sides(tmp_path):
    return write_tracks(tmp_path, {name: make_tracks(seed, 20, 5) for seed, name in enumerate("AB")})


def test_what_was_begun_is_taken_once(sides, monkeypatch):
    begin_track_texts(sides, 2)
    assert len(texts_ahead._begun) == 1
    read = []
    real = texts_ahead.native.read_track_files
    monkeypatch.setattr(
        texts_ahead.native,
        "read_track_files",
        lambda files, threads: read.append(files) or real(files, threads),
    )
    begun = read_track_texts(sides, 2)
    assert not texts_ahead._begun
    at_once = read_track_texts(sides, 2)
    assert len(read) <= 1 + 1  # the thread may read after the change above
    assert list(begun) == list(at_once) == text_files(sides)
    for file, rows in begun.items():
        for one, other in zip(rows[:3], at_once[file][:3], strict=True):
            assert np.array_equal(one, other), file


def test_one_thread_reads_nothing_ahead(sides):
    begin_track_texts(sides, 1)
    assert not texts_ahead._begun


def test_other_files_are_read_anew(sides):
    begin_track_texts(sides, 2)
    gt = text_files([sides[0]])
    assert len(read_texts(gt, 1)) == len(gt)
    assert len(texts_ahead._begun) == 1
    texts_ahead._begun.clear()


def test_a_reading_that_failed_is_done_again(sides, monkeypatch):
    real = texts_ahead.native.read_track_files
    calls = []

    def once_broken(files, threads):
        calls.append(threads)
        if len(calls) == 1:
            raise MemoryError
        return real(files, threads)

    monkeypatch.setattr(texts_ahead.native, "read_track_files", once_broken)
    begin_track_texts(sides, 2)
    texts = read_track_texts(sides, 2)
    assert len(calls) == 2
    assert len(read_tracks(sides[0], texts=texts).sequences) == 2
