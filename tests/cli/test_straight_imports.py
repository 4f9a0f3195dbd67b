"""Modules that are found without a search are what the search would have found, and as fresh."""

from __future__ import annotations

import compileall
import importlib
import os
import py_compile
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from truebox.cli.straight_imports import import_straight

_STATED = ("name", "origin", "cached", "has_location", "parent", "submodule_search_locations")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="of POSIX: elsewhere modules are searched for")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package ``own_one`` of a module and a package, all compiled; nothing is left of it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    finders, before = list(sys.meta_path), set(sys.modules)
    made = tmp_path / "own_one"
    (made / "inner").mkdir(parents=True)
    (made / "__init__.py").write_text("")
    (made / "module.py").write_text("value = 1\n\ndef fails():\n    raise KeyError(value)\n")
    (made / "inner" / "__init__.py").write_text("from own_one import module\nvalue = module.value + 1\n")
    compileall.compile_dir(made, quiet=2)
    yield made
    sys.meta_path[:] = finders
    for name in set(sys.modules) - before:
        del sys.modules[name]


def straight(name: str) -> ModuleType:
    import_straight(["own_one"])
    found = importlib.import_module(name)
    assert type(found.__loader__).__name__ == "_StraightLoader"
    return found


def stated(module: ModuleType) -> dict[str, Any]:
    spec = module.__spec__
    assert spec is not None
    said = {name: getattr(spec, name) for name in _STATED}
    own = ("__name__", "__file__", "__cached__", "__package__", "__path__", "__doc__", "value")
    return said | {name: getattr(module, name, None) for name in own}


@pytest.mark.parametrize("name", ["own_one.module", "own_one.inner"])
def test_a_module_is_what_the_search_finds(folder: Path, name: str) -> None:
    searched = stated(importlib.import_module(name))
    for each in [loaded for loaded in sys.modules if loaded.startswith("own_one")]:
        del sys.modules[each]
    assert stated(straight(name)) == searched


def test_compiled_forms_are_read_not_sources(folder: Path) -> None:
    source = folder / "module.py"
    then = source.stat()
    text = source.read_text()
    source.write_text(text.replace("1", "2"))
    os.utime(source, ns=(then.st_atime_ns, then.st_mtime_ns))  # as old and as long as what was compiled
    assert straight("own_one.module").value == 1


@pytest.mark.parametrize("change", ["a later time", "another size", "broken", "cut off", "none", "by hash"])
def test_what_is_not_compiled_from_this_source_is_left_to_the_general_way(folder: Path, change: str) -> None:
    source = folder / "module.py"
    (compiled,) = folder.glob("__pycache__/module.*.pyc")
    then = source.stat()
    source.write_text("value = 2\n" + ("" if change == "another size" else source.read_text()[10:]))
    if change == "another size":
        os.utime(source, ns=(then.st_atime_ns, then.st_mtime_ns))
    elif change == "a later time":
        os.utime(source, ns=(then.st_atime_ns, then.st_mtime_ns + 5_000_000_000))
    elif change == "by hash":
        by_hash = py_compile.PycInvalidationMode.CHECKED_HASH
        py_compile.compile(str(source), invalidation_mode=by_hash)
    elif change == "none":
        compiled.unlink()
    else:
        os.utime(source, ns=(then.st_atime_ns, then.st_mtime_ns))
        head = compiled.read_bytes()[:16]
        compiled.write_bytes(b"\0" * 16 + b"\xff" if change == "broken" else head[:9])
    assert straight("own_one.module").value == 2


def test_a_failure_names_file_and_line(folder: Path) -> None:
    module = straight("own_one.module")
    with pytest.raises(KeyError) as raised:
        module.fails()
    last = raised.traceback[-1]
    assert (Path(last.path), last.lineno + 1) == (folder / "module.py", 4)
    assert module.__loader__ is not None
    assert module.__loader__.get_source("own_one.module") == (folder / "module.py").read_text()  # type: ignore[attr-defined]


def test_a_module_lacks_what_it_does_not_have(folder: Path) -> None:
    module = straight("own_one.module")
    assert isinstance(module, ModuleType)
    assert not hasattr(module, "__path__")
    with pytest.raises(AttributeError, match="'absent'"):
        _ = module.absent
    with pytest.raises(ImportError, match=r"cannot import name 'absent' from 'own_one\.module'"):
        exec("from own_one.module import absent")
    with pytest.raises(ModuleNotFoundError, match=r"'own_one\.module' is not a package"):
        importlib.import_module("own_one.module.inner")
    assert (repr(module), importlib.reload(module)) == (
        f"<module 'own_one.module' from {str(folder / 'module.py')!r}>",
        module,
    )


def test_a_module_answers_for_names_by_its_own_function(folder: Path) -> None:
    text = (
        "def __getattr__(name):\n    if name == 'made':\n        return 7\n    raise AttributeError(name)\n"
    )
    (folder / "answering.py").write_text(text)
    (folder / "changing.py").write_text(
        "import sys\nclass Own(type(sys)):\n    made = 8\nsys.modules[__name__].__class__ = Own\n"
    )
    compileall.compile_dir(folder, quiet=2)
    assert straight("own_one.answering").made == 7
    assert straight("own_one.changing").made == 8


def test_what_is_no_plain_module_is_searched_for(folder: Path) -> None:
    import_straight(["own_one"])
    with pytest.raises(ModuleNotFoundError, match=r"own_one\.absent"):
        importlib.import_module("own_one.absent")
    import colorsys

    assert "Straight" not in type(colorsys.__loader__).__name__


@pytest.mark.parametrize(
    ("owner", "name", "value"), [(sys, "pycache_prefix", "/somewhere"), (os, "name", "nt")]
)
def test_nothing_is_put_in_where_compiled_forms_lie_elsewhere(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, value: str
) -> None:
    monkeypatch.setattr(owner, name, value)
    before = list(sys.meta_path)
    import_straight(["own_one"])
    assert sys.meta_path == before
