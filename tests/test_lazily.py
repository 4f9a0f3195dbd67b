"""Rooms whose names load on first use."""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest

from truebox._lazily import deferred, deferred_pattern, lazily


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


def test_a_deferred_module_is_imported_by_what_is_taken_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    module = deferred("a_module")
    with pytest.raises(ModuleNotFoundError, match="a_module"):
        _ = module.answer
    made = ModuleType("a_module")
    made.answer = 42
    monkeypatch.setitem(sys.modules, "a_module", made)
    assert module.answer == 42
    with pytest.raises(AttributeError, match="other"):
        _ = module.other
    monkeypatch.delitem(sys.modules, "a_module")
    assert module.answer == 42  # kept


def test_a_deferred_module_may_be_loaded_by_a_statement() -> None:
    made = ModuleType("a_module")
    made.answer = 42
    assert deferred("a_module", lambda: made).answer == 42


def test_a_deferred_pattern_is_compiled_by_its_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    compile_pattern = re.compile
    monkeypatch.setattr(re, "compile", lambda *said: compiled.append(said) or compile_pattern(*said))
    pattern = deferred_pattern(rb"a(.)", re.IGNORECASE)
    assert compiled == []
    found = pattern.fullmatch(b"AB")
    assert found is not None
    assert found[1] == b"B"
    assert pattern.fullmatch(b"b") is None
    assert compiled == [(rb"a(.)", re.IGNORECASE)]


def test_a_pattern_that_is_none_is_refused_at_its_first_use() -> None:
    with pytest.raises(re.error, match="missing"):
        deferred_pattern("(").match("")
