"""Modules that are loaded when something is first taken from them, and are like any other then."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from truebox.cli.until_touched import Untouched, load_when_touched

Made = Callable[..., None]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Writes modules that say when they are loaded, of which none is left afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    finders, before = list(sys.meta_path), set(sys.modules)

    def make(later: dict[str, tuple[str, ...]], texts: dict[str, str]) -> None:
        for name, text in texts.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        load_when_touched(later)

    yield make
    sys.meta_path[:] = finders
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_nothing_is_loaded_before_a_name_is_taken(made: Made) -> None:
    made({"some_one": ()}, {"some_one": "value = [1]\ndef again():\n    return value\n"})
    found = import_module("some_one")
    assert type(found) is Untouched
    assert found is import_module("some_one")
    assert (found.__name__, Path(str(found.__file__)).name) == ("some_one", "some_one.py")
    assert "value" not in vars(found)
    value = found.value
    assert type(found) is type(sys)
    assert found is sys.modules["some_one"]
    assert found.again() is value  # one module, not a copy of its names


def test_functions_that_are_taken_at_once_load_when_they_are_called(made: Made) -> None:
    text = "def twice(number, by=2):\n    return by * number\nheld = 7\n"
    made({"other_one": ("twice",)}, {"other_one": text})
    space: dict[str, Any] = {}
    exec("from other_one import twice", space)
    module = sys.modules["other_one"]
    assert type(module) is Untouched
    assert (space["twice"](4), space["twice"](4, by=3)) == (8, 12)
    assert type(module) is type(sys)
    exec("from other_one import twice, held", space)
    assert space["twice"] is module.twice
    assert space["held"] == 7


def test_what_another_module_has_is_taken_from_there(made: Made) -> None:
    texts = {"fronting": "from behind import answer\nmore = 2\n", "behind": "answer = [42]\n"}
    made({"fronting": ("answer=behind",)}, texts)
    fronting = import_module("fronting")
    assert "behind" not in sys.modules
    answer = fronting.answer
    assert (answer, type(fronting)) == ([42], Untouched)
    assert (fronting.more, fronting.answer is answer, type(fronting)) == (2, True, type(sys))


def test_of_what_is_listed_only_public_names_are_in_all(made: Made) -> None:
    made({"listing": ("one", "_two", "__all__")}, {"listing": "def one(): return 1\ndef _two(): return 2\n"})
    space: dict[str, Any] = {}
    exec("from listing import *\nfrom listing import _two as two", space)
    assert type(sys.modules["listing"]) is Untouched
    assert (sys.modules["listing"].__all__, "_two" in space) == (["one"], False)
    assert (space["one"](), space["two"]()) == (1, 2)


def test_submodules_stand_in_their_package(made: Made) -> None:
    texts = {"a_package/__init__": "name = 'outer'\n", "a_package/inner": "name = 'inner'\n"}
    made({"a_package": (), "a_package.inner": ()}, texts)
    inner = import_module("a_package.inner")
    outer = sys.modules["a_package"]
    assert (type(outer), type(inner)) == (Untouched, Untouched)
    assert vars(outer)["inner"] is inner
    assert (inner.name, type(outer)) == ("inner", Untouched)
    assert outer.name == "outer"
    assert outer.inner is inner


def test_what_is_missing_is_told_as_ever(made: Made) -> None:
    text = "import sys\nsays = hasattr(sys.modules[__name__], 'x')\n"
    made({"lacking": (), "not_there_at_all": ()}, {"lacking": text})
    found = import_module("lacking")
    with pytest.raises(AttributeError, match="module 'lacking' has no attribute 'x'"):
        _ = found.x
    assert found.says is False  # it may ask for its own names while it loads
    with pytest.raises(ModuleNotFoundError, match="not_there_at_all"):
        import_module("not_there_at_all")


def test_a_module_that_fails_fails_again(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import sys\nif not hasattr(sys, 'fails_no_more'):\n    raise ImportError('why')\nx = 1\n"
    made({"failing": ()}, {"failing": text})
    found = import_module("failing")
    for _ in range(2):
        with pytest.raises(ImportError, match="why"):
            _ = found.x
    monkeypatch.setattr(sys, "fails_no_more", True, raising=False)
    assert found.x == 1


def test_threads_never_see_half_a_module(made: Made) -> None:
    made({"slow_one": ()}, {"slow_one": "import time\nfirst = 1\ntime.sleep(0.2)\nlast = 2\n"})
    module, seen = import_module("slow_one"), []
    threads = [threading.Thread(target=lambda: seen.append(module.last)) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert seen == [2] * 4
