"""Pillow, or the command that installs it."""

from __future__ import annotations

import sys

import pytest

from truebox._pillow import decoded, pillow
from truebox.errors import InputError, MissingExtraError


def test_it_opens_pictures() -> None:
    pytest.importorskip("PIL")
    assert callable(pillow("A test").open)


def test_without_it_the_purpose_and_the_command_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"A test needs Pillow.*pip install"):
        pillow("A test")


def test_a_broken_picture_is_told_without_an_address() -> None:
    pytest.importorskip("PIL")
    with pytest.raises(InputError) as refused:
        decoded(b"no picture", lambda picture: picture.size, name="a.png", purpose="A test")
    assert refused.value.code == "E-173"
    assert refused.value.problem == "the PNG is broken (cannot identify image file)"
