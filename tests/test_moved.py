"""Modules that have moved answer to their old names."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from truebox._moved import answer_old_names


def test_an_old_module_gives_what_the_new_one_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setitem(sys.modules, "json.before", None)
    del sys.modules["json.before"]
    answer_old_names("json", {"before": "decoder"})
    assert import_module("json.before").JSONDecoder is import_module("json.decoder").JSONDecoder


def test_other_names_stay_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    answer_old_names("json", {"before": "decoder"})
    with pytest.raises(ModuleNotFoundError):
        import_module("json.never")
