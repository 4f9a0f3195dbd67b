"""Rooms whose names load on first use."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from truebox._lazily import lazily


def test_a_name_is_loaded_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    room, module = ModuleType("a_room"), ModuleType("a_room.inner")
    module.answer = 42
    monkeypatch.setitem(sys.modules, "a_room", room)
    monkeypatch.setitem(sys.modules, "a_room.inner", module)
    find, names = lazily("a_room", {"inner": "answer question"})
    assert find("answer") == 42
    assert vars(room)["answer"] == 42
    assert names() == ["answer", "question"]


def test_an_unknown_name_is_refused_as_python_does_it() -> None:
    find, _ = lazily("a_room", {"inner": "answer"})
    with pytest.raises(AttributeError, match="module 'a_room' has no attribute 'other'"):
        find("other")
