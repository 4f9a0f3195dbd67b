"""The names of the options of reading."""

from __future__ import annotations

from truebox.cli.options.reading_flags import READING_FLAGS


def test_they_are_long_options_each_once():
    assert all(flag.startswith("--") for flag in READING_FLAGS)
    assert len(set(READING_FLAGS)) == len(READING_FLAGS)
