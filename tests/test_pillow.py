"""Pillow, or the command that installs it."""

from __future__ import annotations

import sys

import pytest

from truebox._pillow import pillow
from truebox.errors import MissingExtraError


def test_it_opens_pictures() -> None:
    pytest.importorskip("PIL")
    assert callable(pillow("A test").open)


def test_without_it_the_purpose_and_the_command_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"A test needs Pillow.*pip install"):
        pillow("A test")
